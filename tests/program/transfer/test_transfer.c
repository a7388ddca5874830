/* Messages worked out by hand, the size limits, and what a communication
 * costs to compute. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "tests/program/transfer/transfer_twin.h"

/* One array of rank 2 (or 1), n by n, on a grid of rank 2 (or 1). */
typedef struct scene {
    fp_context *ctx;
    expr_pool *pool;
    proc_grid grid;
    const proc_grid *grids[1];
    variable var;
    env *e;
    communication c;
    need needs[128];
    reference refs[128];
    loop_range ranges[128][3];
    const loop_var *i, *j, *k;
} scene;

static const expr *number(scene *s, int64_t value)
{
    return expr_int(s->pool, value);
}

static void scene_open(scene *s, int rank, int64_t n, int rows, int columns)
{
    *s = (scene){.ctx = fp_context_new()};
    s->pool = expr_pool_new(s->ctx);
    s->grid = (proc_grid){.name = "P", .rank = columns ? 2 : 1};
    s->grid.extent[0] = number(s, rows);
    s->grid.extent[1] = columns ? number(s, columns) : NULL;
    s->grids[0] = &s->grid;
    s->var = (variable){.name = "u", .rank = rank, .formal_index = -1};
    for (int d = 0; d < rank; d++)
        s->var.extent[d] = number(s, n);
    s->i = expr_new_loop_var(s->pool, "i", (source_range){0});
    s->j = expr_new_loop_var(s->pool, "j", (source_range){0});
    s->k = expr_new_loop_var(s->pool, "k", (source_range){0});
    s->c = (communication){
        .kind = COMM_SHIFT, .var = &s->var, .needs = s->needs, .source = {.grid = &s->grid}};
}

/* Grid axis k is driven by dimension d; block 0: BLOCK. */
static axis_map by_dim(scene *s, int k, int d, int64_t n, int64_t block)
{
    return (axis_map){.source = AXIS_BY_DIM,
                      .kind = block ? DIST_CYCLIC : DIST_BLOCK,
                      .dim = d,
                      .stride = number(s, 1),
                      .offset = number(s, 0),
                      .block = block ? number(s, block) : NULL,
                      .lower = number(s, 0),
                      .extent = number(s, n),
                      .grid = &s->grid,
                      .axis = k};
}

static const expr *var_plus(scene *s, const loop_var *v, int64_t offset)
{
    return expr_add(s->pool, expr_loop_var(s->pool, v), number(s, offset));
}

/* Another need, of u[a][b] (b null: u[a]), executed by whoever owns home[a']. */
static need *add_need(scene *s, const expr *a, const expr *b)
{
    int n = s->c.need_count++;
    s->refs[n] = (reference){.var = &s->var, .sub = {{.value = a}, {.value = b}}};
    s->needs[n] = (need){.ref = &s->refs[n], .range = s->ranges[n], .at = {.grid = &s->grid}};
    return &s->needs[n];
}

static void over(scene *s, need *n, const loop_var *v, int64_t lower, int64_t upper, int64_t step)
{
    loop_range *range = s->ranges[n - s->needs];
    range[n->range_count++] = (loop_range){v, number(s, lower), number(s, upper), number(s, step)};
}

static void at_home(need *n, int k, const axis_map *map, const expr *index)
{
    n->at.axis[k] = (home_axis){.is_restricted = true, .map = *map, .index = index};
}

static transfer compute(scene *s)
{
    bool ok = true;
    transfer t;
    if (!s->e)
        s->e = env_new(s->ctx, s->pool, s->grids, 1, &(bindings){0});
    assert_non_null(s->e);
    assert_true(transfer_compute(s->ctx->arena, s->e, &s->c, &t, &ok));
    assert_true(ok);
    return t;
}

static int64_t sent(const transfer *t, int sender, int receiver)
{
    for (int i = 0; i < t->count; i++)
        if (t->messages[i].sender == sender && t->messages[i].receiver == receiver)
            return t->messages[i].elements;
    return 0;
}

/* The four neighbours of each interior point, executed by its owner. */
static void make_jacobi(scene *s, int64_t n, int rows, int columns)
{
    scene_open(s, 2, n, rows, columns);
    static const int offset[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int k = 0; k < s->grid.rank; k++)
        s->c.source.axis[k] = by_dim(s, k, s->grid.rank == 1 ? 1 : k, n, 0);
    for (int m = 0; m < 4; m++) {
        need *point = add_need(s, var_plus(s, s->i, offset[m][0]), var_plus(s, s->j, offset[m][1]));
        over(s, point, s->i, 1, n - 2, 1);
        over(s, point, s->j, 1, n - 2, 1);
        for (int k = 0; k < s->grid.rank; k++)
            at_home(point, k, &s->c.source.axis[k],
                    var_plus(s, s->grid.rank == 1 || k == 1 ? s->j : s->i, 0));
    }
}

/* 20 by 20, interior 1 … 18. */
static void test_jacobi(void **state)
{
    (void)state;
    scene s;
    /* (*,block) on 4: 5 columns each; a neighbour's column has the 18 rows that
     * are computed: 18 floats are 72 bytes. Three borders, both ways. */
    make_jacobi(&s, 20, 4, 0);
    transfer t = compute(&s);
    assert_int_equal(t.count, 6);
    for (int p = 0; p < 3; p++) {
        assert_int_equal(sent(&t, p, p + 1), 18);
        assert_int_equal(sent(&t, p + 1, p), 18);
    }
    assert_int_equal(t.elements, 108);
    assert_false(t.is_bound);
    fp_context_free(s.ctx);

    /* (block,block) on 2x2: 10 by 10, of which 9 by 9 are computed: 36 bytes. */
    make_jacobi(&s, 20, 2, 2);
    t = compute(&s);
    assert_int_equal(t.count, 8);
    for (int m = 0; m < t.count; m++)
        assert_int_equal(t.messages[m].elements, 9);
    assert_int_equal(sent(&t, 0, 3), 0); /* no corners */
    fp_context_free(s.ctx);

    /* 2x4: 10 rows, 5 columns. Processor (0,1) computes rows 1 … 9 of columns
     * 5 … 9: columns 4 and 10 with 9 elements, row 10 with 5. */
    make_jacobi(&s, 20, 2, 4);
    t = compute(&s);
    assert_int_equal(sent(&t, 0, 1), 9);
    assert_int_equal(sent(&t, 2, 1), 9);
    assert_int_equal(sent(&t, 5, 1), 5);
    /* (0,0) computes columns 1 … 4 only. */
    assert_int_equal(sent(&t, 4, 0), 4);
    /* 2 rows x 3 borders x 2 ways, and 4 columns x 2 ways */
    assert_int_equal(t.count, 20);
    fp_context_free(s.ctx);

    /* 4x4 blocks of 5: an inner one gets 4 messages of 5. */
    make_jacobi(&s, 20, 4, 4);
    t = compute(&s);
    assert_int_equal(t.count, 48);
    assert_int_equal(sent(&t, 1, 5) + sent(&t, 4, 5) + sent(&t, 6, 5) + sent(&t, 9, 5), 20);
    fp_context_free(s.ctx);
}

/* A reflect of width 1, one dimension after the other: the whole shadow, 20
 * elements on 1x4. On 2x2, rows first: 10 each; then columns with the rows'
 * shadow: 11, of which the 11th is a corner that the row's neighbour passes on. */
static void test_reflect(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 2; rows++) {
        scene s;
        int columns = 4 / rows;
        scene_open(&s, 2, 20, rows, columns);
        for (int k = 0; k < 2; k++)
            s.c.source.axis[k] = by_dim(&s, k, k, 20, 0);
        for (int side = -1; side <= 1; side += 2)
            for (int row = -1; row <= 1; row++) {
                need *n = add_need(&s, var_plus(&s, s.i, row), var_plus(&s, s.j, side));
                over(&s, n, s.i, 0, 19, 1);
                over(&s, n, s.j, 0, 19, 1);
                at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.i, 0));
                at_home(n, 1, &s.c.source.axis[1], var_plus(&s, s.j, 0));
                n->carried[0] = true;
            }
        transfer t = compute(&s);
        int64_t column = rows == 1 ? 20 : 11;
        assert_int_equal(t.count, 2 * (columns - 1) * rows);
        for (int m = 0; m < t.count; m++)
            assert_int_equal(t.messages[m].elements, column);
        fp_context_free(s.ctx);
    }
}

/* Red points (i + j even) of 10 by 10 on 2x1, rows 0 … 4 and 5 … 9: they read
 * black ones. Row 4 is computed by processor 0 at even j 2 … 8 and needs row 5
 * there: 4 elements; row 5 at odd j 1 … 7 needs row 4: 4. Both colours together
 * would need 8. */
static void test_red_black(void **state)
{
    (void)state;
    for (int colours = 1; colours <= 2; colours++) {
        scene s;
        scene_open(&s, 2, 10, 2, 0);
        s.c.source.axis[0] = by_dim(&s, 0, 0, 10, 0);
        for (int colour = 0; colour < colours; colour++)
            for (int odd = 0; odd <= 1; odd++)
                for (int side = -1; side <= 1; side += 2) {
                    need *n = add_need(&s, var_plus(&s, s.i, side), var_plus(&s, s.j, 0));
                    over(&s, n, s.i, odd ? 1 : 2, 8, 2);
                    over(&s, n, s.j, odd != colour ? 1 : 2, 8, 2);
                    at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.i, 0));
                }
        transfer t = compute(&s);
        assert_int_equal(t.count, 2);
        assert_int_equal(sent(&t, 1, 0), 4 * colours);
        assert_int_equal(sent(&t, 0, 1), 4 * colours);
        fp_context_free(s.ctx);
    }
}

/* B[i][j] = A[j][i], both (block,*) of 12 by 12 on 4: 3 by 3 for each pair. */
static void test_transpose(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2, 12, 4, 0);
    s.c.kind = COMM_TRANSPOSE;
    s.c.source.axis[0] = by_dim(&s, 0, 0, 12, 0);
    need *n = add_need(&s, var_plus(&s, s.j, 0), var_plus(&s, s.i, 0));
    over(&s, n, s.i, 0, 11, 1);
    over(&s, n, s.j, 0, 11, 1);
    at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.i, 0));
    transfer t = compute(&s);
    assert_int_equal(t.count, 12);
    for (int m = 0; m < t.count; m++)
        assert_int_equal(t.messages[m].elements, 9);
    fp_context_free(s.ctx);
}

/* Column k = 3 of 8 by 8, (*,cyclic(1)) on 4, below the diagonal: rows 4 … 7,
 * for columns j = 4 … 7, of which every processor has one: processor 3 sends 4
 * elements to the three others. At k = 6 only column 7 remains, processor 3's,
 * and processor 2 sends it one. */
static void test_pivot_column(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2, 8, 4, 0);
    s.c.kind = COMM_BROADCAST;
    s.c.source.axis[0] = by_dim(&s, 0, 1, 8, 1);
    need *n = add_need(&s, var_plus(&s, s.i, 0), expr_loop_var(s.pool, s.k));
    const expr *below = var_plus(&s, s.k, 1);
    s.ranges[0][0] = (loop_range){s.i, below, number(&s, 7), number(&s, 1)};
    s.ranges[0][1] = (loop_range){s.j, below, number(&s, 7), number(&s, 1)};
    n->range_count = 2;
    at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.j, 0));
    bool ok = true;
    transfer t;
    s.e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
    env_set_loop_var(s.e, s.k, 3);
    assert_true(transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok));
    assert_int_equal(t.count, 3);
    for (int p = 0; p < 3; p++)
        assert_int_equal(sent(&t, 3, p), 4);
    env_set_loop_var(s.e, s.k, 6);
    assert_true(transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok));
    assert_int_equal(t.count, 1);
    assert_int_equal(sent(&t, 2, 3), 1);
    env_set_loop_var(s.e, s.k, 7);
    assert_true(transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok));
    assert_int_equal(t.count, 0);
    fp_context_free(s.ctx);
}

/* For each k, is it what the last one that was not again was? Returns how many were. */
static int count_again(scene *s, int64_t steps)
{
    transfer_memo memo = {.memory = s->ctx->arena};
    transfer last = {0};
    int count = 0;
    for (int64_t k = 0; k < steps; k++) {
        bool ok = true, is_again = false;
        transfer now;
        env_set_loop_var(s->e, s->k, k);
        assert_true(
            transfer_compute_again(s->ctx->arena, s->e, &s->c, &memo, &now, &is_again, &ok));
        last = is_again ? last : now;
        count += is_again;
        now = compute(s);
        assert_int_equal(now.count, last.count);
        assert_int_equal(now.elements, last.elements);
        for (int m = 0; m < now.count; m++)
            assert_memory_equal(&now.messages[m], &last.messages[m], sizeof *now.messages);
    }
    return count;
}

/* 12 by 12, blocks of three rows dealt to 4. Row k goes to all: three rows one after the other have
 * one owner, so that 8 of 12 are again what went before. Of row k from column k on it is always
 * less, and so it is of a row and a column. */
static void test_again(void **state)
{
    (void)state;
    for (int what = 0; what < 3; what++) {
        scene s;
        scene_open(&s, 2, 12, 4, 0);
        s.c.kind = COMM_BROADCAST;
        s.c.source.axis[0] = by_dim(&s, 0, 0, 12, 3);
        s.e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
        need *row = add_need(&s, var_plus(&s, s.k, 0), var_plus(&s, s.j, 0));
        s.ranges[0][0] = (loop_range){s.j, what == 1 ? var_plus(&s, s.k, 0) : number(&s, 0),
                                      number(&s, 11), number(&s, 1)};
        row->range_count = 1;
        if (what == 2) {
            need *column = add_need(&s, var_plus(&s, s.i, 0), var_plus(&s, s.k, 0));
            s.ranges[1][0] = (loop_range){s.i, var_plus(&s, s.k, 0), number(&s, 11), number(&s, 1)};
            column->range_count = 1;
        }
        int again = count_again(&s, 12);
        assert_int_equal(again, what ? 0 : 8);
        fp_context_free(s.ctx);
    }
}

/* 0 … 7 on 2, from block to cyclic: 0 has 0 … 3 and wants 0, 2, 4, 6. The
 * write-back of the same values goes the other way, and so does what is written through an
 * index known only at run time. */
static void test_redistribute(void **state)
{
    (void)state;
    for (int back = 0; back <= 2; back++) {
        scene s;
        scene_open(&s, 1, 8, 2, 0);
        static const comm_kind kinds[] = {COMM_REDISTRIBUTE, COMM_WRITE_BACK, COMM_IRREGULAR};
        s.c.kind = kinds[back];
        s.c.is_write_back = back > 0;
        s.c.source.axis[0] = by_dim(&s, 0, 0, 8, 0);
        axis_map to = by_dim(&s, 0, 0, 8, 1);
        need *n = add_need(&s, var_plus(&s, s.i, 0), NULL);
        over(&s, n, s.i, 0, 6, 1); /* without 7: the two ways differ */
        at_home(n, 0, &to, var_plus(&s, s.i, 0));
        transfer t = compute(&s);
        assert_int_equal(t.count, 2);
        assert_int_equal(sent(&t, 0, 1), 2); /* 1, 3; back: 4, 6 */
        assert_int_equal(sent(&t, 1, 0), 2); /* 4, 6; back: 1, 3 */
        fp_context_free(s.ctx);
    }
}

/* u[i][i] into a replicated vector, u (block,block) 10 by 10 on 2x2: 0 … 4 from
 * (0,0), 5 … 9 from (1,1), to all others. */
static void test_diagonal(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2, 10, 2, 2);
    s.c.kind = COMM_ALLGATHER;
    for (int k = 0; k < 2; k++)
        s.c.source.axis[k] = by_dim(&s, k, k, 10, 0);
    need *n = add_need(&s, var_plus(&s, s.i, 0), var_plus(&s, s.i, 0));
    n->at.grid = NULL;
    over(&s, n, s.i, 0, 9, 1);
    transfer t = compute(&s);
    assert_false(t.is_bound);
    assert_int_equal(t.count, 6);
    for (int m = 0; m < t.count; m++)
        assert_int_equal(t.messages[m].elements, 5);
    assert_int_equal(sent(&t, 1, 0), 0);
    fp_context_free(s.ctx);
}

/* The upper triangle of 400 by 400, u[i][k] of i < k and u[k][k], to processor 3 of 4. In blocks
 * of columns processor p sends those of 100 p … 100 p + 99, k + 1 elements of column k: 100 * 101 /
 * 2 = 5050 of the first 100, 20100 - 5050 of the next, 45150 - 20100. Cyclic, 4 m + p + 1 for m = 0
 * … 99: 4 * 4950 + 100 (p + 1). Each k is a class of its own, so there are far more than fit into a
 * batch. */
static void test_triangle(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        bool is_cyclic = m & 1, is_down = m & 2;
        scene s;
        scene_open(&s, 2, 400, 4, 0);
        s.c.kind = COMM_GATHER;
        s.c.source.axis[0] = by_dim(&s, 0, 1, 400, is_cyclic);
        for (int part = 0; part < 2; part++) {
            const expr *k = expr_loop_var(s.pool, s.k);
            need *n = add_need(&s, part ? expr_loop_var(s.pool, s.i) : k, k);
            over(&s, n, s.k, is_down ? 399 : 0, is_down ? 0 : 399, is_down ? -1 : 1);
            if (part)
                s.ranges[1][n->range_count++] =
                    (loop_range){s.i, number(&s, 0), var_plus(&s, s.k, -1), number(&s, 1)};
            at_home(n, 0, &s.c.source.axis[0], number(&s, 399));
        }
        transfer t = compute(&s);
        assert_false(t.is_bound);
        assert_int_equal(t.count, 3);
        assert_int_equal(sent(&t, 0, 3), is_cyclic ? 19900 : 5050);
        assert_int_equal(sent(&t, 1, 3), is_cyclic ? 20000 : 15050);
        assert_int_equal(sent(&t, 2, 3), is_cyclic ? 20100 : 25050);
        fp_context_free(s.ctx);
    }
}

enum { NEST = 28 };

/* A need of u[at] by the owner of u[i], for i in 3:63 and `NEST` loops around it with the ranges
 * given; 64 elements in blocks of 16. */
static transfer within_nest(scene *s, const loop_range *nest, const expr *at)
{
    loop_range *all = ARENA_ARRAY(s->ctx->arena, NEST + 1, loop_range);
    memcpy(all, nest, NEST * sizeof *nest);
    all[NEST] = (loop_range){s->i, number(s, 3), number(s, 63), number(s, 1)};
    s->c.source.axis[0] = by_dim(s, 0, 0, 64, 0);
    need *n = add_need(s, at, NULL);
    n->range = all;
    n->range_count = NEST + 1;
    at_home(n, 0, &s->c.source.axis[0], var_plus(s, s->i, 0));
    return compute(s);
}

static void assert_sends(const transfer *t, int64_t elements)
{
    assert_false(t->is_bound);
    assert_int_equal(t->count, elements ? 3 : 0);
    for (int p = 0; p < 3; p++)
        assert_int_equal(sent(t, p, p + 1), elements);
}

/* Each processor needs the last element of the one before it, where any of 2^28 iterations of the
 * loops around is executed: where the last variable is congruent to what makes the sum of all a
 * multiple of three; and none is where it would have to be at least two; or where each loop runs
 * below the one around it, as 28 different numbers below 30 can. With the sum modulo three in the
 * subscript, it needs three. */
static void test_deep_nest(void **state)
{
    (void)state;
    for (int which = 0; which < 4; which++) {
        scene s;
        scene_open(&s, 1, 64, 4, 0);
        loop_range nest[NEST];
        const expr *sum = number(&s, 0), *below = number(&s, 29);
        for (int k = 0; k < NEST; k++) {
            const loop_var *v = expr_new_loop_var(s.pool, "k", (source_range){0});
            const expr *least = number(&s, 0), *other = expr_mul(s.pool, number(&s, 2), sum);
            bool is_last = k == NEST - 1;
            if (which < 2 && is_last)
                least = expr_add(s.pool, expr_mod(s.pool, other, number(&s, 3)),
                                 number(&s, which ? 3 : 0));
            nest[k] = (loop_range){v, least, which == 2 ? below : number(&s, 1),
                                   number(&s, which < 2 && is_last ? 3 : 1)};
            sum = expr_add(s.pool, sum, expr_loop_var(s.pool, v));
            below = var_plus(&s, v, -1);
        }
        const expr *by = expr_mod(s.pool, sum, number(&s, 3)), *at = var_plus(&s, s.i, -1);
        transfer t = within_nest(&s, nest, which == 3 ? expr_sub(s.pool, at, by) : at);
        assert_sends(&t, (int[]){1, 0, 1, 3}[which]);
        fp_context_free(s.ctx);
    }
}

/* The same triangle where a loop around it moves it: too many to be taken one by one again and
 * again, they are bounded. */
static void test_moving_triangle(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2, 400, 4, 0);
    s.c.kind = COMM_GATHER;
    s.c.source.axis[0] = by_dim(&s, 0, 1, 400, 0);
    need *n = add_need(&s, var_plus(&s, s.i, 0), var_plus(&s, s.k, 0));
    over(&s, n, s.k, 0, 399, 1);
    const expr *last = expr_add(s.pool, var_plus(&s, s.k, -1), expr_loop_var(s.pool, s.j));
    s.ranges[0][n->range_count++] = (loop_range){s.i, number(&s, 0), last, number(&s, 1)};
    at_home(n, 0, &s.c.source.axis[0], number(&s, 399));
    bool ok = true;
    transfer t;
    s.e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
    env_set_loop_var(s.e, s.j, 1); /* i <= k: 5050 of the first processor */
    assert_true(transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok));
    assert_true(t.is_bound);
    assert_in_range(sent(&t, 0, 3), 5050, 40000);
    fp_context_free(s.ctx);
}

/* u[i - w] … u[i + w] of 0 … 199 on 2 as 2w + 1 needs: each side gets w. With a
 * range of its own for each need (all of them reach across the border), and
 * w = 40, they are more than one batch, and are counted in slices. */
static void test_many_needs(void **state)
{
    (void)state;
    static const int widths[] = {1, 7, 31, 40};
    for (int m = 0; m < 8; m++) {
        int w = widths[m % 4];
        bool own_ranges = m >= 4;
        scene s;
        scene_open(&s, 1, 200, 2, 0);
        s.c.source.axis[0] = by_dim(&s, 0, 0, 200, 0);
        for (int offset = -w; offset <= w; offset++) {
            need *n = add_need(&s, var_plus(&s, s.i, offset), NULL);
            int shift = own_ranges ? offset + w : 0;
            over(&s, n, s.i, w + shift % 2, 199 - w - shift / 2, 1);
            at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.i, 0));
        }
        transfer t = compute(&s);
        assert_int_equal(t.count, 2);
        assert_false(t.is_bound);
        assert_int_equal(sent(&t, 0, 1), w);
        assert_int_equal(sent(&t, 1, 0), w);
        fp_context_free(s.ctx);
    }
}

/* A subscript of a value that nothing tells. */
static void test_unresolved(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 1, 10, 2, 0);
    s.c.source.axis[0] = by_dim(&s, 0, 0, 10, 0);
    const param *m = expr_new_param(s.pool, PARAM_VARIABLE, "m", (source_range){0});
    add_need(&s, expr_param(s.pool, m), NULL);
    env *e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
    bool ok = true;
    transfer t;
    assert_false(transfer_compute(s.ctx->arena, e, &s.c, &t, &ok));
    assert_false(ok);
    assert_ptr_equal(env_unresolved(e), m);
    fp_context_free(s.ctx);
}

/* All of an n by n array on 2, to the other: n*n/2 each way, while 64 bits hold
 * them. Processor 1 of 2 misses rows 0 … n/2 - 1. */
static void test_sizes(void **state)
{
    (void)state;
    for (int bits = 4; bits <= 60; bits += 7) {
        scene s;
        int64_t n = INT64_C(1) << bits;
        scene_open(&s, 2, n, 2, 0);
        s.c.source.axis[0] = by_dim(&s, 0, 0, n, 0);
        need *all = add_need(&s, NULL, NULL);
        s.refs[0].sub[0].kind = s.refs[0].sub[1].kind = SUBSCRIPT_WHOLE;
        all->at.grid = NULL;
        bool ok = true;
        transfer t;
        s.e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
        bool done = transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok);
        assert_int_equal(done, ok);
        assert_int_equal(done, bits < 32);
        if (done) {
            assert_int_equal(sent(&t, 0, 1), n / 2 * n);
            assert_int_equal(t.elements, n * n);
        } else {
            assert_non_null(env_failure(s.e));
        }
        fp_context_free(s.ctx);
    }
}

/* A formal's first extent is not known: the template's 6 cells, of which 3 are
 * on each of 2, tell it where the dimension is aligned; nothing else does. */
static void test_unknown_extent(void **state)
{
    (void)state;
    for (int aligned = 0; aligned <= 1; aligned++) {
        scene s;
        scene_open(&s, 2, 6, 2, 0);
        s.var.extent[0] = NULL;
        s.c.source.axis[0] = by_dim(&s, 0, aligned ? 0 : 1, 6, 0);
        need *n = add_need(&s, NULL, number(&s, 1));
        s.refs[0].sub[0].kind = SUBSCRIPT_WHOLE;
        n->at.grid = NULL;
        if (aligned) {
            transfer t = compute(&s);
            assert_int_equal(t.count, 2);
            assert_int_equal(sent(&t, 0, 1), 3);
            assert_int_equal(sent(&t, 1, 0), 3);
        } else {
            bool ok = true;
            transfer t;
            s.e = env_new(s.ctx, s.pool, s.grids, 1, &(bindings){0});
            assert_false(transfer_compute(s.ctx->arena, s.e, &s.c, &t, &ok));
            assert_string_equal(env_failure(s.e), "nothing tells how many elements dimension 1 of "
                                                  "'u' has; declare its extent");
        }
        fp_context_free(s.ctx);
    }
}

/* u[(i + 1) % n] on a ring of 4, and the same by a conditional: one element to
 * each from the next; exact for any n. */
static void test_ring(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        scene s;
        scene_open(&s, 1, 4000, 4, 0);
        s.c.source.axis[0] = by_dim(&s, 0, 0, 4000, 0);
        const expr *next = var_plus(&s, s.i, 1);
        const expr *wrapped =
            way == 0 ? expr_mod(s.pool, next, number(&s, 4000))
                     : expr_select(s.pool,
                                   expr_logic(s.pool, EXPR_EQ, expr_loop_var(s.pool, s.i),
                                              number(&s, 3999)),
                                   number(&s, 0), next);
        need *n = add_need(&s, wrapped, NULL);
        over(&s, n, s.i, 0, 3999, 1);
        at_home(n, 0, &s.c.source.axis[0], var_plus(&s, s.i, 0));
        transfer t = compute(&s);
        assert_false(t.is_bound);
        assert_int_equal(t.count, 4);
        for (int p = 0; p < 4; p++)
            assert_int_equal(sent(&t, (p + 1) % 4, p), 1);
        fp_context_free(s.ctx);
    }
}

/* Cost: printed for people, and held to be independent of the size. */
static double microseconds(scene *s, int repeats)
{
    bool ok = true;
    transfer t;
    if (!s->e)
        s->e = env_new(s->ctx, s->pool, s->grids, 1, &(bindings){0});
    clock_t start = clock();
    for (int n = 0; n < repeats; n++) {
        arena *a = arena_new();
        for (int m = 0; m < 4; m++)
            assert_true(transfer_compute(a, s->e, &s->c, &t, &ok));
        arena_free(a);
    }
    return (double)(clock() - start) / CLOCKS_PER_SEC * 1e6 / (repeats * 4.0);
}

static void test_speed(void **state)
{
    (void)state;
    static const int shape[][2] = {{4, 0}, {2, 2}, {4, 4}, {8, 8}, {64, 0}};
    for (int m = 0; m < 5; m++) {
        double cost[2];
        for (int big = 0; big <= 1; big++) {
            scene s;
            make_jacobi(&s, big ? 1 << 20 : 1 << 10, shape[m][0], shape[m][1]);
            cost[big] = microseconds(&s, 500);
            fp_context_free(s.ctx);
        }
        print_message("jacobi on %dx%d: %.1f us\n", shape[m][0], shape[m][1], cost[1]);
        assert_true(cost[1] < 10 * cost[0] + 50); /* the size is 1000 times as large */
    }
    scene s;
    scene_open(&s, 2, 1 << 20, 64, 0);
    s.c.source.axis[0] = by_dim(&s, 0, 0, 1 << 20, 0);
    axis_map to = by_dim(&s, 0, 0, 1 << 20, 3);
    need *n = add_need(&s, var_plus(&s, s.i, 0), var_plus(&s, s.j, 0));
    over(&s, n, s.i, 0, (1 << 20) - 1, 1);
    over(&s, n, s.j, 0, (1 << 20) - 1, 1);
    at_home(n, 0, &to, var_plus(&s, s.i, 0));
    print_message("block to cyclic(3) on 64: %.1f us\n", microseconds(&s, 2));
    fp_context_free(s.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jacobi),       cmocka_unit_test(test_reflect),
        cmocka_unit_test(test_red_black),    cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_pivot_column), cmocka_unit_test(test_redistribute),
        cmocka_unit_test(test_deep_nest),    cmocka_unit_test(test_diagonal),
        cmocka_unit_test(test_triangle),     cmocka_unit_test(test_moving_triangle),
        cmocka_unit_test(test_many_needs),   cmocka_unit_test(test_unresolved),
        cmocka_unit_test(test_sizes),        cmocka_unit_test(test_unknown_extent),
        cmocka_unit_test(test_ring),         cmocka_unit_test(test_again),
        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
