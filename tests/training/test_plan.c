/* Which points are measured, worked out by hand. */

#include <stdio.h>

#include "tests/cmocka_all.h"
#include "training/train_plan.h"

static void plan_of(train_plan *plan, const train_kernel *kernel, const train_setting *setting)
{
    const train_kernels table = {1, kernel};
    assert_true(train_plan_make(plan, setting, 1, &table));
}

/* Compares the parameters of all points with `wanted`, which ends in a null. */
static void expect(const train_kernel *kernel, const train_setting *setting,
                   const char *const *wanted)
{
    train_plan plan;
    plan_of(&plan, kernel, setting);
    for (int i = 0; i < plan.count; i++) {
        char text[TRAIN_PARAMETERS_LENGTH];
        train_point_parameters(&plan.point[i], text);
        assert_non_null(wanted[i]);
        assert_string_equal(text, wanted[i]);
    }
    assert_null(wanted[plan.count]);
    train_plan_clear(&plan);
}

static const train_setting two = {.ranks = 2};

static void sizes_are_powers_of_two(void **state)
{
    (void)state;
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION, .sweep = {.from = 1, .to = 10}};
    expect(&kernel, &two,
           (const char *const[]){"ranks=2 bytes=1", "ranks=2 bytes=2", "ranks=2 bytes=4",
                                 "ranks=2 bytes=8", NULL});
}

/* Of five ranks, two on a node, 0, 2 and 4 are on nodes of their own. */
static void one_rank_of_each_node(void **state)
{
    (void)state;
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 8, .to = 8, .unit = 8, .is_apart = true}};
    const train_setting alone = {.ranks = 5, .per_node = 1}, nodes = {.ranks = 5, .per_node = 2};
    expect(&kernel, &alone, (const char *const[]){NULL});
    expect(&kernel, &nodes,
           (const char *const[]){"ranks=2 bytes=8 apart=2", "ranks=3 bytes=8 apart=2", NULL});
}

static void an_octave_is_divided_evenly(void **state)
{
    (void)state;
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 2, .to = 14, .per_octave = 4}};
    expect(&kernel, &two,
           (const char *const[]){"ranks=2 bytes=2", "ranks=2 bytes=4", "ranks=2 bytes=5",
                                 "ranks=2 bytes=6", "ranks=2 bytes=7", "ranks=2 bytes=8",
                                 "ranks=2 bytes=10", "ranks=2 bytes=12", "ranks=2 bytes=14", NULL});
}

static void each_rank_has_a_piece(void **state)
{
    (void)state;
    const train_setting three = {.ranks = 3};
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 8, .to = 50, .unit = 8, .for_each_rank = true}};
    /* 8 bytes a rank, and 16: 16 · 2 and 8 · 3 · 2 = 48; 32 · 2 = 64 is too much */
    expect(&kernel, &three,
           (const char *const[]){"ranks=2 bytes=16", "ranks=2 bytes=32", "ranks=3 bytes=24",
                                 "ranks=3 bytes=48", NULL});
}

static void strides_need_whole_elements(void **state)
{
    (void)state;
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 4, .to = 8, .is_strided = true}};
    expect(&kernel, &two,
           (const char *const[]){"stride=8 ranks=2 bytes=4", "stride=8 ranks=2 bytes=8",
                                 "stride=128 ranks=2 bytes=8", NULL});
    const train_setting simulated = {.ranks = 2, .is_simulated = true};
    expect(&kernel, &simulated,
           (const char *const[]){"stride=8 ranks=2 bytes=4", "stride=8 ranks=2 bytes=8", NULL});
}

static void grids_have_as_many_axes_as_the_ranks_have_factors(void **state)
{
    (void)state;
    const train_setting eight = {.ranks = 8};
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 1, .to = 1, .dims_max = 3}};
    /* 2, 3: prime; 4 and 6: two factors; 8: three */
    expect(&kernel, &eight,
           (const char *const[]){
               "ranks=2 bytes=1 dims=1", "ranks=3 bytes=1 dims=1", "ranks=4 bytes=1 dims=1",
               "ranks=4 bytes=1 dims=2", "ranks=6 bytes=1 dims=1", "ranks=6 bytes=1 dims=2",
               "ranks=8 bytes=1 dims=1", "ranks=8 bytes=1 dims=2", "ranks=8 bytes=1 dims=3", NULL});
}

static void partners_are_further_and_further_off(void **state)
{
    (void)state;
    const train_setting six = {.ranks = 6};
    const train_kernel kernel = {
        .family = TRAIN_COMMUNICATION,
        .sweep = {.from = 2, .to = 3, .per_octave = 2, .is_pair = true, .to_partners = true}};
    expect(&kernel, &six,
           (const char *const[]){"ranks=2 bytes=2 partner=1", "ranks=2 bytes=3 partner=1",
                                 "ranks=2 bytes=2 partner=2", "ranks=2 bytes=2 partner=3",
                                 "ranks=2 bytes=2 partner=4", NULL});
}

/* Of 27 ranks to a third and half of all as well; of 16 these are 5 and 8, which is there. */
static void partners_tell_odd_sides(void **state)
{
    (void)state;
    const train_setting some = {.ranks = 27}, others = {.ranks = 16};
    const train_kernel kernel = {
        .family = TRAIN_COMMUNICATION,
        .sweep = {.from = 2, .to = 2, .per_octave = 2, .is_pair = true, .to_partners = true}};
    expect(&kernel, &some,
           (const char *const[]){"ranks=2 bytes=2 partner=1", "ranks=2 bytes=2 partner=2",
                                 "ranks=2 bytes=2 partner=3", "ranks=2 bytes=2 partner=4",
                                 "ranks=2 bytes=2 partner=7", "ranks=2 bytes=2 partner=8",
                                 "ranks=2 bytes=2 partner=15", "ranks=2 bytes=2 partner=16",
                                 "ranks=2 bytes=2 partner=9", "ranks=2 bytes=2 partner=13", NULL});
    expect(&kernel, &others,
           (const char *const[]){"ranks=2 bytes=2 partner=1", "ranks=2 bytes=2 partner=2",
                                 "ranks=2 bytes=2 partner=3", "ranks=2 bytes=2 partner=4",
                                 "ranks=2 bytes=2 partner=7", "ranks=2 bytes=2 partner=8",
                                 "ranks=2 bytes=2 partner=15", "ranks=2 bytes=2 partner=5", NULL});
}

static void even_numbers_of_ranks(void **state)
{
    (void)state;
    const train_setting seven = {.ranks = 7};
    const train_kernel kernel = {.family = TRAIN_COMMUNICATION,
                                 .sweep = {.from = 1, .to = 1, .is_even = true}};
    expect(&kernel, &seven,
           (const char *const[]){"ranks=2 bytes=1", "ranks=4 bytes=1", "ranks=6 bytes=1", NULL});
}

static void numbers_of_ranks(void **state)
{
    (void)state;
    static const int wanted[] = {2, 3, 4, 6, 8, 12, 16, 20};
    int counts[64];
    const train_setting twenty = {.ranks = 20};
    assert_int_equal(train_plan_rank_counts(&twenty, counts), 8);
    assert_memory_equal(counts, wanted, sizeof wanted);
    const train_setting quick = {.ranks = 20, .is_quick = true};
    assert_int_equal(train_plan_rank_counts(&quick, counts), 2);
    assert_int_equal(counts[0], 2);
    assert_int_equal(counts[1], 20);
    const train_setting one = {.ranks = 1};
    assert_int_equal(train_plan_rank_counts(&one, counts), 0);
}

static void memory_is_size_by_stride(void **state)
{
    (void)state;
    const train_kernel kernel = {.family = TRAIN_MEMORY,
                                 .sweep = {.from = 1024, .to = 2048, .is_strided = true}};
    /* at least four places: no stride of 512 in 1024 bytes, none of 4096 */
    expect(&kernel, &two,
           (const char *const[]){"size=1024 stride=8", "size=1024 stride=64", "size=1024 stride=32",
                                 "size=1024 stride=128", "size=2048 stride=8",
                                 "size=2048 stride=64", "size=2048 stride=32",
                                 "size=2048 stride=128", "size=2048 stride=512", NULL});
}

/* One rank measures no messages, a simulation no memory and no operations. */
static void what_is_left_out(void **state)
{
    (void)state;
    const char *const nothing[] = {NULL};
    const char *const one_point[] = {"-", NULL};
    const train_setting alone = {.ranks = 1};
    const train_setting simulated = {.ranks = 2, .is_simulated = true};
    const train_kernel message = {.family = TRAIN_COMMUNICATION, .sweep = {.from = 1, .to = 8}};
    const train_kernel memory = {.family = TRAIN_MEMORY, .sweep = {.from = 1024, .to = 2048}};
    const train_kernel operation = {.family = TRAIN_COMPUTATION};
    const train_kernel injected = {.family = TRAIN_SIMULATION};
    expect(&message, &alone, nothing);
    expect(&memory, &simulated, nothing);
    expect(&operation, &simulated, nothing);
    expect(&injected, &simulated, one_point);
    expect(&operation, &alone, one_point);
}

/* Strided: 16 times as far apart, in one half; a grid: what comes from 2 · 3
 * neighbours beside each other. */
static void the_workspace_holds_every_point(void **state)
{
    (void)state;
    train_plan plan;
    const train_kernel strided = {.family = TRAIN_COMMUNICATION,
                                  .sweep = {.from = 64, .to = 64, .is_strided = true}};
    plan_of(&plan, &strided, &two);
    assert_int_equal(plan.workspace, 2 * 64 * 16);
    train_plan_clear(&plan);
    const train_setting eight = {.ranks = 8};
    const train_kernel grid = {.family = TRAIN_COMMUNICATION,
                               .sweep = {.from = 64, .to = 64, .dims_max = 3}};
    plan_of(&plan, &grid, &eight);
    assert_int_equal(plan.workspace, 6 * 64);
    train_plan_clear(&plan);
}

static void communication_declares_by_the_byte(void **state)
{
    (void)state;
    const train_kernel sum = {.family = TRAIN_COMMUNICATION, .flops = 0.125};
    const train_point point = {.kernel = &sum, .value = {[TRAIN_bytes] = 64}};
    assert_true(train_point_flops(&point) == 8);
    assert_true(train_point_bytes(&point) == 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_powers_of_two),
        cmocka_unit_test(one_rank_of_each_node),
        cmocka_unit_test(an_octave_is_divided_evenly),
        cmocka_unit_test(each_rank_has_a_piece),
        cmocka_unit_test(strides_need_whole_elements),
        cmocka_unit_test(grids_have_as_many_axes_as_the_ranks_have_factors),
        cmocka_unit_test(partners_are_further_and_further_off),
        cmocka_unit_test(partners_tell_odd_sides),
        cmocka_unit_test(even_numbers_of_ranks),
        cmocka_unit_test(numbers_of_ranks),
        cmocka_unit_test(memory_is_size_by_stride),
        cmocka_unit_test(what_is_left_out),
        cmocka_unit_test(the_workspace_holds_every_point),
        cmocka_unit_test(communication_declares_by_the_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
