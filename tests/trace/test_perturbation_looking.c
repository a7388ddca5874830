/* What is left without recording of programs that look for a message before they receive it, worked
 * out by hand. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/cmocka_all.h"
#include "tests/near.h"
#include "trace/perturbation/perturbation.h"

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

/* Recording an event of the program takes 10, and nothing else. Rank 0 sends at 152, 30 later than
 * without; then it does what is given, as rank 1 does. Microseconds. */
static perturbation_result without_both(fp_context *ctx, const char *more, const char *events)
{
    FILE *out = fopen("looking.trace", "w");
    assert_non_null(out);
    fprintf(out,
            "fpredict-trace 1\nclock 1000000\nrank 0 \"\"\nrank 1 \"\"\nregion 0 user \"main\"\n"
            "region 1 user \"work\"\nregion 2 mpi \"MPI_Send\"\nregion 3 mpi \"MPI_Recv\"\n"
            "region 4 mpi \"MPI_Probe\"\nregion 5 mpi \"MPI_Iprobe\"\nregion 6 mpi \"MPI_Test\"\n"
            "region 7 mpi \"MPI_Irecv\"\ncomm 0 \"\" 0 1\n"
            "0 0 enter 0\n0 20 enter 1\n0 130 leave 1\n0 150 enter 2\n"
            "0 152 send to 1 comm 0 tag 7 bytes 8\n0 155 leave 2\n%s0 %d leave 0\n"
            "1 0 enter 0\n%s",
            more, *more ? 210 : 160, events);
    fclose(out);
    trace *t = trace_open_path(ctx, "looking.trace");
    assert_non_null(t);
    perturbation_options o = {.exit = EXIT_AS_RECORDED, .blind = BLIND_AS_RECORDED};
    o.overhead[RECORDED_USER] = 10e-6;
    perturbation_result r;
    assert_true(perturbation_remove(ctx, t, &o, "without.trace", TRACE_AS_TEXT, &r));
    trace_close(t);
    remove("looking.trace");
    assert_true(r.approximated[FLIGHT_OPTIMISTIC] <= r.approximated[FLIGHT_LEARNT]);
    assert_true(r.approximated[FLIGHT_LEARNT] <= r.approximated[FLIGHT_PESSIMISTIC]);
    return r;
}

static perturbation_result without(fp_context *ctx, const char *events)
{
    return without_both(ctx, "", events);
}

/* When the n-th event of rank 1 is, from 0 on. */
static double event_at(fp_context *ctx, int n)
{
    trace *t = trace_open_path(ctx, "without.trace");
    assert_non_null(t);
    trace_cursor *c = trace_rank_events(ctx, t, 1);
    trace_event e = {.time = 0};
    for (int i = 0; i <= n; i++)
        assert_true(trace_next(c, &e));
    trace_close(t);
    return (double)e.time;
}

/* The one message, sent while its receiver looked for it, or before it was asked for at all. */
static void assert_counts(const perturbation_result *r, uint64_t looked_for, uint64_t sent_before)
{
    assert_int_equal(r->receives, 1);
    assert_int_equal(r->looked_for, looked_for);
    assert_int_equal(r->sent_before, sent_before);
}

/* It is found 4 after it was sent, at 126 in place of 156; receiving it takes 3, and all ends 14
 * later. */
static void in_a_probe(void **state)
{
    const perturbation_result r =
        without(*state, "1 15 enter 4\n1 156 leave 4\n1 160 enter 3\n"
                        "1 163 recv from 0 comm 0 tag 7 bytes 8\n1 165 leave 3\n1 170 leave 0\n");
    assert_near(1e6 * r.measured, 170, 1e-6);
    assert_near(1e6 * r.approximated[FLIGHT_LEARNT], 140, 1e-6);
    assert_near(event_at(*state, 1), 5, 1e-6);
    assert_near(event_at(*state, 2), 126, 1e-6);
    assert_near(event_at(*state, 4), 133, 1e-6);
    assert_counts(&r, 1, 0);
    remove("without.trace");
}

/* Two probes, each followed by a receive that is posted and waited for at the end. Before the
 * second message two more events of the program are recorded: it is sent at 194, and at 144
 * without. Each is found 4 after it was sent, at 126 and 148, and all ends 50 earlier. */
static void in_two_probes(void **state)
{
    static const char sent[] = "0 160 enter 1\n0 180 leave 1\n0 192 enter 2\n"
                               "0 194 send to 1 comm 0 tag 7 bytes 8\n0 196 leave 2\n";
    const perturbation_result r = without_both(
        *state, sent,
        "1 15 enter 4\n1 156 leave 4\n1 158 enter 7\n1 159 irecv_posted request 1\n1 160 leave 7\n"
        "1 162 enter 4\n1 198 leave 4\n1 199 enter 7\n1 200 irecv_posted request 2\n1 201 leave 7\n"
        "1 203 enter 6\n1 205 irecv from 0 comm 0 tag 7 bytes 8 request 1\n1 206 leave 6\n"
        "1 207 enter 6\n1 209 irecv from 0 comm 0 tag 7 bytes 8 request 2\n1 210 leave 6\n"
        "1 262 leave 0\n");
    assert_near(event_at(*state, 2), 126, 1e-6);
    assert_near(event_at(*state, 6), 132, 1e-6);
    assert_near(event_at(*state, 7), 148, 1e-6);
    assert_near(1e6 * r.approximated[FLIGHT_LEARNT], 212, 1e-6);
    assert_int_equal(r.looked_for, 2);
    remove("without.trace");
}

/* Writes calls of a region, from `begin` to `begin` + 9 each, 10 apart. */
static char *calls(fp_context *ctx, const char *before, int begin, int count, int region,
                   const char *within)
{
    char *text = (char *)arena_strdup(ctx->arena, before);
    for (int i = 0; i < count; i++) {
        const char *middle =
            *within ? arena_printf(ctx->arena, "1 %d %s\n", begin + 10 * i + 5, within) : "";
        text = (char *)arena_printf(ctx->arena, "%s1 %d enter %d\n%s1 %d leave %d\n", text,
                                    begin + 10 * i, region, middle, begin + 10 * i + 9, region);
    }
    return text;
}

/* The program looks every 10, from 15 on, and has found it at 164; without recording from 5 on, and
 * at 134, in two calls less. The events of those are there: all are in what time there is, and 1
 * between two of them stays. */
static void in_a_loop(void **state)
{
    fp_context *ctx = *state;
    const char *text =
        arena_printf(ctx->arena,
                     "%s1 168 enter 3\n1 171 recv from 0 comm 0 tag 7 bytes 8 any_source\n"
                     "1 173 leave 3\n1 178 leave 0\n",
                     calls(ctx, "", 15, 15, 5, ""));
    const perturbation_result r = without(ctx, text);
    assert_near(1e6 * r.approximated[FLIGHT_LEARNT], 148, 1e-6);
    assert_near(event_at(ctx, 1), 5, 1e-6);
    const double first = event_at(ctx, 2) - event_at(ctx, 1); /* 15 calls in 129 - 14 */
    assert_near(first, 115.0 / 15, 1);
    assert_near(event_at(ctx, 3) - event_at(ctx, 2), 1, 1);
    assert_near(event_at(ctx, 30), 134, 1e-6);
    assert_near(event_at(ctx, 32), 141, 1e-6);
    remove("without.trace");
}

/* A receive that was posted; the test that finds it ended begins at 155, without recording at
 * 125. */
static void in_tests(void **state)
{
    fp_context *ctx = *state;
    const char *text =
        arena_printf(ctx->arena,
                     "%s1 155 enter 6\n1 163 irecv from 0 comm 0 tag 7 bytes 8 request 9\n"
                     "1 164 leave 6\n1 169 leave 0\n",
                     calls(ctx, "1 15 enter 7\n1 16 irecv_posted request 9\n1 17 leave 7\n", 25, 13,
                           6, "request_test request 9"));
    const perturbation_result r = without(ctx, text);
    assert_near(1e6 * r.approximated[FLIGHT_LEARNT], 139, 1e-6);
    assert_counts(&r, 1, 0);
    const int last = 3 + 3 * 13 + 1;
    assert_near(event_at(ctx, last), 125, 1e-6);
    assert_near(event_at(ctx, last + 1), 133, 1e-6);
    remove("without.trace");
}

/* It computes 8 in 10 and looks in 2: nothing that it computes becomes shorter. Without recording
 * it looks from 5 to 7, to 135 in all. */
static void between_computing(void **state)
{
    const char *text = "1 15 enter 5\n1 17 leave 5\n1 85 enter 5\n1 87 leave 5\n1 155 enter 5\n"
                       "1 157 leave 5\n1 158 enter 3\n1 161 recv from 0 comm 0 tag 7 bytes 8\n"
                       "1 163 leave 3\n1 170 leave 0\n";
    const perturbation_result r = without(*state, text);
    assert_true(event_at(*state, 3) - event_at(*state, 2) >= 68);
    assert_true(event_at(*state, 5) - event_at(*state, 4) >= 68);
    assert_true(1e6 * r.approximated[FLIGHT_LEARNT] >= 5 + 68 + 68 + 13);
    assert_true(1e6 * r.approximated[FLIGHT_LEARNT] <= 160);
    remove("without.trace");
}

/* It was there when it was looked for: looking takes what it took. */
static void was_there(void **state)
{
    const perturbation_result r =
        without(*state, "1 315 enter 4\n1 317 leave 4\n1 320 enter 3\n"
                        "1 323 recv from 0 comm 0 tag 7 bytes 8\n1 325 leave 3\n1 330 leave 0\n");
    assert_near(1e6 * r.approximated[FLIGHT_LEARNT], 320, 1e-6);
    assert_counts(&r, 0, 1);
    assert_near(event_at(*state, 2), 307, 1e-6);
    remove("without.trace");
}

/* As in_a_probe, of an archive, which has one reader for each rank: what is read on in is closed
 * before the next view. */
static void of_an_archive(void **state)
{
    fp_context *ctx = *state;
    const perturbation_result r =
        without(ctx, "1 15 enter 4\n1 156 leave 4\n1 160 enter 3\n"
                     "1 163 recv from 0 comm 0 tag 7 bytes 8\n1 165 leave 3\n1 170 leave 0\n");
    trace *t = trace_open_path(ctx, "without.trace");
    trace_writer *w = trace_create(ctx, "without.otf2.folder", TRACE_AS_OTF2, t);
    assert_non_null(w);
    for (uint32_t i = 0; i < 2; i++) {
        trace_cursor *c = trace_rank_events(ctx, t, i);
        for (trace_event e; trace_next(c, &e);)
            assert_true(trace_write(w, i, &e));
    }
    assert_true(trace_finish(w));
    trace_close(t);
    trace *archive = trace_open_path(ctx, "without.otf2.folder");
    assert_non_null(archive);
    const perturbation_options o = {.exit = EXIT_AS_RECORDED};
    perturbation_result again;
    assert_true(perturbation_remove(ctx, archive, &o, NULL, TRACE_AS_TEXT, &again));
    assert_near(again.approximated[FLIGHT_LEARNT], r.approximated[FLIGHT_LEARNT], 1e-12);
    trace_close(archive);
    assert_int_equal(system("rm -r without.otf2.folder without.trace"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(in_a_probe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_two_probes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_a_loop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_tests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(between_computing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(was_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_an_archive, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
