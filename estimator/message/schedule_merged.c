#include "estimator/message/schedule_merged.h"

#include "estimator/message/collective.h"
#include "estimator/message/library_rounds.h"
#include "estimator/message/merged_doubling.h"
#include "estimator/message/merged_gather.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/run.h"
#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* Rounds of processors that share clocks (message/merge_clocks.c). What a place sends and
 * receives is what each of its processors does. Whom a message comes from differs:
 * `by` away from the processors of a stretch are parts of several stretches. */

/* --- Exchanges ---------------------------------------------------------------- */

typedef struct merged_shift {
    run *r;
    arena *a;
    const communication *c;
    message_kind kind;
    const transfer_pattern *pattern;
    const int *by; /* of the round; null: all messages */
    int axes;
} merged_shift;

static void first_coords(const clock_classes *m, int place, int *coords)
{
    for (int k = 0; k < m->axes; k++)
        coords[k] = m->rank[place] / m->stride[k] % m->extent[k];
}

/* The box of a receiver; -1: there is no such processor. */
static int box_at(const merged_shift *x, const int *coords)
{
    int box = 0;
    for (int k = 0; k < x->axes; k++) {
        const pattern_axis *axis = &x->pattern->axis[k];
        int at = 0;
        if (coords[k] < 0 || coords[k] >= x->r->merged->extent[k])
            return -1;
        while (axis->first[at + 1] <= coords[k])
            at++;
        box = box * axis->count + at;
    }
    return box;
}

static bool is_in_round(const merged_shift *x, const pattern_message *m)
{
    return !x->by || !memcmp(m->by, x->by, sizeof m->by);
}

static int price(const merged_shift *x, comm_round *round, const pattern_message *m,
                 const int *receiver)
{
    const clock_classes *places = x->r->merged;
    int sender[MAX_RANK];
    for (int k = 0; k < x->axes; k++)
        sender[k] = receiver[k] - m->by[k];
    sag_route route = sag_route_between(x->r->est->machine->communication, x->axes, places->extent,
                                        sender, receiver);
    return round_price_elements(x->r, x->a, round,
                                shift_kind(x->r, x->c, x->kind, x->axes, places->extent, m->by),
                                m->elements, x->c->elem_bytes, route);
}

/* Stretches of an axis that meet the coordinates low … high. */
static void stretches_within(const pattern_axis *cut, int low, int high, int *first, int *end)
{
    *first = 0;
    while (cut->first[*first + 1] <= low)
        ++*first;
    *end = *first + 1;
    while (*end < cut->count && cut->first[*end] <= high)
        ++*end;
}

typedef VEC(int) int_vec;

/* Appends the places that the processors of `place` may get a message from. */
static void add_senders(const merged_shift *x, int place, const pattern_message *m, int_vec *out)
{
    const clock_classes *places = x->r->merged;
    int begin = out->count;
    VEC_PUSH(x->a, out, 0);
    for (int k = 0; k < x->axes; k++) {
        const pattern_axis *cut = &places->cut[k];
        int at = place / places->step[k] % cut->count, first, end;
        stretches_within(cut, cut->first[at] - m->by[k], cut->first[at + 1] - 1 - m->by[k], &first,
                         &end);
        int so_far = out->count - begin;
        for (int s = first + 1; s < end; s++)
            for (int i = 0; i < so_far; i++)
                VEC_PUSH(x->a, out, out->data[begin + i] + s * places->step[k]);
        for (int i = 0; i < so_far; i++)
            out->data[begin + i] += first * places->step[k];
    }
}

/* What the processors of a place send in the round. */
static void add_sent(const merged_shift *x, comm_round *round, int place, int direction_count,
                     int (*directions)[MAX_RANK])
{
    int coords[MAX_RANK], receiver[MAX_RANK];
    first_coords(x->r->merged, place, coords);
    for (int d = 0; d < direction_count; d++) {
        for (int k = 0; k < x->axes; k++)
            receiver[k] = coords[k] + directions[d][k];
        int box = box_at(x, receiver);
        for (int i = box < 0 ? 0 : x->pattern->first[box];
             box >= 0 && i < x->pattern->first[box + 1]; i++) {
            const pattern_message *m = &x->pattern->messages[i];
            if (!is_in_round(x, m) || memcmp(m->by, directions[d], sizeof m->by) != 0)
                continue;
            int number = price(x, round, m, receiver);
            copies n = shift_copies(x->r, x->c, x->axes, m->by, m->elements);
            round_add_sent(x->r, place, &round->prices.data[number]);
            if (n.count)
                round_add_copies(x->r, place, &n, true);
        }
    }
}

typedef VEC(delivery) delivery_vec;

static void add_received(const merged_shift *x, comm_round *round, int place, delivery_vec *all,
                         int_vec *senders, int_vec *sender_first)
{
    int coords[MAX_RANK];
    first_coords(x->r->merged, place, coords);
    int box = box_at(x, coords);
    for (int i = x->pattern->first[box]; i < x->pattern->first[box + 1]; i++) {
        const pattern_message *m = &x->pattern->messages[i];
        if (!is_in_round(x, m))
            continue;
        delivery one = {.price = price(x, round, m, coords)};
        copies n = shift_copies(x->r, x->c, x->axes, m->by, m->elements);
        round_add_received(x->r, place, &round->prices.data[one.price]);
        if (n.count)
            round_add_copies(x->r, place, &n, false);
        VEC_PUSH(x->a, all, one);
        add_senders(x, place, m, senders);
        VEC_PUSH(x->a, sender_first, senders->count);
    }
}

static void merged_round(const merged_shift *x, int direction_count, int (*directions)[MAX_RANK],
                         round_vec *rounds)
{
    run *r = x->r;
    comm_round round = {0};
    delivery_vec all = {0};
    int_vec senders = {0}, sender_first = {0};
    int *first = ARENA_ARRAY(x->a, r->places + 1, int);
    VEC_PUSH(x->a, &sender_first, 0);
    for (int p = 0; p < r->places; p++) {
        add_received(x, &round, p, &all, &senders, &sender_first);
        add_sent(x, &round, p, direction_count, directions);
        first[p + 1] = all.count;
    }
    round.messages = all.data;
    round.first = first;
    round.sender_first = sender_first.data;
    round.senders = senders.data;
    round.message_count = all.count;
    if (all.count)
        round_end(r, x->a, rounds, x->kind, &round);
}

void merged_exchange(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds)
{
    const communication *c = u->comm;
    const comm_state *state = &r->comms[u->id];
    if (state->along) {
        merged_gather(r, a, u, s, rounds);
        return;
    }
    merged_shift x = {.r = r,
                      .a = a,
                      .c = c,
                      .kind = schedule_kind(r, c),
                      .pattern = state->pattern,
                      .axes = r->merged->axes};
    s->messages = round_sends_elements(r) ? state->sums.elements : state->sums.count;
    s->bytes = state->sums.elements * c->elem_bytes;
    s->is_bound = state->sums.is_bound;
    if (!state->pattern->grid)
        return; /* nothing moves */
    int(*by)[MAX_RANK], count = shift_directions(r, a, state->pattern, &by);
    if (!shift_is_phased(r, c)) {
        merged_round(&x, count, by, rounds);
        return;
    }
    for (int i = 0; i < count; i++) {
        x.by = by[i];
        merged_round(&x, count, by, rounds);
    }
}

/* --- Collectives -------------------------------------------------------------- */

static bool takes_all(run *r, const communication *c)
{
    const proc_grid *grid = c->group.grid;
    if (!grid)
        return true;
    if (grid->of || env_grid_size(r->env, grid) != r->procs)
        return false;
    for (int k = 0; k < grid->rank; k++) {
        if (c->group.axis[k].is_restricted && c->group.axis[k].map.source != AXIS_REPLICATED)
            return false;
        if (c->kind == COMM_REDUCE && !c->along[k] && env_extent(r->env, grid, k) > 1)
            return false;
    }
    return true;
}

static collective_kind collective_of(const communication *c)
{
    if (c->kind == COMM_REDUCE)
        return COLLECTIVE_REDUCE;
    return c->kind == COMM_BARRIER ? COLLECTIVE_BARRIER : COLLECTIVE_BROADCAST;
}

/* The function that prices the collective of all processors as a whole; false: it has none. */
static bool whole_function(run *r, collective_kind kind, message_kind messages, message_function *f,
                           bool *waits)
{
    return collective_function(r->scratch, r->est->machine->communication, kind, messages.pattern,
                               messages.dims, r->procs, r->procs, f, waits);
}

/* Does each have a part in it, and as much of it? */
static bool is_of_all(run *r, const communication *c)
{
    return takes_all(r, c) && !(c->elements && c->elements->uses_coord) && !c->is_to_one;
}

bool group_is_apart(run *r, const communication *c)
{
    const collective_kind collective = collective_of(c);
    return is_of_all(r, c) && collective != COLLECTIVE_BROADCAST &&
           doubling_is_apart(r, collective, schedule_kind(r, c));
}

bool group_is_uniform(run *r, const communication *c)
{
    message_function f;
    bool waits;
    message_kind kind = schedule_kind(r, c);
    collective_kind collective = collective_of(c);
    if (!is_of_all(r, c))
        return false;
    if (c->kind == COMM_WAIT)
        return true;
    if (!library_is_used(r, collective, kind) && whole_function(r, collective, kind, &f, &waits))
        return true;
    return collective != COLLECTIVE_BROADCAST && doubling_is_alike(r, collective, kind);
}

void merged_collective(run *r, arena *a, const communication *c, collective_kind kind,
                       const collective_group *all, round_vec *rounds)
{
    message_function f;
    bool waits;
    message_kind messages = schedule_kind(r, c);
    if (!library_is_used(r, kind, messages) && whole_function(r, kind, messages, &f, &waits)) {
        collective_group places = *all;
        int *list = ARENA_ARRAY(a, r->places, int);
        for (int p = 0; p < r->places; p++)
            list[p] = p;
        places.count = r->procs > 1 ? r->places : 1;
        places.ranks = list;
        collective_whole(r, a, messages, f, waits, 1, &places, rounds);
        return;
    }
    doubling_rounds(r, a, kind, messages, all, rounds);
}
