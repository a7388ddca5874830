/* Where the time of a trace goes, by hand: tests/trace/cases/ring.trace, in µs. */

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/said.h"
#include "trace/profile/profile.h"

#define RING FP_TEST_DIR "/cases/ring.trace"

enum { MAIN, WORK, SEND, RECV, BARRIER };

static void assert_us(double seconds, double us)
{
    assert_true(seconds > (us - 1e-3) * 1e-6 && seconds < (us + 1e-3) * 1e-6);
}

static void ring(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    trace *t = trace_open_path(ctx, RING);
    assert_non_null(t);
    const trace_profile *p = trace_profile_make(ctx, t);
    assert_non_null(p);
    assert_int_equal(p->events, 42);
    assert_us(p->time, 403);

    /* Receiving: 121-391 of rank 0, 5-141 of 1, 6-272 of 2. */
    assert_int_equal(p->regions[RECV].calls, 3);
    assert_us(p->regions[RECV].own, 270 + 136 + 266);
    assert_us(p->regions[RECV].least_own, 136);
    assert_us(p->regions[RECV].most_own, 270);
    assert_us(p->regions[WORK].own, 100 + 100 + 90);
    assert_us(p->regions[BARRIER].own, 9 + 148 + 27);
    /* main without what it calls: rank 0 all of 402 but 100 + 10 + 270 + 9. */
    assert_us(p->regions[MAIN].inside, 402 + 401 + 403);
    assert_us(p->regions[MAIN].own, (402 - 100 - 10 - 270 - 9) + (401 - 136 - 100 - 10 - 148) +
                                        (403 - 266 - 90 - 10 - 27));

    assert_us(p->ranks[0].in_mpi, 10 + 270 + 9);
    assert_us(p->ranks[0].computing, 402 - 289);
    assert_true(p->ranks[0].processor < 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(p->ranks[i].sent, 1);
        assert_int_equal(p->ranks[i].received, 1);
        assert_true(p->ranks[i].sent_bytes == 800);
        assert_int_equal(p->ranks[i].collectives, 1);
    }
    assert_int_equal(p->collectives[TRACE_BARRIER].calls, 3);
    fp_context_free(ctx);
}

static trace *write_and_open(fp_context *ctx, const char *events)
{
    FILE *out = fopen("profile.trace", "w");
    assert_non_null(out);
    fputs("fpredict-trace 1\nclock 1000000\nrank 0 \"0\"\nregion 0 user \"f\"\n"
          "region 1 user \"g\"\nregion 2 mpi \"MPI_Init\"\n",
          out);
    fputs(events, out);
    fclose(out);
    return trace_open_path(ctx, "profile.trace");
}

/* A function that calls itself: what is inside it counts once. A rank that ends inside main. */
static void recursion(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    const trace_profile *p = trace_profile_make(
        ctx,
        write_and_open(ctx, "0 0 enter 0 cpu 500\n0 10 enter 1\n0 20 enter 1\n"
                            "0 35 leave 1\n0 50 leave 1\n0 60 enter 2\n0 90 leave 2 cpu 30500\n"));
    assert_non_null(p);
    assert_int_equal(p->regions[1].calls, 2);
    assert_us(p->regions[1].inside, 40);
    assert_us(p->regions[1].own, 40);
    assert_us(p->regions[0].inside, 90);
    assert_us(p->regions[0].own, 90 - 40 - 30);
    assert_us(p->ranks[0].in_mpi, 30);
    assert_us(p->ranks[0].processor, 30);
    fp_context_free(ctx);
}

static void wrong_order(void **state)
{
    (void)state;
    static const struct {
        const char *events, *expected;
    } cases[] = {
        {"0 1 leave 0\n", "rank 0 leaves 'f', which it has not entered"},
        {"0 1 enter 0\n0 2 enter 1\n0 3 leave 0\n", "rank 0 leaves 'f' while it is in 'g'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fp_context *ctx = fp_context_new();
        assert_null(trace_profile_make(ctx, write_and_open(ctx, cases[i].events)));
        char *text = said(ctx->diags, DIAG_ERROR);
        assert_non_null(strstr(text, cases[i].expected));
        free(text);
        fp_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ring), cmocka_unit_test(recursion),
                                       cmocka_unit_test(wrong_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
