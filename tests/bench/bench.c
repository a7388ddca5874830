/* Measures what a user waits for: a prediction as a whole process, a compile
 * through fpredict-cc, and evaluations of one graph. Prints; judges nothing. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "explore/explore.h"
#include "frontend/frontend.h"
#include "tests/bench/processes.h"

#define SOURCE FP_SOURCE_DIR "/samples/laplace/laplace.c"
#define MACHINES FP_SOURCE_DIR "/sysmodels/machines"

static void measure_processes(fp_context *ctx, const char *bin, const char *clang)
{
    const char *fpredict = arena_printf(ctx->arena, "%s/fpredict", bin);
    const char *driver = arena_printf(ctx->arena, "%s/fpredict-cc", bin);
    double predict = 0, with = 0, without = 0;
    const char *const predicting[] = {fpredict, "estimate", SOURCE, NULL};
    const char *const plain[] = {clang, "-O2", "-c", SOURCE, "-o", "/dev/null", NULL};
    const char *const driven[] = {driver, "-fpredict", "-O2",       "-c",
                                  SOURCE, "-o",        "/dev/null", NULL};
    setenv("FPREDICT_CC", clang, 1);
    if (bench_processes(predicting, NULL, &predict, NULL))
        printf("fpredict estimate laplace.c             %6.1f ms\n", predict * 1e3);
    if (bench_processes(plain, driven, &without, &with)) {
        printf("clang -O2 -c laplace.c                  %6.1f ms\n", without * 1e3);
        printf("fpredict-cc -fpredict -O2 -c laplace.c  %6.1f ms   %.2f times as long\n",
               with * 1e3, with / without);
    }
}

/* Evaluates for one choice; returns the time that it took, or -1. */
static double evaluate(estimator *est, arena *result, const bindings *values, double *predicted)
{
    estimate e;
    double start = bench_cpu_time();
    bool ok = estimator_eval(est, result, values, &e);
    double end = bench_cpu_time();
    *predicted = ok ? e.time : 0;
    arena_clear(result);
    return ok ? end - start : -1;
}

/* 1,000 evaluations: sizes from 64 on, all of which fit the memory of one node,
 * for each of the processor counts. */
static bool measure_sweep(fp_context *ctx, estimator *est, arena *result, const char *name,
                          int count, const int *procs)
{
    binding size = {.name = intern(ctx->names, "N")};
    bindings values = {.count = 1, .set = &size, .procs_rank = 1};
    double total = 0, predicted, longest = 0;
    for (int i = 0; i < 1000; i++) {
        size.value = 64 + 800 / (1000 / count) * (i / count);
        values.procs[0] = procs[i % count];
        double took = evaluate(est, result, &values, &predicted);
        if (took < 0)
            return false;
        total += took;
        longest = took > longest ? took : longest;
    }
    printf("1,000 evaluations, %-18s  %6.1f ms   the longest %.0f us\n", name, total * 1e3,
           longest * 1e6);
    return true;
}

static bool measure_sweeps(fp_context *ctx, estimator *est, arena *result)
{
    const int powers[] = {1, 2, 4, 8, 16};
    int all[20];
    for (int i = 0; i < 20; i++)
        all[i] = i + 1;
    return measure_sweep(ctx, est, result, "P = 1, 2, 4, 8, 16", 5, powers) &&
           measure_sweep(ctx, est, result, "P = 1 to 20", 20, all);
}

static bool measure_iterations(fp_context *ctx, estimator *est, arena *result, int64_t iterations)
{
    binding niter = {intern(ctx->names, "niter"), iterations};
    bindings values = {.count = 1, .set = &niter, .procs_rank = 1, .procs = {4}};
    double took[BENCH_RUNS], predicted = 0;
    for (int i = 0; i < BENCH_RUNS; i++)
        if ((took[i] = evaluate(est, result, &values, &predicted)) < 0)
            return false;
    printf("an evaluation of %13" PRId64 " sweeps  %6.0f us   of %.4g s predicted\n", iterations,
           bench_median(took, BENCH_RUNS) * 1e6, predicted);
    return true;
}

static bool measure_evaluations(fp_context *ctx)
{
    const char *const machines[] = {MACHINES};
    const estimate_options options = {.overlap = -1};
    const frontend_options reading = {.path = SOURCE};
    const sag *machine = sag_open(ctx, "ipsc860", 1, machines);
    const program *p = machine ? frontend_read(ctx, &reading) : NULL;
    if (!p || p->entry_count == 0)
        return false;
    const aag_graph *graph = explore_graph(ctx, p, p->entries[0], 0, NULL,
                                           &(graph_options){.granularity = AAG_BY_BLOCK});
    estimator *est = graph ? estimator_new(ctx, graph, machine, &options) : NULL;
    arena *result = arena_new_under(ctx->arena);
    return est && measure_sweeps(ctx, est, result) && measure_iterations(ctx, est, result, 10) &&
           measure_iterations(ctx, est, result, INT64_C(1000000000));
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s FOLDER_OF_PROGRAMS CLANG\n", argv[0]);
        return 2;
    }
    fp_context *ctx = fp_context_new();
    printf("median of %d; the source is samples/laplace/laplace.c\n", BENCH_RUNS);
    measure_processes(ctx, argv[1], argv[2]);
    bool ok = measure_evaluations(ctx);
    diag_print(ctx->diags, stderr, false, DIAG_WARNING);
    fp_context_free(ctx);
    return ok ? 0 : 1;
}
