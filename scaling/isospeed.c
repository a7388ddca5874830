#include "scaling/isospeed.h"

#include <math.h>
#include <stdlib.h>

#include "scaling/sizes.h"
#include "scaling/work.h"
#include "support/format.h"

/* What finding one size may take, in evaluations (estimate.walked): a few seconds. */
#define EFFORT_MOST 20000000

typedef struct solver {
    fp_context *ctx;
    const scaling_question *q;
    scaling_trials *trials;
    point_sizes *sizes;
    scaling *out;
    int point;
    bool is_efficiency; /* it is what has to stay, not the speed */
    bool agrees;        /* predictions, with what formulas said */
} solver;

static double speed_of(const scaling_trial *t)
{
    return t->work / (t->procs * t->time);
}

static double efficiency_of(const scaling_trial *t)
{
    return t->sequential / (t->procs * t->time);
}

static bool try_sizes(void *with, int count, const int64_t *sizes, size_trial *out)
{
    solver *s = with;
    arena *a = arena_new();
    scaling_trial *found = ARENA_ARRAY(a, count, scaling_trial);
    const bool ok = sizes_try(s->sizes, s->point, s->is_efficiency, count, sizes, found);
    for (int i = 0; i < count && ok; i++) {
        const double value = s->is_efficiency ? efficiency_of(&found[i]) : speed_of(&found[i]);
        out[i] =
            (size_trial){found[i].is_made && !isnan(value), found[i].fits, value, found[i].walked};
    }
    arena_free(a);
    return ok;
}

static size_answer find_size(solver *s, int point, bool is_efficiency, double target)
{
    s->point = point;
    s->is_efficiency = is_efficiency;
    const size_question q = {s->out->size, target, EFFORT_MOST, try_sizes, s};
    size_answer found = size_search(s->ctx->arena, &q);
    s->agrees = true;
    if (found.end != SIZE_BROKEN_OFF && !sizes_check(s->sizes, point, &found, &s->agrees))
        found.end = SIZE_BROKEN_OFF;
    return s->agrees ? found : size_search(s->ctx->arena, &q);
}

/* What is known of it at the size to begin with. */
static void describe_beginning(scaling_point *p)
{
    const double alone = p->begin.sequential, procs = p->begin.procs;
    p->speed_up = alone / p->begin.time;
    p->efficiency = p->speed_up / procs;
    p->serial_fraction = procs > 1 ? (1 / p->speed_up - 1 / procs) / (1 - 1 / procs) : NAN;
}

/* The first has the speed and the efficiency that the others are to have. */
static size_answer itself(const solver *s)
{
    size_span *at = ARENA_NEW(s->ctx->arena, size_span);
    *at = (size_span){s->out->size, s->out->size};
    return (size_answer){SIZE_FOUND, s->out->size, 1, s->out->size, 1, at};
}

static void find_sizes(solver *s, scaling_point *p, int i)
{
    const scaling_trial *first = &s->out->points[0].begin;
    const double efficiency = efficiency_of(first);
    p->same_speed = i == 0 ? itself(s) : find_size(s, i, false, s->out->speed);
    p->same_efficiency = i == 0 ? itself(s) : (size_answer){.end = SIZE_BEYOND_MOST};
    if (i == 0 || s->q->only_speed || !(efficiency < 1) || first->procs == 1)
        return;
    p->same_efficiency = find_size(s, i, true, efficiency);
    if (!s->agrees) /* the other size is of the same formulas */
        p->same_speed = find_size(s, i, false, s->out->speed);
}

static bool solve_point(solver *s, scaling_point *p, int i)
{
    if (p->begin.is_made)
        describe_beginning(p);
    find_sizes(s, p, i);
    if (p->same_speed.end == SIZE_FOUND) {
        const trial_place at = {
            .point = i, .size = p->same_speed.size, .is_sequential = !s->q->only_speed};
        if (!trials_make(s->trials, 1, &at, &p->at_speed))
            return false;
        p->scaled_speed_up = p->at_speed.sequential / p->at_speed.time;
    }
    return p->same_speed.end != SIZE_BROKEN_OFF && p->same_efficiency.end != SIZE_BROKEN_OFF;
}

static void pair_points(solver *s)
{
    scaling *out = s->out;
    scaling_pair *pairs = ARENA_ARRAY(s->ctx->arena, out->count * out->count, scaling_pair);
    for (int i = 0; i < out->count; i++)
        for (int k = i + 1; k < out->count; k++) {
            const scaling_point *from = &out->points[i], *to = &out->points[k];
            if (from->same_speed.end == SIZE_FOUND && to->same_speed.end == SIZE_FOUND)
                pairs[out->pair_count++] =
                    (scaling_pair){i, k,
                                   to->at_speed.procs * from->at_speed.work /
                                       (from->at_speed.procs * to->at_speed.work)};
        }
    out->pairs = pairs;
}

static int by_processors(const void *a, const void *b)
{
    const int x = trial_procs(a), y = trial_procs(b);
    return (x > y) - (x < y);
}

/* Says on which numbers of processors nothing is predicted, and why on the first of them. */
static void tell_refused(fp_context *ctx, scaling_trials *trials, const scaling_question *q,
                         const trial_place *places, const scaling_trial *found)
{
    int first = -1, others = -1;
    for (int i = 0; i < q->count; i++) {
        first = first < 0 && found[i].is_refused ? i : first;
        others += found[i].is_refused;
    }
    const char *why = first < 0 ? NULL : trials_why_refused(trials, &places[first]);
    if (!why)
        return;
    arena *a = ctx->arena;
    const char *procs = format_plural(a, found[first].procs, "processor", "processors");
    diag_report(
        ctx->diags, DIAG_WARNING, "scale", (source_range){0}, "%s has no prediction on %s%s: %s",
        q->name ? q->name : q->graph->entry->name, procs,
        others ? arena_printf(a, ", the first of %s of --procs", format_integer(a, others + 1))
               : "",
        why);
}

/* All of them at the size to begin with. */
static bool open_points(solver *s, scaling_point *points)
{
    arena *a = s->ctx->arena;
    const int count = s->q->count;
    trial_place *places = ARENA_ARRAY(a, count, trial_place);
    scaling_trial *found = ARENA_ARRAY(a, count, scaling_trial);
    for (int i = 0; i < count; i++)
        places[i] =
            (trial_place){.point = i, .size = s->out->size, .is_sequential = !s->q->only_speed};
    if (!trials_make(s->trials, count, places, found))
        return false;
    tell_refused(s->ctx, s->trials, s->q, places, found);
    for (int i = 0; i < count; i++)
        points[i] = (scaling_point){.values = &s->q->values[i],
                                    .begin = found[i],
                                    .speed_up = NAN,
                                    .efficiency = NAN,
                                    .serial_fraction = NAN,
                                    .scaled_speed_up = NAN};
    return true;
}

/* Is the speed that has to stay known? */
static bool find_speed(solver *s, const scaling_trial *first)
{
    if (first->work > 0 && isfinite(first->work)) {
        s->out->speed = speed_of(first);
        return true;
    }
    const source_range nowhere = {0};
    if (s->q->work)
        diag_report(s->ctx->diags, DIAG_ERROR, "scale", nowhere,
                    "--work '%s' is no amount of work at %s = %lld: it has to be a number above 0",
                    s->q->work, s->q->size, (long long)s->out->size);
    else
        diag_report(s->ctx->diags, DIAG_ERROR, "scale", nowhere,
                    "the operations on one processor cannot be counted: say what work is, as in "
                    "--work '%s^2'",
                    s->q->size);
    return false;
}

static bool solve_all(solver *s, scaling_point *points)
{
    bool ok = open_points(s, points) && find_speed(s, &points[0].begin);
    for (int i = 0; i < s->q->count && ok; i++)
        ok = solve_point(s, &points[i], i);
    if (ok && !s->q->only_speed)
        pair_points(s);
    return ok;
}

static void sort_points(fp_context *ctx, scaling_question *q)
{
    bindings *values = arena_copy(ctx->arena, q->values, (size_t)q->count * sizeof *q->values);
    qsort(values, (size_t)q->count, sizeof *values, by_processors);
    q->values = values;
}

bool scaling_times(fp_context *ctx, const explore_effort *effort, scaling *out)
{
    scaling_question *q = arena_copy(ctx->arena, out->of, sizeof *out->of);
    sort_points(ctx, q);
    trial_place *places = ARENA_ARRAY(ctx->arena, q->count, trial_place);
    scaling_trial *found = ARENA_ARRAY(ctx->arena, q->count, scaling_trial);
    scaling_point *points = ARENA_ARRAY(ctx->arena, q->count, scaling_point);
    for (int i = 0; i < q->count; i++)
        places[i] = (trial_place){.point = i, .size = out->size, .needs_no_work = true};
    scaling_trials *trials = trials_start(ctx, q, effort);
    const bool ok = trials_make(trials, q->count, places, found);
    if (ok)
        tell_refused(ctx, trials, q, places, found);
    trials_end(trials);
    for (int i = 0; i < q->count && ok; i++) {
        found[i].is_made = found[i].is_made && found[i].fits;
        points[i] = (scaling_point){.values = &q->values[i], .begin = found[i]};
    }
    out->of = q;
    out->count = q->count;
    out->points = points;
    return ok;
}

bool scaling_check_work(fp_context *ctx, const scaling_question *q)
{
    double value;
    const char *why;
    const work_expression w = {q->work, trial_value_of, (void *)&q->values[0]};
    if (!q->work || work_evaluate(ctx->arena, &w, &value, &why))
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "scale", (source_range){0}, "--work '%s': %s", q->work,
                why);
    return false;
}

static int64_t size_of(const scaling_question *q)
{
    for (int i = 0; i < q->values[0].count; i++)
        if (q->values[0].set[i].name == q->size)
            return q->values[0].set[i].value;
    return 1;
}

bool scaling_solve(fp_context *ctx, const scaling_question *given, const explore_effort *effort,
                   scaling *out)
{
    scaling_question *q = arena_copy(ctx->arena, given, sizeof *given);
    sort_points(ctx, q);
    scaling_point *points = ARENA_ARRAY(ctx->arena, q->count, scaling_point);
    estimate *start = ARENA_NEW(ctx->arena, estimate);
    *out =
        (scaling){.of = q, .start = start, .size = size_of(q), .count = q->count, .points = points};
    if (!scaling_check_work(ctx, q) ||
        !estimate_run(ctx, q->graph, q->machine, &q->values[0], q->options, start))
        return false;
    solver s = {.ctx = ctx, .q = q, .out = out, .trials = trials_start(ctx, q, effort)};
    s.sizes = sizes_new(ctx, q, s.trials);
    const bool ok = solve_all(&s, points);
    trials_end(s.trials);
    out->use = sizes_use(s.sizes);
    return ok;
}
