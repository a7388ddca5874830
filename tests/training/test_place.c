/* What ends a run is left out, with what is larger, and everything else is measured. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "training/train_raw_log.h"

#define PATH "place.raw"

static const train_kernel kernels[] = {
    {.name = "alltoall",
     .family = TRAIN_COMMUNICATION,
     .operations = "alltoall:1",
     .sweep = {.from = 1, .to = 4}},
    {.name = "gather",
     .family = TRAIN_COMMUNICATION,
     .operations = "gather:1",
     .sweep = {.from = 1, .to = 4}},
};

static train_point point_of(int kernel, int64_t ranks, int64_t bytes)
{
    train_point p = {.kernel = &kernels[kernel]};
    p.value[TRAIN_ranks] = ranks;
    p.value[TRAIN_bytes] = bytes;
    return p;
}

static bool is_left_out(const char *what, int kernel, int64_t ranks, int64_t bytes)
{
    train_left_out from;
    const train_point p = point_of(kernel, ranks, bytes);
    assert_true(train_left_out_read(what, &from));
    return train_is_left_out(&from, &p);
}

static void what_is_larger_is_left_out_too(void **state)
{
    (void)state;
    assert_true(is_left_out("alltoall ranks=3 bytes=64", 0, 3, 64));
    assert_true(is_left_out("alltoall ranks=3 bytes=64", 0, 3, 65));
    assert_false(is_left_out("alltoall ranks=3 bytes=64", 0, 3, 63));
    assert_false(is_left_out("alltoall ranks=3 bytes=64", 0, 4, 64));
    assert_false(is_left_out("alltoall ranks=3 bytes=64", 1, 3, 64));
    train_left_out from;
    assert_false(train_left_out_read("", &from));
    assert_false(train_left_out_read("alltoall", &from));
}

/* The place of a run that ended in order is gone; of another it says where. A shorter line after a
 * longer one has nothing of that. */
static void the_place_of_a_run(void **state)
{
    train_place place;
    const train_point longer = point_of(0, 3, 4194304), shorter = point_of(1, 2, 1);
    (void)state;
    unlink(PATH ".now");
    assert_true(train_place_open(&place, PATH));
    assert_string_equal(place.last, "");
    train_place_set(&place, &longer);
    train_place_set(&place, &shorter);
    close(place.file); /* as a run that is ended leaves it */
    free(place.path);
    assert_true(train_place_open(&place, PATH));
    assert_string_equal(place.last, "gather ranks=2 bytes=1");
    train_place_close(&place);
    assert_int_equal(access(PATH ".now", F_OK), -1);
}

/* Of 6 points of one repetition each, 3 of alltoall at 1, 2 and 4 bytes, those of 2 and 4 are done
 * when 2 has ended a run; a run that goes on with the file knows it, and says what it was. */
static void a_run_goes_on_without(void **state)
{
    static train_header_line heading[] = {{"machine", "made.up", true}};
    const train_setting setting = {.ranks = 1};
    const train_kernels table = {2, kernels};
    train_plan plan;
    train_raw_log log;
    char error[TRAIN_TEXT];
    (void)state;
    unlink(PATH);
    assert_true(train_plan_make(&plan, &setting, 1, &table));
    if (plan.count == 0) { /* no messages on one rank */
        train_plan_clear(&plan);
        const train_setting two = {.ranks = 2};
        assert_true(train_plan_make(&plan, &two, 1, &table));
    }
    assert_int_equal(plan.count, 6);
    for (int turn = 0; turn < 2; turn++) {
        assert_true(train_raw_log_open(&log, PATH, 1, heading, &plan, 1, error));
        if (turn == 0)
            assert_true(train_raw_log_leave_out(&log, "alltoall ranks=2 bytes=2", error));
        assert_int_equal(log.done, 2);
        for (int i = 0; i < plan.count; i++) {
            const train_point *p = &plan.point[i];
            const bool is_out = p->kernel == &kernels[0] && p->value[TRAIN_bytes] >= 2;
            assert_int_equal(train_raw_log_is_done(&log, i, 0), is_out);
            assert_int_equal(train_raw_log_is_left_out(&log, p), is_out);
        }
        assert_true(train_raw_log_close(&log));
    }
    train_raw raw;
    assert_true(train_raw_read(PATH, &raw, error));
    assert_int_equal(raw.left_out_count, 1);
    assert_string_equal(raw.left_out[0].key, "alltoall");
    assert_string_equal(raw.left_out[0].value, "ranks=2 bytes=2");
    train_raw_clear(&raw);
    train_plan_clear(&plan);
    unlink(PATH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_larger_is_left_out_too),
        cmocka_unit_test(the_place_of_a_run),
        cmocka_unit_test(a_run_goes_on_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
