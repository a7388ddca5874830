/* How values are spread, in a stream and as a whole; and which are alike. */

#include <math.h>
#include <stdlib.h>

#include "support/context.h"
#include "support/sort.h"
#include "tests/cmocka_all.h"
#include "tests/near.h"
#include "tests/random.h"
#include "trace/statistics/cluster.h"
#include "trace/statistics/spread.h"

static int set_up(void **state)
{
    *state = fp_context_new();
    return 0;
}

static int tear_down(void **state)
{
    fp_context_free(*state);
    return 0;
}

/* 1, 2, ..., 10: the mean is 5.5 and the deviation sqrt(99/12). 5 % of ten are a half: the first;
 * 25 % two and a half: the third; 95 % nine and a half: the tenth. 1 + log2 of ten is 4.3: 5 bins
 * of 1.8 each, to 2.8, 4.6, 6.4, 8.2 and 10. */
static void ten_values(void **state)
{
    fp_context *ctx = *state;
    const double values[] = {7, 1, 10, 4, 3, 2, 9, 6, 8, 5};
    const spread s = spread_of(ctx->arena, 10, values);
    assert_near(s.mean, 5.5, 1e-15);
    assert_near(s.deviation, sqrt(99.0 / 12), 1e-15);
    const double expected[] = {1, 3, 5, 8, 10};
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        assert_near(s.percentile[i], expected[i], 0);
    const histogram h = histogram_of(ctx->arena, 10, values);
    const uint64_t counts[] = {2, 2, 2, 2, 2};
    assert_int_equal(h.bin_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(h.counts[i], counts[i]);
}

static void none_and_equal_ones(void **state)
{
    fp_context *ctx = *state;
    const double values[] = {0.1, 0.1, 0.1};
    const spread s = spread_of(ctx->arena, 3, values), none = spread_of(ctx->arena, 0, NULL);
    assert_near(s.deviation, 0, 0);
    assert_near(spread_variation(&none), 0, 0);
    assert_int_equal(histogram_of(ctx->arena, 3, values).bin_count, 1);
    assert_int_equal(histogram_of(ctx->arena, 3, values).counts[0], 3);
    assert_int_equal(histogram_of(ctx->arena, 0, NULL).bin_count, 0);
}

/* Values over twelve powers of ten, some of them 0, beside the same ones sorted. */
static void stream_beside_all(void **state)
{
    fp_context *ctx = *state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 40; trial++) {
        const uint32_t count = 1 + (uint32_t)random_below(&seed, 3000);
        double *values = ARENA_ARRAY(ctx->arena, count, double);
        sketch k = {0};
        uint64_t zeros = 0;
        for (uint32_t i = 0; i < count; i++) {
            const double power = (double)random_below(&seed, 12000) / 1000 - 11;
            values[i] = random_below(&seed, 10) == 0 ? 0 : pow(10, trial % 2 ? power : power / 12);
            zeros += !(values[i] > 0);
            sketch_add(ctx->arena, &k, values[i]);
        }
        const spread all = spread_of(ctx->arena, count, values), stream = sketch_spread(&k);
        assert_near(stream.mean, all.mean, 1e-12 * all.mean);
        assert_near(stream.deviation, all.deviation, 1e-9 * all.deviation);
        assert_near(stream.least, all.least, 0);
        assert_near(stream.most, all.most, 0);
        for (int i = 0; i < PERCENTILE_COUNT; i++)
            assert_near(stream.percentile[i], all.percentile[i],
                        SKETCH_ERROR * (1 + 1e-9) * all.percentile[i]);
        const histogram h = sketch_histogram(ctx->arena, &k);
        uint64_t sum = h.zeros;
        for (uint32_t i = 0; i < h.bin_count; i++)
            sum += h.counts[i];
        assert_int_equal(h.zeros, zeros);
        assert_int_equal(sum, count);
        assert_true(k.bin_count < 20000);
    }
}

/* --- Groups ------------------------------------------------------------------- */

/* Means 0.5 and 10.5. The outer ones are 0.5 and 10.5 away from them, the inner ones 0.5 and 9.5.
 */
static void two_pairs(void **state)
{
    fp_context *ctx = *state;
    const double points[] = {0, 11, 1, 10};
    const clusters c = clusters_find(ctx->arena, 4, 1, points);
    assert_int_equal(c.count, 2);
    const uint32_t of[] = {0, 1, 0, 1};
    for (int i = 0; i < 4; i++)
        assert_int_equal(c.of[i], of[i]);
    assert_near(c.silhouette, 1 - (0.5 / 10.5 + 0.5 / 9.5) / 2, 1e-12);
    assert_int_equal(c.sizes[0], 2);
    assert_int_equal(c.typical[1], 1);
}

/* Groups far from each other are found, in whatever order their points come; random points around
 * them are nearer than a tenth of what lies between. */
static void groups_are_found(void **state)
{
    fp_context *ctx = *state;
    uint64_t seed = 3;
    for (uint32_t k = 2; k <= CLUSTERS_MOST; k++) {
        enum { POINTS = 60, WIDTH = 3 };
        double points[POINTS][WIDTH];
        uint32_t made_of[POINTS];
        for (uint32_t i = 0; i < POINTS; i++) {
            made_of[i] = i < 2 * k ? i / 2 : (uint32_t)random_below(&seed, (int)k);
            for (uint32_t j = 0; j < WIDTH; j++)
                points[i][j] =
                    (made_of[i] >> j & 1 ? 2 : 1) + 0.02 * (double)random_below(&seed, 1000) / 1000;
        }
        const clusters c = clusters_find(ctx->arena, POINTS, WIDTH, &points[0][0]);
        assert_int_equal(c.count, k);
        for (uint32_t i = 0; i < POINTS; i++)
            for (uint32_t j = 0; j < i; j++)
                assert_int_equal(made_of[i] == made_of[j], c.of[i] == c.of[j]);
    }
}

/* Equal ones, ones that differ by less than a hundredth, and one, are one group; so are those that
 * lie evenly: two halves of 0, 1, ..., 5 (means 1 and 4) have silhouettes 1 - 1/4, 1 and 1 - 1/2.
 */
static void one_group(void **state)
{
    fp_context *ctx = *state;
    const double equal[] = {1, 1, 1, 1}, near[] = {1, 1, 1.005, 1.005};
    assert_int_equal(clusters_find(ctx->arena, 4, 1, equal).count, 1);
    assert_int_equal(clusters_find(ctx->arena, 4, 1, near).count, 1);
    assert_int_equal(clusters_find(ctx->arena, 1, 1, equal).count, 1);
    assert_int_equal(clusters_find(ctx->arena, 1, 1, equal).sizes[0], 1);
    assert_int_equal(clusters_find(ctx->arena, 0, 1, NULL).count, 0);
    const double even[] = {0, 1, 2, 3, 4, 5};
    const clusters c = clusters_find(ctx->arena, 6, 1, even);
    assert_int_equal(c.count, 2);
    assert_near(c.silhouette, (1 - 1.0 / 4 + 1 + 1 - 1.0 / 2) / 3, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ten_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(none_and_equal_ones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stream_beside_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_pairs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(groups_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_group, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
