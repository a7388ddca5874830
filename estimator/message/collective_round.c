#include "estimator/message/collective_round.h"

#include "estimator/message/round.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/round.h"

/* Of a library's messages there are two prices. */
static message_kind kind_of(message_kind kind, const collective_message *m)
{
    if (kind.library)
        kind.library += m->waits;
    return kind;
}

/* Who has nothing yet to pass on sends nothing; the functions of a library do. */
static bool is_sent(message_kind kind, const collective_group *g, double bytes)
{
    return bytes > 0 || !g->part || kind.library;
}

static void set_combine(round_cost *cost, const collective_group *g, double share)
{
    const double times = share * (double)cost->receives;
    cost->combine = ticks_of(g->combine * times);
    cost->processing_error = ticks_of(g->combine_error * times);
}

static void price_many(run *r, arena *a, const collective_round *p, message_kind kind,
                       const collective_group *groups, const double *const *before,
                       round_vec *rounds)
{
    comm_round round = {.library = kind.library ? kind.library->how : NULL};
    delivery *messages = ARENA_ARRAY(a, p->count, delivery);
    int *first = ARENA_ARRAY(a, r->procs + 1, int), count = 0;
    int *turn =
        exchange_is_ordered(r->est->network.exchange) ? ARENA_ARRAY(a, p->count, int) : NULL;
    for (int i = 0; i < p->count; i++) {
        const collective_message *m = &p->messages[i];
        const collective_group *g = &groups[m->group];
        double bytes = collective_bytes(m, g, before[m->group]);
        if (!is_sent(kind, g, bytes))
            continue;
        int price = round_price(r, a, &round, kind_of(kind, m), bytes, m->route);
        if (turn)
            turn[count] = m->turn;
        messages[count++] = (delivery){m->sender - m->receiver, price};
        round_add_sent(r, m->sender, &round.prices.data[price]);
        round_add_received(r, m->receiver, &round.prices.data[price]);
        first[m->receiver + 1]++;
        if (p->share > 0)
            set_combine(&r->costs[m->receiver], g, p->share);
    }
    for (int rank = 0; rank < r->procs; rank++)
        first[rank + 1] += first[rank];
    round.messages = messages;
    round.first = first;
    round.turn = turn;
    if (count)
        round_end(r, a, rounds, kind, &round);
}

/* --- One message each ----------------------------------------------------------- */

/* Of a tree's rounds most are of a few members, and each of these sends one message or gets one:
 * what a member does follows from which and at what price, and nothing has an entry for each
 * processor but marks, a bit each. */

enum { BITS = 64 };

/* What who sends, or gets, a message of a price does: numbers of costs, from 1 on; 0: not known. */
typedef struct deed {
    int sends, receives;
    int group; /* of what is received: it is combined as that group does */
} deed;

typedef struct lone_round {
    run *r;
    arena *a, *scratch;
    const collective_round *p;
    message_kind kind;
    const collective_group *groups;
    const double *const *before;
    uint64_t *marks; /* by place */
    VEC(deed) deeds; /* by price */
    comm_round round;
} lone_round;

static double bytes_of(const lone_round *x, const collective_message *m)
{
    return collective_bytes(m, &x->groups[m->group], x->before[m->group]);
}

/* False where it was marked already. */
static bool mark(const lone_round *x, int place)
{
    uint64_t *word = &x->marks[place / BITS], bit = UINT64_C(1) << place % BITS;
    const bool is_first = !(*word & bit);
    *word |= bit;
    return is_first;
}

/* Marks who sends or gets a message, and counts them. False: one of them has several. */
static bool mark_members(lone_round *x)
{
    for (int i = 0; i < x->p->count; i++) {
        const collective_message *m = &x->p->messages[i];
        if (!is_sent(x->kind, &x->groups[m->group], bytes_of(x, m)))
            continue;
        if (!mark(x, m->sender) || !mark(x, m->receiver))
            return false;
        x->round.member_count += 2;
    }
    return true;
}

static int number_of(lone_round *x, const collective_message *m, const incoming *price,
                     bool is_sender)
{
    const network *n = &x->r->est->network;
    round_cost cost = {0};
    if (is_sender)
        round_cost_add_sent(n, &cost, price);
    else
        round_cost_add_received(n, &cost, price);
    if (!is_sender && x->p->share > 0)
        set_combine(&cost, &x->groups[m->group], x->p->share);
    return round_cost_number(x->r, x->a, &x->round, &cost) + 1;
}

/* Notes what both ends do, by place. */
static void note_ends(lone_round *x, const collective_message *m, int price)
{
    const deed none = {0};
    while (x->deeds.count <= price)
        VEC_PUSH(x->scratch, &x->deeds, none);
    deed *d = &x->deeds.data[price];
    const incoming *of = &x->round.prices.data[price];
    if (!d->sends)
        d->sends = number_of(x, m, of, true);
    if (!d->receives || (x->p->share > 0 && d->group != m->group))
        d->receives = number_of(x, m, of, false);
    d->group = m->group;
    x->r->deed[m->sender] = d->sends - 1;
    x->r->deed[m->receiver] = d->receives - 1;
}

/* Messages are in the order of their receivers. */
static void add_messages(lone_round *x)
{
    const collective_message *last = NULL; /* most have the price of the one before */
    double before = 0;
    int price = 0, count = 0;
    delivery *messages = ARENA_ARRAY(x->a, x->p->count, delivery);
    for (int i = 0; i < x->p->count; i++) {
        const collective_message *m = &x->p->messages[i];
        const double bytes = bytes_of(x, m);
        if (!is_sent(x->kind, &x->groups[m->group], bytes))
            continue;
        if (!last || bytes != before || m->waits != last->waits ||
            m->route.hops != last->route.hops || m->route.level != last->route.level)
            price = round_price(x->r, x->a, &x->round, kind_of(x->kind, m), bytes, m->route);
        last = m;
        before = bytes;
        note_ends(x, m, price);
        messages[count++] = (delivery){m->sender - m->receiver, price};
    }
    x->round.messages = messages;
}

/* The members, in order, and which of the messages reaches whom. */
static void add_members(lone_round *x)
{
    const int count = x->round.member_count;
    int *members = ARENA_ARRAY(x->a, count, int), *cost_of = ARENA_ARRAY(x->a, count, int);
    int *first = ARENA_ARRAY(x->a, count + 2, int), next = 0, at = 0;
    for (int word = 0; at < count; word++)
        for (uint64_t left = x->marks[word]; left; left &= left - 1) {
            const int place = word * BITS + __builtin_ctzll(left);
            members[at] = place;
            cost_of[at] = x->r->deed[place];
            first[at++] = next;
            next += x->round.costs.data[x->r->deed[place]].receives > 0;
        }
    first[count] = first[count + 1] = next;
    x->round.members = members;
    x->round.cost_of = cost_of;
    x->round.first = first;
    x->round.has_member_roles = true;
}

/* False: members have several messages, or in what order they go, or what they meet, counts. */
static bool price_lone(run *r, arena *a, const collective_round *p, message_kind kind,
                       const collective_group *groups, const double *const *before,
                       round_vec *rounds)
{
    lone_round x = {.r = r, .a = a, .p = p, .kind = kind, .groups = groups, .before = before};
    if (r->merged || r->est->options.explicit_clocks ||
        exchange_is_ordered(r->est->network.exchange) ||
        sag_has_capacities(r->est->network.communication))
        return false;
    x.round.library = kind.library ? kind.library->how : NULL;
    x.scratch = arena_new_under(r->scratch);
    x.marks = ARENA_ARRAY(x.scratch, r->places / BITS + 1, uint64_t);
    const bool is_lone = mark_members(&x);
    if (is_lone && x.round.member_count) {
        add_messages(&x);
        add_members(&x);
        round_end_members(r, a, rounds, kind, &x.round);
    }
    arena_free(x.scratch);
    return is_lone;
}

void collective_round_price(run *r, arena *a, const collective_round *p, message_kind kind,
                            const collective_group *groups, const double *const *before,
                            round_vec *rounds)
{
    if (!price_lone(r, a, p, kind, groups, before, rounds))
        price_many(r, a, p, kind, groups, before, rounds);
}
