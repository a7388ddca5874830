/* Where combinations cross, by times and scalabilities made up here. */

#include <math.h>

#include "scaling/ranges.h"
#include "tests/cmocka_all.h"

enum { POINTS = 4 }; /* 4, 8, 16 and 32 processors */

/* One that takes `time` seconds for 100 operations on 4 processors, and by equal speed has to do
 * work[i] on 4 · 2^i, of which 0 is none that was found; `fixed` are its times at one size. */
static scaling combination(scaling_point points[POINTS], double time, const double work[POINTS],
                           const double fixed[POINTS])
{
    for (int i = 0; i < POINTS; i++) {
        points[i] = (scaling_point){.begin = {.is_made = true, .procs = 4 << i, .time = fixed[i]},
                                    .at_speed = {.procs = 4 << i, .work = work[i]},
                                    .same_speed = {work[i] > 0 ? SIZE_FOUND : SIZE_BEYOND_MOST}};
        if (i == 0)
            points[i].begin.time = time;
    }
    return (scaling){.count = POINTS, .points = points};
}

static void assert_ranges(const scaling *all, bool is_scaled, const int best[POINTS])
{
    arena *a = arena_new();
    const scaling_range *ranges;
    const int count = scaling_ranges(a, 2, all, is_scaled, &ranges);
    for (int point = 0; point < POINTS; point++) {
        int found = -1;
        for (int i = 0; i < count; i++)
            if (ranges[i].first <= point && point <= ranges[i].last)
                found = ranges[i].best;
        assert_int_equal(found, best[point]);
    }
    arena_free(a);
}

/* alpha = 1.2 / 1. Scalabilities of the first: 1, 200/400 and so on as psi = p' W / (p W'):
 * 8: 2 · 100 / 250 = 0.8, 16: 4 · 100 / 500 = 0.8, 32: 8 · 100 / 1600 = 0.5; of the second 0.8,
 * 0.5 and 0.5. Their ratios are 1, 1.6 and 1: more than alpha on 16 alone. */
static void definition_1(void **state)
{
    (void)state;
    scaling_point one[POINTS], two[POINTS];
    const double none[POINTS] = {1, 1, 1, 1};
    const scaling all[] = {combination(one, 1.2, (const double[]){100, 250, 500, 1600}, none),
                           combination(two, 1.0, (const double[]){100, 250, 800, 1600}, none)};
    assert_true(fabs(scaling_psi(&all[0], 2) - 0.8) < 1e-12);
    assert_true(fabs(scaling_psi(&all[1], 2) - 0.5) < 1e-12);
    assert_ranges(all, true, (const int[]){1, 1, 0, 1});
    for (int i = 0; i < POINTS; i++) { /* definition and times say the same */
        const bool crosses = scaling_psi(&all[0], i) / scaling_psi(&all[1], i) > 1.2;
        assert_int_equal(crosses,
                         scaling_time_at(&all[0], i, true) < scaling_time_at(&all[1], i, true));
    }
}

static void at_one_size(void **state)
{
    (void)state;
    scaling_point one[POINTS], two[POINTS];
    const double work[POINTS] = {100, 200, 400, 800};
    const scaling all[] = {combination(one, 1, work, (const double[]){1, 2, 3, 4}),
                           combination(two, 2, work, (const double[]){2, 2, 2.5, 4})};
    /* Of equals the one that was ahead before. */
    assert_ranges(all, false, (const int[]){0, 0, 1, 1});
}

/* Without a size of one nobody is known to be ahead. */
static void sizes_that_were_not_found(void **state)
{
    (void)state;
    scaling_point one[POINTS], two[POINTS];
    const double none[POINTS] = {1, 1, 1, 1};
    const scaling all[] = {combination(one, 1, (const double[]){100, 0, 0, 800}, none),
                           combination(two, 2, (const double[]){100, 200, 0, 800}, none)};
    assert_ranges(all, true, (const int[]){0, -1, -1, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(definition_1),
                                       cmocka_unit_test(at_one_size),
                                       cmocka_unit_test(sizes_that_were_not_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
