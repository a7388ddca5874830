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

static played make_machine(uint64_t *r)
{
    return (played){.ranks = (uint32_t)random_between(r, 3, 8),
                    .send = (uint64_t)random_between(r, 0, 60),
                    .flight = (uint64_t)random_between(r, 1, 300),
                    .copy = (uint64_t)random_between(r, 1, 50),
                    .answer = (uint64_t)random_between(r, 1, 50),
                    .barrier = 20};
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
        p = make_machine(&r);
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
        p = make_machine(&r);
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

/* --- Section 4.2 and figure 7 --- */

/* Each rank but the first computes and hands over, again and again; the first takes what comes. The
 * more a rank is instrumented, the more often it is overtaken. What the first does is the same
 * whoever's it takes, so that the program does not go by the sender. */
static void make_unbalanced(played *p, uint32_t ranks, uint64_t *r)
{
    *p =
        (played){.ranks = ranks, .send = 10, .flight = 20, .copy = 10, .answer = 10, .barrier = 40};
    for (int round = 0; round < 40; round++)
        for (uint32_t rank = 1; rank < ranks; rank++) {
            const int pieces = 1 + (int)(rank * 6 / ranks);
            /* Who is recorded most has most to do after each message, and is late by that. */
            for (int k = 0; k < pieces; k++)
                player_add(p, rank,
                           (step){.kind = COMPUTE,
                                  .takes = (uint64_t)random_between(r, 20, 60) * ranks /
                                           (uint64_t)pieces});
            player_add(p, rank, (step){.kind = HAND_OVER, .peer = 0});
            player_add(p, 0, (step){.kind = RECV_ANY});
            player_add(p, 0, (step){.kind = COMPUTE, .takes = 10});
        }
}

/* The queue brings the time back, the stack does not: its error is no smaller than that of the
 * order of the trace (figure 7). */
static void figure_7(void **state)
{
    (void)state;
    static played p;
    enum { RECORDED, FIFO, LIFO, ORDERS };
    static const blind_order orders[ORDERS] = {BLIND_AS_RECORDED, BLIND_FIRST_IN_FIRST_OUT,
                                               BLIND_LAST_IN_FIRST_OUT};
    for (uint32_t ranks = 4; ranks <= 16; ranks *= 2) {
        double error[ORDERS] = {0}, of_measured = 0;
        enum { CASES = 20 };
        uint64_t r = ranks;
        for (int i = 0; i < CASES; i++) {
            fp_context *ctx = fp_context_new();
            make_unbalanced(&p, ranks, &r);
            const double measured = (double)play(&p, 12, recorded_path);
            const double truth = (double)play(&p, 0, NULL);
            of_measured += fabs(measured - truth) / truth / CASES;
            for (int k = 0; k < ORDERS; k++) {
                const perturbation_result left =
                    remove_all(ctx, 12, (perturbation_options){.blind = orders[k]}, NULL);
                error[k] += fabs(ticks_of(&left, FLIGHT_LEARNT) - truth) / truth / CASES;
            }
            fp_context_free(ctx);
        }
        print_message(
            "%u ranks: measured %.2f %%, as recorded %.2f %%, fifo %.2f %%, lifo %.2f %%\n", ranks,
            100 * of_measured, 100 * error[RECORDED], 100 * error[FIFO], 100 * error[LIFO]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(oldest_first),
                                       cmocka_unit_test(newest_first),
                                       cmocka_unit_test(handed_over), cmocka_unit_test(figure_7)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
