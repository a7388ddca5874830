#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/cache_twin.h"
#include "tests/estimator/memory/one_array.h"
#include "tests/estimator/model.h"

/* Misses of programs too long to be simulated, of which pieces are: beside the same loops in C on a
 * simulated cache. And what the closed form has of tiles and windows, by hand. A miss costs 1 µs,
 * everything else nothing. */

#define US 1e-6
#define FIRST 64 /* where the only array begins */

static int setup(void **state)
{
    model *m = model_new();
    m->memory.cache_count = 1;
    m->cache.line = value(64);
    m->cache.size = value(32768);
    m->cache.associativity = value(8);
    m->cache.write_allocate = true;
    m->cache.fetch_miss = value(1 * US);
    m->cache.store_miss = value(1 * US);
    *state = m;
    return 0;
}

static double misses(model *m, node *body, memory_model how)
{
    estimate_options options = {.memory = how, .overlap = -1};
    return predict(m, model_graph(m, body), &options, 0, NULL).time / US;
}

static void is_near(double got, double expected, double share)
{
    if (fabs(got - expected) > share * expected)
        fail_msg("%g, expected %g", got, expected);
}

/* --- Pieces ----------------------------------------------------------------------------------- */

static void use(cache_twin *c, int bytes, int64_t columns, int64_t i, int64_t j)
{
    cache_twin_access(c, FIRST + bytes * (i * columns + j), false);
}

/* Shortest ways among 181 places: each of 181 times all of an array of 131,044 bytes, with a row
 * and a column of it. */
static void all_pairs(model *m, cache_twin *c)
{
    enum { N = 181 };
    const variable *a = array(m, 4, N, N);
    const loop_var *k = var(m, "k"), *i = var(m, "i"), *j = var(m, "j");
    const expr *three[3][2] = {{of(m, i), of(m, j)}, {of(m, i), of(m, k)}, {of(m, k), of(m, j)}};
    node *body = over(m, k, N, over(m, i, N, over(m, j, N, reads(m, a, 3, three))));
    for (int64_t x = 0; x < N; x++)
        for (int64_t y = 0; y < N; y++)
            for (int64_t z = 0; z < N; z++) {
                use(c, 4, N, y, z);
                use(c, 4, N, y, x);
                use(c, 4, N, x, z);
            }
    const double expected = (double)c->misses;
    cache_twin_free(c);
    is_near(misses(m, body, MEMORY_SAMPLED), expected, 0.03);
}

static void by_lru(void **state)
{
    all_pairs(*state, cache_twin_new((twin_shape){32768, 64, 8, TWIN_LRU, true}));
}

static void at_random(void **state)
{
    model *m = *state;
    m->cache.replace = REPLACE_RANDOM;
    all_pairs(m, cache_twin_new((twin_shape){32768, 64, 8, TWIN_RANDOM, true}));
}

static void by_fifo(void **state)
{
    model *m = *state;
    m->cache.replace = REPLACE_FIFO;
    all_pairs(m, cache_twin_new((twin_shape){32768, 64, 8, TWIN_FIFO, true}));
}

/* A band of 33 columns: each row is used by the 16 before it, and then for the last time, so that
 * what comes in is rare. */
static void a_band(void **state)
{
    model *m = *state;
    enum { N = 5000, W = 16 };
    const variable *a = array(m, 8, N + W, 2 * W + 1);
    const loop_var *k = var(m, "k"), *i = var(m, "i"), *j = var(m, "j");
    const expr *wide = number(m, W), *one = number(m, 1);
    const expr *row = sum(m, sum(m, of(m, k), of(m, i)), one), *column = sum(m, of(m, j), one);
    const expr *two[2][2] = {{row, sum(m, expr_sub(m->pool, column, sum(m, of(m, i), one)), wide)},
                             {of(m, k), sum(m, column, wide)}};
    node *body = over(m, k, N, over(m, i, W, over(m, j, W, reads(m, a, 2, two))));
    cache_twin *c = cache_twin_new((twin_shape){32768, 64, 8, TWIN_LRU, true});
    for (int64_t x = 0; x < N; x++)
        for (int64_t y = 0; y < W; y++)
            for (int64_t z = 0; z < W; z++) {
                use(c, 8, 2 * W + 1, x + y + 1, z - y + W);
                use(c, 8, 2 * W + 1, x, z + 1 + W);
            }
    const double expected = (double)c->misses;
    cache_twin_free(c);
    is_near(misses(m, body, MEMORY_SAMPLED), expected, 0.05);
}

/* --- The closed form ----------------------------------------------------------------------------
 */

/* Tiles of 12 by 12 of 505 by 505 doubles, of which the last are cut off: 505 · 505 · 8 / 64 lines
 * come in, and 7/8 of one for where they begin, once, as 8 MB hold them; a sum over few tiles is a
 * few per cent off where the last ones are smaller. */
static void tiles(void **state)
{
    model *m = *state;
    enum { N = 505, TILE = 12 };
    const variable *a = array(m, 8, N, N);
    const loop_var *s = var(m, "s"), *t = var(m, "t"), *i = var(m, "i"), *j = var(m, "j");
    const expr *n = number(m, N), *one = number(m, 1), *tile = number(m, TILE);
    const expr *at[1][2] = {{of(m, i), of(m, j)}};
    node *body = reads(m, a, 1, at);
    body = loop(m, j, of(m, t),
                expr_sub(m->pool, expr_min(m->pool, n, sum(m, of(m, t), tile)), one), one, body);
    body = loop(m, i, of(m, s),
                expr_sub(m->pool, expr_min(m->pool, n, sum(m, of(m, s), tile)), one), one, body);
    body = loop(m, t, number(m, 0), number(m, N - 1), tile, body);
    body = loop(m, s, number(m, 0), number(m, N - 1), tile, body);
    m->cache.size = value(8 << 20);
    is_near(misses(m, body, MEMORY_REUSE), N * N / 8.0 + 0.875, 0.06);
}

/* A window of 7 by 7 goes over 128 by 128 doubles that another nest has gone through, and its
 * middle is used by itself, too: rows of 16 lines, of which 32,768 bytes hold 32, come in twice,
 * and not once more for the middle. */
static void a_window_and_its_middle(void **state)
{
    model *m = *state;
    enum { N = 128, WIDE = 7 };
    const variable *a = array(m, 8, N, N);
    const loop_var *y = var(m, "y"), *x = var(m, "x"), *u = var(m, "u"), *v = var(m, "v");
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *three = number(m, WIDE / 2);
    const expr *each[1][2] = {{of(m, i), of(m, j)}};
    const expr *middle[1][2] = {{sum(m, of(m, y), three), sum(m, of(m, x), three)}};
    const expr *at[1][2] = {{sum(m, of(m, y), of(m, u)), sum(m, of(m, x), of(m, v))}};
    node *window = over(m, u, WIDE, over(m, v, WIDE, reads(m, a, 1, at)));
    node *both = SEQUENCE(reads(m, a, 1, middle), window);
    node *first = over(m, i, N, over(m, j, N, reads(m, a, 1, each)));
    node *then = over(m, y, N - WIDE + 1, over(m, x, N - WIDE + 1, both));
    is_near(misses(m, SEQUENCE(first, then), MEMORY_REUSE), 2.0 * N * N / 8, 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(by_lru, setup, model_teardown),
        cmocka_unit_test_setup_teardown(at_random, setup, model_teardown),
        cmocka_unit_test_setup_teardown(by_fifo, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_band, setup, model_teardown),
        cmocka_unit_test_setup_teardown(tiles, setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_window_and_its_middle, setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
