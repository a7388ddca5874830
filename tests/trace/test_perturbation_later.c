/* Sends and receives that begin and are waited for later. Programs of rounds, in each of which
 * every rank posts receives, begins sends, computes and waits for all, are played with what
 * recording takes and without. Nothing of a round depends on another rank before its end, so that
 * times are sums. */

#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/random.h"
#include "trace/perturbation/perturbation.h"

enum { RANKS_MOST = 6, ROUNDS = 12, ALL = RANKS_MOST * RANKS_MOST };

/* A program, in ticks. */
typedef struct rounds {
    uint32_t ranks;
    uint64_t flight, answer,
        rest;         /* of a message, of its sender once both are there, of the call */
    bool waits;       /* sends wait for their receivers */
    bool sends_first; /* in the list that is waited for */
    uint64_t before[ROUNDS][RANKS_MOST], between[ROUNDS][RANKS_MOST]; /* computing */
    int pieces[ROUNDS][RANKS_MOST];
    bool has[ROUNDS][RANKS_MOST][RANKS_MOST]; /* [from][to] */
} rounds;

typedef struct playing {
    const rounds *p;
    uint64_t alpha, clock[RANKS_MOST];
    uint64_t sent[RANKS_MOST][RANKS_MOST], posted[RANKS_MOST][RANKS_MOST];
    FILE *out;
} playing;

static void record(playing *q, uint32_t rank, const char *what)
{
    if (q->out)
        fprintf(q->out, "%u %llu %s\n", rank, (unsigned long long)q->clock[rank], what);
    q->clock[rank] += q->alpha;
}

static void compute(playing *q, uint32_t rank, uint64_t ticks, int pieces)
{
    for (int i = 0; i < pieces; i++) {
        record(q, rank, "enter 0");
        q->clock[rank] += ticks;
        record(q, rank, "leave 0");
    }
}

/* What a round's message is in the text: requests count up from 1 for receives and 101 for sends.
 */
static void record_message(playing *q, uint32_t rank, const char *verb, uint32_t peer, int request)
{
    char text[96];
    snprintf(text, sizeof text, "%s %u comm 0 tag 0 bytes %d request %d", verb, peer,
             q->p->waits ? 80000 : 800, request);
    record(q, rank, text);
}

static void begin_all(playing *q, uint32_t rank, int round)
{
    char text[48];
    for (uint32_t i = 0; i < q->p->ranks; i++) {
        if (!q->p->has[round][i][rank])
            continue;
        record(q, rank, "enter 1");
        snprintf(text, sizeof text, "irecv_posted request %u", 1 + i);
        record(q, rank, text);
        q->posted[i][rank] = q->clock[rank];
        record(q, rank, "leave 1");
    }
    for (uint32_t i = 0; i < q->p->ranks; i++) {
        if (!q->p->has[round][rank][i])
            continue;
        record(q, rank, "enter 2");
        record_message(q, rank, "isend to", i, 101 + (int)i);
        q->sent[rank][i] = q->clock[rank];
        record(q, rank, "leave 2");
    }
}

static void end_all(playing *q, uint32_t rank, int round, bool sends)
{
    char text[48];
    for (uint32_t i = 0; i < q->p->ranks; i++) {
        if (!sends && q->p->has[round][i][rank])
            record_message(q, rank, "irecv from", i, 1 + (int)i);
        if (!sends || !q->p->has[round][rank][i])
            continue;
        snprintf(text, sizeof text, "isend_done request %u", 101 + i);
        record(q, rank, text);
    }
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void wait_for_all(playing *q, uint32_t rank, int round)
{
    const rounds *p = q->p;
    bool has_any = false;
    record(q, rank, "enter 3");
    uint64_t end = q->clock[rank];
    for (uint32_t i = 0; i < p->ranks; i++) {
        const bool comes = p->has[round][i][rank], goes = p->has[round][rank][i];
        const uint64_t in =
            p->waits ? later(q->sent[i][rank], q->posted[i][rank]) : q->sent[i][rank];
        const uint64_t out = later(q->sent[rank][i], q->posted[rank][i]) + p->answer;
        if (comes)
            end = later(end, in + p->flight);
        if (goes && p->waits)
            end = later(end, out);
        has_any |= comes || goes;
    }
    q->clock[rank] = end + (has_any ? p->rest : 0);
    end_all(q, rank, round, p->sends_first);
    end_all(q, rank, round, !p->sends_first);
    record(q, rank, "leave 3");
}

static uint64_t play(const rounds *p, uint64_t alpha, const char *path)
{
    playing q = {.p = p, .alpha = alpha, .out = path ? fopen(path, "w") : NULL};
    if (q.out) {
        fputs("fpredict-trace 1\nclock 1000000000\n", q.out);
        for (uint32_t i = 0; i < p->ranks; i++)
            fprintf(q.out, "rank %u \"\"\n", i);
        fputs("region 0 user \"work\"\nregion 1 mpi \"MPI_Irecv\"\nregion 2 mpi \"MPI_Isend\"\n"
              "region 3 mpi \"MPI_Waitall\"\ncomm 0 \"world\"",
              q.out);
        for (uint32_t i = 0; i < p->ranks; i++)
            fprintf(q.out, " %u", i);
        fputc('\n', q.out);
    }
    for (int k = 0; k < ROUNDS; k++) {
        for (uint32_t i = 0; i < p->ranks; i++) {
            compute(&q, i, p->before[k][i], p->pieces[k][i]);
            begin_all(&q, i, k);
            compute(&q, i, p->between[k][i], 1);
        }
        for (uint32_t i = 0; i < p->ranks; i++)
            wait_for_all(&q, i, k);
    }
    uint64_t end = 0;
    for (uint32_t i = 0; i < p->ranks; i++)
        end = later(end, q.clock[i]);
    if (q.out)
        fclose(q.out);
    return end;
}

static void make(rounds *p, uint64_t *r)
{
    *p = (rounds){.ranks = (uint32_t)random_between(r, 2, RANKS_MOST),
                  .flight = (uint64_t)random_between(r, 20, 400),
                  .answer = (uint64_t)random_between(r, 5, 200),
                  .rest = (uint64_t)random_between(r, 1, 20),
                  .waits = random_between(r, 0, 1),
                  .sends_first = random_between(r, 0, 1)};
    for (int k = 0; k < ROUNDS; k++)
        for (uint32_t i = 0; i < p->ranks; i++) {
            p->before[k][i] = (uint64_t)random_between(r, 50, 300);
            p->pieces[k][i] = (int)random_between(r, 1, 3);
            p->between[k][i] = (uint64_t)random_between(r, 0, 400);
            for (uint32_t to = 0; to < p->ranks; to++)
                p->has[k][i][to] = to != i && random_between(r, 0, 2) > 0;
        }
}

static perturbation_result remove_all(uint64_t alpha, uint64_t synchronous_from)
{
    fp_context *ctx = fp_context_new();
    trace *t = trace_open_path(ctx, "later.trace");
    assert_non_null(t);
    perturbation_options o = {.synchronous_from = synchronous_from};
    for (int c = 0; c < RECORDED_CLASS_COUNT; c++)
        o.overhead[c] = 1e-9 * (double)alpha;
    perturbation_result r;
    assert_true(perturbation_remove(ctx, t, &o, NULL, TRACE_AS_TEXT, &r));
    assert_int_equal(r.too_short, 0);
    assert_int_equal(r.never_received, 0);
    fp_context_free(ctx);
    return r;
}

/* The truth is between the bounds, and nearer to what is left than to what was recorded; to the
 * tick where calls that wait for each have told what it takes. */
static void rounds_at_random(void **state)
{
    (void)state;
    static rounds p;
    enum { CASES = 300 };
    uint64_t r = 7;
    int exact = 0;
    for (int i = 0; i < CASES; i++) {
        make(&p, &r);
        const uint64_t alpha = (uint64_t)random_between(&r, 1, 40);
        const uint64_t measured = play(&p, alpha, "later.trace"), truth = play(&p, 0, NULL);
        const perturbation_result left = remove_all(alpha, p.waits ? 80000 : 0);
        const double least = left.approximated[FLIGHT_OPTIMISTIC] * 1e9,
                     most = left.approximated[FLIGHT_PESSIMISTIC] * 1e9,
                     learnt = left.approximated[FLIGHT_LEARNT] * 1e9, t = (double)truth;
        if (least > t + 0.5 || most < t - 0.5)
            fail_msg("case %d: %.0f is not between %.0f and %.0f", i, t, least, most);
        if (fabs(learnt - t) > fabs((double)measured - t))
            fail_msg("case %d: %.0f is further from %.0f than %.0f", i, learnt, t,
                     (double)measured);
        exact += fabs(learnt - t) < 0.5;
    }
    print_message("%d of %d exact\n", exact, CASES);
    assert_true(exact >= CASES * 3 / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_at_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
