#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Misses from reuse, by hand. Lines of 32 bytes; a miss costs 1 µs, everything else nothing. */

#define US 1e-6

static int setup(void **state)
{
    model *m = model_new();
    m->memory.cache_count = 1;
    m->cache.line = value(32);
    m->cache.size = value(1024);
    m->cache.write_allocate = true;
    m->cache.fetch_miss = value(1 * US);
    m->cache.store_miss = value(1 * US);
    *state = m;
    return 0;
}

static const variable *array(model *m, const char *name, int bytes, int64_t rows, int64_t columns)
{
    const expr *extents[2] = {number(m, rows), number(m, columns)};
    return model_array(m, name, bytes, columns ? 2 : 1, extents, NULL, NULL);
}

static const reference *element(model *m, const variable *a, const expr *i, const expr *j)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = a;
    ref->sub[0] = (subscript){SUBSCRIPT_VALUE, i};
    ref->sub[1] = (subscript){SUBSCRIPT_VALUE, j};
    return ref;
}

static const expr *of(model *m, const loop_var *v, int64_t plus)
{
    return expr_add(m->pool, expr_loop_var(m->pool, v), number(m, plus));
}

static node *reads(model *m, int count, const reference *const *refs)
{
    node *n = work(m, 0);
    n->u.stmt.read_count = count;
    n->u.stmt.reads = arena_copy(m->ctx->arena, refs, (size_t)count * sizeof *refs);
    return n;
}

static node *read_one(model *m, const reference *ref)
{
    return reads(m, 1, &ref);
}

static node *over(model *m, const loop_var *v, int64_t n, node *body)
{
    return loop(m, v, number(m, 0), number(m, n - 1), number(m, 1), body);
}

static double misses(model *m, node *body)
{
    estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};
    return predict(m, model_graph(m, body), &options, 0, NULL).time / US;
}

static double sampled(model *m, node *body)
{
    estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    return predict(m, model_graph(m, body), &options, 0, NULL).time / US;
}

static void is_near(double got, double expected, double share)
{
    if (fabs(got - expected) > share * expected)
        fail_msg("%g, expected %g", got, expected);
}

/* 8000 floats are 1000 lines, and 7/8 of one for an unknown begin. Ten times through 1,024 bytes
 * all of them miss again; 65,536 hold them. */
static void a_row_again(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const variable *a = array(m, "a", 4, 8000, 0);
    node *body =
        over(m, var(m, "t"), 10, over(m, i, 8000, read_one(m, element(m, a, of(m, i, 0), NULL))));
    is_near(misses(m, body), 10 * 1000.875, 1e-9);
    m->cache.size = value(65536);
    is_near(misses(m, body), 1000.875, 1e-9);
}

/* More misses than 64 bits have millionths for: 1.6e9 doubles are 4e8 lines, 30,000 times. */
static void very_many(void **state)
{
    model *m = *state;
    enum { N = 40000, TIMES = 30000 };
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const variable *a = array(m, "a", 8, N, N);
    const reference *ref = element(m, a, of(m, i, 0), of(m, j, 0));
    node *body = over(m, var(m, "t"), TIMES, over(m, i, N, over(m, j, N, read_one(m, ref))));
    estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};
    estimate e = predict(m, model_graph(m, body), &options, 0, NULL);
    double sum = 0;
    for (int u = 0; u < e.unit_count; u++)
        sum = e.units[u].misses[0] > sum ? e.units[u].misses[0] : sum;
    is_near(sum, 1.0 * TIMES * N * (N / 4), 1e-3);
}

/* Two nests over one row of 128 lines: the second finds it in 8,192 bytes, and nothing in 1,024. */
static void from_nest_to_nest(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *k = var(m, "k");
    const variable *a = array(m, "a", 8, 512, 0);
    node *first = over(m, i, 512, read_one(m, element(m, a, of(m, i, 0), NULL)));
    node *second = over(m, k, 512, read_one(m, element(m, a, of(m, k, 0), NULL)));
    node *both = SEQUENCE(first, second);
    is_near(misses(m, both), 2 * 128.75, 1e-9);
    m->cache.size = value(8192);
    is_near(misses(m, both), 128.75, 1e-9);
}

/* a[i][j] for j <= i, twice: rows of 1 to 64 doubles, each i/4 lines and 3/4 of one for where it
 * begins. Σ (i/4 + 3/4), i = 1 … 64, = 520 + 48. All of them again where 1,024 bytes do not hold
 * them. */
static void a_triangle(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const variable *a = array(m, "a", 8, 64, 1024);
    node *body = loop(m, j, number(m, 0), of(m, i, 0), number(m, 1),
                      read_one(m, element(m, a, of(m, i, 0), of(m, j, 0))));
    node *twice = over(m, var(m, "t"), 2, over(m, i, 64, body));
    is_near(misses(m, twice), 2 * 568, 0.02);
    m->cache.size = value(65536);
    is_near(misses(m, twice), 568, 0.02);
}

/* a[i + by mod 64][j], which goes straight on as a[i + by][j]. */
static const reference *wrapped(model *m, const variable *a, const loop_var *i, const loop_var *j,
                                int64_t by)
{
    const expr *round = expr_mod(m->pool, of(m, i, by + 64), number(m, 64));
    reference *ref = arena_copy(m->ctx->arena, element(m, a, round, of(m, j, 0)), sizeof *ref);
    straight_subscript *straight = ARENA_ARRAY(m->ctx->arena, MAX_RANK, straight_subscript);
    straight[0] = (straight_subscript){round, of(m, i, by)};
    ref->straight = straight;
    return ref;
}

/* The row above, this one and the one below on a torus of 64 rows of 16 lines; three rows are 1,536
 * bytes. Each row is missed once in 4,096 bytes, and the last and the first one once more, at the
 * other end: 66 · 16. In 1,024 bytes no row is found: 3 · 64 · 16, and up to 3/4 of a line more for
 * where each begins. */
static void round_the_ends(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const variable *a = array(m, "a", 8, 64, 64);
    const reference *refs[] = {wrapped(m, a, i, j, -1), element(m, a, of(m, i, 0), of(m, j, 0)),
                               wrapped(m, a, i, j, 1)};
    node *body = over(m, i, 64, over(m, j, 64, reads(m, 3, refs)));
    m->cache.size = value(4096);
    is_near(misses(m, body), 66 * 16, 0.02);
    m->cache.size = value(1024);
    is_near(misses(m, body), 3 * 64 * 16, 0.05);
}

/* Three arrays of 4,096 bytes, one after the other, element by element: their lines are in one set
 * of a cache of 8,192 bytes and two ways, and each drives out one of the others before it is used
 * again: 3 · 512 accesses, all missed. In four ways each line is missed once: 3 · 128. */
static void three_in_a_set(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const reference *three[3];
    static const char *const name[] = {"a", "b", "c"};
    for (int k = 0; k < 3; k++)
        three[k] = element(m, array(m, name[k], 8, 512, 0), of(m, i, 0), NULL);
    node *body = over(m, i, 512, reads(m, 3, three));
    m->cache.size = value(8192);
    m->cache.associativity = value(2);
    is_near(misses(m, body), 3 * 512, 0.01);
    m->cache.size = value(16384);
    m->cache.associativity = value(4);
    is_near(misses(m, body), 3 * 128.75, 0.01);
}

/* A column of 64 rows, 4,096 bytes apart: all in one set. Along the rows 4 doubles share a line,
 * but in 8,192 bytes with two ways it is gone when the next column comes: 64 · 16 misses. With
 * lines anywhere in as many bytes 64 of 256 are used: 64 · 4, and 3/4 for where a row begins. */
static void a_column_in_a_set(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const variable *a = array(m, "a", 8, 64, 512);
    node *body =
        over(m, j, 16, over(m, i, 64, read_one(m, element(m, a, of(m, i, 0), of(m, j, 0)))));
    m->cache.size = value(8192);
    is_near(misses(m, body), 64 * 4.75, 1e-9);
    m->cache.associativity = value(2);
    is_near(misses(m, body), 64 * 16, 0.01);
}

/* Replaced at random, 40 lines that go round in 32: simulated for 3,000 rounds, 0.374 of them miss
 * (at_random of test_cache_twin.c holds the simulated cache to that, too). */
static void at_random(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const variable *a = array(m, "a", 32, 40, 0);
    node *body =
        over(m, var(m, "t"), 1001, over(m, i, 40, read_one(m, element(m, a, of(m, i, 0), NULL))));
    m->cache.replace = REPLACE_RANDOM;
    is_near(misses(m, body), 40 + 40000 * 0.374, 0.05);
}

/* 1,024 visits anywhere in 1,024 doubles, 256 lines. That many draws of 256 come to
 * 256 (1 - (255/256)^1024) = 251.3 of them, each missed once; of the others, which were used
 * before, each is there still with the chance that the cache holds: half of them in 4,096 bytes,
 * all in 16,384. */
static void anywhere(void **state)
{
    model *m = *state;
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = array(m, "a", 8, 1024, 0);
    ref->sub[0] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    node *body = over(m, var(m, "i"), 64, over(m, var(m, "k"), 16, read_one(m, ref)));
    m->cache.size = value(4096);
    is_near(misses(m, body), 251.3 + (1024 - 251.3) / 2, 0.03);
    /* From element to element they would be 1,024 / 4: so far down goes the interval. */
    estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};
    is_near(predict(m, model_graph(m, body), &options, 0, NULL).low / US, 256, 0.03);
    m->cache.size = value(16384);
    is_near(misses(m, body), 251.3, 0.03);
}

/* 64 rows of a line each, by blocks on 4 processors: 16 are a processor's own, and all go through
 * all 64, ten times. The 48 that have come from others take room: 1,024 bytes do not hold them
 * all, 4,096 do. */
static void what_has_come_from_others(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const proc_grid *g = model_grid(m, 1);
    const expr *extents[2] = {number(m, 64), number(m, 4)};
    const dist_kind kinds[2] = {DIST_BLOCK, DIST_COLLAPSED};
    const variable *a = model_array(m, "a", 8, 2, extents, g, kinds);
    node *row = over(m, j, 4, read_one(m, element(m, a, of(m, i, 0), of(m, j, 0))));
    const aag_graph *all = model_graph(m, over(m, var(m, "t"), 10, over(m, i, 64, row)));
    estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};
    is_near(predict(m, all, &options, 1, (int[]){4}).time / US, 640, 0.02);
    m->cache.size = value(4096);
    is_near(predict(m, all, &options, 1, (int[]){4}).time / US, 64, 0.02);
}

/* a[i / 2] for i < 8000: 4,000 doubles, 1,000 lines, each missed once, though the cache holds 32
 * of them: what rounds moves as evenly as what does not. */
static void rounded(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const variable *a = array(m, "a", 8, 4000, 0);
    const expr *half = expr_floor_div(m->pool, expr_loop_var(m->pool, i), number(m, 2));
    is_near(misses(m, over(m, i, 8000, read_one(m, element(m, a, half, NULL)))), 1000, 0.01);
}

/* Anywhere in row max(0, (i - 160) / 320) of 43 for i < 13760, a row of four doubles being a line:
 * 43 lines, each missed once, though the cache holds 32. The row stands still at first, so that no
 * straight line from its first value on is within 1 of the others. */
static void rounded_from_later_on(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = array(m, "a", 8, 43, 4);
    ref->sub[0] = (subscript){
        SUBSCRIPT_VALUE,
        expr_max(m->pool, number(m, 0), expr_floor_div(m->pool, of(m, i, -160), number(m, 320)))};
    ref->sub[1] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    is_near(misses(m, over(m, i, 13760, read_one(m, ref))), 43, 0.03);
}

/* a[2^k j] for j < 1024, k = 0 … 5, 8 bytes each: 1,024 2^k 8 bytes are min(256 2^k, 1024) lines,
 * and so 256 + 512 + 4 · 1024 of 1,024 bytes' cache, which holds none of the one before. */
static void doubled(void **state)
{
    model *m = *state;
    const loop_var *k = var(m, "k"), *j = var(m, "j");
    const variable *a = array(m, "a", 8, 32768, 0);
    const expr *apart = expr_power(m->pool, 2, expr_loop_var(m->pool, k));
    const expr *at = expr_mul(m->pool, apart, expr_loop_var(m->pool, j));
    node *body = over(m, k, 6, over(m, j, 1024, read_one(m, element(m, a, at, NULL))));
    is_near(misses(m, body), 256 + 512 + 4 * 1024, 0.01);
}

/* a[i] for i = 0, 8, …, 168 of 176 doubles: 22 lines in each of two sweeps through 512 bytes; 175 /
 * 8
 * + 1 would be 22.9. */
static void steps_that_end_before(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const variable *a = array(m, "a", 8, 176, 0);
    node *sweep = loop(m, i, number(m, 0), number(m, 175), number(m, 8),
                       read_one(m, element(m, a, of(m, i, 0), NULL)));
    m->cache.size = value(512);
    is_near(misses(m, over(m, var(m, "t"), 2, sweep)), 2 * 22, 1e-9);
}

/* Blocks of 8 by 8 floats of 512 x 256, the rows of each one line: eight times through such a row
 * it is there seven times. 512 * 256 / 8 lines, as arrays begin at lines. */
static void rows_of_one_line(void **state)
{
    model *m = *state;
    const loop_var *v[5] = {var(m, "by"), var(m, "bx"), var(m, "y"), var(m, "u"), var(m, "x")};
    const variable *a = array(m, "a", 4, 512, 256);
    const expr *row = expr_add(m->pool, of(m, v[0], 0), of(m, v[2], 0));
    const expr *column = expr_add(m->pool, of(m, v[1], 0), of(m, v[4], 0));
    node *body = read_one(m, element(m, a, row, column));
    for (int k = 4; k >= 2; k--)
        body = over(m, v[k], 8, body);
    body = loop(m, v[1], number(m, 0), number(m, 255), number(m, 8), body);
    body = loop(m, v[0], number(m, 0), number(m, 511), number(m, 8), body);
    is_near(sampled(m, body), 512 * 256 / 8, 0.03);
}

/* --- Where arrays are ------------------------------------------------------------------- */

static node *side_by_side(model *m, int count, const variable *const *arrays, int64_t elements)
{
    const loop_var *i = var(m, "i");
    const reference *refs[4];
    for (int k = 0; k < count; k++)
        refs[k] = element(m, arrays[k], of(m, i, 0), NULL);
    return over(m, i, elements, reads(m, count, refs));
}

/* `b` of 2,048 bytes lies before `a`: a[i] and b[i] are in one set of 2,048 bytes with one way, and
 * all 2 * 128 miss. (`a` before it, 1,024 bytes away, would miss its 32 lines, and b as many.) */
static void the_last_one_first(void **state)
{
    model *m = *state;
    const variable *a = array(m, "a", 8, 128, 0), *b = array(m, "b", 8, 256, 0);
    const variable *both[] = {a, b};
    m->cache.size = value(2048);
    m->cache.associativity = value(1);
    is_near(sampled(m, side_by_side(m, 2, both, 128)), 2 * 128, 1e-9);
}

/* `b` of 4,080 bytes, and `a` at the next multiple of 32 behind it, 4,096 bytes away: all of 2 *
 * 510 miss in as many bytes with one way. (16 bytes less: half of them.) */
static void begin_at_32(void **state)
{
    model *m = *state;
    const variable *a = array(m, "a", 8, 510, 0), *b = array(m, "b", 8, 510, 0);
    const variable *both[] = {a, b};
    m->cache.size = value(4096);
    m->cache.associativity = value(1);
    is_near(sampled(m, side_by_side(m, 2, both, 510)), 2 * 510, 1e-9);
}

static const variable *allocated(model *m, const char *name, int64_t elements)
{
    const variable *v = array(m, name, 8, elements, 0);
    variable *mine = arena_copy(m->ctx->arena, v, sizeof *v);
    mine->is_allocated = true;
    m->variables.data[v->id] = mine;
    return mine;
}

/* 17,000 doubles each, 136,000 bytes, from malloc: 16 bytes behind the beginning of a page, and so
 * in one set of 8,192 bytes with two ways: all of 3 * 17,000 miss. Of 4,078 doubles, 32,624 bytes
 * and 8 before them, 32,640 with what comes next at 16: arrays are 32,640 bytes apart, 128 less
 * than 8 pages, so that none meets another before it is past: 3 * 1020 lines. */
static void from_malloc(void **state)
{
    model *m = *state;
    const variable *large[3], *small[3];
    for (int k = 0; k < 3; k++)
        large[k] = allocated(m, "p", 17000);
    m->cache.size = value(8192);
    m->cache.associativity = value(2);
    is_near(sampled(m, side_by_side(m, 3, large, 17000)), 3 * 17000, 0.01);
    for (int k = 0; k < 3; k++)
        small[k] = allocated(m, "q", 4078);
    is_near(sampled(m, side_by_side(m, 3, small, 4078)), 3 * 1020, 0.01);
}

/* 32 lines of a, then 64 of b, which is half of a cache with one way, at another place each time: a
 * is there still, or not, with the same chance, which the interval says. Rows of b cover a in every
 * second iteration: 6,400 lines of b, and 50 times 32 of a. */
static void as_well_as_not(void **state)
{
    model *m = *state;
    enum { TIMES = 100 };
    const loop_var *t = var(m, "t"), *i = var(m, "i"), *j = var(m, "j");
    const variable *b = array(m, "b", 8, TIMES, 256), *a = array(m, "a", 32, 32, 0);
    node *both = SEQUENCE(over(m, i, 32, read_one(m, element(m, a, of(m, i, 0), NULL))),
                          over(m, j, 256, read_one(m, element(m, b, of(m, t, 0), of(m, j, 0)))));
    m->cache.size = value(4096);
    m->cache.associativity = value(1);
    estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};
    estimate e = predict(m, model_graph(m, over(m, t, TIMES, both)), &options, 0, NULL);
    is_near(e.time / US, 6400 + 1600, 0.03);
    assert_true(e.low / US < 6400 + 800 && e.high / US > 6400 + 2400);
    assert_true(e.low / US > 5500 && e.high / US < 10500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_again, setup, model_teardown),
        cmocka_unit_test_setup_teardown(very_many, setup, model_teardown),
        cmocka_unit_test_setup_teardown(from_nest_to_nest, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_triangle, setup, model_teardown),
        cmocka_unit_test_setup_teardown(round_the_ends, setup, model_teardown),
        cmocka_unit_test_setup_teardown(three_in_a_set, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_column_in_a_set, setup, model_teardown),
        cmocka_unit_test_setup_teardown(at_random, setup, model_teardown),
        cmocka_unit_test_setup_teardown(anywhere, setup, model_teardown),
        cmocka_unit_test_setup_teardown(what_has_come_from_others, setup, model_teardown),
        cmocka_unit_test_setup_teardown(rounded, setup, model_teardown),
        cmocka_unit_test_setup_teardown(rounded_from_later_on, setup, model_teardown),
        cmocka_unit_test_setup_teardown(doubled, setup, model_teardown),
        cmocka_unit_test_setup_teardown(from_malloc, setup, model_teardown),
        cmocka_unit_test_setup_teardown(begin_at_32, setup, model_teardown),
        cmocka_unit_test_setup_teardown(the_last_one_first, setup, model_teardown),
        cmocka_unit_test_setup_teardown(rows_of_one_line, setup, model_teardown),
        cmocka_unit_test_setup_teardown(as_well_as_not, setup, model_teardown),
        cmocka_unit_test_setup_teardown(steps_that_end_before, setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
