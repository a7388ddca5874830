/* Measures range comparison: of 100 pairs, two distributions of Laplace at one size, which is the
 * faster on each power of two of processors from 2 to 2^20. Prints; judges nothing. */

#include <stdio.h>

#include "frontend/frontend.h"
#include "scaling/ranges.h"
#include "sysmodels/model/adjust.h"
#include "sysmodels/model/sag.h"
#include "tests/bench/processes.h"

#define SOURCE FP_SOURCE_DIR "/samples/laplace/laplace.c"
#define MACHINES FP_SOURCE_DIR "/sysmodels/machines"

enum { PAIRS = 100, POINTS = 20, CODES = 3 };

/* The times of one code at a size; each is evaluated anew. */
static bool fill(fp_context *ctx, estimator *est, arena *a, int64_t size, scaling_point *points)
{
    binding set = {.name = intern(ctx->names, "N"), .value = size};
    bindings values = {.count = 1, .set = &set, .procs_rank = 1};
    for (int i = 0; i < POINTS; i++) {
        estimate e;
        values.procs[0] = 2 << i;
        const bool ok = estimator_eval(est, a, &values, &e);
        points[i] =
            (scaling_point){.begin = {.is_made = ok, .procs = 2 << i, .time = ok ? e.time : 0}};
        arena_clear(a);
        if (!ok)
            return false;
    }
    return true;
}

static bool compare_pairs(fp_context *ctx, estimator *const est[CODES])
{
    arena *a = arena_new_under(ctx->arena);
    int crossings = 0;
    const double start = bench_cpu_time();
    for (int pair = 0; pair < PAIRS; pair++) {
        scaling_point points[2][POINTS];
        const int one = pair % CODES, other = (one + 1) % CODES;
        const int64_t size = 2048 + 64 * (pair / CODES);
        if (!fill(ctx, est[one], a, size, points[0]) || !fill(ctx, est[other], a, size, points[1]))
            return false;
        const scaling both[2] = {{.count = POINTS, .points = points[0]},
                                 {.count = POINTS, .points = points[1]}};
        const scaling_range *ranges;
        crossings += scaling_ranges(a, 2, both, false, &ranges) - 1;
        arena_clear(a);
    }
    const double took = bench_cpu_time() - start;
    printf("range comparison, %d pairs over 2 to 2^20     %6.0f ms   %.0f us an evaluation, %d "
           "crossings\n",
           PAIRS, took * 1e3, took * 1e6 / (PAIRS * 2 * POINTS), crossings);
    return true;
}

int main(void)
{
    fp_context *ctx = fp_context_new();
    const char *const machines[] = {MACHINES};
    const sag_change nodes = {.kind = CHANGE_NODES, .amount = 1 << POINTS};
    const estimate_options options = {.overlap = -1, .memory = MEMORY_PAPER};
    const frontend_options reading = {.path = SOURCE};
    const graph_options how = {.granularity = AAG_BY_BLOCK};
    const sag *machine = sag_open(ctx, "ipsc860", 1, machines);
    machine = machine ? sag_adjust(ctx, machine, 1, &nodes) : NULL;
    const program *p = machine ? frontend_read(ctx, &reading) : NULL;
    alternative *codes;
    bool ok = p && p->entry_count > 0 &&
              explore_parse(ctx, p, "T: (block,block) (block,*) (*,block)", &codes) == CODES;
    estimator *est[CODES] = {NULL};
    for (int i = 0; i < CODES && ok; i++) {
        const aag_graph *graph =
            explore_graph(ctx, p, p->entries[0], codes[i].override_count, codes[i].overrides, &how);
        est[i] = graph ? estimator_new(ctx, graph, machine, &options) : NULL;
        ok = est[i] != NULL;
    }
    ok = ok && compare_pairs(ctx, est);
    diag_print(ctx->diags, stderr, false, DIAG_ERROR); /* parts need not fit a node here */
    fp_context_free(ctx);
    return ok ? 0 : 1;
}
