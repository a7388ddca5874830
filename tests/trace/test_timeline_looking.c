/* Ranks that look for a message before they receive it, MPI_Probe, MPI_Iprobe and MPI_Test: when
 * they wait, and whom the critical path goes to, worked out by hand. */

#include <stdio.h>

#include "tests/cmocka_all.h"
#include "tests/near.h"
#include "trace/timeline/timeline.h"

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

/* Rank 0 computes until 100, and sends at 102, in a call until 105; it ends at 110. Rank 1 does
 * what is given, and ends at 115. In microseconds. */
static const timeline *with_receiver(fp_context *ctx, const char *events)
{
    FILE *out = fopen("looking.trace", "w");
    assert_non_null(out);
    fprintf(out,
            "fpredict-trace 1\nclock 1000000\nrank 0 \"\"\nrank 1 \"\"\nregion 0 user \"f\"\n"
            "region 1 mpi \"MPI_Send\"\nregion 2 mpi \"MPI_Recv\"\nregion 3 mpi \"MPI_Probe\"\n"
            "region 4 mpi \"MPI_Iprobe\"\nregion 5 mpi \"MPI_Test\"\nregion 6 mpi \"MPI_Irecv\"\n"
            "region 7 user \"look\"\ncomm 0 \"\" 0 1\n"
            "0 0 enter 0\n0 100 enter 1\n0 102 send to 1 comm 0 tag 7 bytes 8\n0 105 leave 1\n"
            "0 110 leave 0\n1 0 enter 0\n%s1 115 leave 0\n",
            events);
    fclose(out);
    trace *t = trace_open_path(ctx, "looking.trace");
    assert_non_null(t);
    const timeline_options o = {0, 115e-6, 115, 64, true};
    const timeline *line = timeline_make(ctx, t, &o);
    assert_non_null(line);
    trace_close(t);
    remove("looking.trace");
    return line;
}

static void assert_receiver(const timeline *line, double computing, double communicating,
                            double waiting)
{
    const double *share = line->rows[1].share;
    assert_near(share[TIMELINE_COMPUTING], computing * 1e-6, 1e-12);
    assert_near(share[TIMELINE_COMMUNICATING], communicating * 1e-6, 1e-12);
    assert_near(share[TIMELINE_WAITING], waiting * 1e-6, 1e-12);
}

/* The path is on rank 0 until the message is sent, at 102, and on rank 1 from `found` on: 2 are in
 * the call that sends. */
static void assert_path(const timeline *line, double found, double computing, double communicating)
{
    assert_int_equal(line->last_rank, 1);
    assert_int_equal(line->path_hops, 1);
    assert_near(1e6 * line->path_length, 115, 1e-6);
    const double *parts = line->path_parts;
    assert_near(1e6 * parts[TIMELINE_PATH_MESSAGE], found - 102, 1e-6);
    double all[TIMELINE_PART_COUNT] = {0};
    for (uint32_t i = 0; i < 9 * TIMELINE_PART_COUNT; i++)
        all[i % TIMELINE_PART_COUNT] += 1e6 * parts[i];
    assert_near(all[TIMELINE_PATH_COMPUTING], 100 + computing, 1e-6);
    assert_near(all[TIMELINE_PATH_COMMUNICATING], 2 + communicating, 1e-6);
}

/* From 10 on, until 102 of 106; then it computes 1, is 5 in the call that receives, and 3. */
static void in_a_probe(void **state)
{
    const timeline *line =
        with_receiver(*state, "1 10 enter 3\n1 106 leave 3\n1 107 enter 2\n"
                              "1 111 recv from 0 comm 0 tag 7 bytes 8 any_source\n1 112 leave 2\n");
    assert_receiver(line, 10 + 1 + 3, 4 + 5, 92);
    assert_path(line, 106, 1 + 3, 5);
}

/* In three calls of 20 and one of 25; the last begins when the message was sent. Between them 2
 * each are computed, though the path is the sender's then: it does hardly anything else. */
static void in_a_loop(void **state)
{
    const timeline *line =
        with_receiver(*state, "1 10 enter 4\n1 30 leave 4\n1 32 enter 4\n1 52 leave 4\n"
                              "1 54 enter 4\n1 74 leave 4\n1 76 enter 4\n1 101 leave 4\n"
                              "1 103 enter 4\n1 108 leave 4\n1 109 enter 2\n"
                              "1 111 recv from 0 comm 0 tag 7 bytes 8\n1 112 leave 2\n");
    assert_receiver(line, 10 + 4 * 2 + 1 + 3, 5 + 3, 3 * 20 + 25);
    assert_path(line, 108, 1 + 3, 3);
}

/* It computes, and looks now and then: it waits for 2 and 2, and is as late as it is by itself. */
static void now_and_then(void **state)
{
    const timeline *line =
        with_receiver(*state, "1 10 enter 4\n1 12 leave 4\n1 13 enter 7\n1 50 enter 4\n"
                              "1 52 leave 4\n1 53 leave 7\n1 104 enter 4\n1 108 leave 4\n"
                              "1 109 enter 2\n1 111 recv from 0 comm 0 tag 7 bytes 8\n"
                              "1 112 leave 2\n");
    assert_receiver(line, 10 + 38 + 52 + 1 + 3, 4 + 3, 4);
    assert_int_equal(line->path_hops, 0);
}

/* A receive that was posted, and tests in vain, 20 each. */
static void in_tests(void **state)
{
    const timeline *line = with_receiver(
        *state, "1 4 enter 6\n1 5 irecv_posted request 9\n1 6 leave 6\n"
                "1 10 enter 5\n1 20 request_test request 9\n1 30 leave 5\n1 32 enter 5\n"
                "1 40 request_test request 9\n1 100 leave 5\n1 103 enter 5\n"
                "1 107 irecv from 0 comm 0 tag 7 bytes 8 request 9\n1 108 leave 5\n");
    assert_receiver(line, 4 + 4 + 2 + 3 + 7, 2 + 5, 20 + 68);
    assert_path(line, 107, 7, 1);
}

/* What is sent between is no loop: whether the first call waits is not known. */
static void not_a_loop(void **state)
{
    const timeline *line =
        with_receiver(*state, "1 10 enter 4\n1 30 leave 4\n1 31 enter 1\n"
                              "1 32 send to 0 comm 0 tag 3 bytes 8\n1 33 leave 1\n1 34 enter 2\n"
                              "1 111 recv from 0 comm 0 tag 7 bytes 8\n1 112 leave 2\n");
    assert_receiver(line, 10 + 1 + 1 + 3, 20 + 2 + 10, 102 - 34);
}

/* Two probes, each followed by a receive that is posted; both are waited for at the end. The second
 * looks for what is sent at 142, and waits until then, whether that has the tag of the first or
 * not. */
static void two_probes(void **state)
{
    static const char text[] =
        "fpredict-trace 1\nclock 1000000\nrank 0 \"\"\nrank 1 \"\"\nregion 0 user \"f\"\n"
        "region 1 mpi \"MPI_Send\"\nregion 2 mpi \"MPI_Waitall\"\nregion 3 mpi \"MPI_Probe\"\n"
        "region 4 mpi \"MPI_Irecv\"\ncomm 0 \"\" 0 1\n"
        "0 0 enter 0\n0 100 enter 1\n0 102 send to 1 comm 0 tag 7 bytes 8\n0 105 leave 1\n"
        "0 140 enter 1\n0 142 send to 1 comm 0 tag %d bytes 8\n0 145 leave 1\n0 150 leave 0\n"
        "1 0 enter 0\n1 10 enter 3\n1 106 leave 3\n1 107 enter 4\n1 108 irecv_posted request 1\n"
        "1 109 leave 4\n1 110 enter 3\n1 147 leave 3\n1 148 enter 4\n"
        "1 149 irecv_posted request 2\n1 150 leave 4\n1 151 enter 2\n"
        "1 152 irecv from 0 comm 0 tag 7 bytes 8 request 1\n"
        "1 153 irecv from 0 comm 0 tag %d bytes 8 request 2\n1 154 leave 2\n1 155 leave 0\n";
    for (int tag = 7; tag < 9; tag++) {
        FILE *out = fopen("looking.trace", "w");
        assert_non_null(out);
        fprintf(out, text, tag, tag);
        fclose(out);
        trace *t = trace_open_path(*state, "looking.trace");
        assert_non_null(t);
        const timeline_options o = {0, 155e-6, 155, 64, true};
        const timeline *line = timeline_make(*state, t, &o);
        assert_non_null(line);
        assert_receiver(line, 10 + 1 + 1 + 1 + 1 + 1, 4 + 2 + 5 + 2 + 3, 92 + 32);
        assert_int_equal(line->last_rank, 1);
        trace_close(t);
    }
    remove("looking.trace");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(in_a_probe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_a_loop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(now_and_then, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_tests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_probes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_a_loop, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
