#include <math.h>
#include <string.h>

#include "estimator/block/charges.h"
#include "estimator/block/host.h"
#include "estimator/block/machine_filter.h"
#include "estimator/block/reference_groups.h"
#include "estimator/evaluate/analyse.h"
#include "estimator/evaluate/evaluation.h"
#include "estimator/memory/misses.h"
#include "estimator/message/merge_clocks.h"
#include "estimator/message/schedule.h"
#include "estimator/result/assumptions.h"
#include "estimator/result/breakdown.h"
#include "estimator/result/busy.h"
#include "estimator/result/check_sizes.h"
#include "estimator/result/completeness.h"
#include "estimator/result/region.h"
#include "estimator/result/tally.h"
#include "estimator/result/uncertainty.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"
#include "estimator/simulate/interpret.h"
#include "estimator/simulate/iteration_period.h"
#include "estimator/simulate/post.h"

/* How messages go, and who is busy when. Where a machine has adapters, or processors that push, so
 * has each direction of an exchange. */
static void set_exchange(estimator *est)
{
    const exchange_rule own = est->machine->communication->exchange;
    const exchange_rule asked = est->options.override_exchange ? est->options.exchange : own;
    network *n = &est->network;
    n->exchange = asked == EXCHANGE_PHASED && exchange_is_ordered(own) ? own : asked;
    n->steps = est->options.is_sendrecv   ? STEPS_BY_AXIS
               : asked == EXCHANGE_PHASED ? STEPS_BY_DISPLACEMENT
                                          : STEPS_NONE;
}

estimator *estimator_new(fp_context *ctx, const aag_graph *graph, const sag *machine,
                         const estimate_options *options)
{
    estimator *est = ARENA_NEW(ctx->arena, estimator);
    est->ctx = ctx;
    est->graph = graph;
    est->machine = machine;
    est->options.overlap = -1;
    if (options)
        est->options = *options;
    const sag_communication *c = machine->communication;
    est->network.communication = c;
    set_exchange(est);
    est->network.overlap = c->overlap.is_set ? c->overlap.value : 0;
    if (est->options.overlap >= 0)
        est->network.overlap = est->options.overlap;
    est->again = ARENA_ARRAY(ctx->arena, graph->unit_count, arena *);
    analyse(est);
    memory_analyse(est);
    misses_analyse(est);
    period_analyse(est);
    filter(est);
    clock_classes_analyse(est);
    return est;
}

/* --- From tallies to an estimate ------------------------------------------- */

static double count_of(int128 fractions)
{
    return (double)fractions / (double)FIXED_ONE;
}

static void set_levels(const estimator *est, const tally *sum, estimate *out)
{
    out->level_count = est->level_count;
    for (int k = 0; k < est->level_count; k++) {
        const cache_shape *c = &est->level[k].shape;
        out->level[k] = (cache_level){.name = est->level[k].name,
                                      .is_tlb = est->level[k].is_tlb,
                                      .bytes = c->lines * c->line,
                                      .line = c->line,
                                      .ways = c->ways,
                                      .misses = count_of(sum->misses[k])};
    }
}

static void set_units(const run *r, arena *a, const tally *all, estimate *out)
{
    const aag_graph *g = r->est->graph;
    unit_cost *units = ARENA_ARRAY(a, g->unit_count, unit_cost);
    tally sum = {0};
    for (int i = 0; i < g->unit_count; i++) {
        units[i] = (unit_cost){.unit = g->units[i],
                               .count = count_of(all[i].count),
                               .time = breakdown_of(all[i].time),
                               .stalls = seconds_of(all[i].stalls)};
        for (int k = 0; k < CACHE_LEVELS; k++)
            units[i].misses[k] = count_of(all[i].misses[k]);
        tally_add(&sum, &all[i]);
    }
    out->unit_count = g->unit_count;
    out->units = units;
    out->parts = breakdown_of(sum.time);
    set_levels(r->est, &sum, out);
}

/* What a communication costs each place in all units that perform it: [comm *
 * places + place]. Sets each one's first unit. */
static const int128 *transmissions(const run *r, comm_cost *comms)
{
    const aag_graph *g = r->est->graph;
    int128 *ticks = ARENA_ARRAY(r->scratch, g->comm_count * r->places + 1, int128);
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (!u->comm)
            continue;
        if (!comms[u->comm->id].unit)
            comms[u->comm->id].unit = u;
        tally_transmitted(r, u, ticks + u->comm->id * r->places);
    }
    return ticks;
}

/* Counts of what may happen by chance are fractions. */
static bool is_product(double count, double each, double all)
{
    return fabs(count * each - all) <= 1e-6 * all;
}

static void set_comms(const run *r, const int128 *ticks, comm_cost *comms, estimate *out)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->comm_count; i++) {
        comm_cost *c = &comms[i];
        const int128 *mine = ticks + i * r->places;
        int busiest = run_place(r, out->slowest);
        for (int p = 0; p < r->places; p++)
            busiest = mine[p] > mine[busiest] ? p : busiest;
        c->comm = g->comms[i];
        c->count = count_of(r->ledger.moves[i].count);
        c->messages = count_of(r->ledger.moves[i].messages);
        c->bytes = count_of(r->ledger.moves[i].bytes);
        c->is_bound = r->is_bound[i];
        c->time = seconds_of(mine[busiest]);
        const comm_peak *peak = &r->peak[i];
        c->is_even = is_product(c->count, (double)peak->messages, c->messages) &&
                     is_product(c->count, (double)peak->bytes, c->bytes);
        c->sent = peak->busiest.sent;
        c->received = peak->busiest.received;
        c->message_bytes = peak->busiest.bytes;
        c->message_least = peak->busiest.least;
        c->message_time = peak->busiest.time;
        c->is_alike = peak->busiest.is_alike;
    }
    for (int i = 0; i < g->unit_count; i++)
        if (g->units[i]->comm)
            comms[g->units[i]->comm->id].is_typical |= uncertainty_is_typical(r, g->units[i]);
    out->comm_count = g->comm_count;
    out->comms = comms;
}

/* A clock is computation, communication, overhead and waiting; without the
 * second and the last it says how long a processor was busy. */
static void set_balance(const run *r, arena *a, const int128 *transmitted, estimate *out)
{
    double *of_place = ARENA_ARRAY(r->scratch, r->places, double);
    double most = 0, all = 0;
    for (int p = 0; p < r->places; p++) {
        int128 ticks = r->now + r->clock[p] - ledger_waited(r, p);
        for (int i = 0; i < r->est->graph->comm_count; i++)
            ticks -= transmitted[i * r->places + p];
        of_place[p] = seconds_of(ticks);
        all += of_place[p] * (double)run_place_size(r, p);
        most = of_place[p] > most ? of_place[p] : most;
    }
    out->balance = most > 0 ? all / r->procs / most : 1;
    busy_set(r, a, of_place, out);
}

static const proc_grid *shape_grid(const aag_graph *g)
{
    const layout *l = g->layout;
    if (l->text_count && l->text_grid[0])
        return grid_root(l->text_grid[0]);
    for (int i = 0; l->map && i < g->program->variable_count; i++)
        if (l->map[i] && l->map[i]->grid)
            return grid_root(l->map[i]->grid);
    return l->grid_count ? grid_root(l->grids[0]) : NULL;
}

static void set_shape(const run *r, estimate *out)
{
    out->procs = r->procs;
    const proc_grid *grid = shape_grid(r->est->graph);
    out->shape_rank = grid ? grid->rank : 1;
    out->shape[0] = r->procs;
    for (int k = 0; grid && k < grid->rank; k++)
        out->shape[k] = env_extent(r->env, grid, k);
}

/* The processor that finishes last. Collectives let all finish together: then
 * the one that the others waited for. */
static int slowest(const run *r)
{
    int last = 0;
    int128 waited = ledger_waited(r, 0);
    for (int p = 1; p < r->places; p++) {
        if (r->clock[p] < r->clock[last])
            continue;
        int128 mine = ledger_waited(r, p);
        if (r->clock[p] == r->clock[last] && mine >= waited)
            continue;
        last = p;
        waited = mine;
    }
    return last;
}

static void set_all(run *r, arena *a, int last, estimate *out)
{
    const aag_graph *g = r->est->graph;
    tally *all = ARENA_ARRAY(r->scratch, g->unit_count, tally);
    comm_cost *comms = ARENA_ARRAY(a, g->comm_count, comm_cost);
    const int128 *transmitted = transmissions(r, comms);
    out->graph = g;
    out->machine = r->est->machine;
    set_shape(r, out);
    out->followed = r->places;
    out->slowest = run_rank(r, last);
    out->time = seconds_of(r->now + r->clock[last]);
    tally_read(r, last, all);
    set_balance(r, a, transmitted, out);
    /* An iteration on one clock is about as much work as eight evaluations. */
    out->walked = WALK_BUDGET - r->budget + 8 * r->stepped + r->touched;
    out->node_bytes = r->node_bytes < 9e18 ? (int64_t)r->node_bytes : INT64_MAX;
    set_units(r, a, all, out);
    set_comms(r, transmitted, comms, out);
    uncertainty_set(r, all, out);
    completeness_set(r, a, out);
    regions_set(r, a, all, out);
    assumptions_set(r, a, out);
}

/* Interprets the graph; returns the place that ends last, or -1: it has failed,
 * or, where processors were merged, must be done again with each of them. */
static int interpret(run *r)
{
    int last = -1;
    evaluation_open(r);
    interpret_list(r, r->est->graph->root);
    if (r->has_failed)
        return -1;
    charges_settle(r);
    post_check(r);
    if (r->merged)
        return clock_classes_slowest(r, &last) ? last : -1;
    return slowest(r);
}

bool estimator_eval(estimator *est, arena *result, const bindings *values, estimate *out)
{
    memset(out, 0, sizeof *out);
    for (int may_merge = 1; may_merge >= 0; may_merge--) {
        run *r = evaluation_new(est, values);
        if (!r)
            return false;
        check_sizes(r);
        host_check(r);
        if (!r->has_failed && may_merge)
            clock_classes_find(r);
        if (!r->has_failed)
            run_can_follow(r);
        int last = r->has_failed ? -1 : interpret(r);
        if (last >= 0)
            set_all(r, result, last, out);
        if (last >= 0 || r->has_failed || !r->merged)
            return last >= 0;
    }
    return false;
}

const param *estimator_missing(const estimator *est)
{
    return est->env ? env_unresolved(est->env) : NULL;
}

bool estimate_run(fp_context *ctx, const aag_graph *graph, const sag *machine,
                  const bindings *values, const estimate_options *options, estimate *out)
{
    estimator *est = estimator_new(ctx, graph, machine, options);
    return estimator_eval(est, ctx->arena, values, out);
}
