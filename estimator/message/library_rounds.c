#include "estimator/message/library_rounds.h"

#include "estimator/message/collective.h"
#include "estimator/message/collective_plan.h"
#include "estimator/run/run.h"
#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"

bool library_is_used(const run *r, collective_kind kind, message_kind messages)
{
    const sag_communication *c = r->est->machine->communication;
    return c->collective[kind].uses_library && !messages.is_async;
}

bool library_is_known(const run *r, collective_kind kind)
{
    const sag_collective *c = &r->est->machine->communication->collective[kind];
    return c->uses_library && c->library_count > 0;
}

/* All processors have a communicator, and each line of a grid along some of its axes
 * (codegen/runtime/fpr_connect.c). */
bool library_is_connected(run *r, const proc_grid *grid, const collective_group *g)
{
    if (g->count == r->procs)
        return true;
    if (!grid)
        return false;
    grid_coords at = run_coords(r, grid);
    int length = 1;
    for (int k = 0; k < grid->rank; k++) {
        bool differs = false;
        for (int v = 1; v < g->count && !differs; v++)
            differs =
                at.coord[g->ranks[v] * grid->rank + k] != at.coord[g->ranks[0] * grid->rank + k];
        length *= differs ? at.extent[k] : 1;
    }
    return length == g->count;
}

/* What a group does, and after how many others. */
typedef struct group_turn {
    int level;
    const sag_library *how; /* null: rounds of its own */
    bool is_done;
} group_turn;

/* Generated programs send the rounds of all groups that have no communicator first, those of one
 * step posted together; then each calls the library, group by group (fpr_broadcast_all in
 * codegen/runtime/fpr_collective.c). */
static group_turn *turns_of(run *r, arena *a, collective_kind kind, const sag_collective *c,
                            const proc_grid *grid, int count, const collective_group *groups,
                            int *levels)
{
    group_turn *turn = ARENA_ARRAY(a, count, group_turn);
    int *busy = ARENA_ARRAY(a, r->procs, int);
    *levels = 0;
    for (int i = 0; i < count; i++) {
        const collective_group *g = &groups[i];
        bool is_own = g->is_to_one && kind == COLLECTIVE_REDUCE; /* not MPI_Allreduce */
        if (!is_own && library_is_connected(r, grid, g))
            turn[i].how = library_of(c, kind, g->count, g->bytes);
        if (!turn[i].how)
            *levels = 1;
    }
    for (int rank = 0; rank < r->procs; rank++)
        busy[rank] = *levels;
    for (int i = 0; i < count; i++) {
        const collective_group *g = &groups[i];
        if (!turn[i].how)
            continue;
        for (int v = 0; v < g->count; v++)
            if (busy[g->ranks[v]] > turn[i].level)
                turn[i].level = busy[g->ranks[v]];
        for (int v = 0; v < g->count; v++)
            busy[g->ranks[v]] = turn[i].level + 1;
        *levels = turn[i].level + 1 > *levels ? turn[i].level + 1 : *levels;
    }
    return turn;
}

/* What is not recognised: all of it begins when the last of those is there that are waited for. */
static void by_measured(run *r, arena *a, collective_kind kind, message_kind messages,
                        const sag_library *how, int count, const collective_group *groups,
                        round_vec *rounds)
{
    const sag_collective *c = &r->est->machine->communication->collective[kind];
    int members = groups[0].count;
    if (!sag_is_measured(c, members))
        members = how->processors;
    message_function f = sag_measured_function(r->scratch, c, members);
    collective_whole(r, a, messages, f, kind != COLLECTIVE_BROADCAST, count, groups, rounds);
}

static void by_rounds(run *r, arena *a, arena *scratch, collective_kind kind, message_kind messages,
                      const sag_library *how, int count, const collective_group *groups,
                      round_vec *rounds)
{
    const sag_communication *c = r->est->machine->communication;
    message_function any = collective_has_algorithm(kind)
                               ? sag_message_function(c, messages.pattern, messages.dims)
                               : (message_function){c->piece_count, c->pieces};
    library_price prices[2];
    for (int k = 0; k < 2; k++)
        prices[k] = (library_price){library_function(scratch, c, k, how, any), how, k};
    collective_group *own = ARENA_ARRAY(scratch, count, collective_group);
    for (int i = 0; i < count; i++) {
        own[i] = library_group(scratch, kind, &groups[i]);
        own[i].node_ranks = c->placement == PLACE_IN_ORDER ? sag_ranks_per_node(c) : 1;
        if (r->est->machine->trained.is_simulated) /* where combining takes no time */
            own[i].combine = own[i].combine_error = 0;
    }
    collective_round_vec plan = {0};
    library_make(scratch, kind, how, &c->collective[COLLECTIVE_BROADCAST], count, own, &plan);
    messages.library = prices;
    collective_rounds_price(r, a, messages, count, own, &plan, rounds);
}

/* The bytes by which what was measured of an all-gather goes: of all parts together. */
static void set_bytes(collective_kind kind, collective_group *g)
{
    if (kind != COLLECTIVE_ALLGATHER)
        return;
    double all = 0;
    for (int v = 0; v < g->count; v++)
        all += g->part ? g->part[g->ranks[v]] : g->bytes;
    g->bytes = all;
}

void library_rounds(run *r, arena *a, collective_kind kind, message_kind messages, int group_count,
                    const collective_group *groups, round_vec *rounds)
{
    const sag_collective *c = &r->est->machine->communication->collective[kind];
    arena *scratch = arena_new_under(r->scratch);
    collective_group *whole = arena_copy(scratch, groups, (size_t)group_count * sizeof *groups);
    collective_group *now = ARENA_ARRAY(scratch, group_count, collective_group);
    int levels;
    for (int i = 0; i < group_count; i++)
        set_bytes(kind, &whole[i]);
    group_turn *turn = turns_of(r, scratch, kind, c, messages.grid, group_count, whole, &levels);
    for (int level = 0; level < levels; level++)
        for (int i = 0; i < group_count; i++) {
            const sag_library *how = turn[i].how;
            int count = 0;
            if (turn[i].level != level || turn[i].is_done)
                continue;
            bool is_whole = how && how->how == LIBRARY_MEASURED;
            for (int k = i; k < group_count; k++)
                if (turn[k].level == level && turn[k].how == how) {
                    now[count++] = is_whole ? whole[k] : groups[k];
                    turn[k].is_done = true;
                }
            if (!how)
                collective_own_rounds(r, a, kind, messages, count, now, rounds);
            else if (is_whole)
                by_measured(r, a, kind, messages, how, count, now, rounds);
            else
                by_rounds(r, a, scratch, kind, messages, how, count, now, rounds);
        }
    arena_free(scratch);
}

/* A processor copies before the first round that it is in, and after the last. */
static void copy_before(run *r, const library_copies *copied)
{
    for (int p = 0; p < r->procs; p++)
        if (copied->sent[p].count)
            round_add_copies(r, p, &copied->sent[p], true);
}

static void copy_after(run *r, arena *a, const library_copies *copied, round_vec *rounds, int begin)
{
    bool *is_done = ARENA_ARRAY(r->scratch, r->procs, bool);
    for (int i = rounds->count - 1; i >= begin; i--)
        round_copy_after(r, a, &rounds->data[i], copied->received, is_done);
}

void library_called(run *r, arena *a, collective_kind kind, message_kind messages,
                    const library_copies *copied, int group_count, const collective_group *groups,
                    round_vec *rounds)
{
    int begin = rounds->count;
    if (copied->sent)
        copy_before(r, copied);
    library_rounds(r, a, kind, messages, group_count, groups, rounds);
    if (copied->received)
        copy_after(r, a, copied, rounds, begin);
}
