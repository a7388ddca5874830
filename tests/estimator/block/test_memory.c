#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Misses by hand, as --memory-model paper finds them. Lines of 32 bytes, a miss 1 µs, everything
 * else free, so that the time is the number of misses in microseconds. */

#define US 1e-6

static const estimate_options by_sizes = {.memory = MEMORY_PAPER, .overlap = -1};

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

static const variable *array(model *m, int bytes, int64_t rows, int64_t columns)
{
    const expr *extents[2] = {number(m, rows), number(m, columns)};
    return columns ? model_array(m, "a", bytes, 2, extents, NULL, NULL)
                   : model_array(m, "a", bytes, 1, extents, NULL, NULL);
}

static const reference *element(model *m, const variable *a, const loop_var *i, int64_t offset,
                                const loop_var *j)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = a;
    ref->sub[0] = (subscript){SUBSCRIPT_VALUE,
                              expr_add(m->pool, expr_loop_var(m->pool, i), number(m, offset))};
    if (j)
        ref->sub[1] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(m->pool, j)};
    return ref;
}

static node *reads(model *m, int count, const reference *const *refs)
{
    node *n = work(m, 0);
    n->u.stmt.read_count = count;
    n->u.stmt.reads = arena_copy(m->ctx->arena, refs, (size_t)count * sizeof *refs);
    return n;
}

static node *writes(model *m, const reference *ref)
{
    node *n = work(m, 0);
    n->u.stmt.write = ref;
    return n;
}

static node *over(model *m, const loop_var *v, int64_t n, node *body)
{
    return loop(m, v, number(m, 0), number(m, n - 1), number(m, 1), body);
}

/* 8000 floats in a row: 8000 * 4 / 32 lines, and 7/8 of one for an unknown begin. */
static void a_row(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const reference *a = element(m, array(m, 4, 8000, 0), i, 0, NULL);
    estimate e = predict(m, model_graph(m, over(m, i, 8000, reads(m, 1, &a))), &by_sizes, 0, NULL);
    is_time(e.time, 1000.875 * US);
    is_time(unit_of(&e, AAG_SEQ, 0)->misses[0], 1000.875);
}

/* Ten times 32,000 bytes through 1,024, and through 32,768 (all but a line). */
static void a_row_again(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const reference *a = element(m, array(m, 4, 8000, 0), i, 0, NULL);
    node *body = over(m, var(m, "t"), 10, over(m, i, 8000, reads(m, 1, &a)));
    const aag_graph *g = model_graph(m, body);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 10 * 1000.875 * US);
    m->cache.size = value(32768);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 1000.875 * US);
    /* One way: half of the room is lost to lines that map alike. */
    m->cache.associativity = value(1);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 10 * 1000.875 * US);
}

/* 100 × 100 doubles by columns: an inner loop touches 100 lines, 3,200 bytes.
 * In 1,024 bytes each of 10,000 accesses misses; in 4,096 each line does once:
 * 100 rows of 25 lines. */
static void columns(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const reference *a = element(m, array(m, 8, 100, 100), i, 0, j);
    node *body = over(m, j, 100, over(m, i, 100, reads(m, 1, &a)));
    const aag_graph *g = model_graph(m, body);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 10000 * US);
    m->cache.size = value(4096);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 2500 * US);
}

/* a[i-1][j] + a[i][j] + a[i+1][j] for 98 inner rows of 100 doubles: three rows
 * fit in 4,096 bytes, so each line is missed once: 100 rows of 25 lines. In
 * 1,024 each row of the three misses again in each iteration of i: 98 * 75. */
static void neighbours_share_lines(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const variable *a = array(m, 8, 100, 100);
    const reference *three[3];
    for (int k = 0; k < 3; k++)
        three[k] = element(m, a, i, k - 1, j);
    node *body =
        loop(m, i, number(m, 1), number(m, 98), number(m, 1), over(m, j, 100, reads(m, 3, three)));
    const aag_graph *g = model_graph(m, body);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 98 * 75 * US);
    m->cache.size = value(4096);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 2500 * US);
}

/* Butterflies over 128 rows of 64 doubles: for s = 1, 2, … 32, for j in 0:63:2s,
 * for k < s, a[i][j + k] and a[i][j + k + s]. A row is 16 lines, 512 bytes, and a
 * pass goes over all of it: each half of the pairs meets lines of its own or the
 * other's. With room for a row (1,024 bytes) each row is missed once. With 256
 * each of the six passes misses it again. */
static void butterflies(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *e = var(m, "e"), *j = var(m, "j"), *k = var(m, "k");
    const expr *s = expr_power(m->pool, 2, expr_loop_var(m->pool, e));
    const variable *a = array(m, 8, 128, 64);
    const reference *pair[2];
    for (int half = 0; half < 2; half++) {
        reference *ref = ARENA_NEW(m->ctx->arena, reference);
        const expr *at = expr_add(m->pool, expr_loop_var(m->pool, j), expr_loop_var(m->pool, k));
        ref->var = a;
        ref->sub[0] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(m->pool, i)};
        ref->sub[1] = (subscript){SUBSCRIPT_VALUE, half ? expr_add(m->pool, at, s) : at};
        pair[half] = ref;
    }
    node *inner = loop(m, k, number(m, 0), expr_sub(m->pool, s, number(m, 1)), number(m, 1),
                       reads(m, 2, pair));
    node *pass = loop(m, j, number(m, 0), number(m, 63), expr_mul(m->pool, number(m, 2), s), inner);
    const aag_graph *g = model_graph(m, over(m, i, 128, over(m, e, 6, pass)));
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 128 * 16 * US);
    m->cache.size = value(256);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 6 * 128 * 16 * US);
}

/* Where nothing runs, nothing is missed: 8 iterations around none. Of 80 iterations, 11
 * lines and at worst each access, a condition lets one through: one element, one line. */
static void what_does_not_run(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j"), *k = var(m, "k");
    const variable *a = array(m, 4, 100, 0);
    const reference *never = element(m, a, j, 0, NULL), *once = element(m, a, k, 0, NULL);
    const expr *is_third = expr_logic(m->pool, EXPR_EQ, expr_loop_var(m->pool, k), number(m, 3));
    estimate e = predict(m, model_graph(m, over(m, i, 8, over(m, j, 0, reads(m, 1, &never)))),
                         &by_sizes, 0, NULL);
    is_time(e.time, 0);
    e = predict(m, model_graph(m, over(m, k, 80, if_test(m, is_third, reads(m, 1, &once), NULL))),
                &by_sizes, 0, NULL);
    is_time(e.time, 1 * US);
}

/* 64 rows of 16 look-ups anywhere in 1,024 doubles. They touch all of its 256.75
 * lines, 16 a row. Of 1,024 visits each line's first misses; of the others half do
 * where the cache holds half of the lines, 4,108 bytes, and none where it holds all. */
static void anywhere(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *k = var(m, "k");
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    const reference *read = ref;
    ref->var = array(m, 8, 1024, 0);
    ref->sub[0] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    const aag_graph *g = model_graph(m, over(m, i, 64, over(m, k, 16, reads(m, 1, &read))));
    m->cache.size = value(4108);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, (256.75 + (1024 - 256.75) / 2) * US);
    m->cache.size = value(16384);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 256.75 * US);
}

/* 64 rows of 4 doubles, a line each, by blocks on 4 processors: 16 rows are a processor's own.
 * Ten times all go through all 64, of which 48 have come from others: 2,048 bytes, which 1,024
 * do not hold and 4,096 do. */
static void what_has_come_from_others(void **state)
{
    model *m = *state;
    const loop_var *t = var(m, "t"), *i = var(m, "i"), *j = var(m, "j");
    const proc_grid *g = model_grid(m, 1);
    const expr *extents[2] = {number(m, 64), number(m, 4)};
    const dist_kind kinds[2] = {DIST_BLOCK, DIST_COLLAPSED};
    const variable *a = model_array(m, "a", 8, 2, extents, g, kinds);
    const reference *read = element(m, a, i, 0, j);
    const aag_graph *all =
        model_graph(m, over(m, t, 10, over(m, i, 64, over(m, j, 4, reads(m, 1, &read)))));
    is_time(predict(m, all, &by_sizes, 1, (int[]){4}).time, 640 * US);
    m->cache.size = value(4096);
    is_time(predict(m, all, &by_sizes, 1, (int[]){4}).time, 64 * US);
}

/* Stores that do not allocate miss one by one; those that do, line by line. */
static void stores(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const reference *a = element(m, array(m, 4, 8000, 0), i, 0, NULL);
    const aag_graph *g = model_graph(m, over(m, i, 8000, writes(m, a)));
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 1000.875 * US);
    m->cache.write_allocate = false;
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 8000 * US);
}

/* In a loop that communicates, what fits is missed in the first iteration. */
static void warm_iterations(void **state)
{
    model *m = *state;
    const proc_grid *grid = model_grid(m, 1);
    const loop_var *i = var(m, "i");
    const reference *a = element(m, array(m, 4, 8000, 0), i, 0, NULL);
    node *body = SEQUENCE(over(m, i, 8000, reads(m, 1, &a)), barrier(m, grid));
    const aag_graph *g = model_graph(m, over(m, var(m, "t"), 1000, body));
    int one = 1;
    is_time(predict(m, g, &by_sizes, 1, &one).time, 1000 * 1000.875 * US);
    m->cache.size = value(32768);
    is_time(predict(m, g, &by_sizes, 1, &one).time, 1000.875 * US);
}

/* Two sweeps of 8,000 bytes each fit in 16,384 together, but not in 12,288. */
static void two_arrays_in_a_loop(void **state)
{
    model *m = *state;
    const proc_grid *grid = model_grid(m, 1);
    const loop_var *i = var(m, "i"), *k = var(m, "k");
    const reference *a = element(m, array(m, 4, 2000, 0), i, 0, NULL);
    const reference *b = element(m, array(m, 4, 2000, 0), k, 0, NULL);
    node *body = SEQUENCE(over(m, i, 2000, reads(m, 1, &a)), over(m, k, 2000, reads(m, 1, &b)),
                          barrier(m, grid));
    const aag_graph *g = model_graph(m, over(m, var(m, "t"), 10, body));
    int one = 1;
    m->cache.size = value(16384);
    is_time(predict(m, g, &by_sizes, 1, &one).time, 2 * 250.875 * US);
    m->cache.size = value(12288);
    is_time(predict(m, g, &by_sizes, 1, &one).time, 10 * 2 * 250.875 * US);
}

/* A loop over rows that communicates meets new rows: a[i-1][j] + a[i][j] for 98
 * rows of 25 lines takes two rows at first and then one more in each iteration,
 * although an iteration's two rows fit in 4,096 bytes. By columns a line lasts
 * for 4 iterations: 100 lines at first, then 99 times 100 quarters. */
static void moving_iterations(void **state)
{
    model *m = *state;
    m->cache.size = value(4096);
    const proc_grid *grid = model_grid(m, 1);
    const loop_var *i = var(m, "i"), *j = var(m, "j"), *k = var(m, "k"), *l = var(m, "l");
    const variable *a = array(m, 8, 100, 100);
    const reference *two[2] = {element(m, a, i, -1, j), element(m, a, i, 0, j)};
    node *rows = SEQUENCE(over(m, j, 100, reads(m, 2, two)), barrier(m, grid));
    int one = 1;
    const aag_graph *g =
        model_graph(m, loop(m, i, number(m, 1), number(m, 98), number(m, 1), rows));
    is_time(predict(m, g, &by_sizes, 1, &one).time, (2 * 25 + 97 * 25) * US);
    const reference *b = element(m, a, k, 0, l);
    node *columns = SEQUENCE(over(m, k, 100, reads(m, 1, &b)), barrier(m, grid));
    g = model_graph(m, over(m, l, 100, columns));
    is_time(predict(m, g, &by_sizes, 1, &one).time, (100 + 99 * 25) * US);
}

/* What another nest of the loop goes over is there: the 64 lines of a[i][j], and
 * in the first iteration the 16 of a column, are all that 16 columns miss. */
static void covered_iterations(void **state)
{
    model *m = *state;
    m->cache.size = value(4096);
    const proc_grid *grid = model_grid(m, 1);
    const loop_var *i = var(m, "i"), *j = var(m, "j"), *k = var(m, "k"), *l = var(m, "l");
    const variable *a = array(m, 8, 16, 16);
    const reference *all = element(m, a, i, 0, j), *column = element(m, a, l, 0, k);
    node *body = SEQUENCE(over(m, i, 16, over(m, j, 16, reads(m, 1, &all))),
                          over(m, l, 16, reads(m, 1, &column)), barrier(m, grid));
    int one = 1;
    is_time(predict(m, model_graph(m, over(m, k, 16, body)), &by_sizes, 1, &one).time, 80 * US);
}

/* Stores that leave the cache as it is miss in each iteration. */
static void stores_again(void **state)
{
    model *m = *state;
    m->cache.size = value(32768);
    m->cache.write_allocate = false;
    const proc_grid *grid = model_grid(m, 1);
    const loop_var *i = var(m, "i");
    const reference *a = element(m, array(m, 4, 100, 0), i, 0, NULL);
    node *body = SEQUENCE(over(m, i, 100, writes(m, a)), barrier(m, grid));
    int one = 1;
    is_time(predict(m, model_graph(m, over(m, var(m, "t"), 10, body)), &by_sizes, 1, &one).time,
            10 * 100 * US);
}

/* The translation buffer is a level of pages: 100 rows of a page each through
 * 16 entries, by columns: each access misses. */
static void translation_buffer(void **state)
{
    model *m = *state;
    m->memory.cache_count = 0;
    m->memory.page = value(4096);
    m->memory.tlb_entries = value(16);
    m->memory.tlb_miss = value(1 * US);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const reference *a = element(m, array(m, 8, 100, 512), i, 0, j);
    node *body = over(m, j, 512, over(m, i, 100, reads(m, 1, &a)));
    const aag_graph *g = model_graph(m, body);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 51200 * US);
    m->memory.tlb_entries = value(128);
    is_time(predict(m, g, &by_sizes, 0, NULL).time, 100 * US);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, model_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_row),
        TEST(a_row_again),
        TEST(columns),
        TEST(neighbours_share_lines),
        TEST(butterflies),
        TEST(what_does_not_run),
        TEST(anywhere),
        TEST(what_has_come_from_others),
        TEST(stores),
        TEST(warm_iterations),
        TEST(moving_iterations),
        TEST(covered_iterations),
        TEST(stores_again),
        TEST(two_arrays_in_a_loop),
        TEST(translation_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
