#include "estimator/message/collective.h"

#include <stdlib.h>

#include "estimator/message/collective_plan.h"
#include "estimator/message/library_rounds.h"
#include "estimator/message/round.h"
#include "estimator/run/run.h"
#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/residual.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* Collectives of groups: by a function of the machine's, or as rounds of messages by its
 * algorithm (sysmodels/network/collective/). */

static int by_number(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const collective_group *groups, round_vec *rounds)
{
    double hidden = r->est->network.overlap, left = kind.is_async ? 1 : 1 - hidden;
    for (int i = 0; i < group_count; i++) {
        const collective_group *g = &groups[i];
        if (g->count < 2)
            continue;
        sag_price price = sag_price_message(f, g->bytes, (sag_route){0, 0});
        comm_round round = {.is_whole = true, .root = g->ranks[0], .waits_for_all = waits};
        round.whole_time = ticks_of(left * sag_price_total(&price));
        if (kind.is_async)
            round.whole_beside = ticks_of(hidden * sag_price_total(&price));
        int *members = arena_copy(a, g->ranks, (size_t)g->count * sizeof *members);
        qsort(members, (size_t)g->count, sizeof *members, by_number);
        round.members = members;
        round.member_count = g->count;
        round_cost cost = {.sends = 1};
        const quantity *residual = sag_residual(r->est->network.communication, kind.pattern);
        double apart = residual ? residual->value * sag_price_total(&price) : 0;
        cost.communication_error =
            ticks_of(left * (price.error + apart)) + r->est->call_overhead.error_ticks;
        round_cost_close(&r->est->network, &cost);
        VEC_PUSH(a, &round.costs, cost);
        VEC_PUSH(a, rounds, round);
    }
}

static double bytes_of_all(const collective_group *g)
{
    double bytes = 0;
    for (int v = 0; v < g->count; v++)
        bytes += g->part ? g->part[g->ranks[v]] : g->bytes;
    return bytes;
}

/* A function for the whole, of the kind of communication or of the collective;
 * without one, false. */
static bool by_pattern(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const collective_group *groups, round_vec *rounds)
{
    message_function f;
    bool waits;
    const sag_communication *machine = r->est->machine->communication;
    int least = collective_smallest(group_count, groups);
    if (!collective_function(r->scratch, machine, kind, messages.pattern, messages.dims, least,
                             r->procs, &f, &waits))
        return false;
    bool is_own = sag_whole_pattern(machine, messages.pattern) != NULL;
    if (kind == COLLECTIVE_ALLGATHER && !is_own) { /* by all parts together */
        collective_group *whole = arena_copy(a, groups, (size_t)group_count * sizeof *groups);
        for (int i = 0; i < group_count; i++)
            whole[i].bytes = bytes_of_all(&groups[i]);
        groups = whole;
    }
    collective_whole(r, a, messages, f, waits, group_count, groups, rounds);
    return true;
}

void collective_own_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                           int group_count, const collective_group *groups, round_vec *rounds)
{
    if (by_pattern(r, a, kind, messages, group_count, groups, rounds))
        return;
    collective_plan *plan = collective_plan_find(r, kind, messages.grid, group_count, groups);
    collective_plan_price(r, a, plan, messages, groups, rounds);
}

void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const collective_group *groups, round_vec *rounds)
{
    if (library_is_used(r, kind, messages))
        library_rounds(r, a, kind, messages, group_count, groups, rounds);
    else
        collective_own_rounds(r, a, kind, messages, group_count, groups, rounds);
}
