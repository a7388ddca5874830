#include "scaling/trials.h"

#include <math.h>
#include <string.h>

#include "scaling/work.h"

struct scaling_trials {
    fp_context *ctx, *mine; /* the second: what predictions report is about what nobody asked for */
    const scaling_question *q;
    const explore_effort *effort;
    estimate_options
        counting; /* for the count of operations alone: misses by sizes, which is quick */
    estimator *timer, *counter;
    workers *workers;
    int64_t made;
};

bindings trial_alone(const bindings *values)
{
    bindings alone = *values;
    alone.procs_rank = values->procs_rank > 0 ? values->procs_rank : 1;
    for (int k = 0; k < alone.procs_rank; k++)
        alone.procs[k] = 1;
    return alone;
}

int trial_procs(const bindings *values)
{
    int total = 1;
    for (int k = 0; k < values->procs_rank; k++)
        total *= values->procs[k];
    return total;
}

int64_t trial_value_of(void *with, const char *name, bool *is_there)
{
    const bindings *values = with;
    for (int i = 0; i < values->count; i++)
        if (strcmp(values->set[i].name, name) == 0) {
            *is_there = true;
            return values->set[i].value;
        }
    return 0;
}

static double work_of(scaling_trials *t, arena *a, const bindings *values)
{
    double work = NAN;
    const char *why;
    if (t->q->work) {
        const work_expression w = {t->q->work, trial_value_of, (void *)values};
        return work_evaluate(a, &w, &work, &why) ? work : NAN;
    }
    const bindings alone = trial_alone(values);
    estimate e;
    return estimator_eval(t->counter, a, &alone, &e) ? work_counted(&e) : NAN;
}

/* What misses take of computing. Where operations and misses hide each other, the longer of the two
 * is a unit's time, and it is the memory's where that alone takes as long. */
static double memory_of(const estimate *e)
{
    const composition compose = e->machine->processing->compose;
    const bool hides = compose == COMPOSE_OUT_OF_ORDER || compose == COMPOSE_SUPERSCALAR;
    double seconds = 0;
    for (int i = 0; i < e->unit_count; i++) {
        const unit_cost *u = &e->units[i];
        if (!hides || u->stalls >= u->time.computation)
            seconds += fmin(u->stalls, u->time.computation);
    }
    return seconds;
}

static void make_one(void *with, arena *results, const void *request, void *reply)
{
    (void)results;
    scaling_trials *t = with;
    const trial_place *at = request;
    scaling_trial *out = reply;
    arena *a = arena_new();
    t->mine->diags = diag_list_new(a);
    const bindings values = explore_with_value(a, &t->q->values[at->point], t->q->size, at->size),
                   alone = trial_alone(&values);
    estimate e;
    *out = (scaling_trial){.procs = trial_procs(&values), .sequential = NAN, .work = NAN};
    if (at->is_work_only) {
        out->work = work_of(t, a, &values);
        arena_free(a);
        return;
    }
    out->is_made = estimator_eval(t->timer, a, &values, &e);
    out->is_refused = !out->is_made;
    if (out->is_made) {
        out->fits = explore_fits_node(&e);
        out->procs = e.procs;
        out->shape_rank = e.shape_rank;
        memcpy(out->shape, e.shape, sizeof e.shape);
        out->time = e.time;
        out->walked = e.walked;
        out->computing = e.parts.computation;
        out->communicating = e.parts.communication;
        out->memory = memory_of(&e);
        out->overhead = e.parts.overhead;
        out->waiting = e.parts.waiting;
        for (int i = 0; i < e.comm_count; i++)
            out->messages += e.comms[i].messages;
        out->work = at->needs_no_work ? NAN : work_of(t, a, &values);
    }
    if (out->is_made && at->is_sequential && estimator_eval(t->timer, a, &alone, &e)) {
        out->sequential = e.time;
        out->walked += e.walked;
    }
    arena_free(a);
}

scaling_trials *trials_start(fp_context *ctx, const scaling_question *q,
                             const explore_effort *effort)
{
    scaling_trials *t = ARENA_NEW(ctx->arena, scaling_trials);
    *t = (scaling_trials){.ctx = ctx, .q = q, .effort = effort, .counting = *q->options};
    t->mine = arena_copy(ctx->arena, ctx, sizeof *ctx);
    t->counting.memory = MEMORY_PAPER;
    t->timer = estimator_new(t->mine, q->graph, q->machine, q->options);
    t->counter = estimator_new(t->mine, q->graph, q->machine, &t->counting);
    const worker_job job = {make_one, t, sizeof(trial_place), sizeof(scaling_trial)};
    t->workers = workers_start(ctx->arena, effort->jobs, &job);
    return t;
}

void trials_end(scaling_trials *t)
{
    workers_end(t->workers);
}

const char *trials_why_refused(scaling_trials *t, const trial_place *at)
{
    arena *a = t->ctx->arena, *results = arena_new();
    t->mine->diags = diag_list_new(results);
    const bindings values =
        explore_with_value(results, &t->q->values[at->point], t->q->size, at->size);
    source_range where;
    estimate e;
    const char *why = estimator_eval(t->timer, results, &values, &e)
                          ? NULL
                          : diag_first_error(t->mine->diags, &where);
    why = why ? arena_strdup(a, why) : NULL;
    arena_free(results);
    return why;
}

bool trials_make(scaling_trials *t, int count, const trial_place *places, scaling_trial *out)
{
    const char *why = NULL;
    t->made += count;
    meter_say(t->effort->meter, "trying sizes: %lld predictions, now at %s = %lld",
              (long long)t->made, t->q->size, (long long)places[count - 1].size);
    if (workers_map(t->workers, count, places, out, NULL, NULL, &why))
        return true;
    diag_report(
        t->ctx->diags, DIAG_ERROR, NULL, (source_range){0},
        "a process that predicts beside others %s; where memory is short, --jobs 1 needs less",
        why);
    return false;
}
