#include "sysmodels/network/follow.h"

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/alike.h"
#include "sysmodels/network/posted.h"
#include "sysmodels/network/pushed.h"

/* A collective that is priced as one waits for all of its members, a message with a handshake keeps
 * its sender, parts are followed for each other, and what is under way from round to round is
 * nobody's clock. */
bool round_can_be_followed(const comm_round *round)
{
    return !round->is_whole && !round->waits_for_all && !round->senders && !round->partner &&
           !round->parts && !round->flows && !round->has_handshakes;
}

void round_incoming(const comm_round *round, int place, int *begin, int *end)
{
    int role = round_role(round, place);
    *begin = round->first[role];
    *end = round->first[role + 1];
}

/* By the place that sends: first counted, then put behind each other. */
static void find_receivers(arena *a, const comm_round *round, int places, round_reach *reach)
{
    int begin, end;
    int *next = reach->first = ARENA_ARRAY(a, places + 2, int);
    for (int m = 0; m < round->member_count; m++) {
        const int p = round_place(round, m);
        round_incoming(round, p, &begin, &end);
        for (int i = begin; i < end; i++)
            next[p + round->messages[i].from + 2]++;
    }
    for (int p = 0; p < places; p++)
        next[p + 2] += next[p + 1];
    reach->to = ARENA_ARRAY(a, next[places + 1], int);
    next++; /* by place: where its next one goes */
    for (int m = 0; m < round->member_count; m++) {
        const int p = round_place(round, m);
        round_incoming(round, p, &begin, &end);
        for (int i = begin; i < end; i++)
            reach->to[next[p + round->messages[i].from]++] = p;
    }
}

static void find_colours(arena *a, const comm_round *round, int places, round_reach *reach)
{
    arena *scratch = arena_new_under(a);
    const uint64_t *by_member = alike_colour(scratch, round, places, &reach->sends);
    reach->does = ARENA_ARRAY(a, places, uint64_t);
    for (int i = 0; i < round->member_count; i++)
        reach->does[round_place(round, i)] = by_member[i];
    if (reach->sends)
        reach->sends = arena_copy(a, reach->sends, (size_t)places * sizeof *reach->sends);
    arena_free(scratch);
}

round_reach *round_reach_new(arena *a, const comm_round *round, int places)
{
    round_reach *reach = ARENA_NEW(a, round_reach);
    reach->cost_of = ARENA_ARRAY(a, places, int);
    for (int p = 0; p < places; p++)
        reach->cost_of[p] = -1;
    for (int i = 0; i < round->member_count; i++)
        reach->cost_of[round_place(round, i)] = round->cost_of ? round->cost_of[i] : 0;
    find_receivers(a, round, places, reach);
    find_colours(a, round, places, reach);
    return reach;
}

void exchange_again(exchange_rule rule, const comm_round *round, exchange_clocks *x,
                    const followed_place *those, int count)
{
    switch (rule) {
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED:
        posted_again(round, x, those, count);
        break;
    case EXCHANGE_PUSHED:
        pushed_again(round, x, those, count);
        break;
    case EXCHANGE_ADAPTER:
        adapter_again(round, x, those, count);
        break;
    }
}
