#include "explore/evaluate.h"

#include <string.h>

subject subject_new(fp_context *ctx, const aag_graph *graph, const sag *machine,
                    const estimate_options *options)
{
    fp_context *mine = arena_copy(ctx->arena, ctx, sizeof *ctx);
    return (subject){estimator_new(mine, graph, machine, options), mine, ctx->arena};
}

/* What a worker knows when it starts. */
typedef struct batch {
    fp_context *ctx;
    const evaluation *evaluations;
    const explore_effort *effort;
    int count;
} batch;

static void evaluate_one(void *with, arena *results, const void *request, void *reply)
{
    const batch *b = with;
    const evaluation *e = &b->evaluations[*(const int *)request];
    prediction *out = reply;
    if (!e->subject)
        return;
    /* What an evaluation finds may be in what it reports, too. */
    fp_context *ctx = e->subject->ctx;
    ctx->arena = results;
    ctx->diags = diag_list_aside(b->ctx->diags, results);
    out->is_made = estimator_eval(e->subject->est, results, e->values, &out->result);
    out->reported = ctx->diags;
}

static void tell(void *with, int done)
{
    const batch *b = with;
    meter_say(b->effort->meter, "%d of %d predicted", done, b->count);
}

int explore_worker_count(const explore_effort *effort, int parts)
{
    return effort->jobs < parts ? effort->jobs : parts;
}

void explore_report_worker(fp_context *ctx, const char *why)
{
    diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                "a process that predicts beside others %s, and nothing is predicted without it; "
                "where memory is short, --jobs 1 needs less",
                why);
}

bool explore_evaluate(fp_context *ctx, int count, const evaluation *evaluations,
                      const explore_effort *effort, prediction *out)
{
    batch b = {ctx, evaluations, effort, count};
    const worker_job job = {evaluate_one, &b, sizeof(int), sizeof(prediction)};
    int *parts = ARENA_ARRAY(ctx->arena, count, int);
    for (int i = 0; i < count; i++)
        parts[i] = i;
    const char *why = NULL;
    tell(&b, 0);
    workers *w = workers_start(ctx->arena, explore_worker_count(effort, count), &job);
    bool ok = workers_map(w, count, parts, out, tell, &b, &why);
    workers_end(w);
    if (!ok)
        explore_report_worker(ctx, why);
    return ok;
}

bool explore_sweep(fp_context *ctx, const aag_graph *graph, const explore_cases *cases,
                   const estimate_options *options, const explore_effort *effort, prediction *out)
{
    subject *subjects = ARENA_ARRAY(ctx->arena, cases->machine_count, subject);
    int count = cases->machine_count * cases->values_count;
    evaluation *all = ARENA_ARRAY(ctx->arena, count, evaluation);
    for (int m = 0; m < cases->machine_count; m++)
        subjects[m] = subject_new(ctx, graph, cases->machines[m], options);
    for (int i = 0; i < count; i++)
        all[i] = (evaluation){&subjects[i / cases->values_count],
                              &cases->values[i % cases->values_count]};
    return explore_evaluate(ctx, count, all, effort, out);
}

bindings explore_with_value(arena *a, const bindings *given, const char *name, int64_t value)
{
    bindings values = *given;
    binding *set = ARENA_ARRAY(a, values.count + 1, binding);
    int n = 0;
    for (int i = 0; i < values.count; i++)
        if (strcmp(values.set[i].name, name) != 0)
            set[n++] = values.set[i];
    set[n++] = (binding){name, value};
    values.set = set;
    values.count = n;
    return values;
}

bool explore_fits_node(const estimate *e)
{
    const sag_memory *memory = e->machine->memory;
    return !memory || !memory->usable.is_set || (double)e->node_bytes <= memory->usable.value;
}
