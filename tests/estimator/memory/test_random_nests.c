#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/beside_twin.h"

/* What the estimator says that random nests miss, held against a cache that is simulated access by
 * access. TWIN_NESTS: how many; TWIN_SEED: which; TWIN_SHOW: those that are further apart than so
 * many per cent. TWIN_ONLY: a test, by a name with *. */

typedef struct tally {
    int count, near, wide;
    double largest;
} tally;

static const twin_shape shapes[] = {
    {8192, 32, 2, TWIN_LRU, true},     {32768, 64, 8, TWIN_LRU, true},
    {4096, 32, 128, TWIN_LRU, true},   {8192, 32, 2, TWIN_RANDOM, true},
    {32768, 64, 8, TWIN_RANDOM, true}, {8192, 32, 2, TWIN_FIFO, true},
    {32768, 64, 8, TWIN_FIFO, true},
};
enum { LRU_SHAPES = 3, SHAPES = sizeof shapes / sizeof *shapes };

static const char *const names[] = {
    [TWIN_LRU] = "lru", [TWIN_FIFO] = "fifo", [TWIN_RANDOM] = "random"};

static int64_t from_environment(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoll(text, NULL, 10) : otherwise;
}

static void compare(const nest_program *p, int shape, memory_model how, tally *all, double show)
{
    enum { RUNS = 5 };
    double misses = counted_misses(p, shapes[shape], RUNS);
    double got = predicted_misses(p, &shapes[shape], how), apart = fabs(got / misses - 1);
    all->count++;
    all->near += apart <= 0.10;
    all->wide += apart <= 0.25;
    all->largest = fmax(all->largest, apart);
    if (100 * apart > show) {
        printf("%.0f predicted, %.0f counted of %lld (%+.0f %%), %lld bytes, %d ways, %s:\n", got,
               misses, (long long)nest_walk(p, NULL), 100 * (got / misses - 1),
               (long long)shapes[shape].bytes, shapes[shape].ways, names[shapes[shape].replace]);
        nest_print(p);
    }
}

/* Shapes first … end - 1, and how many of each hundred nests must be within 10 % and within 25 %.
 */
typedef struct demand {
    int first, end, near, wide;
} demand;

/* Compares nests of `least` to `most` accesses. */
static void random_ones(memory_model how, int64_t nests, int64_t least, int64_t most, demand asked)
{
    const double show = (double)from_environment("TWIN_SHOW", 1000000);
    tally all[SHAPES] = {{0}};
    random_source r = {(uint64_t)from_environment("TWIN_SEED", 2026)};
    nests = from_environment("TWIN_NESTS", nests);
    for (int64_t i = 0; i < nests; i++) {
        nest_program p = random_nest(&r, most, 32);
        while (nest_walk(&p, NULL) < least)
            p = random_nest(&r, most, 32);
        for (int k = asked.first; k < asked.end; k++)
            compare(&p, k, how, &all[k], show);
    }
    for (int k = asked.first; k < asked.end; k++)
        printf("%lld bytes, %d ways, %s: %d of %d within 10 %%, %d within 25 %%, largest %.0f %%\n",
               (long long)shapes[k].bytes, shapes[k].ways, names[shapes[k].replace], all[k].near,
               all[k].count, all[k].wide, 100 * all[k].largest);
    for (int k = asked.first; k < asked.end; k++) {
        assert_true(100 * all[k].near >= asked.near * all[k].count);
        assert_true(100 * all[k].wide >= asked.wide * all[k].count);
    }
}

static void random_nests(void **state)
{
    (void)state;
    random_ones(MEMORY_SAMPLED, 300, 0, 400000, (demand){0, LRU_SHAPES, 95, 97});
}

/* The closed form alone. */
static void in_closed_form(void **state)
{
    (void)state;
    random_ones(MEMORY_REUSE, 300, 0, 400000, (demand){0, LRU_SHAPES, 60, 80});
}

/* Larger ones, which the estimator walks through, too: what it samples is in test_sampled.c and
 * test_pieces.c. 95 within 10 % are what is wanted. */
static void large_nests(void **state)
{
    (void)state;
    random_ones(MEMORY_SAMPLED, 60, 500000, 5000000, (demand){0, LRU_SHAPES, 95, 97});
}

/* Random replacement, and FIFO. */
static void replaced_otherwise(void **state)
{
    (void)state;
    random_ones(MEMORY_SAMPLED, 100, 0, 400000, (demand){LRU_SHAPES, SHAPES, 92, 96});
}

static void large_replaced_otherwise(void **state)
{
    (void)state;
    random_ones(MEMORY_SAMPLED, 40, 500000, 3000000, (demand){LRU_SHAPES, SHAPES, 95, 97});
}

/* --- Samples ------------------------------------------------------------------------------- */

/* Of nests that are too long to be simulated, of which only some executions are looked at: the
 * count lies in the interval, as often as that says, and always where the two are far apart. 95
 * within 10 % are what is wanted; 83 are, by LRU 96. */
static void sampled_nests(void **state)
{
    enum { SCALE = 4, LEAST = 8000000, MOST = 30000000, WIDE = 50 };
    (void)state;
    const int64_t nests = from_environment("TWIN_NESTS", 14);
    const double show = (double)from_environment("TWIN_SHOW", 1000000);
    random_source r = {(uint64_t)from_environment("TWIN_SEED", 2028)};
    int near[SHAPES] = {0}, count[SHAPES] = {0}, inside = 0, far = 0, all = 0, close = 0;
    for (int64_t i = 0; i < nests; i++) {
        nest_program p = random_nest_of(&r, SCALE, MOST, 32);
        while (nest_walk(&p, NULL) < LEAST)
            p = random_nest_of(&r, SCALE, MOST, 32);
        for (int k = 0; k < SHAPES; k++) {
            const sampled_misses got = predicted_samples(&p, &shapes[k]);
            if (!got.is_sampled) /* streams and stencils, and what is the same again and again */
                continue;
            const double misses = counted_misses(&p, shapes[k], 1),
                         apart = fabs(got.misses / misses - 1);
            const bool is_in = got.low <= misses && misses <= got.high;
            count[k]++;
            near[k] += apart <= 0.10;
            inside += is_in;
            far += 100 * apart > WIDE && !is_in;
            if (100 * apart > show || (show < 1000000 && !is_in)) {
                printf("%.0f (%.0f ... %.0f), %.0f counted (%+.0f %%), %lld bytes, %d ways, %s:\n",
                       got.misses, got.low, got.high, misses, 100 * (got.misses / misses - 1),
                       (long long)shapes[k].bytes, shapes[k].ways, names[shapes[k].replace]);
                nest_print(&p);
            }
        }
    }
    for (int k = 0; k < SHAPES; k++) {
        printf("%lld bytes, %d ways, %s: of %d that are sampled %d within 10 %%\n",
               (long long)shapes[k].bytes, shapes[k].ways, names[shapes[k].replace], count[k],
               near[k]);
        all += count[k];
        close += near[k];
    }
    printf("of %d %d within the interval, %d far outside\n", all, inside, far);
    assert_true(all >= 2 * nests);
    assert_true(100 * close >= 80 * all);
    assert_true(100 * inside >= 95 * all);
    assert_int_equal(far, 0);
}

/* --- A second level ------------------------------------------------------------------------ */

static const twin_shape near_shape = {4096, 32, 2, TWIN_LRU, true};
static const twin_shape far_shape = {16384, 32, 4, TWIN_LRU, true};

static sag_cache cache_of(const model *m, const twin_shape *shape)
{
    sag_cache c = m->cache;
    c.line = value((double)shape->line);
    c.size = value((double)shape->bytes);
    c.associativity = value(shape->ways);
    c.replace = REPLACE_LRU;
    c.write_allocate = true;
    c.fetch_miss = c.store_miss = value(TWIN_MISS);
    return c;
}

/* Misses of both levels; returns false where the second has more than the first. */
static bool predict_two(const nest_program *p, memory_model how, double misses[2])
{
    model *m = model_new();
    sag_cache caches[2] = {cache_of(m, &near_shape), cache_of(m, &far_shape)};
    m->memory.cache_count = 2;
    m->memory.caches = caches;
    estimate_options options = {.memory = how, .overlap = -1};
    estimate e = predict(m, model_graph(m, nest_tree(m, p)), &options, 0, NULL);
    misses[0] = misses[1] = 0;
    for (int i = 0; i < e.unit_count; i++)
        for (int l = 0; l < 2; l++)
            misses[l] += e.units[i].misses[l];
    model_free(m);
    return misses[1] <= misses[0] * (1 + 1e-9);
}

/* What the second level misses has been missed by the first, whatever model says so. */
static void second_level(void **state)
{
    (void)state;
    const memory_model models[] = {MEMORY_REUSE, MEMORY_SAMPLED};
    const int64_t nests = from_environment("TWIN_NESTS", 30);
    random_source r = {(uint64_t)from_environment("TWIN_SEED", 2027)};
    int near[2] = {0}, wide[2] = {0}, capped[2] = {0};
    for (int64_t i = 0; i < nests; i++) {
        nest_program p = random_nest(&r, 3000000, 16);
        while (nest_walk(&p, NULL) < 500000)
            p = random_nest(&r, 3000000, 16);
        cache_twin *first = cache_twin_new(near_shape), *second = cache_twin_new(far_shape);
        first->behind = second;
        nest_walk(&p, first);
        for (int k = 0; k < 2; k++) {
            double misses[2];
            capped[k] += predict_two(&p, models[k], misses);
            double apart = fabs(misses[1] / (double)second->misses - 1);
            near[k] += apart <= 0.10;
            wide[k] += apart <= 0.25;
        }
        cache_twin_free(first);
        cache_twin_free(second);
    }
    for (int k = 0; k < 2; k++) {
        printf("second level, %s: %d of %d within 10 %%, %d within 25 %%, %d below the first\n",
               k ? "sampled" : "closed form", near[k], (int)nests, wide[k], capped[k]);
        assert_int_equal(capped[k], nests);
        assert_true(100 * wide[k] >= 80 * nests);
    }
    assert_true(100 * near[1] >= 75 * nests);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_nests),
                                       cmocka_unit_test(in_closed_form),
                                       cmocka_unit_test(large_nests),
                                       cmocka_unit_test(replaced_otherwise),
                                       cmocka_unit_test(large_replaced_otherwise),
                                       cmocka_unit_test(sampled_nests),
                                       cmocka_unit_test(second_level)};
    if (getenv("TWIN_ONLY"))
        cmocka_set_test_filter(getenv("TWIN_ONLY"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
