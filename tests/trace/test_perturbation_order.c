/* Receives of any source, and sends that wait for their receivers, in what is left of a trace
 * without its recording. As in test_perturbation.c, programs are played with what recording takes
 * and without; what is left of the first is held against the second, event by event. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/random.h"
#include "tests/said.h"
#include "tests/trace/player.h"
#include "trace/perturbation/perturbation.h"

static const char recorded_path[] = "order.trace", without_path[] = "order-without.trace",
                  left_path[] = "order-left.trace", kept_path[] = "order-kept.trace";

static perturbation_result remove_all(fp_context *ctx, uint64_t alpha, perturbation_options o,
                                      const char *out)
{
    trace *t = trace_open_path(ctx, recorded_path);
    assert_non_null(t);
    for (int c = 0; c < RECORDED_CLASS_COUNT; c++)
        o.overhead[c] = 1e-9 * (double)alpha;
    perturbation_result r;
    assert_true(perturbation_remove(ctx, t, &o, out, TRACE_AS_TEXT, &r));
    assert_int_equal(r.too_short, 0);
    return r;
}

static double ticks_of(const perturbation_result *r, flight_view view)
{
    return round(r->approximated[view] * 1e9);
}

/* The first event that differs in time, kind or sender, of all ranks; null: none. */
static const char *difference(fp_context *ctx, const char *left, const char *right)
{
    trace *a = trace_open_path(ctx, left), *b = trace_open_path(ctx, right);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(a->rank_count, b->rank_count);
    for (uint32_t i = 0; i < a->rank_count; i++) {
        trace_cursor *x = trace_rank_events(ctx, a, i), *y = trace_rank_events(ctx, b, i);
        trace_event e, f;
        bool has_e, has_f;
        for (int n = 0; (has_e = trace_next(x, &e)) | (has_f = trace_next(y, &f)); n++)
            if (!has_e || !has_f || e.kind != f.kind || e.time != f.time || e.bytes != f.bytes ||
                (e.kind == TRACE_RECV && e.peer != f.peer))
                return arena_printf(
                    ctx->arena, "event %d of rank %u: from %u at %llu for %u at %llu", n, i, e.peer,
                    (unsigned long long)e.time, f.peer, (unsigned long long)f.time);
    }
    return NULL;
}

/* --- Random programs --- */

/* A program is too large for the stack. */
static void make_machine(played *p, uint64_t *r)
{
    memset(p, 0, sizeof *p);
    p->ranks = (uint32_t)random_between(r, 3, 8);
    p->send = (uint64_t)random_between(r, 0, 60);
    p->flight = (uint64_t)random_between(r, 1, 300);
    p->copy = (uint64_t)random_between(r, 1, 50);
    p->answer = (uint64_t)random_between(r, 1, 50);
    p->barrier = 20;
}

static void compute(played *p, uint32_t rank, uint64_t *r, int most_pieces)
{
    for (int k = (int)random_between(r, 0, most_pieces); k > 0; k--)
        player_add(p, rank, (step){.kind = COMPUTE, .takes = (uint64_t)random_between(r, 0, 200)});
}

/* Ranks 0 and 1 take what comes, the others send them: whatever is taken first, nobody is stuck. */
static void make_receivers_of_any(played *p, uint64_t *r)
{
    for (int i = 0; i < 200; i++) {
        const uint32_t from = (uint32_t)random_between(r, 2, p->ranks - 1);
        const uint32_t to = (uint32_t)random_between(r, 0, 1);
        /* Those with more events lose more by recording. */
        compute(p, from, r, (int)from);
        player_add(p, from, (step){.kind = random_between(r, 0, 2) ? SEND : HAND_OVER, .peer = to});
        compute(p, to, r, 1);
        player_add(p, to, (step){.kind = RECV_ANY});
        if (random_between(r, 0, 49) == 0)
            for (uint32_t rank = 0; rank < p->ranks; rank++)
                player_add(p, rank, (step){.kind = BARRIER});
    }
}

/* Where the machine's order is assumed, all is as it would have been: who sent what is received,
 * too. With the order of the trace it is not. */
static void any_source(bool takes_newest, uint64_t seed)
{
    static played p;
    enum { CASES = 200 };
    uint64_t r = seed, reordered = 0;
    int exact = 0, recorded_exact = 0;
    for (int i = 0; i < CASES; i++) {
        fp_context *ctx = fp_context_new();
        make_machine(&p, &r);
        p.takes_newest = takes_newest;
        make_receivers_of_any(&p, &r);
        const uint64_t alpha = (uint64_t)random_between(&r, 5, 40);
        play(&p, alpha, recorded_path);
        play(&p, 0, without_path);
        const perturbation_options o = {.blind = takes_newest ? BLIND_LAST_IN_FIRST_OUT
                                                              : BLIND_FIRST_IN_FIRST_OUT};
        const perturbation_result chosen = remove_all(ctx, alpha, o, left_path);
        assert_int_equal(chosen.never_received, 0);
        assert_int_equal(chosen.blind, 200);
        assert_int_equal(chosen.kept_ranks, 0);
        reordered += chosen.reordered;
        const char *unlike = difference(ctx, left_path, without_path);
        exact += !unlike;
        if (unlike)
            print_message("case %d: %s\n", i, unlike);
        remove_all(ctx, alpha, (perturbation_options){0}, kept_path);
        recorded_exact += !difference(ctx, kept_path, without_path);
        fp_context_free(ctx);
    }
    print_message("%d of %d exact, %d in the order of the trace; %d of %d receives have others\n",
                  exact, CASES, recorded_exact, (int)reordered, CASES * 200);
    assert_true(exact >= CASES * 9 / 10);
    assert_true(recorded_exact < CASES / 2);
}

static void oldest_first(void **state)
{
    (void)state;
    any_source(false, 5);
}

static void newest_first(void **state)
{
    (void)state;
    any_source(true, 6);
}

/* Pairs in an order that all can keep. When both wait for each other nothing is left to guess, so
 * that both bounds are the time itself. */
static void handed_over(void **state)
{
    (void)state;
    static played p;
    uint64_t r = 7;
    for (int i = 0; i < 200; i++) {
        fp_context *ctx = fp_context_new();
        make_machine(&p, &r);
        p.is_unnamed = i % 2;
        for (int k = 0; k < 150; k++) {
            const uint32_t from = (uint32_t)random_between(&r, 0, p.ranks - 1);
            const uint32_t to = (from + (uint32_t)random_between(&r, 1, p.ranks - 1)) % p.ranks;
            compute(&p, random_between(&r, 0, 1) ? from : to, &r, 4);
            player_add(&p, from, (step){.kind = HAND_OVER, .peer = to});
            player_add(&p, to, (step){.kind = RECV, .peer = from});
        }
        const uint64_t alpha = (uint64_t)random_between(&r, 5, 40);
        play(&p, alpha, recorded_path);
        play(&p, 0, without_path);
        const perturbation_options o = {.synchronous_from = p.is_unnamed ? SYNC_BYTES : 0};
        const perturbation_result left = remove_all(ctx, alpha, o, left_path);
        assert_int_equal(left.synchronous, 150);
        assert_int_equal(left.did_not_wait, 0);
        assert_true(left.approximated[FLIGHT_OPTIMISTIC] == left.approximated[FLIGHT_PESSIMISTIC]);
        const char *unlike = difference(ctx, left_path, without_path);
        if (unlike)
            fail_msg("case %d: %s", i, unlike);
        fp_context_free(ctx);
    }
}

/* Is each message received after it was sent, and all of them? What is left has whole ticks. */
static void assert_causal(fp_context *ctx, const char *path, int messages)
{
    static uint64_t sent[MOST_RANKS][MOST_RANKS][MOST_STEPS];
    static int put[MOST_RANKS][MOST_RANKS], taken[MOST_RANKS][MOST_RANKS];
    memset(put, 0, sizeof put);
    memset(taken, 0, sizeof taken);
    trace *t = trace_open_path(ctx, path);
    assert_non_null(t);
    trace_event e;
    for (uint32_t i = 0; i < t->rank_count; i++)
        for (trace_cursor *c = trace_rank_events(ctx, t, i); trace_next(c, &e);)
            if (e.kind == TRACE_SEND)
                sent[i][e.peer][put[i][e.peer]++] = e.time;
    for (uint32_t i = 0; i < t->rank_count; i++)
        for (trace_cursor *c = trace_rank_events(ctx, t, i); trace_next(c, &e);)
            if (e.kind == TRACE_RECV) {
                assert_true(taken[e.peer][i] < put[e.peer][i]);
                assert_true(e.time >= sent[e.peer][i][taken[e.peer][i]++]);
                messages--;
            }
    assert_int_equal(messages, 0);
}

/* Programs that go by the sender: others may not be taken everywhere. Whatever is assumed, all is
 * received that was, and nobody waits for ever. */
static void no_new_deadlock(void **state)
{
    (void)state;
    static played p;
    enum { CASES = 300, MESSAGES = 150 };
    uint64_t r = 8, reordered = 0, kept = 0;
    for (int i = 0; i < CASES; i++) {
        fp_context *ctx = fp_context_new();
        make_machine(&p, &r);
        for (int k = 0; k < MESSAGES; k++) {
            const uint32_t from = (uint32_t)random_between(&r, 0, p.ranks - 1);
            const uint32_t to = (from + (uint32_t)random_between(&r, 1, p.ranks - 1)) % p.ranks;
            compute(&p, from, &r, (int)from);
            player_add(&p, from,
                       (step){.kind = random_between(&r, 0, 9) ? SEND : HAND_OVER, .peer = to});
            player_add(&p, to,
                       (step){.kind = RECV,
                              .peer = from,
                              .claims_any = random_between(&r, 0, 19) < 1 + i % 20});
        }
        const uint64_t alpha = (uint64_t)random_between(&r, 5, 40);
        play(&p, alpha, recorded_path);
        const perturbation_options o = {.blind = i / 20 % 2 ? BLIND_LAST_IN_FIRST_OUT
                                                            : BLIND_FIRST_IN_FIRST_OUT};
        const perturbation_result left = remove_all(ctx, alpha, o, left_path);
        assert_int_equal(left.never_received, 0);
        assert_causal(ctx, left_path, MESSAGES);
        reordered += left.reordered;
        kept += left.kept_ranks;
        fp_context_free(ctx);
    }
    print_message("%d receives have others, %d ranks keep their order\n", (int)reordered,
                  (int)kept);
    assert_true(reordered > 0 && kept > 0);
}

/* --- Section 4.2 and figure 7 --- */

/* Each rank but the first computes and hands over, again and again, and is instrumented the more
 * the higher it is; the first takes what comes, and is nearly busy by that, so that some wait. What
 * it does is the same whoever's it takes. */
static void make_unbalanced(played *p, uint32_t ranks, uint64_t *r)
{
    *p = (played){.ranks = ranks, .flight = 20, .copy = 10, .answer = 10};
    for (int round = 0; round < 40; round++)
        for (uint32_t rank = 1; rank < ranks; rank++) {
            const int pieces = 1 + (int)(rank * 6 / ranks);
            for (int k = 0; k < pieces; k++)
                player_add(p, rank,
                           (step){.kind = COMPUTE,
                                  .takes = (uint64_t)random_between(r, 20, 60) * ranks /
                                           (uint64_t)pieces});
            player_add(p, rank, (step){.kind = HAND_OVER, .peer = 0});
            player_add(p, 0, (step){.kind = RECV_ANY});
            player_add(p, 0, (step){.kind = COMPUTE, .takes = 25});
        }
}

/* On a machine with queues, slowed down by 20 % or so as in the paper: the queue takes nine
 * tenths of the error of the trace's order away, the stack not one. */
static void figure_7(void **state)
{
    (void)state;
    static played p;
    enum { RECORDED, FIFO, LIFO, ORDERS, CASES = 20, ALPHA = 3 };
    static const blind_order orders[ORDERS] = {BLIND_AS_RECORDED, BLIND_FIRST_IN_FIRST_OUT,
                                               BLIND_LAST_IN_FIRST_OUT};
    for (uint32_t ranks = 4; ranks <= 16; ranks *= 2) {
        double error[ORDERS] = {0}, of_measured = 0;
        uint64_t r = ranks;
        for (int i = 0; i < CASES; i++) {
            fp_context *ctx = fp_context_new();
            make_unbalanced(&p, ranks, &r);
            const double measured = (double)play(&p, ALPHA, recorded_path);
            const double truth = (double)play(&p, 0, NULL);
            of_measured += (measured - truth) / truth / CASES;
            for (int k = 0; k < ORDERS; k++) {
                const perturbation_options o = {.blind = orders[k]};
                const perturbation_result left = remove_all(ctx, ALPHA, o, NULL);
                error[k] += fabs(ticks_of(&left, FLIGHT_LEARNT) - truth) / truth / CASES;
            }
            fp_context_free(ctx);
        }
        print_message("%u ranks: measured %.2f %%, left %.2f %%, fifo %.2f %%, lifo %.2f %%\n",
                      ranks, 100 * of_measured, 100 * error[RECORDED], 100 * error[FIFO],
                      100 * error[LIFO]);
        assert_true(of_measured > 0.15 && of_measured < 0.3);
        assert_true(error[RECORDED] > 0.005);
        assert_true(error[FIFO] < error[RECORDED] / 10);
        assert_true(error[LIFO] > error[RECORDED] * 9 / 10);
    }
}

/* --- By hand; recording takes 10 --- */

#define HEAD                                                                                       \
    "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\nrank 1 \"\"\nrank 2 \"\"\n"                  \
    "region 0 user \"work\"\nregion 1 mpi \"call\"\nregion 2 mpi \"MPI_Ssend\"\n"                  \
    "comm 0 \"world\" 0 1 2\n"

static void write_trace(const char *events)
{
    FILE *out = fopen(recorded_path, "w");
    assert_non_null(out);
    fputs(HEAD, out);
    fputs(events, out);
    fclose(out);
}

/* What is left has these lines, each with its end, and takes so long. */
static perturbation_result assert_left(const char *events, perturbation_options o, double ticks,
                                       const char *const *lines)
{
    static char text[4096];
    write_trace(events);
    fp_context *ctx = fp_context_new();
    const perturbation_result r = remove_all(ctx, 10, o, left_path);
    fp_context_free(ctx);
    FILE *in = fopen(left_path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    for (; *lines; lines++)
        if (!strstr(text, *lines))
            fail_msg("'%s' is not in:\n%s", *lines, text);
    if (ticks_of(&r, FLIGHT_LEARNT) != ticks)
        fail_msg("%.0f ticks for %.0f", ticks_of(&r, FLIGHT_LEARNT), ticks);
    return r;
}

/* Rank 1 is recorded nine times before it sends, at 1 without: work of 1. Rank 2 works 50. A
 * message is 25 under way and copied in 5. */
#define SENDERS                                                                                    \
    "1 0 enter 0\n1 11 leave 0\n1 21 enter 0\n1 31 leave 0\n1 41 enter 0\n1 51 leave 0\n"          \
    "1 61 enter 0\n1 71 leave 0\n1 81 enter 1\n1 91 send to 0 comm 0 tag 0 bytes 8\n"              \
    "2 0 enter 0\n2 60 leave 0\n2 70 enter 1\n2 80 send to 0 comm 0 tag 0 bytes 16\n"

static const perturbation_options fifo = {.blind = BLIND_FIRST_IN_FIRST_OUT},
                                  lifo = {.blind = BLIND_LAST_IN_FIRST_OUT}, recorded = {0};

static void another_sender(void **state)
{
    (void)state;
    /* Rank 2's, sent at 80 and recorded until 90, is there at 120; rank 1's, of 101, when it is
     * asked for at 150. */
    static const char events[] =
        SENDERS "0 0 enter 1\n0 120 recv from 2 comm 0 tag 0 bytes 16 any_source\n0 130 leave 1\n"
                "0 140 enter 1\n0 155 recv from 1 comm 0 tag 0 bytes 8 any_source\n0 165 leave 1\n";
    /* In the order of the trace: 50 + 30, then 5 to copy. */
    perturbation_result r = assert_left(
        events, recorded, 85,
        (const char *const[]){"\n0 80 recv from 2 comm 0 tag 0 bytes 16 any_source\n",
                              "\n0 85 recv from 1 comm 0 tag 0 bytes 8 any_source\n", NULL});
    assert_int_equal(r.reordered, 0);
    assert_int_equal(r.blind, 2);
    /* In that of coming: 1 + 30, and 50 + 30. */
    r = assert_left(events, fifo, 80,
                    (const char *const[]){"\n0 31 recv from 1 comm 0 tag 0 bytes 8 any_source\n",
                                          "\n0 80 recv from 2 comm 0 tag 0 bytes 16 any_source\n",
                                          NULL});
    assert_int_equal(r.reordered, 2);
    assert_int_equal(r.kept_ranks, 0);
    /* When the first can be taken there is no other, so a stack takes it, too. */
    assert_left(
        events, lifo, 80,
        (const char *const[]){"\n0 31 recv from 1 comm 0 tag 0 bytes 8 any_source\n", NULL});
}

/* Both are there: the oldest is rank 1's, the newest rank 2's. Asked for at 300, each copied in 5.
 */
static void queue_and_stack(void **state)
{
    (void)state;
    static const char events[] = SENDERS "0 0 enter 0\n0 310 leave 0\n0 320 enter 1\n"
                                         "0 335 recv from 2 comm 0 tag 0 bytes 16 any_source\n"
                                         "0 350 recv from 1 comm 0 tag 0 bytes 8 any_source\n";
    assert_left(events, fifo, 310,
                (const char *const[]){"\n0 305 recv from 1 comm 0 tag 0 bytes 8 any_source\n",
                                      "\n0 310 recv from 2 comm 0 tag 0 bytes 16 any_source\n",
                                      NULL});
    assert_left(events, lifo, 310,
                (const char *const[]){"\n0 305 recv from 2 comm 0 tag 0 bytes 16 any_source\n",
                                      "\n0 310 recv from 1 comm 0 tag 0 bytes 8 any_source\n",
                                      NULL});
}

/* The second receive is of rank 1 alone: if the first one takes that message, it waits for ever. */
static void order_kept(void **state)
{
    (void)state;
    const perturbation_result r = assert_left(
        SENDERS "0 0 enter 1\n0 120 recv from 2 comm 0 tag 0 bytes 16 any_source\n0 130 leave 1\n"
                "0 140 enter 1\n0 155 recv from 1 comm 0 tag 0 bytes 8\n0 165 leave 1\n",
        fifo, 85,
        (const char *const[]){"\n0 80 recv from 2 comm 0 tag 0 bytes 16 any_source\n",
                              "\n0 85 recv from 1 comm 0 tag 0 bytes 8\n", NULL});
    assert_int_equal(r.kept_ranks, 1);
    assert_int_equal(r.first_kept, 0);
    assert_int_equal(r.reordered, 0);
}

/* A sender is there at 10, recorded until 20; the receiver works 40 and asks at 60, recorded until
 * 70. The one goes on 5 later, the other 20: without, at 45 and 60. */
static void sender_waits(void **state)
{
    (void)state;
    perturbation_result r = assert_left(
        "0 0 enter 2\n0 10 send to 1 comm 0 tag 0 bytes 8\n0 75 leave 2\n"
        "1 0 enter 0\n1 50 leave 0\n1 60 enter 1\n1 90 recv from 0 comm 0 tag 0 bytes 8\n",
        recorded, 60, (const char *const[]){"\n0 45 leave 2\n", NULL});
    assert_int_equal(r.synchronous, 1);
    assert_int_equal(r.did_not_wait, 0);
    /* The receiver is there first, at 10; the sender works 30 and is there at 50, recorded until
     * 60, and goes on at 65, the receiver at 80: 35 and 50. By its size. */
    r = assert_left("0 0 enter 0\n0 40 leave 0\n0 50 enter 1\n0 60 send to 1 comm 0 tag 0 bytes 8\n"
                    "0 75 leave 1\n1 0 enter 1\n1 90 recv from 0 comm 0 tag 0 bytes 8\n",
                    (perturbation_options){.synchronous_from = 8}, 50,
                    (const char *const[]){"\n0 35 leave 1\n", NULL});
    assert_int_equal(r.synchronous, 1);
    assert_int_equal(r.did_not_wait, 0);
    /* Of 9 bytes it would. */
    r = assert_left("0 0 enter 1\n0 10 send to 1 comm 0 tag 0 bytes 8\n0 75 leave 1\n"
                    "1 0 enter 1\n1 90 recv from 0 comm 0 tag 0 bytes 8\n",
                    (perturbation_options){.synchronous_from = 9}, 70,
                    (const char *const[]){"\n0 55 leave 1\n", NULL});
    assert_int_equal(r.synchronous, 0);
}

/* Both send before they receive: neither has waited, whatever --synchronous says. Sent at 0, left
 * at 5, asked for then, and copied in 5. */
static void left_before(void **state)
{
    (void)state;
    const perturbation_result r =
        assert_left("0 0 enter 1\n0 10 send to 1 comm 0 tag 0 bytes 8\n0 25 leave 1\n0 35 enter 1\n"
                    "0 50 recv from 1 comm 0 tag 0 bytes 8\n"
                    "1 0 enter 1\n1 10 send to 0 comm 0 tag 0 bytes 8\n1 27 leave 1\n1 37 enter 1\n"
                    "1 52 recv from 0 comm 0 tag 0 bytes 8\n",
                    (perturbation_options){.synchronous_from = 1}, 12,
                    (const char *const[]){"\n0 5 leave 1\n", "\n1 7 leave 1\n", "\n0 10 recv",
                                          "\n1 12 recv", NULL});
    assert_int_equal(r.synchronous, 2);
    assert_int_equal(r.did_not_wait, 2);
}

/* Both have posted a receive before: the senders go on 25 after both are there, as in the trace. */
static void posted_before(void **state)
{
    (void)state;
    const perturbation_result r = assert_left(
        "0 0 irecv_posted request 1\n0 10 enter 2\n0 20 send to 1 comm 0 tag 0 bytes 8\n"
        "0 55 leave 2\n0 65 irecv from 1 comm 0 tag 0 bytes 8 request 1\n"
        "1 0 irecv_posted request 1\n1 12 enter 2\n1 22 send to 0 comm 0 tag 0 bytes 8\n"
        "1 57 leave 2\n1 67 irecv from 0 comm 0 tag 0 bytes 8 request 1\n",
        recorded, 27, (const char *const[]){"\n0 25 leave 2\n", "\n1 27 leave 2\n", NULL});
    assert_int_equal(r.synchronous, 2);
    assert_int_equal(r.did_not_wait, 0);
}

/* Clocks that contradict each other: rank 1 has at 50 what rank 0 sends at 110, after it has handed
 * over what rank 1 takes then. */
static void never_taken(void **state)
{
    (void)state;
    write_trace("0 0 enter 2\n0 10 send to 1 comm 0 tag 0 bytes 8\n0 100 leave 2\n"
                "0 110 send to 1 comm 0 tag 1 bytes 8\n"
                "1 50 recv from 0 comm 0 tag 1 bytes 8\n1 60 recv from 0 comm 0 tag 0 bytes 8\n");
    fp_context *ctx = fp_context_new();
    trace *t = trace_open_path(ctx, recorded_path);
    assert_non_null(t);
    perturbation_result r;
    assert_false(perturbation_remove(ctx, t, &recorded, NULL, TRACE_AS_TEXT, &r));
    char *text = said(ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(text,
                           "rank 0 waits in a synchronous send, with tag 0 on 'world', for rank "
                           "1, which does not receive it"));
    assert_non_null(strstr(text, "rank 1 receives from rank 0, with tag 1 on 'world'"));
    free(text);
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oldest_first),    cmocka_unit_test(newest_first),
        cmocka_unit_test(handed_over),     cmocka_unit_test(no_new_deadlock),
        cmocka_unit_test(figure_7),        cmocka_unit_test(another_sender),
        cmocka_unit_test(queue_and_stack), cmocka_unit_test(order_kept),
        cmocka_unit_test(sender_waits),    cmocka_unit_test(left_before),
        cmocka_unit_test(posted_before),   cmocka_unit_test(never_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
