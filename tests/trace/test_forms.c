/* Traces are read as they were written, in both forms; what is wrong with one is said at its
 * place. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/said.h"
#include "trace/format/merge.h"
#include "trace/format/trace.h"

typedef struct fixture {
    fp_context *ctx;
    char folder[64];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = fp_context_new();
    strcpy(f->folder, "trace_XXXXXX");
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", f->folder);
    const int failed = system(command);
    fp_context_free(f->ctx);
    free(f);
    return failed;
}

static const char *in_folder(fixture *f, const char *name)
{
    return arena_printf(f->ctx->arena, "%s/%s", f->folder, name);
}

static trace *open_text(fixture *f, const char *text)
{
    const char *path = in_folder(f, "given.trace");
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    return trace_open_path(f->ctx, path);
}

/* Every kind of event and field once; the first collective has no root. */
static const char every_kind[] = "fpredict-trace 2\n"
                                 "clock 1000000000\n"
                                 "rank 0 \"MPI Rank 0\"\n"
                                 "rank 1 \"MPI Rank 1\"\n"
                                 "region 0 user \"a \\\"loop\\\"\" \"a b.c\" 12\n"
                                 "region 1 mpi \"MPI_Send\"\n"
                                 "region 2 runtime \"fork\"\n"
                                 "comm 0 \"MPI_COMM_WORLD\" 0 1\n"
                                 "comm 1 \"\" 1\n"
                                 "comm 2 \"MPI_COMM_SELF\" self\n"
                                 "0 5 enter 0 cpu 3\n"
                                 "0 6 send to 1 comm 0 tag 7 bytes 800 cpu 4\n"
                                 "0 7 isend to 1 comm 0 tag 8 bytes 5000000000 request 9\n"
                                 "0 7 isend_done request 9\n"
                                 "0 8 collective_begin\n"
                                 "0 9 collective_end MPI_Allreduce comm 0 bytes 8 received 16\n"
                                 "0 9 leave 0\n"
                                 "0 9 get from 1 comm 0 bytes 24 cpu 5\n"
                                 "0 9 put to 0 comm 1 bytes 8\n"
                                 "1 1 irecv_posted request 3\n"
                                 "1 2 request_test request 3\n"
                                 "1 3 recv from 0 comm 0 tag 7 bytes 800 any_source\n"
                                 "1 4 irecv from 0 comm 0 tag 8 bytes 5000000000 request 3 "
                                 "any_source\n"
                                 "1 5 irecv_posted request 4\n"
                                 "1 6 request_cancel request 4\n"
                                 "1 7 collective_begin\n"
                                 "1 9 collective_end MPI_Bcast root 0 comm 1 bytes 8 received 0\n"
                                 "end 17\n";

static void copy(fixture *f, trace *t, const char *path, trace_form form)
{
    trace_writer *w = trace_create(f->ctx, path, form, t);
    assert_non_null(w);
    for (uint32_t rank = 0; rank < t->rank_count; rank++) {
        trace_event e;
        trace_cursor *c = trace_rank_events(f->ctx, t, rank);
        while (trace_next(c, &e))
            assert_true(trace_write(w, rank, &e));
        assert_false(trace_is_broken(c));
    }
    assert_true(trace_finish(w));
    trace_close(t);
}

static void assert_file(const char *path, const char *expected)
{
    static char text[1 << 16];
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(text, expected);
}

static void as_written(void **state)
{
    fixture *f = *state;
    trace *t = open_text(f, every_kind);
    assert_non_null(t);
    assert_int_equal(t->length, 9);
    assert_int_equal(t->ranks[0].event_count, 9);
    copy(f, t, in_folder(f, "copy"), TRACE_AS_OTF2);
    trace *back = trace_open_path(f->ctx, in_folder(f, "copy"));
    assert_non_null(back);
    assert_int_equal(back->length, 9);
    copy(f, back, in_folder(f, "back.trace"), TRACE_AS_TEXT);
    assert_file(in_folder(f, "back.trace"), every_kind);
}

static trace_writer *long_writer(fixture *f, const char *path, uint32_t ranks, trace_form form)
{
    trace_rank *names = ARENA_ARRAY(f->ctx->arena, ranks, trace_rank);
    for (uint32_t i = 0; i < ranks; i++)
        names[i].name = "";
    static const trace_region regions[] = {{.name = "r"}};
    trace *t = ARENA_NEW(f->ctx->arena, trace);
    *t = (trace){.path = "",
                 .ticks_per_s = 1000,
                 .rank_count = ranks,
                 .ranks = names,
                 .region_count = 1,
                 .regions = regions};
    trace_writer *w = trace_create(f->ctx, path, form, t);
    assert_non_null(w);
    return w;
}

/* A rank with so many events that the archive writes several pieces of them. */
static trace *long_trace(fixture *f, const char *path, uint32_t ranks, uint64_t events)
{
    trace_writer *w = long_writer(f, path, ranks, TRACE_AS_OTF2);
    for (uint64_t i = 0; i < events; i++)
        for (uint32_t rank = 0; rank < ranks; rank++) {
            const trace_event e = {
                .kind = i % 2 ? TRACE_LEAVE : TRACE_ENTER, .time = i, .cpu = TRACE_NO_CPU};
            assert_true(trace_write(w, rank, &e));
        }
    assert_true(trace_finish(w));
    return trace_open_path(f->ctx, path);
}

static uint64_t count(fixture *f, trace *t, uint32_t rank, bool *is_broken)
{
    trace_event e;
    uint64_t number = 0;
    trace_cursor *c = trace_rank_events(f->ctx, t, rank);
    while (trace_next(c, &e))
        assert_int_equal(e.time, number++);
    *is_broken = trace_is_broken(c);
    return number;
}

static void many_events(void **state)
{
    fixture *f = *state;
    bool is_broken;
    trace *t = long_trace(f, in_folder(f, "long"), 2, 200000);
    assert_non_null(t);
    for (uint32_t rank = 0; rank < 2; rank++) {
        assert_int_equal(count(f, t, rank, &is_broken), 200000);
        assert_false(is_broken);
    }
    trace_close(t);
}

/* More ranks than readers that are open at once, each of several pieces, read a few events in turn:
 * every event is there, once and in its order. A second cursor of a rank begins at its beginning,
 * and leaves the first where it was. */
static void many_ranks_in_turn(void **state)
{
    enum { RANKS = 300, EVENTS = 30000, IN_TURN = 700 };
    fixture *f = *state;
    trace *t = long_trace(f, in_folder(f, "ranks"), RANKS, EVENTS);
    assert_non_null(t);
    trace_cursor *c[RANKS];
    trace_event e;
    for (uint32_t rank = 0; rank < RANKS; rank++)
        c[rank] = trace_rank_events(f->ctx, t, rank);
    for (uint64_t at = 0; at < EVENTS; at += IN_TURN)
        for (uint32_t rank = 0; rank < RANKS; rank++)
            for (uint64_t i = at; i < at + IN_TURN && i < EVENTS; i++) {
                assert_true(trace_next(c[rank], &e));
                assert_int_equal(e.time, i);
                if (rank != 7 || i != EVENTS / 2)
                    continue;
                assert_true(trace_next(trace_rank_events(f->ctx, t, rank), &e));
                assert_int_equal(e.time, 0);
            }
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        assert_false(trace_next(c[rank], &e));
        assert_false(trace_is_broken(c[rank]));
    }
    trace_close(t);
}

/* OTF2's own reader takes the end of such a file for the end of the events, or reads on in what it
 * has read before. */
static void cut_at(fixture *f, const char *name, long bytes, const char *expected)
{
    trace *t = long_trace(f, in_folder(f, name), 1, 200000);
    assert_non_null(t);
    trace_close(t);
    const char *events = arena_printf(f->ctx->arena, "%s/%s/traces/0.evt", f->folder, name);
    assert_int_equal(truncate(events, bytes), 0);
    t = trace_open_path(f->ctx, in_folder(f, name));
    assert_non_null(t);
    trace_event e;
    trace_cursor *c = trace_rank_events(f->ctx, t, 0);
    while (trace_next(c, &e))
        ;
    assert_true(trace_is_broken(c));
    trace_close(t);
    char *text = said(f->ctx->diags, DIAG_ERROR);
    if (!strstr(text, expected))
        fail_msg("'%s' is not in:\n%s", expected, text);
    free(text);
}

/* Files may have 1 MB and are larger: it is said once, and the library, which frees twice what it
 * could not write, is left alone. What is there is no trace. */
static void no_room(void **state)
{
    static const trace_form forms[] = {TRACE_AS_OTF2, TRACE_AS_TEXT};
    fixture *f = *state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*const at_signal)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t form = 0; form < 2; form++) {
        const char *path = in_folder(f, form ? "full.trace" : "full");
        trace_writer *w = long_writer(f, path, 2, forms[form]);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){1000000, before.rlim_max}), 0);
        bool is_good = true;
        for (uint64_t i = 0; i < 800000 && is_good; i++) {
            const trace_event e = {
                .kind = i % 2 ? TRACE_LEAVE : TRACE_ENTER, .time = i, .cpu = TRACE_NO_CPU};
            is_good &= trace_write(w, (uint32_t)(i % 3 > 0), &e);
        }
        is_good &= trace_finish(w);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_false(is_good);
        char *text = said(f->ctx->diags, DIAG_ERROR);
        if (!strstr(text, "too large"))
            fail_msg("%s", text);
        free(text);
        assert_null(trace_open_path(f->ctx, path));
    }
    signal(SIGXFSZ, at_signal);
}

/* A text of the second version that ends before it says so, wherever that is, and one whose lines
 * are not all there, are errors. */
static void text_cut_off(void **state)
{
    fixture *f = *state;
    const size_t whole = sizeof every_kind - 1, end = sizeof "end 17\n" - 1;
    assert_non_null(open_text(f, every_kind));
    for (size_t length = 0; length < whole; length++) {
        char text[sizeof every_kind] = "";
        memcpy(text, every_kind, length);
        fp_context *ctx = f->ctx;
        f->ctx = fp_context_new();
        assert_null(open_text(f, text));
        char *why = said(f->ctx->diags, DIAG_ERROR);
        if (length == whole - end && !strstr(why, "the file is cut off, after 17 events"))
            fail_msg("%s", why);
        free(why);
        fp_context_free(f->ctx);
        f->ctx = ctx;
    }
}

static void cut_off(void **state)
{
    enum { CHUNK = 256 * 1024 };
    cut_at(*state, "between", 2 * CHUNK, "the clock ran backward, or the file is damaged");
    cut_at(*state, "within", CHUNK + CHUNK / 3, "the clock ran backward, or the file is damaged");
    cut_at(*state, "empty", 0, "the events of rank 0 cannot be read");
}

/* More ranks than a process may have files: the limit is raised. */
static void many_files(void **state)
{
    fixture *f = *state;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = 64;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    bool is_broken;
    trace *t = long_trace(f, in_folder(f, "wide"), 100, 4);
    assert_non_null(t);
    assert_int_equal(count(f, t, 99, &is_broken), 4);
    assert_false(is_broken);
    trace_close(t);
}

static void no_archive(void **state)
{
    fixture *f = *state;
    FILE *out = fopen(in_folder(f, "traces.otf2"), "w");
    fputs("nothing of the kind", out);
    fclose(out);
    assert_null(trace_open_path(f->ctx, f->folder));
    assert_null(trace_open_path(f->ctx, in_folder(f, "none")));
    char *text = said(f->ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(text, "this is no OTF2 archive that can be read"));
    assert_non_null(strstr(text, "none': No such file or directory"));
    free(text);
}

#define HEAD "fpredict-trace 1\nclock 10\nrank 0 \"0\"\nregion 0 user \"r\"\ncomm 0 \"w\" 0\n"

static void wrong_texts(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"not a trace\n", "this is no trace"},
        {"fpredict-trace 12\n", "this is no trace"},
        {"fpredict-trace 1\nclock 10\n", "it has no ranks"},
        {"fpredict-trace 1\nrank 0 x\n", "it does not say how fast its clock is"},
        {"fpredict-trace 1\nclock 0\n", "a clock that ticks"},
        {"fpredict-trace 1\nclock 1\nrank 1 x\n", ":3:6: error: ranks are numbered from 0 on"},
        {"fpredict-trace 1\nclock", "the clock's ticks a second is missing"},
        {"fpredict-trace 1", "it does not say how fast its clock is"},
        {HEAD "0 5 enter", "the region is missing"},
        {HEAD "region 1 user \"r\n", "the name of the region has no closing quote"},
        {"fpredict-trace 1\nclock 1\ncomm 0 w 9\n", "communicators come after the ranks"},
        {HEAD "comm 1 c 0 0\n", "this rank is in the communicator already"},
        {HEAD "0 1 send to 0 to 0 comm 0 tag 1 bytes 1\n", "'to' stands twice"},
        {HEAD "region 1 own \"r\"\n", "a region is of 'user', 'mpi' or 'runtime'"},
        {HEAD "comm 1 \"c\" 1\n", ":6:12: error: a rank is 0 at most"},
        {HEAD "0 1 enter 0\n0 2 leave 0", ":7:11: error: the last line has no end"},
        {HEAD "0 1 enter 0\nend 2\n", "before it stand 1 events"},
        {HEAD "end\n0 1 enter 0\n", ":7:1: error: nothing comes after 'end'"},
        {HEAD "end 0 0\n", "one word too many"},
        {HEAD "0 x enter 0\n", "'x' is no number: here stands its time"},
        {HEAD "0 -1 enter 0\n", "'-1' is no number"},
        {HEAD "1 0 enter 0\n", "is 0 at most"},
        {HEAD "0 1 begin 0\n", ":6:5: error: here stands what happened"},
        {HEAD "0 1 enter\n", "the region is missing"},
        {HEAD "0 1 send to 0 comm 0 tag 1\n", "'send' has 'bytes', too"},
        {HEAD "0 1 recv to 0\n", "'to' is nothing that 'recv' has"},
        {HEAD "0 1 collective_end MPI_All comm 0\n", "here stands which: MPI_Barrier"},
        {HEAD "0 1 enter 99999999999999999999\n", "is no number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fp_context *ctx = f->ctx;
        f->ctx = fp_context_new();
        assert_null(open_text(f, cases[i].text));
        char *text = said(f->ctx->diags, DIAG_ERROR);
        if (!strstr(text, cases[i].expected))
            fail_msg("case %zu: '%s' is not in:\n%s", i, cases[i].expected, text);
        free(text);
        fp_context_free(f->ctx);
        f->ctx = ctx;
    }
}

/* Events that name what is not there, or are not in order. */
static void wrong_events(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {HEAD "0 1 enter 1\n", "event 1 of rank 0 (enter) names a region that is not defined"},
        {HEAD "0 1 enter 0 cpu 5\n0 2 leave 0 cpu 4\n", "has less processor time than one before"},
        {HEAD "0 1 enter 0\n0 0 leave 0\n", "event 2 of rank 0 (leave) is earlier than the one"},
        {HEAD "0 1 send to 1 comm 0 tag 1 bytes 1\n",
         "names a rank that its communicator does not"},
        {HEAD "0 1 send to 0 comm 7 tag 1 bytes 1\n", "names a communicator that is not defined"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fp_context *ctx = f->ctx;
        f->ctx = fp_context_new();
        trace_event e;
        trace *t = open_text(f, cases[i].text);
        assert_non_null(t);
        trace_cursor *c = trace_rank_events(f->ctx, t, 0);
        while (trace_next(c, &e))
            ;
        assert_true(trace_is_broken(c));
        char *text = said(f->ctx->diags, DIAG_ERROR);
        if (!strstr(text, cases[i].expected))
            fail_msg("case %zu: '%s' is not in:\n%s", i, cases[i].expected, text);
        free(text);
        fp_context_free(f->ctx);
        f->ctx = ctx;
    }
}

/* Rank 0 computes for 10 ns, sends, computes for 5 (of 20) by its processor's time, waits for all.
 * Rank 1 asks for the second message first, from any sender, and knows only later whose it will be:
 * what it does in between waits for that. A request that is cancelled is none. The sum of some
 * ranks cannot be said. */
static const char for_replay[] = "fpredict-trace 1\n"
                                 "clock 1000000000\n"
                                 "rank 0 \"\"\n"
                                 "rank 1 \"\"\n"
                                 "rank 2 \"\"\n"
                                 "region 0 mpi \"MPI\"\n"
                                 "comm 0 \"\" 0 1 2\n"
                                 "comm 1 \"\" 2 1\n"
                                 "0 10 enter 0 cpu 10\n"
                                 "0 11 isend to 1 comm 0 tag 7 bytes 800 request 1 cpu 11\n"
                                 "0 12 leave 0 cpu 12\n"
                                 "0 32 enter 0 cpu 17\n"
                                 "0 33 send to 1 comm 0 tag 8 bytes 16 cpu 18\n"
                                 "0 40 isend_done request 1 cpu 19\n"
                                 "0 50 collective_begin cpu 20\n"
                                 "0 60 collective_end MPI_Bcast root 2 comm 0 bytes 0 received 24 "
                                 "cpu 21\n"
                                 "0 61 leave 0 cpu 22\n"
                                 "1 5 irecv_posted request 1\n"
                                 "1 5 irecv_posted request 2\n"
                                 "1 8 request_cancel request 2\n"
                                 "1 9 enter 0\n"
                                 "1 30 recv from 0 comm 0 tag 7 bytes 800\n"
                                 "1 31 leave 0\n"
                                 "1 34 enter 0\n"
                                 "1 35 irecv from 0 comm 0 tag 8 bytes 16 request 1 any_source\n"
                                 "1 36 collective_begin\n"
                                 "1 38 collective_end MPI_Reduce root 0 comm 1 bytes 8 received 0\n"
                                 "1 38 collective_begin\n"
                                 "1 60 collective_end MPI_Bcast root 2 comm 0 bytes 0 received 24\n"
                                 "1 61 leave 0\n"
                                 "2 0 enter 0\n"
                                 "2 10 collective_begin\n"
                                 "2 20 collective_end MPI_Reduce root 0 comm 1 bytes 8 received 8\n"
                                 "2 30 collective_begin\n"
                                 "2 60 collective_end MPI_Bcast root 2 comm 0 bytes 24 received 0\n"
                                 "2 61 leave 0\n"
                                 "2 64 enter 0\n"
                                 "2 64 leave 0\n";

static void time_independent(void **state)
{
    fixture *f = *state;
    trace *t = open_text(f, for_replay);
    assert_non_null(t);
    const char *list = in_folder(f, "ti");
    copy(f, t, list, TRACE_AS_TI);
    assert_file(list, arena_printf(f->ctx->arena,
                                   "%s_files/rank-0.txt\n%s_files/rank-1.txt\n"
                                   "%s_files/rank-2.txt\n",
                                   list, list, list));
    assert_file(in_folder(f, "ti_files/rank-0.txt"), "0 init\n"
                                                     "0 compute 10\n"
                                                     "0 isend 1 7 800\n"
                                                     "0 compute 5\n"
                                                     "0 send 1 8 16\n"
                                                     "0 wait 0 1 7\n"
                                                     "0 bcast 24 2\n"
                                                     "0 finalize\n");
    assert_file(in_folder(f, "ti_files/rank-1.txt"), "1 init\n"
                                                     "1 compute 5\n"
                                                     "1 irecv 0 8 16\n"
                                                     "1 compute 4\n"
                                                     "1 recv 0 7 800\n"
                                                     "1 compute 3\n"
                                                     "1 wait 0 1 8\n"
                                                     "1 bcast 24 2\n"
                                                     "1 finalize\n");
    assert_file(in_folder(f, "ti_files/rank-2.txt"), "2 init\n"
                                                     "2 bcast 24 2\n"
                                                     "2 compute 3\n"
                                                     "2 finalize\n");
    char *text = said(f->ctx->diags, DIAG_WARNING);
    assert_non_null(strstr(text, "collectives of some ranks only are left out"));
    assert_non_null(strstr(text, "requests that were cancelled"));
    free(text);
}

/* The events of all ranks by their times; where one is received in the tick in which it is sent,
 * the send is first. */
static void merged(void **state)
{
    static const struct {
        uint32_t rank;
        uint64_t time;
    } expected[] = {{2, 1}, {0, 2}, {1, 5}, {0, 5}, {2, 9}};
    fixture *f = *state;
    trace *t = open_text(f, "fpredict-trace 1\nclock 1000\nrank 0 \"\"\nrank 1 \"\"\nrank 2 \"\"\n"
                            "region 0 user \"r\"\ncomm 0 \"\" 0 1 2\n"
                            "0 2 enter 0\n0 5 recv from 1 comm 0 tag 1 bytes 8\n"
                            "1 5 send to 0 comm 0 tag 1 bytes 8\n2 1 enter 0\n2 9 leave 0\n");
    assert_non_null(t);
    trace_merge *m = trace_merge_new(f->ctx, t);
    uint32_t rank;
    trace_event e;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(trace_merge_next(m, &rank, &e));
        assert_int_equal(rank, expected[i].rank);
        assert_int_equal(e.time, expected[i].time);
    }
    assert_false(trace_merge_next(m, &rank, &e));
    assert_false(trace_merge_is_broken(m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(time_independent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(merged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(as_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_events, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_ranks_in_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_cut_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_archive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_texts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_events, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_files, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
