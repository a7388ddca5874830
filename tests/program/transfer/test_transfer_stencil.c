/* Stencils on long grids, where most receivers look alike: messages, and the
 * pattern that they make, against the twin. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/program/transfer/transfer_twin.h"
#include "tests/random.h"

static uint64_t random_state;

static int pick(int lower, int upper)
{
    return (int)random_between(&random_state, lower, upper);
}

typedef struct world {
    fp_context *ctx;
    expr_pool *pool;
    proc_grid grid;
    const proc_grid *grids[1];
    variable var;
    communication c;
} world;

static const expr *number(world *w, int64_t value)
{
    return expr_int(w->pool, value);
}

/* BLOCK of a template that is a little larger than the dimension, or not. */
static axis_map pick_axis(world *w, int axis, int extent, int procs)
{
    int offset = pick(0, 2) ? 0 : pick(0, 3), more = pick(0, 2) ? 0 : pick(0, 5);
    axis_map m = {.source = AXIS_BY_DIM,
                  .kind = DIST_BLOCK,
                  .dim = axis,
                  .stride = number(w, 1),
                  .offset = number(w, offset),
                  .lower = number(w, 0),
                  .extent = number(w, extent + offset + more),
                  .grid = &w->grid,
                  .axis = axis};
    if (!pick(0, 3))
        m.block = number(w, (extent + offset + more + procs - 1) / procs + pick(0, 2));
    if (!pick(0, 9)) {
        m.kind = DIST_CYCLIC;
        m.block = number(w, pick(1, 3));
    }
    return m;
}

static need pick_need(world *w, const array_map *map, const int *extent)
{
    int rank = w->var.rank;
    loop_range *range = ARENA_ARRAY(w->ctx->arena, rank, loop_range);
    reference *ref = ARENA_NEW(w->ctx->arena, reference);
    need n = {.ref = ref, .at = {.grid = map->grid}, .range_count = rank, .range = range};
    ref->var = &w->var;
    for (int d = 0; d < rank; d++) {
        range[d] =
            (loop_range){expr_new_loop_var(w->pool, "x", (source_range){0}), number(w, pick(0, 3)),
                         number(w, extent[d] - 1 - pick(0, 3)), number(w, 1)};
        const expr *x = expr_loop_var(w->pool, range[d].var);
        ref->sub[d].value = expr_add(w->pool, x, number(w, pick(0, 1) ? pick(-2, 2) : 0));
        n.at.axis[d] = (home_axis){.is_restricted = true, .map = map->axis[d], .index = x};
        n.carried[d] = !pick(0, 19);
    }
    return n;
}

static void pick_world(world *w)
{
    int rank = pick(1, 2), extent[2];
    int procs[2] = {pick(2, rank == 1 ? 60 : 20), pick(1, 3)};
    array_map map = {.grid = &w->grid};
    w->grid = (proc_grid){.name = "P", .rank = rank};
    w->grids[0] = &w->grid;
    w->var = (variable){.name = "u", .rank = rank, .formal_index = -1};
    for (int d = 0; d < rank; d++) {
        extent[d] = pick(8, rank == 1 ? 400 : 45);
        w->grid.extent[d] = number(w, procs[d]);
        w->var.extent[d] = number(w, extent[d]);
        map.axis[d] = pick_axis(w, d, extent[d], procs[d]);
    }
    int count = pick(1, 5);
    need *needs = ARENA_ARRAY(w->ctx->arena, count, need);
    for (int i = 0; i < count; i++) {
        needs[i] = pick_need(w, &map, extent);
        /* Most stencils have one nest. */
        for (int d = 0; d < rank && i > 0 && pick(0, 4); d++) {
            loop_range *range = (loop_range *)(uintptr_t)&needs[i].range[d];
            range->lower = needs[0].range[d].lower;
            range->upper = needs[0].range[d].upper;
        }
    }
    w->c = (communication){.kind = COMM_SHIFT,
                           .var = &w->var,
                           .source = map,
                           .elem_bytes = 4,
                           .need_count = count,
                           .needs = needs};
}

/* The element beyond, and beyond the last the first: two needs, of which each receiver has one or
 * both. */
static need ring_need(world *w, const array_map *map, const int *extent, bool is_round)
{
    need n = pick_need(w, map, extent);
    for (int d = 0; d < w->var.rank; d++) {
        loop_range *range = (loop_range *)(uintptr_t)&n.range[d];
        reference *ref = (reference *)(uintptr_t)n.ref;
        const expr *x = expr_loop_var(w->pool, range->var);
        const int last = extent[d] - 1, by = d > 0 ? 0 : is_round ? -last : 1;
        range->lower = number(w, d == 0 && is_round ? last : 0);
        range->upper = number(w, d == 0 && !is_round ? last - 1 : last);
        ref->sub[d].value = expr_add(w->pool, x, number(w, by));
        n.carried[d] = false;
    }
    return n;
}

static void pick_ring(world *w)
{
    int extent[2];
    pick_world(w);
    const array_map map = w->c.source;
    for (int d = 0; d < w->var.rank; d++)
        extent[d] = (int)w->var.extent[d]->u.value;
    need *needs = ARENA_ARRAY(w->ctx->arena, 2, need);
    for (int i = 0; i < 2; i++)
        needs[i] = ring_need(w, &map, extent, i == 1);
    w->c.need_count = 2;
    w->c.needs = needs;
}

/* Every second or third element, from one or the other on; most blocks are a whole number of such
 * steps. */
static void pick_chessboard(world *w)
{
    pick_world(w);
    array_map *map = &w->c.source;
    const int by = pick(2, 3), more = pick(0, 3) ? 0 : 1;
    for (int d = 0; d < w->var.rank; d++) {
        const int extent = (int)w->var.extent[d]->u.value, procs = d > 0             ? 3
                                                                   : w->var.rank > 1 ? 20
                                                                                     : 60;
        map->axis[d].kind = DIST_BLOCK;
        map->axis[d].block = number(w, (extent / procs / by + 2) * by + more);
        w->grid.extent[d] = number(w, procs);
    }
    for (int i = 0; i < w->c.need_count; i++) {
        need *n = (need *)(uintptr_t)&w->c.needs[i];
        for (int d = 0; d < w->var.rank; d++) {
            ((loop_range *)(uintptr_t)&n->range[d])->step = number(w, by);
            n->at.axis[d].map = map->axis[d];
        }
    }
}

/* Invariant indices beside loops: what one processor alone does, with elements anywhere. */
static void pick_lone(world *w)
{
    pick_chessboard(w);
    for (int i = 0; i < w->c.need_count; i++) {
        need *n = (need *)(uintptr_t)&w->c.needs[i];
        reference *ref = (reference *)(uintptr_t)n->ref;
        const int extent = (int)w->var.extent[0]->u.value;
        if (pick(0, 1))
            continue;
        n->at.axis[0].index = number(w, pick(0, extent - 1));
        if (pick(0, 1)) /* of this one no iteration is another's */
            ref->sub[0].value = number(w, pick(0, extent - 1));
        n->carried[0] = false;
    }
}

static twin brute;

typedef struct tally {
    int cases, patterns, saved;
} tally;

static void compare_case(uint64_t seed, void (*pick_one)(world *), tally *sum)
{
    random_state = seed;
    for (int i = 0; i < 4; i++)
        pick(0, 1);
    world w = {.ctx = fp_context_new()};
    w.pool = expr_pool_new(w.ctx);
    pick_one(&w);
    env *e = env_new(w.ctx, w.pool, w.grids, 1, NULL);
    assert_non_null(e);
    twin_compute(&brute, e, &w.c);
    transfer t, sums;
    transfer_pattern p;
    bool ok = true;
    assert_true(transfer_compute(w.ctx->arena, e, &w.c, &t, &ok));
    assert_true(transfer_compute_pattern(w.ctx->arena, e, &w.c, &sums, &p, &ok));
    int at = 0;
    for (int q = 0; q < brute.procs; q++)
        for (int s = 0; s < brute.procs; s++) {
            int64_t expected = twin_count(&brute, s, q), got = 0;
            if (at < t.count && t.messages[at].receiver == q && t.messages[at].sender == s)
                got = t.messages[at++].elements;
            if (got != expected)
                fail_msg("case %#llx: %d to %d: %d elements, expected %d", (unsigned long long)seed,
                         s, q, (int)got, (int)expected);
        }
    assert_int_equal(at, t.count);
    assert_int_equal(sums.count, t.count);
    assert_int_equal(sums.elements, t.elements);
    sum->cases++;
    if (p.grid) {
        transfer all = twin_expand(w.ctx->arena, e, &p);
        assert_int_equal(all.count, t.count);
        for (int i = 0; i < t.count; i++)
            if (memcmp(&all.messages[i], &t.messages[i], sizeof *t.messages) != 0)
                fail_msg("case %#llx: the pattern sends something else", (unsigned long long)seed);
        sum->patterns++;
        sum->saved += 2 * p.box_count < brute.procs;
    }
    fp_context_free(w.ctx);
}

static tally compare_cases(int count, void (*pick_one)(world *))
{
    tally sum = {0};
    const char *text = getenv("FP_RANDOM_CASES"); /* more, for a longer search */
    for (int n = 0; n < (text ? atoi(text) : count); n++)
        compare_case(0xabcd + (uint64_t)n * 0x9e3779b97f4a7c15u, pick_one, &sum);
    print_message("%d cases, %d patterns, %d of fewer boxes than half of the processors\n",
                  sum.cases, sum.patterns, sum.saved);
    return sum;
}

static void stencils(void **state)
{
    (void)state;
    tally sum = compare_cases(3000, pick_world);
    assert_true(sum.patterns > sum.cases / 2 && sum.saved > sum.cases / 4);
}

static void rings(void **state)
{
    (void)state;
    tally sum = compare_cases(3000, pick_ring);
    assert_true(sum.patterns > sum.cases / 2 && sum.saved > sum.cases / 4);
}

static void chessboards(void **state)
{
    (void)state;
    tally sum = compare_cases(1000, pick_chessboard);
    assert_true(sum.patterns > sum.cases / 2 && sum.saved > sum.cases / 4);
}

static void lone_processors(void **state)
{
    (void)state;
    tally sum = compare_cases(1000, pick_lone);
    assert_true(sum.patterns > sum.cases / 2 && sum.saved > sum.cases / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stencils), cmocka_unit_test(rings),
                                       cmocka_unit_test(chessboards),
                                       cmocka_unit_test(lone_processors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
