/* Measures what an evaluation costs with each of the memory models: of Laplace, by size, and of
 * programs that are given. Prints; judges nothing. memory.sh makes the programs, and has valgrind
 * count the instructions of estimator_eval's second call for each line. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/explore.h"
#include "frontend/frontend.h"
#include "sysmodels/model/adjust.h"
#include "tests/bench/processes.h"

#define LAPLACE FP_SOURCE_DIR "/samples/laplace/laplace.c"
#define MACHINES FP_SOURCE_DIR "/sysmodels/machines"

typedef enum mode {
    TIMES,  /* seconds of an evaluation */
    NAMES,  /* two evaluations of each, for valgrind */
    MISSES, /* of each unit, to see that a change of the program changes none */
} mode;

typedef struct bench {
    fp_context *ctx;
    const sag *machine[2]; /* with its cache as it is, random, and with LRU */
    arena *result;
    mode mode;
} bench;

static const char *const caches[] = {"random", "lru"};
enum { MODELS = 3 };
static const char *const models[MODELS] = {"paper", "reuse", "sampled"};
static const memory_model model_of[MODELS] = {MEMORY_PAPER, MEMORY_REUSE, MEMORY_SAMPLED};

/* --- One evaluation -------------------------------------------------------------------------- */

static bool show_misses(const estimate *e)
{
    for (int i = 0; i < e->unit_count; i++)
        if (e->units[i].misses[0] > 0)
            printf("    unit %d: %.17g\n", i, e->units[i].misses[0]);
    return true;
}

/* The median of some, a tenth of a second in all, of sizes one after the other: nothing is there
 * from the one before. */
static bool show_time(const bench *b, estimator *est, const bindings *values, binding *size)
{
    enum { RUNS = 101 };
    double took[RUNS], all = 0;
    int runs = 0;
    estimate e;
    for (; runs < RUNS && (runs < 3 || all < 0.1); runs++, size->value++) {
        arena_clear(b->result);
        double start = bench_cpu_time();
        if (!estimator_eval(est, b->result, values, &e))
            return false;
        took[runs] = bench_cpu_time() - start;
        all += took[runs];
    }
    printf("%10.1f us\n", bench_median(took, runs) * 1e6);
    return true;
}

/* --- A program ------------------------------------------------------------------------------- */

static bool measure(const bench *b, const aag_graph *graph, const char *name, int cache, int model,
                    int procs, int64_t size)
{
    const estimate_options options = {.overlap = -1, .memory = model_of[model]};
    estimator *est = estimator_new(b->ctx, graph, b->machine[cache], &options);
    binding set = {intern(b->ctx->names, "N"), size};
    bindings values = {.count = size ? 1 : 0, .set = &set, .procs_rank = 1, .procs = {procs}};
    estimate e;
    if (size)
        printf("%s N = %-9" PRId64 " %-7s %s", name, size, caches[cache], models[model]);
    else
        printf("%-21s %-7s %s", name, caches[cache], models[model]);
    printf(b->mode == TIMES ? " " : "\n");
    arena_clear(b->result);
    if (b->mode == NAMES) /* the first one binds the graph, and takes memory */
        return estimator_eval(est, b->result, &values, &e) &&
               estimator_eval(est, b->result, &values, &e);
    if (b->mode == MISSES)
        return estimator_eval(est, b->result, &values, &e) && show_misses(&e);
    return show_time(b, est, &values, &set);
}

static const aag_graph *read_graph(const bench *b, const frontend_source *source)
{
    const program *p = frontend_read_program(b->ctx, source);
    if (!p || p->entry_count == 0)
        return NULL;
    return explore_graph(b->ctx, p, p->entries[0], 0, NULL,
                         &(graph_options){.granularity = AAG_BY_BLOCK});
}

static bool measure_laplace(const bench *b)
{
    static const int64_t sizes[] = {1000, 10000, 100000, 1000000};
    const frontend_source source = {.count = 1, .files = &(frontend_options){.path = LAPLACE}};
    const aag_graph *graph = read_graph(b, &source);
    bool ok = graph;
    for (int cache = 0; cache < 2 && ok; cache++)
        for (int i = 0; i < 4 && ok; i++)
            for (int model = 0; model < MODELS && ok; model++)
                ok = measure(b, graph, "laplace", cache, model, 4, sizes[i]);
    return ok;
}

/* FOLDER/NAME has NAME.c and polybench.c, which decides the sizes. */
static bool measure_kernel(const bench *b, const char *folder, const char *flag)
{
    arena *a = b->ctx->arena;
    const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    const char *flags[] = {"-w", "-DPOLYBENCH_STACK_ARRAYS", flag, arena_printf(a, "-I%s", folder)};
    frontend_options files[2];
    for (int i = 0; i < 2; i++)
        files[i] =
            (frontend_options){.path = arena_printf(a, "%s/%s.c", folder, i ? "polybench" : name),
                               .argument_count = 4,
                               .arguments = flags};
    const aag_graph *graph = read_graph(b, &(frontend_source){.count = 2, .files = files});
    bool ok = graph;
    for (int cache = 0; cache < 2 && ok; cache++)
        for (int model = 0; model < MODELS && ok; model++)
            ok = measure(b, graph, name, cache, model, 1, 0);
    return ok;
}

static bool bench_open(bench *b)
{
    const char *const machines[] = {MACHINES};
    sag_change lru[2];
    b->ctx = fp_context_new();
    b->result = arena_new_under(b->ctx->arena);
    b->machine[0] = sag_open(b->ctx, "ipsc860", 1, machines);
    if (!b->machine[0] ||
        !sag_change_param(b->ctx, "cube.node.memory.caches[0].replacement=lru", &lru[0]) ||
        !sag_change_param(b->ctx, "cube.node.memory.caches[0].write_allocate=true", &lru[1]))
        return false;
    b->machine[1] = sag_adjust(b->ctx, b->machine[0], 2, lru);
    return b->machine[1];
}

int main(int argc, char **argv)
{
    bench b = {.mode = TIMES};
    const char *set = "MINI";
    int letter;
    while ((letter = getopt(argc, argv, "nmd:")) != -1) {
        if (letter == '?') {
            fprintf(stderr, "usage: %s [-n | -m] [-d SET] [FOLDER_OF_KERNEL...]\n", argv[0]);
            return 2;
        }
        if (letter == 'd')
            set = optarg;
        else
            b.mode = letter == 'n' ? NAMES : MISSES;
    }
    bool ok = bench_open(&b) && measure_laplace(&b);
    const char *flag = ok ? arena_printf(b.ctx->arena, "-D%s_DATASET", set) : NULL;
    for (int i = optind; i < argc && ok; i++)
        ok = measure_kernel(&b, argv[i], flag);
    diag_print(b.ctx->diags, stderr, false, DIAG_ERROR);
    fp_context_free(b.ctx);
    return ok ? 0 : 1;
}
