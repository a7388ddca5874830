/* What the papers say of larger systems, other processors and networks, each test named
 * after where it stands: the number of the paper and the line of the text that was read
 * (docs/machines.md lists the papers). */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/samples/predicted.h"

/* "The first application (Approximation of pi) scales well with increased number
 * of processors": of the sizes of table 4, 128 to 4,096, the largest gains from each
 * doubling up to 32. It is then a third of the way to 32 times as fast, not near it. */
static void parashar_figure_18_pi_gains_up_to_32_processors_at_4096(void **state)
{
    (void)state;
    double before = time_of(PI, 1, 4096);
    const double alone = before;
    for (int procs = 2; procs <= 32; procs *= 2) {
        const double time = time_of(PI, procs, 4096);
        assert_true(time < before);
        before = time;
    }
    assert_true(alone / before > 32 / 3.0 && alone / before < 12);
}

/* Why not nearer: the points are divided by P, and the reduction has log2 P steps of
 * 76 + 0.4 × 8 + 11 µs. So 1,024 points are done soonest on 16 processors, 128 on 2. */
static void pi_is_points_and_a_reduction(void **state)
{
    (void)state;
    for (int size = 128; size <= 4096; size *= 2) {
        double best = time_of(PI, 1, size);
        int best_on = 1;
        for (int steps = 1; steps <= 5; steps++) {
            json_t *o = predict(PI, 1 << steps, size);
            const json_t *parts = json_object_get(o, "breakdown_s");
            assert_true(fabs(number(parts, "communication") - steps * 90.2e-6) < 1e-12);
            assert_true(number(parts, "waiting") == 0);
            if (number(o, "time_s") < best) {
                best = number(o, "time_s");
                best_on = 1 << steps;
            }
            json_decref(o);
        }
        assert_true(size != 128 || best_on == 2);
        assert_true(size != 1024 || best_on == 16);
        assert_true(size != 4096 || best_on == 32);
    }
}

/* Larger than any of the paper's: half of 32 processors' worth, and then nearly all. */
static void beyond_the_papers_sizes_pi_scales_well(void **state)
{
    (void)state;
    assert_true(time_of(PI, 1, 8192) / time_of(PI, 32, 8192) > 16);
    assert_true(time_of(PI, 1, 65536) / time_of(PI, 32, 65536) > 28);
}

/* "In the second application (Parallel Stock Option Pricing), larger configurations
 * are beneficial only for larger problem sizes." Those of table 4 are 32 to 512; here they gain at
 * the smallest, too, but little. */
static void parashar_figure_19_finance_gains_the_more_the_larger_it_is(void **state)
{
    (void)state;
    double before = 0;
    for (int size = 32; size <= 512; size *= 2) {
        const double gain = time_of(FINANCE, 8, size) / time_of(FINANCE, 32, size);
        assert_true(gain > before);
        before = gain;
        if (size == 32) /* four times the processors */
            assert_true(gain < 1.5);
    }
    assert_true(before > 3);
}

/* What bounds it: of 32 blocks of a triangle's columns the widest has twice the mean. */
static void finance_is_bounded_by_its_triangle(void **state)
{
    (void)state;
    json_t *o = predict(FINANCE, 32, 512);
    const double bound = 32 * region(o, "prices", "load_balance");
    const double faster = time_of(FINANCE, 1, 512) / number(o, "time_s");
    assert_true(bound > 14 && bound < 17);
    assert_true(faster < bound && faster > 0.8 * bound);
    json_decref(o);
}

static double time_with(const char *source, const char *change, int procs, int size)
{
    char with[512];
    snprintf(with, sizeof with, "ipsc860 %s", change);
    json_t *o = predict_as(source, with, NULL, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* "The increase/decrease in application execution times is greater for larger
 * processor configurations"; "the effect of network load is more pronounced for
 * larger system configurations" (Parashar and Hariri 1996, figures 16 and 17). */
static void parashar_figure_15_bandwidth_and_load_matter_more_on_more_processors(void **state)
{
    (void)state;
    double slower_before = 1, loaded_before = 1;
    for (int procs = 2; procs <= 16; procs *= 2) {
        const double time = time_of(NBODY, procs, 1024);
        const double slower = time_with(NBODY, "--scale bandwidth=0.5", procs, 1024) / time;
        const double loaded = time_with(NBODY, "--load network=0.3", procs, 1024) / time;
        assert_true(slower > slower_before);
        assert_true(loaded > loaded_before);
        slower_before = slower;
        loaded_before = loaded;
    }
}

/* "Performance deteriorates rapidly as the network gets saturated": each further fifth of
 * the network that others use costs more than the one before. */
static void parashar_figure_16_load_costs_more_and_more(void **state)
{
    (void)state;
    double before = 0, last = time_of(NBODY, 8, 1024);
    for (int fifths = 1; fifths < 5; fifths++) {
        char load[32];
        snprintf(load, sizeof load, "--load network=0.%d", 2 * fifths);
        const double time = time_with(NBODY, load, 8, 1024);
        assert_true(time - last > 1.2 * before);
        before = time - last;
        last = time;
    }
}

/* "The effect of increasing/decreasing the speed of each processor", 2, 3 and 4 times:
 * what the processor does shrinks to a part, the memory's and the network's share stays,
 * so the times lie on a + b / speed. */
static void parashar_figure_13_processors_speed_up_their_own_part(void **state)
{
    (void)state;
    const double one = time_of(LAPLACE ".c", 4, 128);
    double time[5] = {0, one};
    for (int speed = 2; speed <= 4; speed++) {
        char scale[32];
        snprintf(scale, sizeof scale, "--scale processor=%d", speed);
        time[speed] = time_with(LAPLACE ".c", scale, 4, 128);
    }
    const double own = 2 * (one - time[2]);
    assert_true(own > 0.3 * one && own < one);
    for (int speed = 2; speed <= 4; speed++)
        assert_true(fabs(time[speed] - (one - own + own / speed)) < 1e-6 * one);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parashar_figure_18_pi_gains_up_to_32_processors_at_4096),
        cmocka_unit_test(pi_is_points_and_a_reduction),
        cmocka_unit_test(beyond_the_papers_sizes_pi_scales_well),
        cmocka_unit_test(parashar_figure_19_finance_gains_the_more_the_larger_it_is),
        cmocka_unit_test(finance_is_bounded_by_its_triangle),
        cmocka_unit_test(parashar_figure_15_bandwidth_and_load_matter_more_on_more_processors),
        cmocka_unit_test(parashar_figure_16_load_costs_more_and_more),
        cmocka_unit_test(parashar_figure_13_processors_speed_up_their_own_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
