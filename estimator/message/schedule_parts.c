#include "estimator/message/schedule_parts.h"

#include "estimator/message/gather_groups.h"
#include "estimator/message/merged_doubling.h"
#include "estimator/message/message_round.h"
#include "estimator/message/schedule_shift.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/parts.h"

enum { PART_MESSAGES = 1 << 21 }; /* of one part: they are listed */

bool parts_are_possible(run *r, const communication *c, message_kind kind)
{
    return !r->merged && !r->observation && !r->est->options.explicit_clocks &&
           !r->exchange.flows && !r->port_count && kind.grid && kind.grid == c->source.grid &&
           !c->async && !shift_is_phased(r, c) && !shift_is_pairwise(r, c, kind) &&
           !sag_has_capacities(r->est->machine->communication) &&
           doubling_has_equal_ways(r, kind.grid);
}

/* Each to each of the first group, by receiver. */
static transfer messages_of(arena *a, const gather_groups *groups, int64_t elements)
{
    message *all = ARENA_ARRAY(a, groups->size * (groups->size - 1), message);
    int count = 0;
    for (int to = 0; to < groups->size; to++)
        for (int from = 0; from < groups->size; from++)
            if (from != to)
                all[count++] = (message){groups->further[from], groups->further[to], elements};
    return (transfer){.count = count, .messages = all};
}

static int *by_member(arena *a, const gather_groups *groups, const int *first, int count)
{
    int *own = ARENA_ARRAY(a, groups->size + 1, int);
    for (int v = 0; v < groups->size; v++)
        own[v] = first[groups->further[v]];
    own[groups->size] = count;
    return own;
}

/* The round of the first group, whose places are its members and not ranks. */
static comm_round *own_round(arena *a, const gather_groups *groups, const comm_round *ranks)
{
    comm_round *own = arena_copy(a, ranks, sizeof *ranks);
    const int count = groups->size * (groups->size - 1);
    delivery *messages = arena_copy(a, ranks->messages, (size_t)count * sizeof *messages);
    int *to = ARENA_ARRAY(a, count, int), i = 0;
    for (int v = 0; v < groups->size; v++)
        for (int from = 0; from < groups->size; from++)
            if (from != v) {
                messages[i].from = from - v;
                to[i++] = v;
            }
    own->messages = messages;
    own->first = by_member(a, groups, ranks->first, count);
    own->members = NULL;
    own->alike = NULL;
    if (!ranks->outgoing)
        return own;
    own->outgoing_first = by_member(a, groups, ranks->outgoing_first, count);
    own->to = to;
    return own;
}

static const round_parts *parts_of(arena *a, const gather_groups *groups, const comm_round *own)
{
    round_parts *parts = ARENA_NEW(a, round_parts);
    *parts = (round_parts){
        .count = groups->count,
        .size = groups->size,
        .first = arena_copy(a, groups->first, (size_t)groups->count * sizeof(int)),
        .further = arena_copy(a, groups->further, (size_t)groups->size * sizeof(int)),
        .round = own,
    };
    return parts;
}

/* All groups' round: what each member does, and whom its messages come from, is as in the first. */
static comm_round all_rounds(run *r, arena *a, const gather_groups *groups, const comm_round *ranks)
{
    int *role = ARENA_ARRAY(a, r->procs, int), *cost_of = ARENA_ARRAY(a, r->procs, int);
    for (int i = 0; i < groups->count; i++)
        for (int v = 0; v < groups->size; v++) {
            const int rank = groups->first[i] + groups->further[v];
            role[rank] = v;
            cost_of[rank] = ranks->cost_of[v];
        }
    comm_round *own = own_round(a, groups, ranks);
    return (comm_round){.pattern = ranks->pattern,
                        .dims = ranks->dims,
                        .messages = ranks->messages,
                        .prices = ranks->prices,
                        .first = own->first,
                        .role = role,
                        .parts = parts_of(a, groups, own),
                        .has_handshakes = ranks->has_handshakes,
                        .member_count = r->procs,
                        .costs = ranks->costs,
                        .cost_of = cost_of};
}

bool parts_rounds(run *r, arena *a, const communication *c, message_kind kind,
                  const transfer_gather *along, round_vec *rounds)
{
    int64_t elements;
    round_vec first = {0};
    if (!gather_is_even(along, &elements) || along->grid != kind.grid)
        return false;
    arena *scratch = arena_new_under(r->scratch);
    const gather_groups groups = gather_groups_of(scratch, along);
    const bool is =
        groups.count > 1 && groups.size > 1 && (int64_t)groups.size * groups.size <= PART_MESSAGES;
    if (is) {
        const transfer t = messages_of(scratch, &groups, elements);
        const message_exchange x = {
            .r = r, .c = c, .kind = kind, .grid = kind.grid, .axes = kind.grid->rank, .t = &t};
        message_round(&x, a, NULL, 0, t.count, 0, &first);
        VEC_PUSH(a, rounds, all_rounds(r, a, &groups, &first.data[0]));
    }
    arena_free(scratch);
    return is;
}
