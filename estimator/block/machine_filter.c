#include "estimator/block/machine_filter.h"

#include <math.h>

#include "estimator/block/lanes.h"
#include "estimator/memory/survive.h"
#include "estimator/run/estimator.h"
#include "sysmodels/model/operation.h"
#include "sysmodels/network/ticks.h"

/* The machine filter (Parashar and Hariri 1996, section 2.2): what each unit costs on this
 * machine, once for all sizes and processor counts. */

static double value_of(const quantity *q)
{
    return q->is_set ? q->value : 0;
}

static double error_of(const quantity *q)
{
    return q->is_set ? q->relative_error : 0;
}

/* Seconds of the operations of one execution: in order, the sum of latencies
 * (Balasundaram and others 1991, figure 5); pipelined or out of order, the sum of reciprocal
 * throughputs, which operations without one bear with their latency; superscalar, that of
 * the busiest unit. The standard error takes all operations to err together. */
double op_seconds(const sag_processing *p, const op_tally *ops, double *error)
{
    double seconds = 0, all_errors = 0;
    for (int k = 0; k < OP_KIND_COUNT; k++) {
        if (!ops->n[k])
            continue;
        const quantity *q = sag_op_cost(p, (sag_op)k);
        double each = ops->n[k] * value_of(q);
        seconds += each;
        all_errors += each * error_of(q);
    }
    if (p->compose == COMPOSE_SUPERSCALAR && seconds > 0) {
        lanes l = {.alone = 0};
        lanes_add(p, &l, ops, 1);
        double beside = lanes_seconds(&l, NULL);
        all_errors *= beside / seconds;
        seconds = beside;
    }
    *error += all_errors;
    return seconds;
}

static void filter_unit(estimator *est, const aag_unit *u)
{
    const sag_processing *p = est->machine->processing;
    unit_info *info = &est->unit[u->id];
    if (u->cls == AAG_SEQ) {
        for (int i = 0; i < u->step_count; i++) {
            step_info *s = &info->steps[i];
            s->seconds = op_seconds(p, &u->steps[i].ops, &s->error);
            s->each = ticks_of(s->seconds);
        }
    } else if (aag_is_condition(u->cls) || u->cls == AAG_ITER_ND) {
        info->condition = ticks_of(op_seconds(p, &u->condition, &info->condition_error));
    }
}

/* The part of a cache that a loop can count on: all of it if any line could go
 * anywhere; of w ways, half a way is lost to lines that map alike (docs/model.md). */
static double usable_capacity(const sag_cache *c)
{
    double ways = value_of(&c->associativity);
    double lines = value_of(&c->size) / value_of(&c->line);
    if (ways <= 0 || ways >= lines)
        return value_of(&c->size);
    return value_of(&c->size) * (1 - 1 / (2 * ways));
}

static cache_shape shape_of(const sag_cache *c)
{
    double lines = value_of(&c->size) / value_of(&c->line), ways = value_of(&c->associativity);
    bool is_free = ways <= 0 || ways > WAYS_MOST || ways >= lines;
    return (cache_shape){.line = value_of(&c->line),
                         .lines = lines,
                         .ways = is_free ? 0 : (int)ways,
                         .sets = is_free ? 1 : lines / ways,
                         .replace = c->replace};
}

static void filter_memory(estimator *est)
{
    const sag_memory *m = est->machine->memory;
    if (!m)
        return;
    for (int i = 0; i < m->cache_count && est->level_count < CACHE_LEVELS - 1; i++) {
        const sag_cache *c = &m->caches[i];
        if (value_of(&c->size) <= 0 || value_of(&c->line) <= 0)
            continue;
        int k = est->level_count++;
        est->level[k].capacity = usable_capacity(c);
        est->level[k].line = value_of(&c->line);
        est->level[k].fetch = value_of(&c->fetch_miss);
        est->level[k].store = value_of(&c->store_miss);
        est->level[k].fetch_error = error_of(&c->fetch_miss);
        est->level[k].store_error = error_of(&c->store_miss);
        est->level[k].fetch_value = &c->fetch_miss;
        est->level[k].store_value = &c->store_miss;
        est->level[k].name = c->name ? c->name : "cache";
        est->level[k].allocates = c->write_allocate;
        est->level[k].shape = shape_of(c);
    }
    if (value_of(&m->tlb_entries) > 0 && value_of(&m->page) > 0 && m->tlb_miss.is_set) {
        int k = est->level_count++;
        est->level[k].capacity = value_of(&m->tlb_entries) * value_of(&m->page);
        est->level[k].line = value_of(&m->page);
        est->level[k].fetch = est->level[k].store = value_of(&m->tlb_miss);
        est->level[k].fetch_error = est->level[k].store_error = error_of(&m->tlb_miss);
        est->level[k].fetch_value = est->level[k].store_value = &m->tlb_miss;
        est->level[k].name = "TLB";
        est->level[k].allocates = true;
        est->level[k].is_tlb = true;
        est->level[k].shape = (cache_shape){.line = value_of(&m->page),
                                            .lines = value_of(&m->tlb_entries),
                                            .sets = 1,
                                            .replace = REPLACE_LRU};
    }
}

#define SET_COST(cost, q)                                                                          \
    ((cost).ticks = ticks_of(value_of(q)), (cost).error = value_of(q) * error_of(q),               \
     (cost).error_ticks = ticks_of((cost).error))

void filter(estimator *est)
{
    const sag_processing *p = est->machine->processing;
    assert(p && est->machine->communication);
    SET_COST(est->loop_setup, &p->loop_setup);
    SET_COST(est->loop_iteration, &p->loop_iteration);
    SET_COST(est->condition, &p->condition);
    SET_COST(est->branch, &p->branch_taken);
    if (!est->options.inline_calls)
        SET_COST(est->call, &p->call);
    SET_COST(est->call_overhead, &est->machine->communication->call_overhead);
    est->network.call = est->call_overhead.ticks;
    est->network.call_error = est->call_overhead.error_ticks;
    /* One element copied into or out of a message: a load, a store and an
     * iteration of the loop that does it. */
    op_tally copy = {.n = {[OP_LOAD] = 1, [OP_STORE] = 1}};
    double seconds = op_seconds(p, &copy, &est->copy.error) + value_of(&p->loop_iteration);
    est->copy.error += est->loop_iteration.error;
    est->copy.ticks = ticks_of(seconds);
    est->copy.error_ticks = ticks_of(est->copy.error);
    for (int i = 0; i < est->graph->unit_count; i++)
        filter_unit(est, est->graph->units[i]);
    filter_memory(est);
    est->run_slots = 1 << est->level_count;
}
