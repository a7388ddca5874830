#include "tests/trace/player.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/cmocka_all.h"

typedef struct arrival {
    uint64_t time; /* when it is there; of one that is handed over, its sender */
    bool is_handed_over;
} arrival;

typedef struct player {
    const played *p;
    uint64_t alpha;
    uint64_t clock[MOST_RANKS];
    int at[MOST_RANKS];
    bool is_handing_over[MOST_RANKS];
    arrival *arrivals[MOST_RANKS][MOST_RANKS]; /* [from][to] */
    int sent[MOST_RANKS][MOST_RANKS], taken[MOST_RANKS][MOST_RANKS];
    FILE *out; /* the trace; or null */
} player;

void player_add(played *p, uint32_t rank, step s)
{
    assert_true(p->count[rank] < MOST_STEPS);
    p->steps[rank][p->count[rank]++] = s;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void record(player *q, uint32_t rank, const char *what)
{
    if (q->out)
        fprintf(q->out, "%u %llu %s\n", rank, (unsigned long long)q->clock[rank], what);
    q->clock[rank] += q->alpha;
}

static void record_message(player *q, uint32_t rank, const char *verb, uint32_t peer,
                           bool is_handed_over, const char *end)
{
    char text[96];
    snprintf(text, sizeof text, "%s %u comm 0 tag 0 bytes %d%s", verb, peer,
             is_handed_over ? SYNC_BYTES : PLAIN_BYTES, end);
    record(q, rank, text);
}

/* The oldest message of a sender; or null. */
static const arrival *next_of(const player *q, uint32_t from, uint32_t to)
{
    const int n = q->taken[from][to];
    return n < q->sent[from][to] ? &q->arrivals[from][to][n] : NULL;
}

/* Whose message a receive of any source takes that asks at `now`, and when it can; MOST_RANKS:
 * nobody has sent one. */
static uint32_t taken_by_any(const player *q, uint32_t to, uint64_t now, uint64_t *when)
{
    uint32_t chosen = MOST_RANKS;
    for (uint32_t i = 0; i < q->p->ranks; i++) {
        const arrival *a = next_of(q, i, to);
        if (a && (chosen == MOST_RANKS || a->time < next_of(q, chosen, to)->time))
            chosen = i;
    }
    if (chosen == MOST_RANKS)
        return chosen;
    *when = later(next_of(q, chosen, to)->time, now);
    for (uint32_t i = 0; i < q->p->ranks && q->p->takes_newest; i++) {
        const arrival *a = next_of(q, i, to);
        if (a && a->time <= *when && a->time > next_of(q, chosen, to)->time)
            chosen = i;
    }
    return chosen;
}

/* When the rank's next step begins, what it waits for included; false: not yet known. */
static bool begins(const player *q, uint32_t rank, uint64_t *when, uint32_t *from)
{
    if (q->at[rank] == q->p->count[rank] || q->is_handing_over[rank])
        return false;
    const step *s = &q->p->steps[rank][q->at[rank]];
    const uint64_t asks = q->clock[rank] + q->alpha;
    *when = q->clock[rank];
    if (s->kind == BARRIER)
        return false; /* all together */
    if (s->kind == RECV_ANY) {
        *from = taken_by_any(q, rank, asks, when);
        return *from != MOST_RANKS;
    }
    if (s->kind != RECV)
        return true;
    *from = s->peer;
    const arrival *a = next_of(q, s->peer, rank);
    *when = a ? later(a->time, asks) : 0;
    return a;
}

static void send(player *q, uint32_t rank, const step *s)
{
    const bool hands_over = s->kind == HAND_OVER;
    record(q, rank, hands_over && !q->p->is_unnamed ? "enter 4" : "enter 1");
    record_message(q, rank, "send to", s->peer, hands_over, "");
    q->arrivals[rank][s->peer][q->sent[rank][s->peer]++] =
        (arrival){q->clock[rank] + (hands_over ? 0 : q->p->flight), hands_over};
    q->is_handing_over[rank] = hands_over;
    if (hands_over)
        return; /* its receiver ends it */
    q->clock[rank] += q->p->send;
    record(q, rank, "leave 1");
    q->at[rank]++;
}

static void receive(player *q, uint32_t rank, uint32_t from, bool is_any)
{
    record(q, rank, "enter 2");
    const arrival a = q->arrivals[from][rank][q->taken[from][rank]++];
    const uint64_t both = later(a.time, q->clock[rank]);
    if (a.is_handed_over) {
        q->is_handing_over[from] = false;
        q->clock[from] = both + q->p->answer;
        record(q, from, q->p->is_unnamed ? "leave 1" : "leave 4");
        q->at[from]++;
    }
    q->clock[rank] = both + (a.is_handed_over ? q->p->flight : 0) + q->p->copy;
    record_message(q, rank, "recv from", from, a.is_handed_over, is_any ? " any_source" : "");
    record(q, rank, "leave 2");
    q->at[rank]++;
}

static void play_step(player *q, uint32_t rank, uint32_t from)
{
    const step *s = &q->p->steps[rank][q->at[rank]];
    if (s->kind == SEND || s->kind == HAND_OVER) {
        send(q, rank, s);
    } else if (s->kind == COMPUTE) {
        record(q, rank, "enter 0");
        q->clock[rank] += s->takes;
        record(q, rank, "leave 0");
        q->at[rank]++;
    } else {
        receive(q, rank, from, s->kind == RECV_ANY || s->claims_any);
    }
}

/* Plays the step that begins first; of several, one that is no receive: it may send. */
static bool play_first(player *q)
{
    uint32_t first = MOST_RANKS, first_from = 0;
    uint64_t first_when = 0;
    bool first_receives = false;
    for (uint32_t i = 0; i < q->p->ranks; i++) {
        uint64_t when;
        uint32_t from = 0;
        if (!begins(q, i, &when, &from))
            continue;
        const step_kind kind = q->p->steps[i][q->at[i]].kind;
        const bool receives = kind == RECV || kind == RECV_ANY;
        if (first != MOST_RANKS &&
            (when > first_when || (when == first_when && (receives || !first_receives))))
            continue;
        first = i;
        first_when = when;
        first_from = from;
        first_receives = receives;
    }
    if (first == MOST_RANKS)
        return false;
    play_step(q, first, first_from);
    return true;
}

static void play_barrier(player *q)
{
    const played *p = q->p;
    uint64_t last = 0, entry[MOST_RANKS];
    for (uint32_t i = 0; i < p->ranks; i++) {
        record(q, i, "enter 3");
        entry[i] = q->clock[i];
        record(q, i, "collective_begin");
        last = later(q->clock[i], last);
    }
    for (uint32_t i = 0; i < p->ranks; i++) {
        uint64_t earlier = 0;
        for (uint32_t k = 0; k < p->ranks; k++)
            earlier += entry[k] < entry[i] || (entry[k] == entry[i] && k < i);
        q->clock[i] = last + (p->is_last_in_first_out ? (p->ranks - earlier) * p->exit_step
                                                      : p->barrier + i * p->exit_step);
        record(q, i, "collective_end MPI_Barrier comm 0 bytes 0 received 0");
        record(q, i, "leave 3");
        q->at[i]++;
    }
}

static bool is_at_barrier(const player *q)
{
    for (uint32_t i = 0; i < q->p->ranks; i++)
        if (q->at[i] == q->p->count[i] || q->p->steps[i][q->at[i]].kind != BARRIER)
            return false;
    return true;
}

static void write_head(player *q)
{
    fputs("fpredict-trace 1\nclock 1000000000\n", q->out);
    for (uint32_t i = 0; i < q->p->ranks; i++)
        fprintf(q->out, "rank %u \"\"\n", i);
    fputs("region 0 user \"work\"\nregion 1 mpi \"MPI_Send\"\nregion 2 mpi \"MPI_Recv\"\n"
          "region 3 mpi \"MPI_Barrier\"\nregion 4 mpi \"MPI_Ssend\"\ncomm 0 \"world\"",
          q->out);
    for (uint32_t i = 0; i < q->p->ranks; i++)
        fprintf(q->out, " %u", i);
    fputc('\n', q->out);
}

uint64_t play(const played *p, uint64_t alpha, const char *path)
{
    player *q = calloc(1, sizeof *q);
    q->p = p;
    q->alpha = alpha;
    for (uint32_t i = 0; i < p->ranks; i++)
        for (uint32_t k = 0; k < p->ranks; k++)
            q->arrivals[i][k] = calloc(MOST_STEPS, sizeof(arrival));
    q->out = path ? fopen(path, "w") : NULL;
    if (q->out)
        write_head(q);
    bool went_on = true;
    while (went_on) {
        went_on = play_first(q);
        if (!went_on && is_at_barrier(q)) {
            play_barrier(q);
            went_on = true;
        }
    }
    uint64_t end = 0;
    for (uint32_t i = 0; i < p->ranks; i++) {
        assert_int_equal(q->at[i], p->count[i]);
        end = later(q->clock[i], end);
        for (uint32_t k = 0; k < p->ranks; k++)
            free(q->arrivals[i][k]);
    }
    if (q->out)
        fclose(q->out);
    free(q);
    return end;
}
