#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/cache_twin.h"
#include "tests/estimator/memory/one_array.h"
#include "tests/estimator/model.h"

/* Misses found by samples, of programs whose subscripts, steps and bounds are no sums of the loops'
 * variables, beside the same loops in C on a simulated cache. 8,192 bytes, 2 ways, lines of 32; a
 * miss costs 1 µs, everything else nothing. */

#define US 1e-6
#define FIRST 64 /* where the only array begins */

static int setup(void **state)
{
    model *m = model_new();
    m->memory.cache_count = 1;
    m->cache.line = value(32);
    m->cache.size = value(8192);
    m->cache.associativity = value(2);
    m->cache.write_allocate = true;
    m->cache.fetch_miss = value(1 * US);
    m->cache.store_miss = value(1 * US);
    *state = m;
    return 0;
}

static cache_twin *twin(void)
{
    return cache_twin_new((twin_shape){8192, 32, 2, TWIN_LRU, true});
}

static void holds(model *m, node *body, cache_twin *c, double share)
{
    estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    double got = predict(m, model_graph(m, body), &options, 0, NULL).time / US;
    double expected = (double)c->misses;
    cache_twin_free(c);
    if (fabs(got - expected) > share * expected)
        fail_msg("%g, expected %g", got, expected);
}

/* Passes of a transform: pairs 2^k apart, for k < 12, through 8,192 doubles. The bounds and steps
 * of the loops inside are powers. */
static void passes(void **state)
{
    model *m = *state;
    enum { N = 8192, PASSES = 12 };
    const variable *a = array(m, 8, N, 0);
    const loop_var *k = var(m, "k"), *b = var(m, "b"), *i = var(m, "i");
    const expr *apart = expr_power(m->pool, 2, of(m, k));
    const expr *pair[2][2] = {{of(m, i)}, {sum(m, of(m, i), apart)}};
    node *body = reads(m, a, 2, pair);
    body = loop(m, i, of(m, b), expr_sub(m->pool, sum(m, of(m, b), apart), number(m, 1)),
                number(m, 1), body);
    body = loop(m, b, number(m, 0), number(m, N - 1), expr_mul(m->pool, number(m, 2), apart), body);
    cache_twin *c = twin();
    for (int64_t h = 1; h < 1 << PASSES; h *= 2)
        for (int64_t first = 0; first < N; first += 2 * h)
            for (int64_t at = first; at < first + h; at++) {
                cache_twin_access(c, FIRST + 8 * at, false);
                cache_twin_access(c, FIRST + 8 * (at + h), false);
            }
    holds(m, over(m, k, PASSES, body), c, 0.1);
}

/* Four rows of four neighbours around [2 y / 3][2 x / 3], for 3 by 3 points to each 2 by 2. */
static void two_for_three(void **state)
{
    model *m = *state;
    enum { N = 100, POINTS = 141 };
    const variable *a = array(m, 8, N, N);
    const loop_var *y = var(m, "y"), *x = var(m, "x"), *i = var(m, "i"), *j = var(m, "j");
    const expr *two = number(m, 2), *three = number(m, 3);
    const expr *at[1][2] = {
        {sum(m, expr_floor_div(m->pool, expr_mul(m->pool, two, of(m, y)), three), of(m, i)),
         sum(m, expr_floor_div(m->pool, expr_mul(m->pool, two, of(m, x)), three), of(m, j))}};
    node *body = over(m, i, 4, over(m, j, 4, reads(m, a, 1, at)));
    cache_twin *c = twin();
    for (int64_t row = 0; row < POINTS; row++)
        for (int64_t column = 0; column < POINTS; column++)
            for (int64_t k = 0; k < 16; k++)
                cache_twin_access(
                    c, FIRST + 8 * ((2 * row / 3 + k / 4) * N + 2 * column / 3 + k % 4), false);
    holds(m, over(m, y, POINTS, over(m, x, POINTS, body)), c, 0.15);
}

/* The transposed element beside each of a triangle, by blocks of 8 by 8: bounds are the lesser of
 * two sums. */
static void a_triangle_in_blocks(void **state)
{
    model *m = *state;
    enum { N = 560, BLOCK = 8 };
    const variable *a = array(m, 8, N, N);
    const loop_var *s = var(m, "s"), *t = var(m, "t"), *i = var(m, "i"), *j = var(m, "j");
    const expr *seven = number(m, BLOCK - 1), *one = number(m, 1), *eight = number(m, BLOCK);
    const expr *both[2][2] = {{of(m, i), of(m, j)}, {of(m, j), of(m, i)}};
    node *body = reads(m, a, 2, both);
    body = loop(m, j, of(m, t), expr_min(m->pool, of(m, i), sum(m, of(m, t), seven)), one, body);
    body = loop(m, i, of(m, s), sum(m, of(m, s), seven), one, body);
    body = loop(m, t, number(m, 0), of(m, s), eight, body);
    body = loop(m, s, number(m, 0), number(m, N - 1), eight, body);
    cache_twin *c = twin();
    for (int64_t is = 0; is < N; is += BLOCK)
        for (int64_t js = 0; js <= is; js += BLOCK)
            for (int64_t row = is; row < is + BLOCK; row++)
                for (int64_t column = js; column < js + BLOCK && column <= row; column++) {
                    cache_twin_access(c, FIRST + 8 * (row * N + column), false);
                    cache_twin_access(c, FIRST + 8 * (column * N + row), false);
                }
    holds(m, body, c, 0.06);
}

/* A window of 5 by 5 floats moves through 100 rows of 304: two loops move it within a line. */
static void a_window(void **state)
{
    model *m = *state;
    enum { ROWS = 100, COLUMNS = 304, WIDE = 5 };
    const variable *a = array(m, 4, ROWS, COLUMNS);
    const loop_var *y = var(m, "y"), *x = var(m, "x"), *i = var(m, "i"), *j = var(m, "j");
    const expr *at[1][2] = {{sum(m, of(m, y), of(m, i)), sum(m, of(m, x), of(m, j))}};
    node *body = over(m, i, WIDE, over(m, j, WIDE, reads(m, a, 1, at)));
    cache_twin *c = twin();
    for (int64_t row = 0; row <= ROWS - WIDE; row++)
        for (int64_t column = 0; column <= COLUMNS - WIDE; column++)
            for (int64_t k = 0; k < WIDE * WIDE; k++)
                cache_twin_access(c, FIRST + 4 * ((row + k / WIDE) * COLUMNS + column + k % WIDE),
                                  false);
    holds(m, over(m, y, ROWS - WIDE + 1, over(m, x, COLUMNS - WIDE + 1, body)), c, 0.15);
}

/* Structures of 80 bytes. */
static node *member(model *m, const variable *a, const expr *i, int at, int bytes)
{
    const expr *index[1][2] = {{i}};
    node *n = reads(m, a, 1, index);
    reference *ref = arena_copy(m->ctx->arena, n->u.stmt.reads[0], sizeof *ref);
    const reference **refs = ARENA_ARRAY(m->ctx->arena, 1, const reference *);
    ref->member_at = at;
    ref->member_bytes = bytes;
    refs[0] = ref;
    n->u.stmt.reads = refs;
    return n;
}

static const variable *structures(model *m, int64_t count)
{
    const variable *a = array(m, 80, count, 0);
    variable *mine = arena_copy(m->ctx->arena, a, sizeof *mine);
    mine->is_no_number = true;
    m->variables.data[a->id] = mine;
    return mine;
}

/* The first and the last number of each of 20,000: lines between them are not touched. */
static void two_members(void **state)
{
    model *m = *state;
    enum { N = 20000 };
    const variable *a = structures(m, N);
    const loop_var *i = var(m, "i");
    node *body = SEQUENCE(member(m, a, of(m, i), 0, 8), member(m, a, of(m, i), 72, 8));
    cache_twin *c = twin();
    for (int64_t k = 0; k < N; k++) {
        cache_twin_access(c, FIRST + 80 * k, false);
        cache_twin_access(c, FIRST + 80 * k + 72, false);
    }
    holds(m, over(m, i, N, body), c, 0.03);
}

/* All ten numbers of an array that is the member, one after the other. */
static void an_array_inside(void **state)
{
    model *m = *state;
    enum { N = 20000, WORDS = 10 };
    const variable *a = structures(m, N);
    const loop_var *i = var(m, "i"), *q = var(m, "q");
    node *body = over(m, q, WORDS, member(m, a, of(m, i), 0, 80));
    cache_twin *c = twin();
    for (int64_t k = 0; k < N * WORDS; k++)
        cache_twin_access(c, FIRST + 8 * k, false);
    holds(m, over(m, i, N, body), c, 0.15);
}

/* Rows of 5 of a sparse matrix, the last one first, each from its first element: 100,000 doubles
 * are 25,000 lines, of which two rows share some. */
static void rows_of_a_sparse_matrix(void **state)
{
    model *m = *state;
    enum { ROWS = 20000, LENGTH = 5 };
    const variable *a = array(m, 8, ROWS * LENGTH, 0);
    const loop_var *i = var(m, "i");
    variable *k = ARENA_NEW(m->ctx->arena, variable);
    *k = (variable){.name = "k"};
    scalar_subscript *by = ARENA_NEW(m->ctx->arena, scalar_subscript);
    *by = (scalar_subscript){.scalar = k, .offset = number(m, 0)};
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    *ref = (reference){.var = a, .sub = {{SUBSCRIPT_INDIRECT, NULL}}, .by_scalar = by};
    node *body = work(m, 0);
    const reference **refs = ARENA_ARRAY(m->ctx->arena, 1, const reference *);
    refs[0] = ref;
    body->u.stmt.read_count = 1;
    body->u.stmt.reads = refs;
    node *row = while_loop(m, number(m, LENGTH), true, 0, body);
    row->u.whil.stepped = k;
    row->u.whil.begins = expr_mul(m->pool, number(m, LENGTH), of(m, i));
    row->u.whil.step = number(m, 1);
    node *back = loop(m, i, number(m, ROWS - 1), number(m, 0), number(m, -1), row);
    cache_twin *c = twin();
    for (int64_t r = ROWS - 1; r >= 0; r--)
        for (int64_t n = r * LENGTH; n < (r + 1) * LENGTH; n++)
            cache_twin_access(c, FIRST + 8 * n, false);
    holds(m, back, c, 0.02);
}

static node *sets_element(model *m, const variable *a, const expr *i, const expr *j)
{
    reference *to = ARENA_NEW(m->ctx->arena, reference);
    *to = (reference){.var = a, .sub = {{SUBSCRIPT_VALUE, i}, {SUBSCRIPT_VALUE, j}}};
    node *n = work(m, 0);
    n->u.stmt.write = to;
    return n;
}

/* Every other point of two planes of 256 by 256 doubles by turns, from 1 + (i + c) % 2 on. 1 MB is
 * just enough for all that was stored before, so that nothing that is read comes in: only sets that
 * have no room for a line more. */
static void red_and_black(void **state)
{
    model *m = *state;
    enum { N = 256 };
    m->cache.line = value(64);
    m->cache.size = value(1 << 20);
    m->cache.associativity = value(16);
    m->cache.store_miss = value(0);
    const variable *p = array(m, 8, N, N), *f = array(m, 8, N, N);
    const loop_var *s = var(m, "s"), *c = var(m, "c"), *i = var(m, "i"), *j = var(m, "j");
    const expr *two = number(m, 2), *one = number(m, 1), *last = number(m, N - 2);
    const expr *first = sum(m, one, expr_mod(m->pool, sum(m, of(m, i), of(m, c)), two));
    const expr *star[5][2] = {{sum(m, of(m, i), number(m, -1)), of(m, j)},
                              {sum(m, of(m, i), one), of(m, j)},
                              {of(m, i), sum(m, of(m, j), number(m, -1))},
                              {of(m, i), sum(m, of(m, j), one)},
                              {of(m, i), of(m, j)}};
    node *colour = SEQUENCE(reads(m, p, 5, star), reads(m, f, 1, star + 4));
    colour = loop(m, i, one, last, one, loop(m, j, first, last, two, colour));
    node *stores =
        SEQUENCE(sets_element(m, p, of(m, i), of(m, j)), sets_element(m, f, of(m, i), of(m, j)));
    node *body =
        SEQUENCE(over(m, i, N, over(m, j, N, stores)), over(m, s, 4, over(m, c, 2, colour)));
    estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    double got = predict(m, model_graph(m, body), &options, 0, NULL).time / US;
    if (got > 0.01 * 2 * N * N / 8)
        fail_msg("%g of %d lines come in again", got, 2 * N * N / 8);
}

/* Sweeps through a triangle of about 1 MB in 1 MB: some sets have room for their lines, others have
 * none and miss them all. */
static void sweep_a_triangle(model *m, int64_t n, int64_t sweeps)
{
    m->cache.line = value(64);
    m->cache.size = value(1 << 20);
    m->cache.associativity = value(16);
    const variable *a = array(m, 8, n, n);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *at[1][2] = {{of(m, i), of(m, j)}};
    node *row = loop(m, j, number(m, 0), of(m, i), number(m, 1), reads(m, a, 1, at));
    cache_twin *c = cache_twin_new((twin_shape){1 << 20, 64, 16, TWIN_LRU, true});
    for (int64_t s = 0; s < sweeps; s++)
        for (int64_t r = 0; r < n; r++)
            for (int64_t k = 0; k <= r; k++)
                cache_twin_access(c, FIRST + 8 * (r * n + k), false);
    holds(m, over(m, var(m, "s"), sweeps, over(m, i, n, row)), c, 0.05);
}

static void just_full(void **state)
{
    sweep_a_triangle(*state, 516, 20);
}

static void just_full_in_some_sets(void **state)
{
    sweep_a_triangle(*state, 512, 20);
}

/* Rows, columns and columns from the other end at once, by steps that lines are whole multiples of
 * and others, three times: access by access, whatever is passed over. With one way it is the same
 * line that goes by each replacement, also where chance has nothing to choose. */
static void sweep_both_ways(model *m, int bytes, int64_t step, twin_shape shape)
{
    enum { N = 90, SWEEPS = 3 };
    m->cache.associativity = value(shape.ways);
    m->cache.replace = shape.replace == TWIN_RANDOM ? REPLACE_RANDOM
                       : shape.replace == TWIN_FIFO ? REPLACE_FIFO
                                                    : REPLACE_LRU;
    const variable *a = array(m, bytes, N, N);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *back = expr_sub(m->pool, number(m, N - 1), of(m, j));
    const expr *at[3][2] = {{of(m, i), of(m, j)}, {of(m, j), of(m, i)}, {of(m, i), back}};
    node *row = loop(m, j, number(m, 0), number(m, N - 1), number(m, step), reads(m, a, 3, at));
    cache_twin *c = cache_twin_new(shape);
    for (int64_t s = 0; s < SWEEPS; s++)
        for (int64_t r = 0; r < N; r++)
            for (int64_t k = 0; k < N; k += step) {
                cache_twin_access(c, FIRST + bytes * (r * N + k), false);
                cache_twin_access(c, FIRST + bytes * (k * N + r), false);
                cache_twin_access(c, FIRST + bytes * (r * N + N - 1 - k), false);
            }
    holds(m, over(m, var(m, "s"), SWEEPS, over(m, i, N, row)), c, 1e-9);
}

static void each_access(void **state)
{
    static const twin_shape shapes[] = {{8192, 32, 1, TWIN_RANDOM, true},
                                        {8192, 32, 2, TWIN_LRU, true},
                                        {8192, 32, 4, TWIN_FIFO, true},
                                        {8192, 32, 32, TWIN_LRU, true}};
    for (int shape = 0; shape < 4; shape++)
        for (int bytes = 4; bytes <= 16; bytes += bytes == 8 ? 8 : 4)
            for (int64_t step = 1; step <= 9; step += step == 1 ? 2 : step == 3 ? 5 : 1) {
                void *fresh;
                setup(&fresh);
                sweep_both_ways(fresh, bytes, step, shapes[shape]);
                model_teardown(&fresh);
            }
    (void)state;
}

/* An array along its rows below the diagonal, and above it transposed: nothing is read the other
 * way round. */
static void either_side_of_the_diagonal(model *m, int64_t n, twin_shape shape, double share)
{
    m->cache.line = value((double)shape.line);
    m->cache.size = value((double)shape.bytes);
    m->cache.associativity = value(shape.ways);
    const variable *a = array(m, 8, n, n);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *along[1][2] = {{of(m, i), of(m, j)}}, *across[1][2] = {{of(m, j), of(m, i)}};
    node *body = if_test(m, expr_logic(m->pool, EXPR_LT, of(m, i), of(m, j)),
                         reads(m, a, 1, across), reads(m, a, 1, along));
    cache_twin *c = cache_twin_new(shape);
    for (int64_t x = 0; x < n; x++)
        for (int64_t y = 0; y < n; y++)
            cache_twin_access(c, FIRST + 8 * (y > x ? y * n + x : x * n + y), false);
    holds(m, over(m, i, n, over(m, j, n, body)), c, share);
}

/* Of 64 pages, all in one set, pieces of the program say nothing. */
static void executions_that_never_happen(void **state)
{
    either_side_of_the_diagonal(*state, 1500, (twin_shape){64 * 4096, 4096, 64, TWIN_LRU, true},
                                0.06);
}

/* 490,000 accesses are fewer than pieces of the program would make: all are made. */
static void no_more_than_pieces(void **state)
{
    either_side_of_the_diagonal(*state, 700, (twin_shape){32768, 64, 8, TWIN_LRU, true}, 1e-9);
}

/* The diagonal alone, beside a whole sweep: few of its points are executed. */
static void on_the_diagonal(void **state)
{
    model *m = *state;
    enum { N = 1200 };
    const variable *a = array(m, 8, N, N), *b = array(m, 8, N, N);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *here[1][2] = {{of(m, i), of(m, j)}}, *across[1][2] = {{of(m, j), of(m, i)}};
    node *rare =
        if_test(m, expr_logic(m->pool, EXPR_EQ, of(m, i), of(m, j)), reads(m, b, 1, across), NULL);
    cache_twin *c = twin();
    for (int64_t x = 0; x < N; x++)
        for (int64_t y = 0; y < N; y++) {
            cache_twin_access(c, FIRST + 8 * (x * N + y), false);
            if (x == y)
                cache_twin_access(c, FIRST + 8 * (N * N + y * N + x), false);
        }
    holds(m, over(m, i, N, over(m, j, N, SEQUENCE(reads(m, a, 1, here), rare))), c, 0.06);
}

/* b[i] = 0; s += b[i], again and again beside a row that drives it out: where stores go past the
 * cache, of each line the first one and the read after it miss, and later ones find what that read
 * has left. Both statements are one unit. */
static void read_after_a_store_past(void **state)
{
    model *m = *state;
    enum { N = 512, TIMES = 5 };
    m->cache.write_allocate = false;
    m->cache.associativity = value(2);
    const variable *a = array(m, 8, N, 2), *b = array(m, 8, N, 0);
    const loop_var *t = var(m, "t"), *i = var(m, "i"), *k = var(m, "k");
    const expr *at[1][2] = {{of(m, i), NULL}};
    const expr *row[2][2] = {{of(m, k), number(m, 0)}, {of(m, k), number(m, 1)}};
    node *body = over(m, i, N, SEQUENCE(sets_element(m, b, of(m, i), NULL), reads(m, b, 1, at)));
    cache_twin *c = cache_twin_new((twin_shape){8192, 32, 2, TWIN_LRU, false});
    for (int64_t n = 0; n < TIMES; n++) {
        for (int64_t e = 0; e < N; e++) {
            cache_twin_access(c, FIRST + 8 * e, true);
            cache_twin_access(c, FIRST + 8 * e, false);
        }
        for (int64_t e = 0; e < 2 * N; e++)
            cache_twin_access(c, FIRST + 8 * (N + e), false);
    }
    assert_int_equal(c->misses, TIMES * (2 * N * 8 / 32 + 2 * N * 8 / 32));
    body = over(m, t, TIMES, SEQUENCE(body, over(m, k, N, reads(m, a, 2, row))));
    model_graph(m, body);
    const aag_graph *block =
        aag_build(m->ctx, &m->program, &m->layout, &m->entry, body, AAG_BY_BLOCK);
    const estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    const double got = predict(m, block, &options, 0, NULL).time / US;
    if (fabs(got - (double)c->misses) > 0.01 * (double)c->misses)
        fail_msg("%g, expected %lld", got, (long long)c->misses);
    cache_twin_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(passes, setup, model_teardown),
        cmocka_unit_test_setup_teardown(two_for_three, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_triangle_in_blocks, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_window, setup, model_teardown),
        cmocka_unit_test_setup_teardown(two_members, setup, model_teardown),
        cmocka_unit_test_setup_teardown(an_array_inside, setup, model_teardown),
        cmocka_unit_test_setup_teardown(rows_of_a_sparse_matrix, setup, model_teardown),
        cmocka_unit_test_setup_teardown(red_and_black, setup, model_teardown),
        cmocka_unit_test_setup_teardown(executions_that_never_happen, setup, model_teardown),
        cmocka_unit_test_setup_teardown(no_more_than_pieces, setup, model_teardown),
        cmocka_unit_test_setup_teardown(on_the_diagonal, setup, model_teardown),
        cmocka_unit_test_setup_teardown(read_after_a_store_past, setup, model_teardown),
        cmocka_unit_test(each_access),
        cmocka_unit_test_setup_teardown(just_full, setup, model_teardown),
        cmocka_unit_test_setup_teardown(just_full_in_some_sets, setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
