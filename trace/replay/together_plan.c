#include <string.h>

#include "sysmodels/network/collective/builder.h"
#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "trace/replay/together.h"

/* What MPI calls a collective, and what the machine says of. */
static collective_kind kind_of(trace_collective c)
{
    switch (c) {
    case TRACE_BCAST:
        return COLLECTIVE_BROADCAST;
    case TRACE_GATHER:
    case TRACE_GATHERV:
        return COLLECTIVE_GATHER;
    case TRACE_SCATTER:
    case TRACE_SCATTERV:
        return COLLECTIVE_SCATTER;
    case TRACE_ALLGATHER:
    case TRACE_ALLGATHERV:
        return COLLECTIVE_ALLGATHER;
    case TRACE_ALLTOALL:
        return COLLECTIVE_ALLTOALL;
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
        return COLLECTIVE_ALLTOALLV;
    case TRACE_ALLREDUCE:
        return COLLECTIVE_REDUCE;
    case TRACE_REDUCE:
    case TRACE_REDUCE_SCATTER:
    case TRACE_REDUCE_SCATTER_BLOCK:
    case TRACE_SCAN:
    case TRACE_EXSCAN:
        return COLLECTIVE_REDUCE_TO_ONE;
    case TRACE_BARRIER:
    case TRACE_OTHER_COLLECTIVE:
    case TRACE_COLLECTIVE_COUNT:
        break;
    }
    return COLLECTIVE_BARRIER;
}

static sag_pattern_kind pattern_of(collective_kind kind)
{
    switch (kind) {
    case COLLECTIVE_BROADCAST:
    case COLLECTIVE_SCATTER:
        return PATTERN_broadcast;
    case COLLECTIVE_REDUCE:
    case COLLECTIVE_REDUCE_TO_ONE:
        return PATTERN_reduce;
    case COLLECTIVE_ALLGATHER:
        return PATTERN_allgather;
    case COLLECTIVE_GATHER:
        return PATTERN_gather;
    case COLLECTIVE_ALLTOALL:
    case COLLECTIVE_ALLTOALLV:
        return PATTERN_transpose;
    case COLLECTIVE_BARRIER:
    case COLLECTIVE_KIND_COUNT:
        break;
    }
    return PATTERN_barrier;
}

/* --- Parts --------------------------------------------------------------------- */

/* Of blocks a trace has the sums alone: what each gives all, and what each gets of all. Each gives
 * to each in proportion. */
static const double *make_blocks(arena *a, const together_comm *c, const together_plan *p)
{
    const int n = p->group.count;
    double *block = ARENA_ARRAY(a, (size_t)n * (size_t)n, double), all = 0;
    for (int v = 0; v < n; v++)
        all += p->got[v];
    for (int v = 0; v < n && all > 0; v++)
        for (int w = 0; w < n; w++)
            block[v * n + w] = p->given[c->place[p->group.ranks[v]] - 1] *
                               p->got[c->place[p->group.ranks[w]] - 1] / all;
    return block;
}

/* For the order in which the members are now. */
static void set_parts(const engine *e, arena *a, const together_comm *c, together_plan *p)
{
    collective_group *g = &p->group;
    if (!p->given)
        return;
    if (together_has_blocks(p->collective)) {
        g->block = make_blocks(a, c, p);
        return;
    }
    double *part = ARENA_ARRAY(a, e->t->rank_count, double);
    for (int v = 0; v < g->count; v++)
        part[g->ranks[v]] = p->given[c->place[g->ranks[v]] - 1];
    g->part = part;
}

/* --- Rounds ------------------------------------------------------------------ */

/* What machines say nothing of: all messages at once, or one rank after the other. */
static void make_plain(arena *a, trace_collective what, const collective_group *g,
                       collective_round_vec *rounds)
{
    builder b = {.memory = a, .rounds = rounds, .group_count = 1, .groups = g};
    const bool is_all =
        what == TRACE_ALLTOALL || what == TRACE_ALLTOALLV || what == TRACE_ALLTOALLW;
    const bool is_scan = what == TRACE_SCAN || what == TRACE_EXSCAN;
    const bool is_gather = what == TRACE_GATHER || what == TRACE_GATHERV;
    const bool is_scatter = what == TRACE_SCATTER || what == TRACE_SCATTERV;
    for (int v = 0; v < g->count; v++) {
        for (int k = 1; is_all && k < g->count; k++) {
            const int to = (v + k) % g->count;
            const double bytes = g->block ? g->block[v * g->count + to] : g->bytes;
            if (bytes > 0 || !g->block) /* empty blocks are not sent */
                send_bytes(&b, g, v, to, bytes);
        }
        if (is_all || v == 0)
            continue;
        if (is_scan)
            send_bytes(&b, g, v - 1, v, g->bytes);
        else if (is_gather)
            send_parts(&b, g, v, 0, v, 1);
        else if (is_scatter)
            send_parts(&b, g, 0, v, v, 1);
        else
            send_bytes(&b, g, 0, v, g->bytes / g->count);
        if (is_scan)
            end_round(&b, 0);
    }
    if (!is_scan)
        end_round(&b, 0);
}

static bool is_plain(trace_collective what, collective_kind kind)
{
    return !collective_has_algorithm(kind) && what != TRACE_REDUCE;
}

static void set_function(engine *e, together_plan *p, collective_kind kind, const sag_library *how)
{
    const sag_communication *c = e->net.communication;
    const message_function any = {c->piece_count, c->pieces};
    const message_function own =
        collective_has_algorithm(kind) ? sag_message_function(c, pattern_of(kind), 1) : any;
    p->prices[0] = p->prices[1] = own;
    for (int k = 0; k < 2 && how; k++)
        p->prices[k] = library_function(e->ctx->arena, c, k, how, own);
}

/* By the library's own way; false: the machine does not say, or as a whole. */
static bool by_library(engine *e, const together_comm *of_ranks, together_plan *p,
                       collective_kind kind, double all, collective_round_vec *rounds)
{
    arena *a = of_ranks->memory;
    const sag_communication *c = e->net.communication;
    const sag_collective *of = &c->collective[kind];
    const sag_library *how = of->library_count ? library_of(of, kind, p->group.count, all) : NULL;
    if (!how)
        return false;
    set_function(e, p, kind, how);
    if (how->how == LIBRARY_MEASURED) {
        const int members = sag_is_measured(of, p->group.count) ? p->group.count : how->processors;
        p->is_whole = true;
        p->waits_for_all = kind != COLLECTIVE_BROADCAST;
        p->whole_time = price_whole(e, sag_measured_function(a, of, members), all);
        return true;
    }
    p->group = library_group(a, kind, &p->group);
    set_parts(e, a, of_ranks, p);
    p->group.node_ranks = c->placement == PLACE_IN_ORDER ? sag_ranks_per_node(c) : 1;
    library_make(a, kind, how, &c->collective[COLLECTIVE_BROADCAST], 1, &p->group, rounds);
    return true;
}

static bool by_function(engine *e, arena *a, together_plan *p, collective_kind kind, double all)
{
    message_function f;
    const sag_communication *c = e->net.communication;
    if (!collective_has_algorithm(kind) ||
        !collective_function(a, c, kind, pattern_of(kind), 1, p->group.count, e->procs, &f,
                             &p->waits_for_all))
        return false;
    const bool is_own = sag_whole_pattern(c, pattern_of(kind)) != NULL;
    p->is_whole = true;
    p->whole_time = price_whole(e, f, is_own ? p->group.bytes : all);
    return true;
}

static void by_algorithm(engine *e, arena *a, together_plan *p, collective_kind kind,
                         collective_round_vec *rounds)
{
    const sag_communication *c = e->net.communication;
    const collective_algorithm how = collective_algorithm_of(c, kind, p->group.count, e->procs);
    set_function(e, p, kind, NULL);
    if (collective_follows_cube(c, how))
        collective_order_by_cube(a, c, 1, &e->extent, e->places, &p->group);
    collective_make(a, kind, how, (collective_variant){0}, 1, &p->group, rounds);
}

/* Who sends, or receives, which messages, in their order. */
static const int *order_by(arena *a, const collective_round *round, const int *place, bool is_out,
                           int members, const int **first)
{
    int *begin = ARENA_ARRAY(a, members + 2, int), *order = ARENA_ARRAY(a, round->count + 1, int);
    for (int i = 0; i < round->count; i++) {
        const collective_message *m = &round->messages[i];
        begin[place[is_out ? m->sender : m->receiver] + 2]++;
    }
    for (int v = 0; v < members; v++)
        begin[v + 2] += begin[v + 1];
    for (int i = 0; i < round->count; i++) {
        const collective_message *m = &round->messages[i];
        order[begin[place[is_out ? m->sender : m->receiver] + 1]++] = i;
    }
    *first = begin;
    return order;
}

static void keep_rounds(engine *e, arena *a, together_plan *p, const collective_round_vec *rounds)
{
    int *place = ARENA_ARRAY(a, e->t->rank_count, int);
    for (int v = 0; v < p->group.count; v++)
        place[p->group.ranks[v]] = v;
    p->round_count = rounds->count;
    p->rounds = ARENA_ARRAY(a, rounds->count + 1, together_round);
    for (int k = 0; k < rounds->count; k++) {
        together_round *to = &p->rounds[k];
        to->messages = rounds->data[k].messages;
        to->out = order_by(a, &rounds->data[k], place, true, p->group.count, &to->out_first);
        to->in = order_by(a, &rounds->data[k], place, false, p->group.count, &to->in_first);
    }
}

/* Ranks of a communicator, from the root on. */
static void open_group(together_plan *p, const engine *e, arena *a, const trace_event *end)
{
    const trace_comm *comm = &e->t->comms[end->comm];
    int *ranks = ARENA_ARRAY(a, comm->size, int);
    for (uint32_t v = 0; v < comm->size; v++)
        ranks[v] = (int)comm->ranks[(p->root + v) % comm->size];
    p->group = (collective_group){.count = (int)comm->size, .ranks = ranks, .bytes = p->bytes};
}

together_plan *together_make(engine *e, together_comm *c, const trace_event *end, uint32_t root,
                             const together_sizes *sizes)
{
    arena *a = c->memory;
    const int count = (int)e->t->comms[end->comm].size;
    const size_t room = (size_t)count * sizeof(double);
    together_plan *p = ARENA_NEW(a, together_plan);
    *p = (together_plan){.collective = end->collective, .root = root, .bytes = sizes->bytes};
    if (together_has_parts(end->collective)) {
        p->given = arena_copy(a, sizes->given, room);
        p->got = arena_copy(a, sizes->got, room);
    }
    open_group(p, e, a, end);
    set_parts(e, a, c, p);
    collective_kind kind = kind_of(end->collective);
    p->group.is_to_one = kind == COLLECTIVE_REDUCE_TO_ONE;
    const double all = kind == COLLECTIVE_ALLGATHER ? p->bytes * count : p->bytes;
    collective_round_vec rounds = {0};
    set_function(e, p, kind, NULL);
    const bool is_chain = end->collective == TRACE_SCAN || end->collective == TRACE_EXSCAN;
    if (is_chain || !by_library(e, c, p, kind, all, &rounds)) {
        const bool is_reduction = kind == COLLECTIVE_REDUCE_TO_ONE && !is_chain;
        kind = is_reduction ? COLLECTIVE_REDUCE : kind;
        if (is_chain || is_plain(end->collective, kind))
            make_plain(a, end->collective, &p->group, &rounds);
        else if (is_reduction || !by_function(e, a, p, kind, all))
            by_algorithm(e, a, p, kind, &rounds);
    }
    if (end->collective == TRACE_REDUCE_SCATTER || end->collective == TRACE_REDUCE_SCATTER_BLOCK)
        make_plain(a, end->collective, &p->group, &rounds);
    keep_rounds(e, a, p, &rounds);
    p->before = collective_parts_before(a, &p->group, p->group.ranks);
    p->place_of = ARENA_ARRAY(a, count, int);
    for (int v = 0; v < count; v++)
        p->place_of[c->place[p->group.ranks[v]] - 1] = v;
    return p;
}
