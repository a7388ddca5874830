#include "estimator/message/message_round.h"

#include <assert.h>
#include <string.h>

#include "estimator/message/schedule_shift.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/route.h"

/* Most messages are of a few kinds, and most processors send and receive the same ones in the same
 * order: what they do in the round is added up for one of them. */

enum { KINDS_MOST = 32 }; /* of a round: more are not looked for */

/* Messages as far apart, of as many elements, by as long a way. */
typedef struct kind_of {
    int by[MAX_RANK]; /* the receiver's coordinates less the sender's */
    int64_t elements;
    sag_route route;
    bool is_route_alike; /* of all that are as far apart */
    int price;           /* number among the round's */
    copies copied;
} kind_of;

typedef struct kinds {
    VEC(kind_of) all;
    int last;               /* that was found */
    unsigned char *of;      /* by message */
    const int *as;          /* by processor: who does the same; null: each by itself */
    const displaced *order; /* null: as they are */
    int begin, count;       /* messages of the round */
} kinds;

void message_displacement(const message_exchange *x, const message *m, int *by)
{
    grid_coords at = {0};
    if (x->grid)
        at = run_coords(x->r, x->grid);
    for (int k = 0; k < x->axes; k++)
        by[k] = at.coord[m->receiver * x->axes + k] - at.coord[m->sender * x->axes + k];
}

static const message *message_of(const message_exchange *x, const kinds *k, int i)
{
    return &x->t->messages[k->order ? k->order[k->begin + i].message : k->begin + i];
}

/* --- Kinds of messages --------------------------------------------------------- */

/* A message, and its way once that has been asked for. */
typedef struct asked_message {
    const message *m;
    int by[MAX_RANK];
    bool is_route_known;
    sag_route route;
} asked_message;

static sag_route route_of(const message_exchange *x, asked_message *q)
{
    if (!q->is_route_known)
        q->route = round_route(x->r, x->kind.grid, q->m->sender, q->m->receiver);
    q->is_route_known = true;
    return q->route;
}

static bool is_of_kind(const message_exchange *x, const kind_of *one, asked_message *q)
{
    for (int k = 0; k < x->axes; k++)
        if (one->by[k] != q->by[k])
            return false;
    if (one->elements != q->m->elements)
        return false;
    if (one->is_route_alike)
        return true;
    sag_route route = route_of(x, q);
    return route.hops == one->route.hops && route.level == one->route.level;
}

/* The number of a message's kind among those that there are; -1: it is another one. */
static int find_kind(const message_exchange *x, kinds *k, asked_message *q)
{
    for (int i = 0, number = k->last; i < k->all.count; i++) { /* kinds come in turn */
        number = number + 1 < k->all.count ? number + 1 : 0;
        if (is_of_kind(x, &k->all.data[number], q))
            return number;
    }
    return -1;
}

static kind_of new_kind(const message_exchange *x, arena *a, comm_round *round, asked_message *q)
{
    run *r = x->r;
    const int element = x->c->elem_bytes + comm_is_marked(x->c), *by = q->by;
    kind_of one = {.elements = q->m->elements, .route = route_of(x, q)};
    memcpy(one.by, by, (size_t)x->axes * sizeof *by);
    one.is_route_alike =
        !x->kind.grid || (x->kind.grid == x->grid &&
                          sag_route_is_alike(r->est->machine->communication, x->axes, by));
    message_kind kind = x->kind;
    if (x->grid)
        kind = shift_kind(r, x->c, kind, x->axes, run_coords(r, x->grid).extent, by);
    one.price = round_price_elements(r, a, round, kind, one.elements, element, one.route);
    one.copied = shift_copies(r, x->c, x->axes, by, one.elements);
    return one;
}

/* --- What processors do ------------------------------------------------------- */

static void add_message(const message_exchange *x, const kinds *k, const comm_round *round,
                        const message *m, const kind_of *one)
{
    const incoming *price = &round->prices.data[one->price];
    const bool sends = !k->as || k->as[m->sender] == m->sender,
               receives = !k->as || k->as[m->receiver] == m->receiver;
    if (sends)
        round_add_sent(x->r, m->sender, price);
    if (receives)
        round_add_received(x->r, m->receiver, price);
    if (sends && one->copied.count)
        round_add_copies(x->r, m->sender, &one->copied, true);
    if (receives && one->copied.count)
        round_add_copies(x->r, m->receiver, &one->copied, false);
}

/* Of each processor the kinds that it sends and receives, in the order of messages, as one number:
 * two that differ have the same one with a probability of 2^-64. 0: none. */
static uint64_t *find_deeds(const message_exchange *x, arena *a, const kinds *k)
{
    uint64_t *deed = ARENA_ARRAY(a, x->r->procs, uint64_t);
    for (int i = 0; i < k->count; i++) {
        const message *m = message_of(x, k, i);
        const uint64_t kind = k->of[i];
        deed[m->sender] = hash_mix(deed[m->sender], 2 * kind + 1) | 1;
        deed[m->receiver] = hash_mix(deed[m->receiver], 2 * kind + 2) | 1;
    }
    return deed;
}

/* By processor the first one that does the same; -1: it does nothing. */
static const int *find_alike(const message_exchange *x, arena *a, const kinds *k)
{
    const int procs = x->r->procs;
    const uint64_t *deed = find_deeds(x, a, k);
    int room = 1, *as = ARENA_ARRAY(a, procs, int);
    while (room < 2 * procs)
        room *= 2;
    int *table = ARENA_ARRAY(a, room, int); /* processors, from 1 on */
    for (int p = 0; p < procs; p++) {
        as[p] = -1;
        if (!deed[p])
            continue;
        int at = (int)(deed[p] >> 32) & (room - 1);
        while (table[at] && deed[table[at] - 1] != deed[p])
            at = (at + 1) & (room - 1);
        if (!table[at])
            table[at] = p + 1;
        as[p] = table[at] - 1;
    }
    return as;
}

/* Gives each message its kind. False: there are too many. */
static bool find_kinds(const message_exchange *x, arena *a, arena *scratch, kinds *k,
                       comm_round *round)
{
    k->of = ARENA_ARRAY(scratch, k->count, unsigned char);
    for (int i = 0; i < k->count; i++) {
        asked_message q = {.m = message_of(x, k, i)};
        message_displacement(x, q.m, q.by);
        int number = find_kind(x, k, &q);
        if (number < 0 && k->all.count == KINDS_MOST)
            return false;
        if (number < 0) {
            number = k->all.count;
            VEC_PUSH(scratch, &k->all, new_kind(x, a, round, &q));
        }
        k->last = number;
        k->of[i] = (unsigned char)number;
    }
    return true;
}

/* --- The round ------------------------------------------------------------------ */

void message_round(const message_exchange *x, arena *a, const displaced *order, int begin, int end,
                   int step, round_vec *rounds)
{
    run *r = x->r;
    arena *scratch = arena_new_under(r->scratch);
    comm_round round = {.step = step};
    kinds k = {.order = order, .begin = begin, .count = end - begin};
    delivery *messages = ARENA_ARRAY(a, k.count, delivery);
    int *first = ARENA_ARRAY(a, r->procs + 1, int), next = 0;
    const bool has_kinds = find_kinds(x, a, scratch, &k, &round);
    if (has_kinds && !sag_has_capacities(r->est->machine->communication))
        k.as = find_alike(x, scratch, &k);
    for (int i = 0; i < k.count; i++) {
        const message *m = message_of(x, &k, i);
        kind_of other, *one = &other;
        if (has_kinds) {
            one = &k.all.data[k.of[i]];
        } else {
            asked_message q = {.m = m};
            message_displacement(x, m, q.by);
            other = new_kind(x, a, &round, &q);
        }
        messages[i] = (delivery){m->sender - m->receiver, one->price};
        add_message(x, &k, &round, m, one);
        assert(m->receiver + 1 >= next); /* transfers are ordered by receiver */
        while (next <= m->receiver)
            first[next++] = i;
    }
    while (next <= r->procs)
        first[next++] = k.count;
    round.messages = messages;
    round.first = first;
    round_end_as(r, a, rounds, x->kind, k.as, &round);
    arena_free(scratch);
}
