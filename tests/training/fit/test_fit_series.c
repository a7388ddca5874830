/* Medians, quartiles and what is taken off a sample, by hand. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "training/fit/fit_functions.h"

#define HEADER                                                                                     \
    "format\tfpredict/training/1\n"                                                                \
    "clock_overhead_s\t0.25\n"                                                                     \
    "kernel\tpingpong\tmessage:2\n"                                                                \
    "kernel\tgather\tgather:1 clock:1\n" TRAIN_COLUMNS "\n"

typedef struct fixture {
    arena *a;
    train_raw raw;
    fit_data data;
} fixture;

static bool collect(fixture *f, const char *text, char error[TRAIN_TEXT])
{
    FILE *in = tmpfile();
    assert_non_null(in);
    fputs(text, in);
    rewind(in);
    f->a = arena_new();
    const bool is_read = train_raw_read_stream(in, "here", &f->raw, error);
    fclose(in);
    if (!is_read)
        fail_msg("%s", error);
    return fit_collect(f->a, &f->raw, &f->data, error);
}

static void release(fixture *f)
{
    train_raw_clear(&f->raw);
    arena_free(f->a);
}

static void tallies_add_up(void **state)
{
    (void)state;
    assert_true(fit_tally("log:4 double_add:4 double_add:4 loop_iteration:1", "double_add") == 8);
    assert_true(fit_tally("log:4 double_add:4", "add") == 0);
    assert_true(fit_tally("message:64 answer:1", "answer") == 1);
    assert_true(fit_tally("", "answer") == 0);
}

/* 1, 1.02 and 1.04 s: what computes took the median. With 1.2 and 1.4 the shortest, which is known
 * to the 20 % that the median is above it. Of four samples, one of a hundredth of the iterations
 * tells nothing, however short: the clock's 0.25 s are all of it. */
static void what_computes_is_disturbed_one_way(void **state)
{
    (void)state;
    const fit_series quiet = {.count = 3, .median_s = 1.02, .least_s = 1, .most_s = 1.04};
    const fit_series busy = {.count = 3, .median_s = 1.2, .least_s = 1, .most_s = 1.4};
    assert_true(fabs(fit_work_s(&quiet) - 1.02) < 1e-12);
    assert_true(fabs(fit_work_error(&quiet) - fit_median_error(&quiet)) < 1e-12);
    assert_true(fabs(fit_work_s(&busy) - 1) < 1e-12);
    assert_true(fit_work_error(&busy) > 0.2 - 1e-12);
    /* Of many, of which a quarter is within 6 %, the second. */
    const fit_series often = {.count = 9,
                              .median_s = 1.2,
                              .quarter_s = 1.06,
                              .three_quarters_s = 1.3,
                              .least_s = 1,
                              .second_s = 1.02,
                              .most_s = 1.4};
    assert_true(fabs(fit_work_s(&often) - 1.02) < 1e-12);
    assert_true(fabs(fit_work_error(&often) - 0.06) < 1e-12);
    fixture f;
    char error[TRAIN_TEXT];
    assert_true(collect(&f,
                        HEADER "pingpong\tranks=2 bytes=8\t0\t1\t0\t8\t0.26\t1\n"
                               "pingpong\tranks=2 bytes=8\t1\t100\t0\t8\t100.25\t1\n"
                               "pingpong\tranks=2 bytes=8\t2\t100\t0\t8\t200.25\t1\n"
                               "pingpong\tranks=2 bytes=8\t3\t50\t0\t8\t150.25\t1\n",
                        error));
    assert_int_equal(f.data.series[0].count, 3);
    assert_true(fabs(f.data.series[0].median_s - 2) < 1e-12);
    release(&f);
}

/* (4.25 - 0.25) / 4 = 1, (8.25 - 0.25) / 4 = 2, (12.25 - 0.25) / 2 = 6: the median
 * is 2, the quartiles 1.5 and 4, half their distance 1.25. */
static void samples_become_a_series(void **state)
{
    (void)state;
    fixture f;
    char error[TRAIN_TEXT];
    assert_true(collect(&f,
                        HEADER "pingpong\tranks=2 bytes=8\t0\t4\t0\t8\t8.25\t1\n"
                               "gather\tranks=2 bytes=8\t0\t4\t0\t8\t5\t1\n"
                               "pingpong\tranks=2 bytes=8\t1\t4\t0\t8\t4.25\t1\n"
                               "pingpong\tranks=2 bytes=8\t2\t2\t0\t8\t12.25\t1\n",
                        error));
    assert_int_equal(f.data.count, 2);
    const fit_series *s = &f.data.series[0];
    assert_string_equal(s->kernel, "pingpong");
    assert_int_equal(s->count, 3);
    assert_true(s->median_s == 2);
    assert_true(s->quarter_s == 1.5);
    assert_true(s->three_quarters_s == 4);
    assert_true(s->least_s == 1);
    assert_true(s->second_s == 2);
    assert_true(s->most_s == 6);
    assert_true(fit_spread(s) == 0.625);
    /* Of three samples the extremes, 1 and 6, are 1.693 sigma apart; t of two degrees of freedom
     * at 84.134 % is sqrt(2) a / sqrt(1 - a^2) = 1.3213, a = 2 * 0.84134 - 1. */
    assert_true(fabs(fit_median_error(s) - 1.3213 * 1.2533 * 5 / 1.693 / 2 / sqrt(3)) < 1e-4);
    assert_true(fit_median_error(&f.data.series[1]) == 0); /* one, of simulated time */
    assert_int_equal(fit_parameter(s, "bytes"), 8);
    assert_int_equal(fit_parameter(s, "dims"), 0);
    /* the clock was read for each of four iterations: (5 - 4 * 0.25) / 4 */
    assert_true(f.data.series[1].median_s == 1);
    release(&f);
}

/* Nine samples, 8 ... 16: the median is 12, quartiles are 10 and 14, which are 2 * 0.6745 sigma
 * apart; t of eight degrees of freedom at 84.134 % is 1.067. */
static void many_samples_have_quartiles(void **state)
{
    (void)state;
    const fit_series s = {.count = 9,
                          .median_s = 12,
                          .quarter_s = 10,
                          .three_quarters_s = 14,
                          .least_s = 8,
                          .most_s = 160}; /* one that was disturbed changes nothing */
    assert_true(fabs(fit_median_error(&s) - 1.067 * 1.2533 * 2 / 0.6745 / 12 / 3) < 1e-4);
}

/* One sample of a real machine tells nothing of the next one, which is no reason to be sure. */
static void a_single_sample_is_not_certain(void **state)
{
    (void)state;
    static const struct {
        const char *computation;
        double error;
    } cases[] = {{"computation\tmeasured\n", 0.1},
                 {"computation\tnot measured: time is simulated\n", 0}};
    for (int i = 0; i < 2; i++) {
        fixture f;
        char error[TRAIN_TEXT], text[512];
        snprintf(text, sizeof text,
                 "format\tfpredict/training/1\n%sclock_overhead_s\t0\n"
                 "kernel\tbarrier\tbarrier:1\n" TRAIN_COLUMNS
                 "\nbarrier\tranks=2\t0\t1\t0\t0\t2\t1\n",
                 cases[i].computation);
        assert_true(collect(&f, text, error));
        assert_int_equal(f.data.series[0].count, 1);
        assert_true(fit_median_error(&f.data.series[0]) == cases[i].error);
        release(&f);
    }
}

/* Data in the file's order of samples; kernels come in that of the header. */
static void kernels_stand_together(void **state)
{
    (void)state;
    fixture f;
    char error[TRAIN_TEXT];
    assert_true(collect(&f,
                        HEADER "gather\tranks=2 bytes=8\t0\t1\t0\t8\t2\t1\n"
                               "pingpong\tranks=2 bytes=8\t0\t1\t0\t8\t2\t1\n"
                               "gather\tranks=2 bytes=4\t0\t1\t0\t8\t2\t1\n"
                               "pingpong\tranks=2 bytes=4\t0\t1\t0\t8\t2\t1\n",
                        error));
    static const char *const wanted[] = {"pingpong", "pingpong", "gather", "gather"};
    assert_int_equal(f.data.count, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(f.data.series[i].kernel, wanted[i]);
    assert_int_equal(fit_parameter(&f.data.series[0], "bytes"), 8);
    assert_int_equal(fit_parameter(&f.data.series[1], "bytes"), 4);
    release(&f);
}

static void a_header_without_the_clock_is_refused(void **state)
{
    (void)state;
    fixture f;
    char error[TRAIN_TEXT] = "";
    assert_false(collect(&f, "format\tfpredict/training/1\n" TRAIN_COLUMNS "\n", error));
    assert_non_null(strstr(error, "lacks 'clock_overhead_s'"));
    release(&f);
    assert_false(collect(
        &f, "format\tfpredict/training/1\nclock_overhead_s\tlittle\n" TRAIN_COLUMNS "\n", error));
    assert_non_null(strstr(error, "the header says 'clock_overhead_s little'"));
    release(&f);
    /* Two of three samples took less than 0.25 s. */
    assert_false(collect(&f,
                         HEADER "pingpong\tranks=2 bytes=8\t0\t4\t0\t8\t0.2\t1\n"
                                "pingpong\tranks=2 bytes=8\t1\t4\t0\t8\t0.2\t1\n"
                                "pingpong\tranks=2 bytes=8\t2\t4\t0\t8\t0.3\t1\n",
                         error));
    assert_non_null(strstr(error, "and 2 of 3 samples took less"));
    release(&f);
}

static void ranks_are_a_number(void **state)
{
    (void)state;
    static const char *const wrong[] = {"0", "-2", "two", "2 3", "2000000000", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fixture f;
        char error[TRAIN_TEXT] = "", text[512];
        snprintf(text, sizeof text,
                 "format\tfpredict/training/1\nranks\t%s\nclock_overhead_s\t0\n" TRAIN_COLUMNS "\n",
                 wrong[i]);
        assert_false(collect(&f, text, error));
        assert_non_null(strstr(error, "the number of ranks is"));
        release(&f);
    }
}

/* One curve for each set of parameters but the bytes; seconds of one of the
 * two messages: (2.25 - 0.25) / 1 / 2. */
static void curves_are_over_bytes(void **state)
{
    (void)state;
    fixture f;
    char error[TRAIN_TEXT];
    assert_true(collect(&f,
                        HEADER "pingpong\tranks=2 bytes=8 partner=1\t0\t1\t0\t8\t4.25\t1\n"
                               "pingpong\tranks=2 bytes=4 partner=1\t0\t1\t0\t8\t2.25\t1\n"
                               "pingpong\tranks=2 bytes=4 partner=2\t0\t1\t0\t8\t2.25\t1\n"
                               "gather\tbytes=4\t0\t1\t0\t8\t2.25\t1\n",
                        error));
    fit_curves curves;
    fit_make_curves(f.a, &f.data, &curves);
    assert_int_equal(curves.count, 3);
    assert_string_equal(curves.curve[0].parameters, "ranks=2 partner=1");
    assert_string_equal(curves.curve[1].parameters, "ranks=2 partner=2");
    assert_string_equal(curves.curve[2].parameters, "-");
    assert_int_equal(curves.curve[0].count, 2);
    assert_true(curves.curve[0].point[0].x == 4 && curves.curve[0].point[0].y == 1);
    assert_true(curves.curve[0].point[1].x == 8 && curves.curve[0].point[1].y == 2);
    assert_false(curves.curve[0].is_fitted);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_add_up),
        cmocka_unit_test(what_computes_is_disturbed_one_way),
        cmocka_unit_test(samples_become_a_series),
        cmocka_unit_test(many_samples_have_quartiles),
        cmocka_unit_test(ranks_are_a_number),
        cmocka_unit_test(a_single_sample_is_not_certain),
        cmocka_unit_test(kernels_stand_together),
        cmocka_unit_test(a_header_without_the_clock_is_refused),
        cmocka_unit_test(curves_are_over_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
