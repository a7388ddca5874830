#include "sysmodels/network/flows.h"

#include <assert.h>
#include <string.h>

#include "support/sort.h"
#include "sysmodels/network/place.h"

/* What is under way, from round to round. */

enum {
    PROCS_MOST = 256,    /* beyond, and in longer rounds, messages of one round meet, and no others:
                            what it takes to follow them grows with the square */
    MESSAGES_MOST = 512, /* of a round */
    KEPT_MOST = 96,      /* after a round */
    KEPT_LEAST = 64      /* if there were more */
};

bool flows_are_followed(const network *n, int procs, int messages)
{
    const sag_communication *c = n->communication;
    return n->exchange == EXCHANGE_ADAPTER &&
           (c->port_per_byte.is_set || c->backbone_per_byte.is_set) && procs <= PROCS_MOST &&
           messages <= MESSAGES_MOST;
}

void flows_open(exchange_clocks *x)
{
    flow_state *f = x->flows = ARENA_NEW(x->memory, flow_state);
    f->room = KEPT_MOST + MESSAGES_MOST;
    f->all = ARENA_ARRAY(x->memory, f->room, flow);
    f->late = ARENA_ARRAY(x->memory, x->places, int128);
    f->waited = ARENA_ARRAY(x->memory, x->places, int128);
    const int messages = f->room + MESSAGES_MOST; /* what is under way, and a round's */
    f->begin = ARENA_ARRAY(x->memory, messages, int128);
    f->end = ARENA_ARRAY(x->memory, messages, int128);
    f->margin = ARENA_ARRAY(x->memory, messages, int128);
    f->sender_margin = ARENA_ARRAY(x->memory, messages, int128);
    f->sender = ARENA_ARRAY(x->memory, messages, flow_side);
    f->receiver = ARENA_ARRAY(x->memory, messages, flow_side);
    f->later.start = ARENA_ARRAY(x->memory, f->room, int128);
    f->later.by = ARENA_ARRAY(x->memory, f->room, int128);
    f->later.sender = ARENA_ARRAY(x->memory, f->room, int128);
    f->later.receiver = ARENA_ARRAY(x->memory, f->room, int128);
}

void flows_begin(exchange_clocks *x, const int128 *clock)
{
    flow_state *f = x->flows;
    f->earliest = clock[0];
    for (int p = 1; p < x->places; p++)
        f->earliest = clock[p] < f->earliest ? clock[p] : f->earliest;
    memset(f->late, 0, (size_t)x->places * sizeof *f->late);
}

/* ---- links ---- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15) + b;
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 31;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A round's links get the numbers that they have in all rounds. */
static void number_links(exchange_clocks *x, const comm_round *round)
{
    round_flows *r = round->flows;
    for (int i = 0; i < round->first[x->places]; i++) {
        flow_message *m = &r->message[i];
        m->colour = mixed(bits_of(m->slowest), bits_of(m->weight));
        for (int u = m->first; u < m->first + m->count; u++) {
            r->uses[u].link = link_number(x->memory, &x->flows->links, r->key[u]);
            m->colour = mixed(m->colour, r->key[u]);
        }
    }
    r->is_numbered = true;
}

/* ---- shares ---- */

static share_flow share_of(const flow_message *m, int128 start, double bytes)
{
    return (share_flow){seconds_of(start), bytes, m->slowest, m->weight, 0};
}

/* Is it ready before what is left is known of? Then it goes as if it were alone. */
static bool is_before(int128 begin)
{
    return begin < 0;
}

/* What is under way, and then the messages of a round; null: no more. */
static share_problem problem_of(arena *scratch, const flow_state *f, const comm_round *round,
                                int count)
{
    const round_flows *r = round ? round->flows : NULL;
    int uses = f->count * FLOW_LINKS;
    for (int i = 0; i < count; i++)
        uses += r->message[i].count;
    share_flow *share = ARENA_ARRAY(scratch, f->count + count, share_flow);
    int *first = ARENA_ARRAY(scratch, f->count + count + 1, int);
    share_use *use = ARENA_ARRAY(scratch, uses + 1, share_use);
    for (int k = 0; k < f->count + count; k++) {
        const int i = k - f->count;
        const flow_message *m = i < 0 ? &f->all[k].what : &r->message[i];
        const share_use *its = i < 0 ? f->all[k].uses : r->uses + m->first;
        share[k] = i < 0 ? share_of(m, f->later.start[k], f->all[k].bytes)
                         : share_of(m, f->begin[i], is_before(f->begin[i]) ? 0 : m->bytes);
        for (int l = 0; l < m->count; l++)
            use[first[k] + l] = its[l];
        first[k + 1] = first[k] + m->count;
    }
    return (share_problem){f->count + count, f->links.count, share, first, use};
}

/* Time goes on by so much. */
static void advance_by(exchange_clocks *x, int128 by)
{
    flow_state *f = x->flows;
    arena *scratch = arena_new_under(x->memory);
    double *left = ARENA_ARRAY(scratch, f->count + 1, double);
    double *flight = ARENA_ARRAY(scratch, f->count + 1, double);
    bool is_cut = false;
    int kept = 0;
    flows_late_begin(f);
    for (int k = 0; k < f->count; k++) {
        left[k] = f->all[k].bytes;
        is_cut |= f->all[k].start < by && f->all[k].end > by;
    }
    if (is_cut) {
        share_problem p = problem_of(scratch, f, NULL, 0);
        share_follow(scratch, &p, seconds_of(by), left, flight);
    }
    for (int k = 0; k < f->count; k++) {
        flow *m = &f->all[k];
        if (m->end <= by || !(left[k] > 0))
            continue;
        m->bytes = left[k];
        m->start = m->start > by ? m->start - by : 0;
        m->end -= by;
        f->all[kept++] = *m;
    }
    f->count = kept;
    f->base += by;
    arena_free(scratch);
}

void flows_advance(exchange_clocks *x)
{
    flow_state *f = x->flows;
    if (!f->count)
        f->base = f->earliest;
    else if (f->earliest > f->base)
        advance_by(x, f->earliest - f->base);
}

void flows_follow(exchange_clocks *x, const comm_round *round)
{
    flow_state *f = x->flows;
    const int count = round->first[x->places];
    arena *scratch = arena_new_under(x->memory);
    double *left = ARENA_ARRAY(scratch, f->count + count, double);
    double *flight = ARENA_ARRAY(scratch, f->count + count, double);
    if (!round->flows->is_numbered)
        number_links(x, round);
    share_problem p = problem_of(scratch, f, round, count);
    share_follow(scratch, &p, 0, left, flight);
    for (int k = 0; k < f->count; k++)
        f->end[k] = f->later.start[k] + ticks_of(flight[k]);
    for (int i = 0; i < count; i++) {
        const flow_message *m = &round->flows->message[i];
        const double alone = m->alone * m->bytes;
        f->end[f->count + i] =
            f->begin[i] + ticks_of(is_before(f->begin[i]) ? alone : flight[f->count + i]);
    }
    arena_free(scratch);
}

/* ---- what is kept ---- */

static int by_end(const void *x, const void *y)
{
    const int128 *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* Clocks of those who have nothing to do any more stand still, and with them what would be
 * forgotten: so of many the first that are through are. */
static void keep_few(exchange_clocks *x)
{
    flow_state *f = x->flows;
    if (f->count <= KEPT_MOST)
        return;
    for (int k = 0; k < f->count; k++)
        f->end[k] = f->all[k].end;
    sort_items(f->end, (size_t)f->count, sizeof *f->end, by_end);
    advance_by(x, f->end[f->count - KEPT_LEAST - 1]);
}

void flows_keep(exchange_clocks *x, const comm_round *round)
{
    flow_state *f = x->flows;
    const int before = f->count;
    for (int i = 0; i < round->first[x->places]; i++) {
        const flow_message *m = &round->flows->message[i];
        if (!(m->bytes > 0) || is_before(f->begin[i]))
            continue;
        assert(f->count < f->room); /* keep_few has left KEPT_MOST, and no round has more */
        flow *one = &f->all[f->count++];
        *one = (flow){.from = round->to[i] + round->messages[i].from,
                      .to = round->to[i],
                      .round = f->round,
                      .start = f->begin[i],
                      .end = f->end[before + i],
                      .margin = f->margin[i],
                      .sender_margin = f->sender_margin[i],
                      .bytes = m->bytes,
                      .sender = f->sender[i],
                      .receiver = f->receiver[i],
                      .what = *m};
        one->sender.waited = f->waited[one->from];
        one->receiver.waited = f->waited[one->to];
        memcpy(one->uses, round->flows->uses + m->first, (size_t)m->count * sizeof *one->uses);
    }
    keep_few(x);
}

void flows_add_waits(flow_state *f)
{
    for (int k = 0; k < f->count; k++) {
        flow *m = &f->all[k];
        m->margin += f->waited[m->to];
        m->sender_margin += f->waited[m->from];
        m->sender.waited += f->waited[m->from];
        m->receiver.waited += f->waited[m->to];
    }
}

void flows_note_waits(const comm_round *round, exchange_clocks *x)
{
    flow_state *f = x->flows;
    if (!f->count)
        return;
    memset(f->waited, 0, (size_t)x->places * sizeof *f->waited);
    for (int i = 0; i < round->member_count; i++) {
        const int p = round_place(round, i);
        const int128 waits =
            x->done[p] - x->enter[p] - round_transmits(round, round_member_cost(round, i));
        f->waited[p] = waits > 0 ? waits : 0;
    }
    flows_add_waits(f);
}

static uint64_t mixed_side(uint64_t hash, const flow_side *s)
{
    return mixed(mixed(hash, (uint64_t)s->gap), (uint64_t)s->waited);
}

uint64_t flows_hash(const flow_state *f, uint64_t hash)
{
    hash = mixed(hash, (uint64_t)f->count);
    for (int k = 0; k < f->count; k++) {
        const flow *m = &f->all[k];
        hash = mixed(mixed(hash, (uint64_t)m->to), (uint64_t)m->from);
        hash = mixed(mixed(hash, (uint64_t)(m->round - f->all[0].round)), m->what.colour);
        hash = mixed(mixed(hash, (uint64_t)m->start), (uint64_t)m->end);
        hash = mixed(mixed(hash, (uint64_t)m->margin), (uint64_t)m->sender_margin);
        hash = mixed_side(mixed_side(hash, &m->sender), &m->receiver);
        hash = mixed(hash, bits_of(m->bytes));
    }
    return hash;
}
