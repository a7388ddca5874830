#include "tests/cmocka_all.h"
#include "tests/estimator/memory/random_nest.h"

/* The simulated cache, held against what is worked out by hand. */

static int64_t misses_of(twin_shape shape, int count, const int *lines)
{
    cache_twin *c = cache_twin_new(shape);
    for (int i = 0; i < count; i++)
        cache_twin_access(c, (int64_t)lines[i] * shape.line, false);
    int64_t misses = c->misses;
    assert_int_equal(c->accesses, count);
    cache_twin_free(c);
    return misses;
}

/* One set of two ways. LRU: 0 and 1 come in, 0 is used again, 2 takes the place of 1, 0 is still
 * there: 3 misses. FIFO: 2 takes the place of 0, which came first: 4. */
static void what_goes_next(void **state)
{
    (void)state;
    const int lines[] = {0, 1, 0, 2, 0};
    assert_int_equal(misses_of((twin_shape){64, 32, 2, TWIN_LRU, true}, 5, lines), 3);
    assert_int_equal(misses_of((twin_shape){64, 32, 2, TWIN_FIFO, true}, 5, lines), 4);
}

/* Two sets of one way: even lines drive each other out, and odd ones are elsewhere. */
static void sets(void **state)
{
    (void)state;
    const int lines[] = {0, 1, 2, 0, 1, 2};
    assert_int_equal(misses_of((twin_shape){64, 32, 1, TWIN_LRU, true}, 6, lines), 5);
    assert_int_equal(misses_of((twin_shape){128, 32, 4, TWIN_LRU, true}, 6, lines), 3);
}

/* A store that does not allocate misses each time. */
static void stores(void **state)
{
    (void)state;
    for (int allocates = 0; allocates < 2; allocates++) {
        cache_twin *c = cache_twin_new((twin_shape){64, 32, 2, TWIN_LRU, allocates});
        for (int i = 0; i < 4; i++)
            cache_twin_access(c, 8 * i, true);
        assert_int_equal(c->misses, allocates ? 1 : 4);
        assert_int_equal(c->store_misses, c->misses);
        cache_twin_free(c);
    }
}

/* 40 lines round and round through 32 lines of one set, replaced at random. A line that has just
 * been used is still there after the m misses of a round with (31/32)^m. In the long run
 * a share x of 40 misses, x = 1 - (31/32)^(40 x), of which the root is x = 0.38 (by bisection:
 * at 0.38 the right side is 1 - 0.96875^15.2 = 0.383; at 0.40 it is 1 - 0.96875^16 = 0.398). */
static void at_random(void **state)
{
    (void)state;
    cache_twin *c = cache_twin_new((twin_shape){1024, 32, 32, TWIN_RANDOM, true});
    for (int round = 0; round < 2000; round++)
        for (int line = 0; line < 40; line++)
            cache_twin_access(c, line * 32, false);
    double share = (double)c->misses / (double)c->accesses;
    assert_true(share > 0.36 && share < 0.42);
    cache_twin_free(c);
}

/* The same program as a walk and as a tree has as many accesses: the walk's by its own count, the
 * tree's as iterations of its statements times the references. */
static void walks_and_trees(void **state)
{
    (void)state;
    random_source r = {7};
    for (int i = 0; i < 60; i++) {
        nest_program p = random_nest(&r, 20000, 4096);
        model *m = model_new();
        estimate e = predict_on(m, nest_tree(m, &p), 1);
        double accesses = 0;
        for (int k = 0; k < p.nest_count; k++)
            accesses += unit_of(&e, AAG_SEQ, k)->count * p.nests[k].ref_count;
        assert_int_equal((int64_t)accesses, nest_walk(&p, NULL));
        model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_next),  cmocka_unit_test(sets),
        cmocka_unit_test(stores),          cmocka_unit_test(at_random),
        cmocka_unit_test(walks_and_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
