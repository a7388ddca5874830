/* SMPI's time-independent traces: what their lines say as events, by hand. Datatypes are numbered
 * as SimGrid 3.32 does: 0 double, 1 int, 2 char, 3 short, 4 long, 5 float, 6 byte. */

#include <stdlib.h>
#include <string.h>

#include "tests/trace/replayed.h"

typedef struct expected {
    trace_kind kind;
    uint64_t time, bytes, received;
    uint32_t peer, tag;
} expected;

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static trace *list_of(fp_context *ctx, const char *zero, const char *one)
{
    write_file("rank0.txt", zero);
    write_file("rank1.txt", one);
    write_file("list.txt", "rank0.txt\nrank1.txt\n");
    return trace_open_path(ctx, "list.txt");
}

/* All but regions. */
static void assert_events(fp_context *ctx, trace *t, uint32_t rank, int count, const expected *all)
{
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    trace_event e;
    int i = 0;
    while (trace_next(c, &e)) {
        if (e.kind == TRACE_ENTER || e.kind == TRACE_LEAVE)
            continue;
        assert_true(i < count);
        assert_int_equal(e.kind, all[i].kind);
        assert_int_equal(e.time, all[i].time);
        assert_int_equal(e.bytes, all[i].bytes);
        assert_int_equal(e.received, all[i].received);
        assert_int_equal(e.peer, all[i].peer);
        assert_int_equal(e.tag, all[i].tag);
        i++;
    }
    assert_false(trace_is_broken(c));
    assert_int_equal(i, count);
}

static void messages(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    trace *t = list_of(ctx,
                       "0 init\n0 compute 1000\n0 send 1 7 100 0\n0 compute 500.4\n"
                       "0 irecv 1 3 10 1\n0 isend 1 4 5 3\n0 wait 1 0 3\n0 waitall 1\n0 finalize\n",
                       "1 init\n1 recv 0 7 100 0\n1 sendRecv 7 0 9 0 2 5\n");
    assert_non_null(t);
    assert_true(t->counts_flops);
    assert_int_equal(t->rank_count, 2);
    assert_events(ctx, t, 0, 5,
                  (expected[]){{TRACE_SEND, 1000, 800, 0, 1, 7},
                               {TRACE_IRECV_POSTED, 1500, 40, 0, 1, 3},
                               {TRACE_ISEND, 1500, 10, 0, 1, 4},
                               {TRACE_IRECV, 1500, 40, 0, 1, 3},
                               {TRACE_ISEND_DONE, 1500, 10, 0, 1, 4}});
    assert_events(ctx, t, 1, 3,
                  (expected[]){{TRACE_RECV, 0, 800, 0, 0, 7},
                               {TRACE_SEND, 0, 7, 0, 0, 0},
                               {TRACE_RECV, 0, 36, 0, 0, 0}});
    trace_close(t);
    fp_context_free(ctx);
}

/* What a rank of two gives and gets, and the flops of a reduction after it. */
static void collectives(void **state)
{
    static const struct {
        const char *line;
        trace_collective what;
        uint64_t given, got;
        uint32_t root;
        uint64_t flops;
    } all[] = {
        {"bcast 5 1 0", TRACE_BCAST, 0, 40, 1, 0},
        {"reduce 6 33 1 0", TRACE_REDUCE, 48, 0, 1, 33},
        {"allreduce 7 20 5", TRACE_ALLREDUCE, 28, 0, TRACE_NO_ROOT, 20},
        {"alltoall 5 6 1 3", TRACE_ALLTOALL, 40, 24, TRACE_NO_ROOT, 0},
        {"gather 3 3 1 0 0", TRACE_GATHER, 24, 0, 1, 0},
        {"scatter 3 4 1 0 1", TRACE_SCATTER, 0, 16, 1, 0},
        {"allgather 4 5 1 6", TRACE_ALLGATHER, 16, 10, TRACE_NO_ROOT, 0},
        {"gatherv 2 0 0 1 1 1", TRACE_GATHERV, 8, 0, 1, 0},
        {"scatterv 0 0 2 1 1 1", TRACE_SCATTERV, 0, 8, 1, 0},
        {"allgatherv 2 2 3 1 1", TRACE_ALLGATHERV, 8, 20, TRACE_NO_ROOT, 0},
        {"alltoallv 9 2 4 9 1 3 1 3", TRACE_ALLTOALLV, 24, 8, TRACE_NO_ROOT, 0},
        {"scan 4 2 0", TRACE_SCAN, 32, 0, TRACE_NO_ROOT, 2},
        {"reducescatter 1 2 11 0 0", TRACE_REDUCE_SCATTER, 24, 0, TRACE_NO_ROOT, 11},
        {"barrier", TRACE_BARRIER, 0, 0, TRACE_NO_ROOT, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fp_context *ctx = fp_context_new();
        char text[128];
        snprintf(text, sizeof text, "0 %s\n0 barrier\n", all[i].line);
        trace *t = list_of(ctx, text, "1 init\n");
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, 0);
        do
            assert_true(trace_next(c, &e));
        while (e.kind != TRACE_COLLECTIVE_END);
        assert_int_equal(e.collective, all[i].what);
        assert_int_equal(e.bytes, all[i].given);
        assert_int_equal(e.received, all[i].got);
        assert_int_equal(e.peer, all[i].root);
        while (trace_next(c, &e))
            ;
        assert_int_equal(e.time, all[i].flops);
        trace_close(t);
        fp_context_free(ctx);
    }
}

/* One file for all; a datatype that is not there is bytes, or doubles after `init 1`. */
static void one_file(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    write_file("all.txt", "# ranks mixed\n1 init 1\n0 send 1 0 3\n1 recv 0 0 3\n1 sleep 2e-6\n"
                          "1 barrier\n");
    write_file("list.txt", "all.txt\n");
    trace *t = trace_open_path(ctx, "list.txt");
    assert_non_null(t);
    assert_int_equal(t->rank_count, 2);
    assert_events(ctx, t, 0, 1, (expected[]){{TRACE_SEND, 0, 3, 0, 1, 0}});
    assert_events(ctx, t, 1, 3,
                  (expected[]){{TRACE_RECV, 0, 24, 0, 0, 0},
                               {TRACE_COLLECTIVE_BEGIN, 2000, 0, 0, 0, 0},
                               {TRACE_COLLECTIVE_END, 2000, 0, 0, TRACE_NO_ROOT, 0}});
    trace_close(t);
    fp_context_free(ctx);
}

static void wrong(void **state)
{
    static const char *const all[][2] = {
        {"0 send 2 0 1\n", "line 1 is with a rank that is not there"},
        {"0 init\n0 recv 1 -1 1\n", "line 2 has no tag"},
        {"0 fly 1\n", "line 1 has the action 'fly', which is not known"},
        {"0 compute fast\n", "line 1 has 'fast' where a number belongs"},
        {"x compute 1\n", "line 1 does not begin with a rank"},
        {"0 bcast 4 9 0\n", "line 1 has a root that is not there"},
        {"0 recv\n", "line 1 has 0 numbers, and 3 or more belong to this action"},
        {"0 send 1 0\n", "line 1 has 2 numbers, and 3 or more"},
        {"0 compute\n", "line 1 has 0 numbers, and 1 or more"},
        {"0 alltoallv 8 1 1 8 1\n", "line 1 has 5 numbers, and 6 or more"},
        {"0 gatherv 8 1\n", "line 1 has 2 numbers, and 3 or more"},
        {"0 compute 1e19\n", "line 1 has a number that is too large"},
        {"0 compute 8e18\n0 compute 8e18\n", "line 2 has a number that is too large"},
        {"0 send 1 0 1e19\n", "line 1 has a number that is too large"},
        {"0 send 1 0 2e18 0\n", "line 1 has a number that is too large"},
        {"0 alltoall 5e18 1\n", "line 1 has a number that is too large"},
        {"0 compute 1e999\n", "line 1 has '1e999' where a number belongs"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fp_context *ctx = fp_context_new();
        trace *t = list_of(ctx, all[i][0], "1 init\n");
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, 0);
        while (trace_next(c, &e))
            ;
        assert_true(trace_is_broken(c));
        char *text = said(ctx->diags, DIAG_ERROR);
        if (!strstr(text, all[i][1]))
            fail_msg("it does not say '%s': %s", all[i][1], text);
        free(text);
        trace_close(t);
        fp_context_free(ctx);
    }
}

/* What follows a zero is not passed over, nor is what stands before the line read. */
static void zero_bytes(void **state)
{
    static const char texts[2][16] = {"\0 init\n", "0 se\0nd\n0 init\n"};
    static const int lengths[] = {7, 15};
    (void)state;
    for (int i = 0; i < 2; i++) {
        fp_context *ctx = fp_context_new();
        trace *t = list_of(ctx, "", "1 init\n");
        FILE *out = fopen("rank0.txt", "w");
        fwrite(texts[i], 1, (size_t)lengths[i], out);
        fclose(out);
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, 0);
        assert_false(trace_next(c, &e));
        assert_true(trace_is_broken(c));
        char *text = said(ctx->diags, DIAG_ERROR);
        assert_non_null(strstr(text, "line 1 has a zero byte"));
        free(text);
        trace_close(t);
        fp_context_free(ctx);
    }
}

/* One line, and two thousand million ranks. */
static void a_rank_beyond(void **state)
{
    static const char *const lines[] = {"2000000000 init\n", "9000000000000000000000 init\n"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        fp_context *ctx = fp_context_new();
        write_file("all.txt", lines[i]);
        write_file("list.txt", "all.txt\n");
        assert_null(trace_open_path(ctx, "list.txt"));
        char *text = said(ctx->diags, DIAG_ERROR);
        assert_non_null(strstr(text, "it has 1 lines, and one of rank "));
        free(text);
        fp_context_free(ctx);
    }
}

/* Cut off in a line, it is an error; between lines, a rank that SMPI began and did not end is
 * named, once. */
static void cut_off(void **state)
{
    static const char whole[] = "0 init\n0 compute 1000\n0 send 1 0 3\n0 finalize\n";
    (void)state;
    for (size_t length = 1; length < sizeof whole; length++) {
        fp_context *ctx = fp_context_new();
        char text[sizeof whole] = "";
        memcpy(text, whole, length);
        trace *t = list_of(ctx, text, "1 recv 0 0 3\n"); /* by hand: without beginning and end */
        trace_event e;
        for (int again = 0; again < 2; again++) {
            trace_cursor *c = trace_rank_events(ctx, t, 0);
            while (trace_next(c, &e))
                ;
            assert_int_equal(trace_is_broken(c), text[length - 1] != '\n');
        }
        assert_false(trace_is_broken(trace_rank_events(ctx, t, 1)));
        const bool is_between = text[length - 1] == '\n' && length < sizeof whole - 1;
        assert_int_equal(diag_count(ctx->diags, DIAG_WARNING), is_between);
        trace_close(t);
        fp_context_free(ctx);
    }
}

static void a_file_that_is_not_there(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    write_file("rank0.txt", "0 init\n");
    write_file("list.txt", "rank0.txt\nnowhere.txt\n");
    assert_null(trace_open_path(ctx, "list.txt"));
    char *text = said(ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(text, "names 'nowhere.txt', a rank's file, which is not there"));
    free(text);
    fp_context_free(ctx);
}

/* --- Writing --- */

static void convert(fp_context *ctx, const char *text)
{
    trace_event e;
    write_file("given.trace", text);
    assert_int_equal(system("rm -rf written written_files"), 0);
    trace *t = trace_open_path(ctx, "given.trace");
    assert_non_null(t);
    trace_writer *w = trace_create(ctx, "written", TRACE_AS_TI, t);
    assert_non_null(w);
    for (uint32_t rank = 0; rank < t->rank_count; rank++)
        for (trace_cursor *c = trace_rank_events(ctx, t, rank); trace_next(c, &e);)
            assert_true(trace_write(w, rank, &e));
    assert_true(trace_finish(w));
    trace_close(t);
}

static void assert_written(int rank, const char *wanted)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "written_files/rank-%d.txt", rank);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(text, wanted);
}

/* Between the first two calls the thread has computed for 1 us, of a second, and its own region in
 * between knows of none. Between the next two nothing is known of a processor: 3 us by the clock,
 * and 2 at the end. */
static void processor_time_over_regions(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    convert(ctx, "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\n"
                 "region 0 mpi \"MPI\"\nregion 1 user \"own\"\ncomm 0 \"\" 0\n"
                 "0 0 enter 0 cpu 0\n"
                 "0 0 send to 0 comm 0 tag 1 bytes 8\n"
                 "0 0 leave 0 cpu 0\n"
                 "0 0 enter 1\n"
                 "0 1000000000 leave 1\n"
                 "0 1000000000 enter 0 cpu 1000\n"
                 "0 1000000000 send to 0 comm 0 tag 2 bytes 8\n"
                 "0 1000000000 leave 0\n"
                 "0 1000001000 enter 1\n"
                 "0 1000002000 leave 1\n"
                 "0 1000003000 enter 0 cpu 2500\n"
                 "0 1000003000 send to 0 comm 0 tag 3 bytes 8\n"
                 "0 1000003000 leave 0 cpu 3000\n"
                 "0 1000003000 enter 1\n"
                 "0 1000005000 leave 1\n");
    assert_written(0, "0 init\n0 send 0 1 8\n0 compute 1000\n0 send 0 2 8\n0 compute 3000\n"
                      "0 send 0 3 8\n0 compute 2000\n0 finalize\n");
    fp_context_free(ctx);
}

/* Rank 1 was started 5 us after rank 0, and the trace's clock began 7 us before that: neither has
 * computed for it. Of a trace without regions all from the beginning on counts, as a replay has it.
 */
static void before_the_first_region(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    convert(ctx, "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\nrank 1 \"\"\nrank 2 \"\"\n"
                 "region 0 mpi \"MPI\"\nregion 1 user \"own\"\ncomm 0 \"\" 0 1 2\n"
                 "0 7000 enter 1\n0 8000 enter 0\n0 8000 send to 1 comm 0 tag 1 bytes 8\n"
                 "0 8000 leave 0\n0 8000 leave 1\n"
                 "1 12000 enter 1 cpu 900\n1 14000 enter 0 cpu 1400\n"
                 "1 14000 recv from 0 comm 0 tag 1 bytes 8\n1 14000 leave 0\n1 14000 leave 1\n"
                 "2 3000 send to 2 comm 0 tag 1 bytes 8\n");
    assert_written(0, "0 init\n0 compute 1000\n0 send 1 1 8\n0 finalize\n");
    assert_written(1, "1 init\n1 compute 500\n1 recv 0 1 8\n1 finalize\n");
    assert_written(2, "2 init\n2 compute 3000\n2 send 2 1 8\n2 finalize\n");
    fp_context_free(ctx);
}

/* What each gives is known of all but the all-to-all: of 40 bytes rank 0 gives 30, and both get a
 * half of what each gives. The end of a message that is given is as large as that which is got. */
static void unequal_sizes(void **state)
{
    static const struct {
        const char *what, *zero, *one;
    } all[] = {
        {"MPI_Gatherv root 1", "bytes 10 received 0", "bytes 30 received 40"},
        {"MPI_Scatterv root 0", "bytes 40 received 8", "bytes 0 received 32"},
        {"MPI_Allgatherv", "bytes 12 received 20", "bytes 8 received 20"},
        {"MPI_Alltoallv", "bytes 30 received 20", "bytes 10 received 20"},
        {"MPI_Reduce_scatter", "bytes 24 received 8", "bytes 24 received 16"},
        {"MPI_Gatherv root 0", "bytes 0 received 0", "bytes 0 received 0"},
    };
    (void)state;
    fp_context *ctx = fp_context_new();
    const char *text = "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\nrank 1 \"\"\n"
                       "comm 0 \"\" 0 1\n";
    for (int rank = 0; rank < 2; rank++)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            text = arena_printf(ctx->arena,
                                "%s%d 0 collective_begin\n%d 0 collective_end %s comm 0 %s\n", text,
                                rank, rank, all[i].what, rank ? all[i].one : all[i].zero);
    convert(ctx, text);
    assert_written(0, "0 init\n0 gatherv 10 10 30 1\n0 scatterv 8 32 8 0\n0 allgatherv 12 12 8\n"
                      "0 alltoallv 30 15 15 20 15 5\n0 reducescatter 8 16 0\n"
                      "0 gatherv 0 0 0 0\n0 finalize\n");
    assert_written(1, "1 init\n1 gatherv 30 10 30 1\n1 scatterv 8 32 32 0\n1 allgatherv 8 12 8\n"
                      "1 alltoallv 10 5 5 20 15 5\n1 reducescatter 8 16 0\n"
                      "1 gatherv 0 0 0 0\n1 finalize\n");
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(collectives),
        cmocka_unit_test(one_file),
        cmocka_unit_test(wrong),
        cmocka_unit_test(zero_bytes),
        cmocka_unit_test(a_rank_beyond),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(a_file_that_is_not_there),
        cmocka_unit_test(processor_time_over_regions),
        cmocka_unit_test(before_the_first_region),
        cmocka_unit_test(unequal_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
