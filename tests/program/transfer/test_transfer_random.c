/* transfer_compute against its twin on random communications. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

static bool chance(int percent)
{
    return pick(0, 99) < percent;
}

static int pick_factor(void)
{
    static const int factors[] = {1, 1, 1, 1, 1, -1, 2, 3, -2};
    return factors[pick(0, 8)];
}

enum { GRIDS = 3 };

typedef struct world {
    fp_context *ctx;
    expr_pool *pool;
    proc_grid grid[GRIDS];
    const proc_grid *grids[GRIDS];
    variable var;
    bool is_hard; /* also what is not separable */
    int span;     /* one dimension of so many elements; 0: several short ones */
} world;

static const expr *number(world *w, int64_t value)
{
    return expr_int(w->pool, value);
}

static int64_t int_of(const expr *x)
{
    int64_t value = 0;
    assert_true(expr_is_int(x, &value));
    return value;
}

/* Some of another grid's processors, in the same shape, or all in one row. */
static void pick_part(world *w, const proc_grid *of, proc_grid *out)
{
    grid_part *part = ARENA_ARRAY(w->ctx->arena, of->rank, grid_part);
    const expr *own[MAX_RANK];
    bool is_row = chance(25);
    int row = 1;
    *out = (proc_grid){.name = "R", .id = GRIDS - 1, .of = of, .part = part};
    for (int k = 0; k < of->rank; k++) {
        int extent = (int)int_of(of->extent[k]), first = pick(0, extent - 1);
        int count = pick(1, extent - first), step = 1;
        if (chance(20) && count > 2) {
            step = 2;
            count = (count + 1) / 2;
        } else if (chance(10)) {
            step = -1;
            count = pick(1, first + 1);
        }
        part[k] = (grid_part){PART_RANGE, number(w, first), number(w, count), number(w, step)};
        if (chance(20))
            part[k].kind = PART_INDEX;
        else if (chance(20))
            part[k].kind = PART_OWN;
        if (part[k].kind == PART_OWN)
            own[out->own_count++] = of->extent[k];
        else if (part[k].kind == PART_RANGE && is_row)
            row *= count;
        else if (part[k].kind == PART_RANGE)
            out->extent[out->rank++] = part[k].count;
    }
    if (out->rank == 0)
        out->extent[out->rank++] = number(w, row);
    for (int k = 0; k < out->own_count; k++)
        out->extent[out->rank++] = own[k];
}

static void pick_grids(world *w)
{
    for (int g = 0; g < GRIDS; g++)
        w->grids[g] = &w->grid[g];
    for (int g = 0; g < GRIDS - 1; g++) {
        proc_grid *grid = &w->grid[g];
        *grid = (proc_grid){.name = g ? "Q" : "P", .rank = pick(1, 3), .id = g};
        int size = 1;
        for (int k = 0; k < grid->rank; k++) {
            int extent = pick(1, w->span ? 3 : 5);
            while (size * extent > (w->span ? 4 : 12))
                extent--;
            size *= extent;
            grid->extent[k] = number(w, extent);
        }
    }
    pick_part(w, &w->grid[pick(0, 1)], &w->grid[GRIDS - 1]);
}

/* Sizes that hold the extent, some of them 0. */
static const gen_sizes *pick_sizes(world *w, int procs, int extent)
{
    gen_sizes *sizes = ARENA_NEW(w->ctx->arena, gen_sizes);
    const expr **size = ARENA_ARRAY(w->ctx->arena, procs, const expr *);
    int left = extent;
    for (int p = 0; p < procs; p++) {
        int next = chance(25) ? 0 : pick(0, 2 * extent / procs + 1);
        if (p == procs - 1 && next < left)
            next = left;
        left -= next < left ? next : left;
        size[p] = number(w, next);
    }
    *sizes = (gen_sizes){.count = procs, .size = size};
    return sizes;
}

/* An axis of a template that holds stride*i + offset for i in lower..upper. */
static axis_map pick_axis(world *w, const proc_grid *grid, int k, int64_t lower, int64_t upper)
{
    axis_map m = {.source = AXIS_BY_DIM,
                  .grid = grid,
                  .axis = k,
                  .kind = chance(40)   ? DIST_BLOCK
                          : chance(50) ? DIST_CYCLIC
                                       : DIST_GEN_BLOCK};
    int64_t stride = pick_factor(), offset = chance(50) ? 0 : pick(-4, 4);
    int64_t a = stride * lower + offset, b = stride * upper + offset;
    int64_t low = (a < b ? a : b) - (chance(30) ? pick(0, 3) : 0);
    int64_t extent = (a < b ? b : a) - low + 1 + (chance(30) ? pick(0, 4) : 0);
    int64_t procs = int_of(grid->extent[k]);
    m.stride = number(w, stride);
    m.offset = number(w, offset);
    m.lower = number(w, low);
    m.extent = number(w, extent);
    if (m.kind == DIST_CYCLIC)
        m.block = number(w, pick(1, 3));
    else if (m.kind == DIST_GEN_BLOCK)
        m.sizes = pick_sizes(w, (int)procs, (int)extent);
    else if (chance(30))
        m.block = number(w, (extent + procs - 1) / procs + pick(0, 2));
    return m;
}

static void pick_array(world *w, array_map *map)
{
    w->var = (variable){.name = "A", .rank = w->span ? 1 : pick(1, 3), .formal_index = -1};
    int longest = w->span ? w->span : w->var.rank == 3 ? 7 : 14;
    for (int d = 0; d < w->var.rank; d++)
        w->var.extent[d] = number(w, pick(1, longest));
    *map = (array_map){.grid = &w->grid[chance(85) ? 0 : GRIDS - 1]};
    if (chance(2))
        map->grid = NULL;
    bool used[MAX_RANK] = {false};
    for (int k = 0; map->grid && k < map->grid->rank; k++) {
        int d = pick(0, w->var.rank - 1);
        bool is_own = k >= map->grid->rank - map->grid->own_count;
        if (is_own || used[d] || chance(20)) {
            map->axis[k] = (axis_map){.source = AXIS_REPLICATED, .grid = map->grid, .axis = k};
            if (!is_own && chance(50)) {
                map->axis[k] = pick_axis(w, map->grid, k, 0, 9);
                map->axis[k].source = AXIS_FIXED;
                map->axis[k].offset = number(w, int_of(map->axis[k].lower) + pick(0, 8));
                map->axis[k].stride = NULL;
            }
            continue;
        }
        used[d] = true;
        map->axis[k] = pick_axis(w, map->grid, k, 0, int_of(w->var.extent[d]) - 1);
        map->axis[k].dim = d;
    }
}

static const expr *scaled(world *w, const loop_var *v, int64_t factor, int64_t constant)
{
    return expr_add(w->pool, expr_mul(w->pool, number(w, factor), expr_loop_var(w->pool, v)),
                    number(w, constant));
}

static void pick_ranges(world *w, need *n, loop_range *range)
{
    n->range_count = w->span ? 1 : pick(0, 3);
    n->range = range;
    for (int r = 0; r < n->range_count; r++) {
        int64_t lower = pick(-1, 4), upper = lower + pick(chance(5) ? -1 : 0, 11);
        int64_t step = chance(60) ? 1 : pick(1, 3);
        if (w->var.rank == 3)
            upper = lower + pick(0, 5);
        if (w->span)
            upper = lower + pick(0, w->span);
        if (chance(20)) {
            int64_t t = lower;
            lower = upper;
            upper = t;
            step = -step;
        }
        range[r].var = expr_new_loop_var(w->pool,
                                         r == 0   ? "i"
                                         : r == 1 ? "j"
                                                  : "k",
                                         (source_range){0});
        range[r].lower = number(w, lower);
        range[r].upper = number(w, upper);
        range[r].step = number(w, step);
        if (w->is_hard && r && chance(25))
            range[r].lower = scaled(w, range[r - 1].var, pick(-1, 1), pick(-1, 2));
        if (w->is_hard && r && chance(25))
            range[r].upper =
                expr_min(w->pool, range[r].upper, scaled(w, range[r - 1].var, 1, pick(0, 3)));
    }
}

static void pick_home(world *w, need *n)
{
    n->at = (home){.grid = &w->grid[chance(70) ? 0 : pick(1, GRIDS - 1)]};
    if (chance(8)) {
        n->at.grid = NULL;
        return;
    }
    for (int k = 0; k < n->at.grid->rank; k++) {
        home_axis *axis = &n->at.axis[k];
        axis->is_restricted = k < n->at.grid->rank - n->at.grid->own_count && chance(85);
        if (!axis->is_restricted)
            continue;
        axis->map = pick_axis(w, n->at.grid, k, 0, w->span ? w->span : 13);
        axis->index = number(w, pick(0, 13));
        if (chance(4)) {
            axis->map.source = AXIS_FIXED;
            axis->map.stride = NULL;
        } else if (chance(4)) {
            axis->last = number(w, int_of(axis->index) + pick(-1, 6));
            axis->step = pick(0, 4);
            continue;
        }
        if (n->range_count && chance(85)) {
            int r = chance(70) && k < n->range_count ? k : pick(0, n->range_count - 1);
            axis->index = scaled(w, n->range[r].var, pick_factor(), pick(-2, 2));
        }
        if (w->is_hard && n->range_count > 1 && chance(10))
            axis->index =
                expr_add(w->pool, axis->index, expr_loop_var(w->pool, n->range[pick(0, 1)].var));
    }
}

/* A subscript that is not affine in one loop. */
static const expr *pick_hard(world *w, const need *n, const expr *plain)
{
    const loop_var *v = n->range[pick(0, n->range_count - 1)].var;
    const expr *other = scaled(w, v, pick(-1, 2), pick(-2, 5));
    const expr *loop = expr_loop_var(w->pool, v);
    switch (pick(0, 5)) {
    case 0:
        return expr_add(w->pool, plain, other);
    case 1:
        return expr_mod(w->pool, other, number(w, pick(1, 9)));
    case 2:
        return expr_min(w->pool, plain, other);
    case 3:
        return expr_max(w->pool, other, number(w, pick(0, 5)));
    case 4:
        return expr_select(
            w->pool,
            expr_logic(w->pool, chance(50) ? EXPR_EQ : EXPR_LE, loop, number(w, pick(0, 5))), plain,
            other);
    default:
        return expr_floor_div(w->pool, other, number(w, pick(1, 4)));
    }
}

static void pick_subscripts(world *w, need *n, reference *ref)
{
    *ref = (reference){.var = &w->var};
    int order[3] = {0, 1, 2};
    if (chance(25)) {
        int i = pick(0, 2), j = pick(0, 2), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (int d = 0; d < w->var.rank; d++) {
        int64_t last = int_of(w->var.extent[d]) - 1;
        if (chance(5)) {
            ref->sub[d].kind = SUBSCRIPT_WHOLE;
            continue;
        }
        if (w->is_hard && chance(5)) {
            ref->sub[d].kind = SUBSCRIPT_INDIRECT;
            continue;
        }
        ref->sub[d].value = number(w, pick(0, (int)last));
        int r = order[d];
        if (w->is_hard && chance(15))
            r = pick(0, 2);
        if (r >= n->range_count || chance(10))
            continue;
        int factor = pick_factor();
        ref->sub[d].value =
            scaled(w, n->range[r].var, factor, factor < 0 ? last + pick(-2, 2) : pick(-2, 2));
        if (w->is_hard && chance(20))
            ref->sub[d].value = pick_hard(w, n, ref->sub[d].value);
    }
    n->ref = ref;
}

/* Another need like `from`, displaced: as the points of a stencil, or the two
 * colours of a relaxation. */
static need displaced(world *w, const need *from)
{
    need n = *from;
    reference *ref = ARENA_NEW(w->ctx->arena, reference);
    *ref = *from->ref;
    for (int d = 0; d < w->var.rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE && chance(50))
            ref->sub[d].value = expr_add(w->pool, ref->sub[d].value, number(w, pick(-2, 2)));
    n.ref = ref;
    if (n.range_count && chance(30)) {
        loop_range *range =
            arena_copy(w->ctx->arena, n.range, (size_t)n.range_count * sizeof *range);
        int r = pick(0, n.range_count - 1);
        range[r].lower = expr_add(w->pool, range[r].lower, number(w, pick(-1, 1)));
        if (chance(30))
            range[r].upper = expr_add(w->pool, range[r].upper, number(w, pick(-1, 1)));
        n.range = range;
    }
    return n;
}

static communication pick_communication(world *w)
{
    communication c = {.kind = COMM_SHIFT, .var = &w->var};
    pick_array(w, &c.source);
    if (chance(20))
        c.kind = COMM_WRITE_BACK;
    c.need_count = chance(40) ? 1 : pick(2, 5);
    need *needs = ARENA_ARRAY(w->ctx->arena, c.need_count, need);
    for (int i = 0; i < c.need_count; i++) {
        if (i > 0 && chance(70)) {
            needs[i] = displaced(w, &needs[pick(0, i - 1)]);
        } else {
            pick_ranges(w, &needs[i], ARENA_ARRAY(w->ctx->arena, 3, loop_range));
            pick_home(w, &needs[i]);
            pick_subscripts(w, &needs[i], ARENA_NEW(w->ctx->arena, reference));
        }
        for (int k = 0; k < MAX_RANK && c.kind != COMM_WRITE_BACK; k++)
            needs[i].carried[k] = chance(8);
    }
    c.needs = needs;
    return c;
}

static const char *axis_text(world *w, const axis_map *m)
{
    if (m->source == AXIS_REPLICATED)
        return "*";
    return arena_printf(w->ctx->arena, "%s(%s) lower %s extent %s: %s*dim%d + %s",
                        m->kind == DIST_BLOCK    ? "block"
                        : m->kind == DIST_CYCLIC ? "cyclic"
                                                 : "gen_block",
                        m->block ? expr_text(w->ctx, m->block) : "", expr_text(w->ctx, m->lower),
                        expr_text(w->ctx, m->extent),
                        m->stride ? expr_text(w->ctx, m->stride) : "0", m->dim,
                        expr_text(w->ctx, m->offset));
}

/* The case in words, for whoever looks into a failure. */
static void describe(world *w, const communication *c)
{
    for (int g = 0; g < GRIDS; g++)
        for (int k = 0; k < w->grid[g].rank; k++)
            print_message("%s axis %d: %s\n", w->grid[g].name, k,
                          expr_text(w->ctx, w->grid[g].extent[k]));
    for (int k = 0; k < w->grid[GRIDS - 1].of->rank; k++) {
        const grid_part *part = &w->grid[GRIDS - 1].part[k];
        print_message("R of %s axis %d: kind %d first %s count %s step %s\n",
                      w->grid[GRIDS - 1].of->name, k, part->kind, expr_text(w->ctx, part->first),
                      expr_text(w->ctx, part->count), expr_text(w->ctx, part->step));
    }
    for (int d = 0; d < w->var.rank; d++)
        print_message("A dim %d: %s\n", d, expr_text(w->ctx, w->var.extent[d]));
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        print_message("source axis %d: %s\n", k, axis_text(w, &c->source.axis[k]));
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        print_message("need %d%s on %s\n", i, c->kind == COMM_WRITE_BACK ? " (write-back)" : "",
                      n->at.grid ? n->at.grid->name : "all");
        for (int r = 0; r < n->range_count; r++)
            print_message("  %s = %s : %s : %s\n", n->range[r].var->name,
                          expr_text(w->ctx, n->range[r].lower),
                          expr_text(w->ctx, n->range[r].upper),
                          expr_text(w->ctx, n->range[r].step));
        for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
            if (n->at.axis[k].is_restricted)
                print_message("  home %d owns %s to %s by %s\n", k,
                              expr_text(w->ctx, n->at.axis[k].index),
                              n->at.axis[k].last ? expr_text(w->ctx, n->at.axis[k].last) : "that",
                              axis_text(w, &n->at.axis[k].map));
        for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
            if (n->carried[k])
                print_message("  carried %d\n", k);
        for (int d = 0; d < w->var.rank; d++)
            print_message("  [%s]\n", n->ref->sub[d].kind == SUBSCRIPT_VALUE
                                          ? expr_text(w->ctx, n->ref->sub[d].value)
                                      : n->ref->sub[d].kind == SUBSCRIPT_WHOLE ? ":"
                                                                               : "?");
    }
}

typedef struct tally {
    int64_t cases, bounds, moved, elements, tight;
    int64_t patterns, boxes, receivers, gathers, gathered;
} tally;

static twin brute;

static void compare_pattern(uint64_t seed, world *w, env *e, const communication *c,
                            const transfer *t, tally *sum)
{
    bool ok = true;
    transfer sums;
    transfer_pattern p;
    assert_true(transfer_compute_pattern(w->ctx->arena, e, c, &sums, &p, &ok) && ok);
    assert_int_equal(sums.count, t->count);
    assert_int_equal(sums.elements, t->elements);
    assert_int_equal(sums.is_bound, t->is_bound);
    if (!p.grid) {
        assert_memory_equal(sums.messages, t->messages, (size_t)t->count * sizeof *t->messages);
        return;
    }
    transfer all = twin_expand(w->ctx->arena, e, &p);
    if (all.count != t->count ||
        (t->count > 0 &&
         memcmp(all.messages, t->messages, (size_t)t->count * sizeof *t->messages) != 0))
        fail_msg("case %#llx: the pattern sends something else", (unsigned long long)seed);
    sum->patterns++;
    sum->boxes += p.box_count;
    sum->receivers += env_grid_size(e, p.grid);
}

/* The messages of an all-gather: between those that differ only on the axes that it is along. */
static void compare_gather(uint64_t seed, world *w, env *e, const communication *c,
                           const transfer *t, tally *sum)
{
    bool ok = true;
    transfer sums;
    transfer_gather g;
    assert_true(transfer_compute_gather(w->ctx->arena, e, c, &sums, &g, &ok) && ok);
    assert_int_equal(sums.count, t->count);
    assert_int_equal(sums.elements, t->elements);
    assert_int_equal(sums.is_bound, t->is_bound);
    int next = 0;
    for (int to = 0; g.grid && to < env_procs(e); to++)
        for (int from = 0; from < env_procs(e); from++) {
            bool is_one = from != to;
            int64_t elements = g.elements;
            for (int k = 0; k < g.grid->rank; k++) {
                const int own = env_coord(e, g.grid, k, from);
                is_one &= g.is_along[k] || own == env_coord(e, g.grid, k, to);
                elements *= own >= 0 ? g.own[k][own] : 0;
            }
            if (!is_one || elements == 0)
                continue;
            const message one = {from, to, elements};
            if (next == t->count || memcmp(&t->messages[next++], &one, sizeof one) != 0)
                fail_msg("case %#llx: not all of it is gathered", (unsigned long long)seed);
        }
    assert_true(!g.grid || next == t->count);
    assert_true(!g.grid || g.messages == t->count);
    sum->gathers += g.grid != NULL;
    sum->gathered += g.grid != NULL && t->count > 0;
}

static void compare_case(uint64_t seed, bool is_hard, int span, tally *sum)
{
    random_state = seed;
    for (int i = 0; i < 4; i++)
        pick(0, 1);
    world w = {.ctx = fp_context_new(), .is_hard = is_hard, .span = span};
    w.pool = expr_pool_new(w.ctx);
    pick_grids(&w);
    communication c = pick_communication(&w);
    env *e = env_new(w.ctx, w.pool, w.grids, GRIDS, &(bindings){0});
    assert_non_null(e);
    twin_compute(&brute, e, &c);
    bool ok = true;
    transfer t;
    if (!transfer_compute(w.ctx->arena, e, &c, &t, &ok) || !ok)
        fail_msg("case %#llx: no result", (unsigned long long)seed);
    int at = 0;
    int64_t elements = 0, expected_elements = 0;
    for (int q = 0; q < brute.procs; q++)
        for (int s = 0; s < brute.procs; s++) {
            int64_t expected = twin_count(&brute, s, q), got = 0;
            if (at < t.count && t.messages[at].receiver == q && t.messages[at].sender == s) {
                got = t.messages[at++].elements;
                assert_true(got > 0);
            }
            if (t.is_bound ? got < expected : got != expected) {
                describe(&w, &c);
                fail_msg("case %#llx: %d to %d: %d elements, expected %d", (unsigned long long)seed,
                         s, q, (int)got, (int)expected);
            }
            elements += got;
            expected_elements += expected;
        }
    assert_int_equal(at, t.count); /* in order, and no others */
    assert_int_equal(t.elements, elements);
    compare_pattern(seed, &w, e, &c, &t, sum);
    compare_gather(seed, &w, e, &c, &t, sum);
    sum->cases++;
    sum->bounds += t.is_bound;
    sum->moved += expected_elements > 0;
    sum->elements += expected_elements;
    sum->tight += t.is_bound && elements == expected_elements;
    fp_context_free(w.ctx);
}

static int cases(int fallback)
{
    const char *text = getenv("FP_RANDOM_CASES"); /* more, for a longer search */
    return text ? atoi(text) : fallback;
}

static tally compare(bool is_hard, int span, int count, uint64_t base)
{
    tally sum = {0};
    for (int n = 0; n < count; n++)
        compare_case(base + (uint64_t)n * 0x9e3779b97f4a7c15u, is_hard, span, &sum);
    print_message("%lld cases, %lld move something (%lld elements), %lld are bounds, %lld of them "
                  "exact; %lld patterns of %lld boxes for %lld receivers; %lld of %lld all-gathers "
                  "move something\n",
                  (long long)sum.cases, (long long)sum.moved, (long long)sum.elements,
                  (long long)sum.bounds, (long long)sum.tight, (long long)sum.patterns,
                  (long long)sum.boxes, (long long)sum.receivers, (long long)sum.gathered,
                  (long long)sum.gathers);
    return sum;
}

/* One loop a dimension: always exact, except for several needs of which one
 * moves a loop in two dimensions, which this generator does not make. */
static void test_separable(void **state)
{
    (void)state;
    tally sum = compare(false, 0, cases(100000), 0x5eed);
    assert_int_equal(sum.bounds, 0);
    assert_true(sum.moved > sum.cases / 3);
    assert_true(sum.patterns > sum.cases / 100 && sum.boxes < sum.receivers);
    assert_true(sum.gathered > sum.cases / 100);
}

/* Long dimensions on few processors: what is cyclic recurs many times. */
static void test_periodic(void **state)
{
    (void)state;
    tally sum = compare(false, 160, cases(20000), 0xbeef);
    assert_int_equal(sum.bounds, 0);
    assert_true(sum.moved > sum.cases / 2);
}

/* Several loops in a subscript, triangles, min, max, select, modulo, indirect
 * subscripts: exact where it says so, else never too few. */
static void test_not_separable(void **state)
{
    (void)state;
    tally sum = compare(true, 0, cases(50000), 0xface);
    assert_true(sum.bounds < sum.cases / 3);
    assert_true(sum.bounds > sum.cases / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_separable),
        cmocka_unit_test(test_periodic),
        cmocka_unit_test(test_not_separable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
