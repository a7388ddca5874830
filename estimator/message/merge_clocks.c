#include "estimator/message/merge_clocks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "estimator/block/equivalence.h"
#include "estimator/message/long_transfer.h"
#include "estimator/message/merged_gather.h"
#include "estimator/message/schedule.h"
#include "estimator/message/schedule_merged.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"
#include "sysmodels/file/word.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/place.h"
#include "sysmodels/network/route.h"

/* Processors that share a clock. In a regular program processors differ in how
 * much they have of each distributed loop, and in what they exchange with those
 * next to them: both are the same for all in a box of the grid, away from
 * its ends. But which processors they wait for is not, and so their clocks are not (in a row
 * of equal processors the first is ahead of the second, that of the third, …).
 *
 * Each place therefore has two clocks, one never earlier than that of any of its
 * processors, one never later. What a clock does is a sum of maxima of clocks,
 * which is not sooner if one of them is later: so the first one waits for the
 * latest of those that a message may come from, the second for the earliest. Where
 * the two agree all along, they are the clock of each processor there. The place
 * that ends last is usually one that has most to do in everything, never waits
 * for anybody, and is exact; if it is not, nothing is known, and each processor is
 * followed by itself. */

/* --- What is regular ---------------------------------------------------------- */

static bool is_on(const proc_grid **only, const proc_grid *grid)
{
    if (!grid || grid->of || (*only && *only != grid))
        return false;
    *only = grid;
    return true;
}

/* Do all execute the unit alike, but for what they own on one grid? */
static bool is_regular(const estimator *est, const aag_unit *u, const proc_grid **only)
{
    const unit_info *info = &est->unit[u->id];
    if (info->is_inside && est->block_of[u->id] < 0)
        return true;
    if (!info->is_even || info->goes_by_probability)
        return false;
    if (est->block_of[u->id] >= 0) {
        const block_info *b = &est->blocks[est->block_of[u->id]];
        if (!b->has_runs || (b->count_class < 0 && !info->is_rank_free))
            return false;
        for (int i = 0; b->count_class >= 0 && i < est->count_classes[b->count_class].count; i++)
            if (!is_on(only, est->counts[est->count_classes[b->count_class].counts[i]].grid))
                return false;
        return true;
    }
    if (!info->is_alike)
        return false;
    return !u->comm || !u->comm->need_count || is_on(only, u->comm->source.grid);
}

void clock_classes_analyse(estimator *est)
{
    const proc_grid *only = NULL;
    bool is_all = true;
    for (int i = 0; i < est->graph->unit_count && is_all; i++)
        is_all = is_regular(est, est->graph->units[i], &only);
    est->only_grid = is_all ? only : NULL;
}

/* --- Cuts --------------------------------------------------------------------- */

typedef struct cutter {
    run *r;
    clock_classes *m;
    VEC(int) cuts[MAX_RANK]; /* coordinates after 0 where another stretch begins, ascending */
} cutter;

/* Most come in order. */
static void cut(cutter *x, int axis, int coord)
{
    if (coord <= 0 || coord >= x->m->extent[axis])
        return;
    int at = x->cuts[axis].count;
    while (at > 0 && x->cuts[axis].data[at - 1] > coord)
        at--;
    if (at > 0 && x->cuts[axis].data[at - 1] == coord)
        return;
    VEC_PUSH(x->r->scratch, &x->cuts[axis], coord);
    for (int i = x->cuts[axis].count - 1; i > at; i--)
        x->cuts[axis].data[i] = x->cuts[axis].data[i - 1];
    x->cuts[axis].data[at] = coord;
}

/* Places have two clocks each; cuts only become more. */
static bool is_worth_it(const cutter *x)
{
    int64_t places = 1;
    for (int k = 0; k < x->m->axes; k++)
        places *= x->cuts[k].count + 1;
    return 2 * places < x->r->procs;
}

/* Notes why they are followed one by one; false. */
static bool differ(run *r, const char *why)
{
    r->unlike = why;
    return false;
}

static bool differ_by(run *r, const communication *c, const char *why)
{
    return differ(
        r, c->where.line > 0 ? arena_printf(r->scratch, "%s on line %d", why, c->where.line) : why);
}

static bool cut_by_count(cutter *x, int count)
{
    const count_stretches *s = count_class_stretches(x->r, count);
    for (int i = 0; s && i < s->count; i++)
        cut(x, x->r->est->counts[count].axis, s->at[i].first);
    return s || differ(x->r, "how much each has of a loop is not known");
}

/* Elements of the message that a box gets from `by` away; 0: none. */
static int64_t elements_of(const transfer_pattern *p, int box, const int *by)
{
    for (int i = p->first[box]; i < p->first[box + 1]; i++)
        if (!memcmp(p->messages[i].by, by, sizeof p->messages[i].by))
            return p->messages[i].elements;
    return 0;
}

/* Is another message sent `by` away on one side of the start of an axis's stretch
 * number `at` than on the other? Beyond the grid there are no receivers. */
static bool sends_differ(const cutter *x, const transfer_pattern *p, int axis, int at,
                         const int *by)
{
    int step = 1, count = p->axis[axis].count;
    for (int k = axis + 1; k < x->m->axes; k++)
        step *= p->axis[k].count;
    for (int box = 0; box < p->box_count; box++) {
        int number = box / step % count;
        if (number == at &&
            elements_of(p, box, by) != (at > 0 ? elements_of(p, box - step, by) : 0))
            return true;
        if (at == count && number == count - 1 && elements_of(p, box, by) > 0)
            return true;
    }
    return false;
}

/* Where what is received changes, and, a message's way before that, what is sent. */
static void cut_by_pattern(cutter *x, const transfer_pattern *p)
{
    int(*by)[MAX_RANK], count = shift_directions(x->r, x->r->scratch, p, &by);
    for (int k = 0; k < x->m->axes; k++)
        for (int at = 0; at <= p->axis[k].count; at++) {
            cut(x, k, p->axis[k].first[at]);
            for (int i = 0; i < count; i++)
                if (sends_differ(x, p, k, at, by[i]))
                    cut(x, k, p->axis[k].first[at] - by[i][k]);
        }
}

/* The fewest and the most hops between two that are `by` apart, along the line of the grid from its
 * first processor in that direction. */
static const char *hops_text(run *r, const sag_communication *machine, const proc_grid *grid,
                             const int *by)
{
    int extents[MAX_RANK], from[MAX_RANK] = {0}, to[MAX_RANK] = {0};
    int least = INT_MAX, most = 0, last = INT_MAX;
    for (int k = 0; k < grid->rank; k++) {
        extents[k] = env_extent(r->env, grid, k);
        if (by[k] != 0 && extents[k] - abs(by[k]) < last)
            last = extents[k] - abs(by[k]);
    }
    for (int at = 0; at < last && last < INT_MAX; at++) {
        for (int k = 0; k < grid->rank; k++) {
            from[k] = by[k] == 0 ? 0 : by[k] > 0 ? at : at - by[k];
            to[k] = from[k] + by[k];
        }
        const int hops = sag_route_between(machine, grid->rank, extents, from, to).hops;
        least = hops < least ? hops : least;
        most = hops > most ? hops : most;
    }
    return most > least ? arena_printf(r->scratch, ", %d to %d hops,", least, most) : "";
}

/* Why neighbours are not equally far apart: by how many ranks a node has, by the placement, or by
 * the topology. */
static const char *ways_differ(run *r, const sag_communication *machine, const proc_grid *grid,
                               const int *by)
{
    const int on_node = sag_ranks_per_node(machine);
    const char *hops =
        r->procs > PROCS_FOLLOWED ? hops_text(r, machine, grid, by) : ""; /* an error */
    if (on_node > 1)
        return arena_printf(
            r->scratch, "with %d ranks on each node some are on one node, as by messages", on_node);
    if (machine->placement == PLACE_LIST)
        return "by placement 'list' some neighbours are further apart than others, as by messages";
    return arena_printf(
        r->scratch,
        "on topology '%s' some neighbours are further apart than others%s as by messages",
        topology_name(machine->topology), *hops ? hops : ",");
}

/* Has the box one receiver? */
static bool is_one(const transfer_pattern *p, int box)
{
    for (int k = p->grid->rank - 1; k >= 0; k--) {
        const int *first = &p->axis[k].first[box % p->axis[k].count];
        if (first[1] - first[0] > 1)
            return false;
        box /= p->axis[k].count;
    }
    return true;
}

/* How far away a message comes from whose way is not the same for all of the box; null: there is
 * none. */
static const int *unequal_way(const sag_communication *machine, const transfer_pattern *p, int box)
{
    for (int i = p->first[box]; i < p->first[box + 1]; i++)
        if (!sag_route_is_alike(machine, p->grid->rank, p->messages[i].by))
            return p->messages[i].by;
    return NULL;
}

enum { MESSAGES_KEPT = 1 << 16 }; /* more are worked out again when their rounds are made */

/* Where they cannot be followed one by one more messages are not worked out. */
static bool work_out(run *r, arena *a, const aag_unit *u, transfer_pattern *p, bool *is_more)
{
    transfer *sums = &r->comms[u->id].sums;
    bool ok = true;
    return r->procs > PROCS_FOLLOWED
               ? long_transfer_compute_few(r, a, u, MESSAGES_KEPT, is_more, sums, p, &ok)
               : long_transfer_compute(r, a, u, sums, p, &ok);
}

static bool cut_by_exchange(cutter *x, const aag_unit *u)
{
    run *r = x->r;
    const sag_communication *machine = r->est->machine->communication;
    comm_state *state = &r->comms[u->id];
    bool is_more = false;
    const message_kind kind = schedule_kind(r, u->comm);
    if (merged_gather_find(r, u))
        return true;
    if (schedule_is_collective(r, u->comm, kind) || shift_is_pairwise(r, u->comm, kind))
        return differ_by(r, u->comm, "messages go by way of others");
    transfer_pattern *p = ARENA_NEW(r->scratch, transfer_pattern);
    arena *a = schedule_message_memory(r, r->scratch);
    run_set_rank(r, 0);
    if (!work_out(r, a, u, p, &is_more)) {
        env_forget_failure(r->env);
        return differ_by(r, u->comm,
                         is_more ? "messages go to more than those next to each"
                                 : "messages cannot be counted");
    }
    if (state->sums.count > MESSAGES_KEPT && !p->grid) {
        arena_free(a);
        state->sums = (transfer){0};
        return differ_by(r, u->comm, "messages go to more than those next to each");
    }
    state->pattern = p;
    if (!p->grid)
        return !state->sums.count ||
               differ_by(r, u->comm, "messages go to more than those next to each");
    for (int box = 0; box < p->box_count; box++) {
        const int *by = is_one(p, box) ? NULL : unequal_way(machine, p, box);
        if (by)
            return differ_by(r, u->comm, ways_differ(r, machine, p->grid, by));
    }
    if (2 * (int64_t)p->box_count >= r->procs) /* each box has places of its own */
        return differ_by(r, u->comm, "hardly any two of them get the same");
    cut_by_pattern(x, p);
    return true;
}

static pattern_axis cut_axis(const cutter *x, int axis)
{
    const int count = x->cuts[axis].count + 1;
    int *first = ARENA_ARRAY(x->r->scratch, count + 1, int);
    for (int i = 1; i < count; i++)
        first[i] = x->cuts[axis].data[i - 1];
    first[count] = x->m->extent[axis];
    return (pattern_axis){count, first};
}

/* A reduction, a barrier, or a broadcast that the program says. */
static bool is_explicit(const communication *c)
{
    return c->kind == COMM_REDUCE || c->kind == COMM_BARRIER || !c->need_count;
}

/* The exchanges, no two of whose messages are alike, as their order counts or what they meet: the
 * first of them; null: there are none. */
static const communication *unlike_exchange(run *r)
{
    const estimator *est = r->est;
    const bool has_capacities = sag_has_capacities(est->network.communication);
    if (!exchange_is_ordered(est->network.exchange) && !has_capacities)
        return NULL;
    for (int i = 0; i < est->graph->unit_count; i++) {
        const communication *c = est->graph->units[i]->comm;
        if (c && !is_explicit(c) && (has_capacities || !merged_gather_may_be_doubling(r, c)))
            return c;
    }
    return NULL;
}

static const char *collective_differs(run *r, const communication *c)
{
    const sag_communication *machine = r->est->machine->communication;
    if (!group_is_apart(r, c))
        return "not all of them do the same in the collective";
    if (machine->placement != PLACE_IN_ORDER)
        return arena_printf(r->scratch,
                            "by placement '%s' some partners are further apart than others, as in "
                            "the collective",
                            placement_name(machine->placement));
    return arena_printf(r->scratch,
                        "with %d ranks on each node some partners are further apart than others, "
                        "as in the collective",
                        sag_ranks_per_node(machine));
}

/* False where they cannot be merged, or are hardly fewer than before. */
static bool find_cuts(cutter *x)
{
    const estimator *est = x->r->est;
    const aag_graph *g = est->graph;
    for (int i = 0; i < est->block_count; i++) {
        int share = est->blocks[i].count_class;
        for (int k = 0; share >= 0 && k < est->count_classes[share].count; k++)
            if (!cut_by_count(x, est->count_classes[share].counts[k]))
                return false;
    }
    for (int i = 0; i < g->unit_count && is_worth_it(x); i++) {
        const communication *c = g->units[i]->comm;
        if (!c)
            continue;
        if (is_explicit(c) && !group_is_uniform(x->r, c))
            return differ_by(x->r, c, collective_differs(x->r, c));
        if (!is_explicit(c) && !cut_by_exchange(x, g->units[i]))
            return false;
    }
    return is_worth_it(x) || differ(x->r, "hardly any two of them do the same");
}

/* --- Places ------------------------------------------------------------------- */

static clock_classes *places_new(run *r)
{
    clock_classes *m = ARENA_NEW(r->scratch, clock_classes);
    m->grid = r->est->only_grid;
    m->axes = m->grid->rank;
    for (int k = m->axes - 1, stride = 1; k >= 0; k--) {
        m->extent[k] = env_extent(r->env, m->grid, k);
        m->stride[k] = stride;
        stride *= m->extent[k];
    }
    return m;
}

static void set_boxes(run *r, clock_classes *m, int count)
{
    m->rank = ARENA_ARRAY(r->scratch, count, int);
    m->size = ARENA_ARRAY(r->scratch, count, int64_t);
    m->is_loose = ARENA_ARRAY(r->scratch, count, bool);
    for (int p = 0; p < count; p++) {
        m->size[p] = 1;
        for (int k = 0; k < m->axes; k++) {
            const int *first = &m->cut[k].first[p / m->step[k] % m->cut[k].count];
            m->rank[p] += first[0] * m->stride[k];
            m->size[p] *= first[1] - first[0];
        }
    }
}

static bool may_share(run *r)
{
    const estimator *est = r->est;
    const communication *unlike = unlike_exchange(r);
    if (est->options.explicit_clocks || r->procs < 3)
        return false;
    if (!est->only_grid)
        return differ(r, "what they do differs in more than what they own on one grid");
    if (env_grid_size(r->env, est->only_grid) != r->procs)
        return differ(r, "they are on several grids");
    if (!unlike)
        return true;
    return differ_by(
        r, unlike,
        sag_has_capacities(est->network.communication)
            ? "messages share links, as those"
            : arena_printf(r->scratch,
                           "by exchange rule '%s' the order of messages counts, as of those",
                           exchange_rule_name(est->network.exchange)));
}

void clock_classes_find(run *r)
{
    if (!may_share(r))
        return;
    cutter x = {.r = r, .m = places_new(r)};
    if (!find_cuts(&x))
        return;
    int64_t count = 1;
    for (int k = x.m->axes - 1; k >= 0; k--) {
        x.m->cut[k] = cut_axis(&x, k);
        x.m->step[k] = (int)count;
        count *= x.m->cut[k].count;
    }
    set_boxes(r, x.m, (int)count);
    r->merged = x.m;
    r->places = (int)count;
    r->clock_count = 2 * r->places;
}

/* Ticks that a place has waited if it ended at `end`: its clock is never earlier,
 * and all in it but waiting is exact. */
static int128 waited_until(const run *r, int place, int128 end)
{
    return end - (r->clock[place] - ledger_waited(r, place));
}

/* Of those that end last, the one that waited least is shown, and of these the
 * first. Whoever may come before the exact one that was found makes it unsure. */
bool clock_classes_slowest(const run *r, int *slowest)
{
    const clock_classes *m = r->merged;
    int128 end = r->clock[0];
    int best = -1;
    for (int p = 1; p < r->places; p++)
        end = r->clock[p] > end ? r->clock[p] : end;
    for (int p = 0; p < r->places; p++) {
        if (m->is_loose[p] || r->clock[p] < end)
            continue;
        if (best < 0 || ledger_waited(r, p) < ledger_waited(r, best) ||
            (ledger_waited(r, p) == ledger_waited(r, best) && m->rank[p] < m->rank[best]))
            best = p;
    }
    for (int p = 0; p < r->places && best >= 0; p++) {
        if (!m->is_loose[p] || r->clock[p] < end)
            continue;
        int128 waited = waited_until(r, p, end);
        if (waited < ledger_waited(r, best) ||
            (waited == ledger_waited(r, best) && m->rank[p] < m->rank[best]))
            return false;
    }
    *slowest = best;
    return best >= 0;
}
