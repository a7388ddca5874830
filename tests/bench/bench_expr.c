/* Measures one evaluation of a symbolic expression: from the cache, and anew
 * after a change of what it depends on. Prints; judges nothing. */

#include <inttypes.h>
#include <stdio.h>

#include "program/env/bindings.h"
#include "tests/bench/processes.h"

enum { EXPRESSIONS = 100, ROUNDS = 20000 };

typedef struct subject {
    env *e;
    const loop_var *i;
    bindings values;
    int64_t sum; /* of all values, so that none is optimised away */
} subject;

typedef void change(subject *s, int round);

static void nothing(subject *s, int round)
{
    (void)s;
    (void)round;
}

static void rebind(subject *s, int round)
{
    (void)round;
    env_rebind(s->e, &s->values);
}

static void next_rank(subject *s, int round)
{
    env_set_rank(s->e, round % env_procs(s->e));
}

static void next_iteration(subject *s, int round)
{
    env_set_loop_var(s->e, s->i, round);
}

static void measure(const char *what, subject *s, const expr *const *x, change *before)
{
    bool ok = true;
    const double start = bench_cpu_time();
    for (int round = 0; round < ROUNDS; round++) {
        before(s, round);
        for (int k = 0; k < EXPRESSIONS; k++)
            s->sum += expr_eval(s->e, x[k], &ok) & 1;
    }
    const double took = bench_cpu_time() - start;
    printf("%-44s %6.1f ns%s\n", what, took / ROUNDS / EXPRESSIONS * 1e9,
           ok ? "" : "  (it failed)");
}

int main(void)
{
    fp_context *ctx = fp_context_new();
    expr_pool *pool = expr_pool_new(ctx);
    param *size = expr_new_param(pool, PARAM_MACRO, "N", (source_range){0});
    subject s = {.i = expr_new_loop_var(pool, "i", (source_range){0})};
    proc_grid grid = {.name = "P", .rank = 2};
    grid.extent[0] = grid.extent[1] = expr_int(pool, 4);
    size->value = expr_int(pool, 1024);
    const proc_grid *grids[1] = {&grid};
    const expr *n = expr_param(pool, size), *i = expr_loop_var(pool, s.i);
    const expr *me = expr_coord(pool, &grid, 0), *one = expr_int(pool, 1);
    const expr *plain[EXPRESSIONS], *by_coord[EXPRESSIONS], *by_loop[EXPRESSIONS];
    const expr *count[EXPRESSIONS];
    for (int k = 0; k < EXPRESSIONS; k++) {
        const expr *c = expr_int(pool, k + 2);
        const axis_map axis = {.source = AXIS_BY_DIM,
                               .kind = k % 2 ? DIST_BLOCK : DIST_CYCLIC,
                               .stride = one,
                               .offset = expr_int(pool, 0),
                               .lower = expr_int(pool, 0),
                               .extent = n,
                               .grid = &grid};
        plain[k] = expr_trips(pool, c, expr_mul(pool, c, n), expr_int(pool, 7));
        by_coord[k] = expr_min(pool, expr_mul(pool, c, me), expr_sub(pool, n, c));
        by_loop[k] = expr_add(pool, expr_mul(pool, c, i), expr_add(pool, n, c));
        count[k] = expr_count(pool, &axis, expr_int(pool, k % 13), expr_sub(pool, n, c),
                              expr_int(pool, 1 + k % 3), one, expr_int(pool, k % 5), me);
    }
    s.e = env_new(ctx, pool, grids, 1, &s.values);
    measure("a value from the cache", &s, plain, nothing);
    measure("a trip count of parameters, bound anew", &s, plain, rebind);
    measure("min(c*me, N - c) on the next processor", &s, by_coord, next_rank);
    measure("c*i + N + c in the next iteration", &s, by_loop, next_iteration);
    measure("a count of owned iterations, next processor", &s, count, next_rank);
    printf("%" PRId64 " of %d values were odd\n", s.sum, 5 * ROUNDS * EXPRESSIONS);
    fp_context_free(ctx);
    return 0;
}
