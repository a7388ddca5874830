/* What recording takes, where it is not the same for each event and over before the next. By hand,
 * in ticks of 1 ns. */

#include <math.h>

#include "tests/cmocka_all.h"
#include "trace/perturbation/perturbation.h"

static perturbation_result result_with(const char *regions, const char *events,
                                       const perturbation_options *o)
{
    FILE *out = fopen("recording.trace", "w");
    assert_non_null(out);
    fprintf(out,
            "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\nrank 1 \"\"\n%s"
            "comm 0 \"world\" 0 1\n%s",
            regions, events);
    fclose(out);
    fp_context *ctx = fp_context_new();
    trace *t = trace_open_path(ctx, "recording.trace");
    assert_non_null(t);
    perturbation_result r;
    assert_true(perturbation_remove(ctx, t, o, NULL, TRACE_AS_TEXT, &r));
    fp_context_free(ctx);
    return r;
}

static perturbation_result result_of(const char *events, const perturbation_options *o)
{
    return result_with("region 0 user \"work\"\nregion 1 mpi \"MPI_Put\"\n"
                       "region 2 runtime \"recording\"\n",
                       events, o);
}

/* Each event, but for what the clock takes. */
static perturbation_options each(double ns)
{
    perturbation_options o = {.exit = EXIT_AS_RECORDED};
    for (int c = 0; c < RECORDED_CLOCK; c++)
        o.overhead[c] = 1e-9 * ns;
    return o;
}

static double ticks(double seconds)
{
    return round(seconds * 1e9);
}

/* Recording takes 10, and only 5 pass until the next event: what is missing is in the time after
 * that, 35 - 10 - 5, and the last 20 - 10. */
static void found_later(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r =
        result_of("0 0 enter 0\n0 5 leave 0\n0 40 enter 0\n0 60 leave 0\n", &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 30);
    assert_int_equal(r.too_short, 1);
    assert_true(ticks(r.not_found) == 0);
}

/* 5 between any two of 12 events, each said to take 100: after the last one 11 * 95 are missing, of
 * which as much as four events take may still be found. */
static void too_large(void **state)
{
    (void)state;
    const perturbation_options o = each(100);
    const perturbation_result r = result_of(
        "0 0 enter 0\n0 5 leave 0\n0 10 enter 0\n0 15 leave 0\n0 20 enter 0\n0 25 leave 0\n"
        "0 30 enter 0\n0 35 leave 0\n0 40 enter 0\n0 45 leave 0\n0 50 enter 0\n0 55 leave 0\n",
        &o);
    assert_true(ticks(r.not_found) == 11 * 95 - 400);
    assert_true(ticks(r.recording_all) == 1200);
    assert_int_equal(r.too_short, 11);
}

/* Two events with one stamp are one look at the clock: 30 - 10 and 20 - 10. */
static void one_look(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r =
        result_of("0 0 enter 0\n0 0 enter 1\n0 30 leave 1\n0 50 leave 0\n", &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 30);
}

/* The recorder itself was at work for 1000: none of it is the program's. 20 - 10, 0, 20 - 10. */
static void recorder_at_work(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r =
        result_of("0 0 enter 0\n0 20 enter 2\n0 1020 leave 2\n0 1040 leave 0\n", &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 20);
}

/* Before its first event a rank is in no region, whatever the first of the trace's is: 100 until
 * the send, and 200 - 100 - 10 until the receive. */
static void in_no_region(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r = result_with("region 0 runtime \"recording\"\n",
                                              "0 100 send to 0 comm 0 tag 1 bytes 8\n"
                                              "0 200 recv from 0 comm 0 tag 1 bytes 8\n",
                                              &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 190);
}

/* A trace without any: sent at 100, which is over at 110, and under way for 190. */
static void without_regions(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r = result_with("",
                                              "0 100 isend to 1 comm 0 tag 1 bytes 8 request 1\n"
                                              "1 300 recv from 0 comm 0 tag 1 bytes 8\n",
                                              &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 290);
}

/* Reading the thread's clock takes 300, just before a call's beginning is written down and just
 * after its end is, but not within 2000 of the last time: leave at 20: 20 - 10 = 10 enter at 5320:
 * read; 5300 - 10 - 300 = 4990, at 5000 leave at 5340: not read; 20 - 10, at 5010 enter at 9000:
 * read; 3660 - 10 - 300 = 3350, at 8360 leave at 14000: read; 5000 - 10 = 4990, at 13350 leave at
 * 15000: 1000 - 10 - 300 = 690, at 14040 */
static void clock_is_read(void **state)
{
    (void)state;
    perturbation_options o = each(10);
    o.overhead[RECORDED_CLOCK] = 300e-9;
    const perturbation_result r = result_of(
        "0 0 enter 1 cpu 0\n0 20 leave 1 cpu 5\n0 5320 enter 1 cpu 5000\n0 5340 leave 1 cpu 5005\n"
        "0 9000 enter 1 cpu 8000\n0 14000 leave 1 cpu 9000\n0 15000 leave 0\n",
        &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 14040);
}

/* Accesses have a class of their own: 90 - 50 after the one at 10. */
static void accesses(void **state)
{
    (void)state;
    perturbation_options o = each(0);
    o.overhead[RECORDED_ACCESS] = 50e-9;
    const perturbation_result r =
        result_of("0 0 enter 1\n0 10 put to 1 comm 0 bytes 8\n0 100 leave 1\n", &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 50);
}

/* Rank 0 comes to the barrier at 60, recorded until 70, and rank 1 at 50. Without, rank 0 computes
 * 20 and rank 1, which never came last, 30; both leave 5 after that, as in the trace. */
static void another_last(void **state)
{
    (void)state;
    const perturbation_options o = each(10);
    const perturbation_result r = result_of(
        "0 0 enter 0\n0 30 leave 0\n0 40 enter 0\n0 50 leave 0\n0 60 collective_begin\n"
        "0 75 collective_end MPI_Barrier comm 0 bytes 0 received 0\n1 0 enter 0\n1 40 leave 0\n"
        "1 50 collective_begin\n1 75 collective_end MPI_Barrier comm 0 bytes 0 received 0\n",
        &o);
    assert_true(ticks(r.approximated[FLIGHT_LEARNT]) == 35);
    assert_int_equal(r.collectives, 1);
    assert_int_equal(r.new_last, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_later),    cmocka_unit_test(too_large),
        cmocka_unit_test(one_look),       cmocka_unit_test(recorder_at_work),
        cmocka_unit_test(clock_is_read),  cmocka_unit_test(accesses),
        cmocka_unit_test(another_last),   cmocka_unit_test(in_no_region),
        cmocka_unit_test(without_regions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
