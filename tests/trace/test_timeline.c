/* What a timeline shows, worked out by hand; and that its columns change nothing of how long ranks
 * do what. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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

/* One column is a microsecond, so that places are the times in the file. */
static const timeline *ring(fp_context *ctx, uint32_t columns, uint32_t rows)
{
    trace *t = trace_open_path(ctx, FP_SOURCE_DIR "/tests/trace/cases/ring.trace");
    assert_non_null(t);
    const timeline_options o = {0, 403e-6, columns, rows, false};
    const timeline *line = timeline_make(ctx, t, &o);
    assert_non_null(line);
    return line;
}

static void assert_share(const timeline_row *row, double computing, double communicating,
                         double waiting)
{
    assert_near(row->share[TIMELINE_COMPUTING], computing * 1e-6, 1e-12);
    assert_near(row->share[TIMELINE_COMMUNICATING], communicating * 1e-6, 1e-12);
    assert_near(row->share[TIMELINE_WAITING], waiting * 1e-6, 1e-12);
}

/* Rank 0 sends from 110 to 120, and receives from 121 to 391 what was sent at 364: it waits for
 * 243. It comes to the barrier last. Outside of MPI it is to 110, to 121 and from 400 to 402.
 * Rank 1 waits from 5 to 112, and in the barrier from 252 to 391; rank 2 from 6 to 243, and from
 * 373 to 391. */
static void what_ranks_do(void **state)
{
    const timeline *t = ring(*state, 403, 64);
    assert_int_equal(t->row_count, 3);
    assert_int_equal(t->events, 42);
    assert_int_equal(t->messages, 3);
    assert_int_equal(t->collectives, 1);
    assert_share(&t->rows[0], 110 + 1 + 2, 10 + 27 + 9, 243);
    assert_share(&t->rows[1], 5 + 100 + 1 + 1, 29 + 10 + 9, 107 + 139);
    assert_share(&t->rows[2], 6 + 90 + 1 + 3, 29 + 10 + 9, 237 + 18);
    assert_int_equal(t->message.data[1].from, 1);
    assert_near((double)t->message.data[1].sent, 243, 1e-3);
    assert_near((double)t->message.data[1].received, 271, 1e-3);
    const timeline_band *b = &t->band.data[0];
    assert_int_equal(b->collective, TRACE_BARRIER);
    assert_int_equal(b->count, 3);
    assert_near((double)b->begin[0], 391, 1e-3);
    assert_near((double)b->begin[1], 252, 1e-3);
    assert_near((double)b->end[2], 400, 1e-3);
}

/* Rank 2 ends last: it left the barrier at 400, to which rank 0 came last, at 391, having waited
 * for what rank 2 had sent at 364; which had waited for rank 1, and this for rank 0. */
static void critical_path(void **state)
{
    const timeline *t = ring(*state, 403, 64);
    const timeline_point expected[] = {{0, 0},   {112, 0}, {140, 1}, {243, 1}, {271, 2},
                                       {364, 2}, {390, 0}, {391, 0}, {400, 2}, {403, 2}};
    assert_int_equal(t->last_rank, 2);
    assert_int_equal(t->path.count, sizeof expected / sizeof *expected);
    for (int i = 0; i < t->path.count; i++) {
        assert_int_equal(t->path.data[i].row, expected[i].row);
        assert_near((double)t->path.data[i].at, (double)expected[i].at, 1e-3);
    }
}

static double part_of(const timeline *line, uint32_t region, timeline_part part)
{
    return 1e6 * line->path_parts[region * TIMELINE_PART_COUNT + part];
}

/* The same in parts. In "main" (region 0) it computes until 10 on rank 0 and from 400 to 403 on
 * rank 2; in "work" 100, 100 and 90. It is in calls before its messages from 110, 241 and 362 on, 2
 * each, and after them until 141, 272 and 391, 1 each. Messages take 28, 28 and 26, the barrier 9.
 */
static void critical_path_parts(void **state)
{
    trace *t = trace_open_path(*state, FP_SOURCE_DIR "/tests/trace/cases/ring.trace");
    const timeline_options o = {0, -1, 7, 1, true};
    const timeline *line = timeline_make(*state, t, &o);
    assert_non_null(line);
    double all = 0;
    for (uint32_t i = 0; i < (t->region_count + 1) * TIMELINE_PART_COUNT; i++)
        all += 1e6 * line->path_parts[i];
    assert_near(all, 403, 1e-6);
    assert_near(1e6 * line->path_length, 403, 1e-6);
    assert_int_equal(line->path_hops, 4);
    assert_near(part_of(line, 0, TIMELINE_PATH_COMPUTING), 10 + 3, 1e-6);
    assert_near(part_of(line, 1, TIMELINE_PATH_COMPUTING), 100 + 100 + 90, 1e-6);
    assert_near(part_of(line, 0, TIMELINE_PATH_COMMUNICATING), 3 * 2 + 3 * 1, 1e-6);
    assert_near(part_of(line, 0, TIMELINE_PATH_MESSAGE), 28 + 28 + 26, 1e-6);
    assert_near(part_of(line, 0, TIMELINE_PATH_TOGETHER), 9, 1e-6);
}

/* Rank 0 is in f from 0 to 60, rank 1, which starts at 90, until 100. In columns of a microsecond:
 * before, rank 1 does nothing; on the critical path, which is its, 90 are elsewhere. */
static void late_start(void **state)
{
    fp_context *ctx = *state;
    FILE *out = fopen("late.trace", "w");
    assert_non_null(out);
    fputs("fpredict-trace 1\nclock 1000000\nrank 0 \"\"\nrank 1 \"\"\nregion 0 user \"f\"\n"
          "0 0 enter 0\n0 60 leave 0\n1 90 enter 0\n1 100 leave 0\n",
          out);
    fclose(out);
    trace *t = trace_open_path(ctx, "late.trace");
    assert_non_null(t);
    const timeline_options o = {0, 100e-6, 100, 64, true};
    const timeline *line = timeline_make(ctx, t, &o);
    assert_non_null(line);
    assert_share(&line->rows[0], 60, 0, 0);
    assert_share(&line->rows[1], 10, 0, 0);
    assert_int_equal(line->last_rank, 1);
    assert_near(1e6 * line->path_length, 100, 1e-6);
    assert_near(part_of(line, 0, TIMELINE_PATH_COMPUTING), 10, 1e-6);
    assert_near(part_of(line, 1, TIMELINE_PATH_COMPUTING), 0, 1e-6);
    assert_near(part_of(line, 1, TIMELINE_PATH_ELSEWHERE), 90, 1e-6);
    trace_close(t);
    remove("late.trace");
}

static double mixed(const timeline_row *row, timeline_state state, uint32_t columns)
{
    double sum = 0;
    for (uint32_t c = 0; c < columns; c++)
        sum += (double)row->mix[c * TIMELINE_STATE_COUNT + state];
    for (int i = 0; i < row->runs.count; i++)
        if (row->runs.data[i].state == state)
            sum += (double)(row->runs.data[i].end - row->runs.data[i].begin);
    return sum;
}

/* Of however many columns, what is in runs and what is mixed add up to the same times; and where
 * ranks share a row, to their mean. */
static void columns_and_rows(void **state)
{
    static const uint32_t columns[] = {1, 5, 13, 100, 403, 2000};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const timeline *t = ring(*state, columns[i], 64), *one = ring(*state, columns[i], 1);
        const double each = 403e-6 / columns[i];
        assert_int_equal(one->row_count, 1);
        for (int k = 0; k < TIMELINE_STATE_COUNT; k++) {
            double sum = 0;
            for (int r = 0; r < 3; r++) {
                const double share = t->rows[r].share[k];
                assert_near(mixed(&t->rows[r], (timeline_state)k, columns[i]) * each, share, 1e-9);
                sum += share;
            }
            assert_near(one->rows[0].share[k], sum, 1e-12);
            assert_near(mixed(&one->rows[0], (timeline_state)k, columns[i]) * each, sum / 3, 1e-9);
        }
    }
}

/* From 300 to 400, rank 1 waits to 391 and communicates to 400. */
static void window(void **state)
{
    fp_context *ctx = *state;
    trace *t = trace_open_path(ctx, FP_SOURCE_DIR "/tests/trace/cases/ring.trace");
    assert_non_null(t);
    const timeline_options o = {300e-6, 400e-6, 100, 64, false};
    const timeline *line = timeline_make(ctx, t, &o);
    assert_non_null(line);
    assert_share(&line->rows[1], 0, 9, 91);
    assert_int_equal(line->messages, 1); /* the last of the three */
    assert_near((double)line->message.data[0].sent, 64, 1e-3);
}

/* Rank 0 sends to all `count` times, a microsecond each; then rank 1 gets them. Processor seconds
 * that the picture takes. */
static double time_ahead(int count)
{
    fp_context *ctx = fp_context_new();
    FILE *out = fopen("ahead.trace", "w");
    assert_non_null(out);
    fputs("fpredict-trace 1\nclock 1000000\nrank 0 \"\"\nrank 1 \"\"\nregion 0 mpi \"MPI\"\n"
          "comm 0 \"\" 0 1\n",
          out);
    for (int i = 0; i < 2 * count; i++)
        fprintf(out,
                "%d %d collective_begin\n"
                "%d %d collective_end MPI_Bcast root 0 comm 0 bytes 8 received 8\n",
                i / count, i, i / count, i + 1);
    fclose(out);
    trace *t = trace_open_path(ctx, "ahead.trace");
    assert_non_null(t);
    const timeline_options o = {0, 2e-6 * count, 100, 64, true};
    const clock_t began = clock();
    const timeline *line = timeline_make(ctx, t, &o);
    const double time = (double)(clock() - began) / CLOCKS_PER_SEC;
    assert_non_null(line);
    assert_int_equal(line->collectives, count);
    trace_close(t);
    remove("ahead.trace");
    fp_context_free(ctx);
    return time;
}

/* Four times as many take four times as long, and not sixteen times. */
static void one_rank_ahead(void **state)
{
    (void)state;
    time_ahead(1000);
    const double few = time_ahead(25000), many = time_ahead(100000);
    if (many > 9 * few + 0.1)
        fail_msg("25,000 take %g s, and 100,000 %g s", few, many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_ranks_do, set_up, tear_down),
        cmocka_unit_test_setup_teardown(critical_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(critical_path_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(late_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(columns_and_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(window, set_up, tear_down),
        cmocka_unit_test(one_rank_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
