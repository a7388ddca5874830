#include "estimator/block/cost.h"

#include <math.h>

#include "estimator/block/block.h"
#include "estimator/block/host.h"
#include "estimator/block/lanes.h"
#include "estimator/run/probability.h"
#include "estimator/run/run.h"

/* What a block costs that a processor executes with certain counts, and with what it touches in
 * certain levels of the memory. */

static int128 scaled(run *r, int128 count, int128 each, double weight, source_range where)
{
    int128 all = 0;
    if ((int64_t)count == count && (int64_t)each == each) {
        all = (int128)(int64_t)count * (int64_t)each;
    } else if (__builtin_mul_overflow(count, each, &all) || all > (int128)1 << 112) {
        run_fail(r, where,
                 arena_printf(r->scratch,
                              "%.3Lg executions of what takes %.3g s each are more than can be "
                              "counted; choose smaller sizes with --set (-fpredict-set), or a "
                              "machine whose values are smaller",
                              (long double)count, seconds_of(each)));
        return 0;
    }
    if (weight == 1)
        return all;
    return ticks_part(all, weight);
}

typedef struct costing {
    run *r;
    const block_info *block;
    const block_class *cls;
    unsigned warm, kept;
} costing;

static int128 count_at(const costing *c, int slot)
{
    return c->cls->counts[slot - c->block->slot];
}

typedef struct bill {
    int128 *ticks; /* by part */
    double error;  /* of the processing: seconds */
} bill;

static void pay(const costing *c, bill *b, time_part p, const aag_unit *u, int128 count,
                int128 each, double error)
{
    double weight = c->r->weight[u->id];
    b->ticks[p] += scaled(c->r, count, each, weight, u->where);
    b->error += double_of(count) * weight * error;
}

static void pay_step(const costing *c, bill *b, const aag_unit *u, int i)
{
    const unit_info *info = &c->r->est->unit[u->id];
    int128 n = count_at(c, info->slot + 1 + i);
    pay(c, b, PART_COMPUTATION, u, n, info->steps[i].each, info->steps[i].error);
    host_cost io = host_io(c->r, &u->steps[i]);
    if (io.seconds > 0)
        pay(c, b, PART_OVERHEAD, u, n, ticks_of(io.seconds), io.error);
}

static void bill_unit(const costing *c, const aag_unit *u, bill *b)
{
    const estimator *est = c->r->est;
    const unit_info *info = &est->unit[u->id];
    int128 n = count_at(c, info->slot);
    if (u->is_placement)
        return;
    if (u->cls == AAG_SEQ) {
        for (int i = 0; i < u->step_count; i++)
            pay_step(c, b, u, i);
    } else if (aag_is_iteration(u->cls)) {
        int128 iterations = count_at(c, info->slot + 1);
        pay(c, b, PART_OVERHEAD, u, n, est->loop_setup.ticks, est->loop_setup.error);
        pay(c, b, PART_OVERHEAD, u, iterations, est->loop_iteration.ticks,
            est->loop_iteration.error);
        if (!u->var) {
            int128 tests = iterations + (u->tests_first ? n : 0);
            pay(c, b, PART_COMPUTATION, u, tests, info->condition, info->condition_error);
            pay(c, b, PART_OVERHEAD, u, tests, est->condition.ticks, est->condition.error);
        }
    } else if (aag_is_condition(u->cls)) {
        int128 taken = count_at(c, info->slot + 1);
        pay(c, b, PART_COMPUTATION, u, n, info->condition, info->condition_error);
        pay(c, b, PART_OVERHEAD, u, n, est->condition.ticks, est->condition.error);
        double chance = c->r->weight[u->id] * (is_probabilistic(c->r, u) ? u->probability : 1);
        b->ticks[PART_OVERHEAD] += scaled(c->r, taken, est->branch.ticks, chance, u->where);
        b->error += double_of(taken) * chance * est->branch.error;
    } else if (u->cls == AAG_SPAWN) {
        host_cost spawn = host_spawn(c->r);
        pay(c, b, PART_OVERHEAD, u, n, ticks_of(spawn.seconds), spawn.error);
    } else if (u->cls == AAG_CALL) {
        pay(c, b, PART_OVERHEAD, u, n, est->call.ticks, est->call.error);
    }
}

/* Seconds lost to misses by the groups that stand at `u`, their standard error,
 * and the misses by level. */
static double miss_seconds(const costing *c, const aag_unit *u, double *error,
                           double misses[CACHE_LEVELS])
{
    const estimator *est = c->r->est;
    const unit_info *info = &est->unit[u->id];
    double seconds = 0;
    for (int level = 0; level < est->level_count; level++) {
        if (c->kept >> level & 1)
            continue;
        const double *each_group = c->warm >> level & 1 ? c->cls->again : c->cls->misses;
        double here = 0;
        for (int i = info->group; i < info->group_end; i++) {
            const ref_group *g = &c->block->groups[i];
            double n = each_group[level * c->block->group_count + i] * c->r->weight[u->id];
            double each = g->is_read ? est->level[level].fetch : est->level[level].store;
            double relative =
                g->is_read ? est->level[level].fetch_error : est->level[level].store_error;
            double doubt = c->cls->doubts[level * c->block->group_count + i];
            seconds += n * each;
            *error += n * each * sqrt(relative * relative + doubt * doubt);
            here += n;
        }
        misses[level] = here;
    }
    return seconds;
}

static int128 unit_count(const costing *c, const aag_unit *u)
{
    const unit_info *info = &c->r->est->unit[u->id];
    int128 n = count_at(c, info->slot);
    if (u->cls == AAG_SEQ) {
        n = 0;
        for (int i = 0; i < u->step_count; i++)
            if (count_at(c, info->slot + 1 + i) > n)
                n = count_at(c, info->slot + 1 + i);
    }
    return scaled(c->r, n, FIXED_ONE, c->r->weight[u->id], u->where);
}

/* Adds what misses cost the unit. */
static void add_stalls(const costing *c, const aag_unit *u, tally *t)
{
    double memory_error = 0, misses[CACHE_LEVELS] = {0};
    int128 stalls = ticks_of(miss_seconds(c, u, &memory_error, misses));
    t->stalls = stalls;
    for (int k = 0; k < c->r->est->level_count; k++)
        t->misses[k] = (int128)round(misses[k] * (double)FIXED_ONE);
    composition compose = c->r->est->machine->processing->compose;
    bool hides = compose == COMPOSE_OUT_OF_ORDER || compose == COMPOSE_SUPERSCALAR;
    if (!hides) {
        t->time[PART_COMPUTATION] += stalls;
        t->error[COMPONENT_MEMORY] = ticks_of(memory_error);
    } else if (stalls > t->time[PART_COMPUTATION]) {
        /* Out of order, the slower of operations and memory traffic hides the other. */
        t->time[PART_COMPUTATION] = stalls;
        t->error[COMPONENT_PROCESSING] = 0;
        t->error[COMPONENT_MEMORY] = ticks_of(memory_error);
    }
}

/* Sets what the unit costs, all of which was zero. */
static void set_cost(const costing *c, const aag_unit *u, tally *t)
{
    const unit_info *info = &c->r->est->unit[u->id];
    bill b = {.ticks = t->time};
    bill_unit(c, u, &b);
    t->count = unit_count(c, u);
    t->error[COMPONENT_PROCESSING] = ticks_of(b.error);
    if (info->group < info->group_end)
        add_stalls(c, u, t);
}

/* --- Superscalar processors ------------------------------------------------------------- */

static bool is_innermost(const aag_graph *g, const aag_unit *u)
{
    bool has_loop = false;
    for (int id = u->id + 1; id <= u->last; id++)
        has_loop |= aag_is_iteration(g->units[id]->cls);
    return aag_is_iteration(u->cls) && !has_loop;
}

/* What one unit of a loop keeps busy in all its executions. */
static void occupy(const costing *c, const aag_unit *u, lanes *l)
{
    enum { CONTROL = 2 }; /* to count an iteration, and to branch */
    const sag_processing *p = c->r->est->machine->processing;
    const estimator *est = c->r->est;
    const unit_info *info = &est->unit[u->id];
    double weight = c->r->weight[u->id], n = double_of(count_at(c, info->slot)) * weight;
    if (u->is_placement)
        return;
    if (u->cls == AAG_SEQ) {
        for (int i = 0; i < u->step_count; i++) {
            double times = double_of(count_at(c, info->slot + 1 + i)) * weight;
            lanes_add(p, l, &u->steps[i].ops, times);
            l->alone += times * host_io(c->r, &u->steps[i]).seconds;
        }
    } else if (aag_is_iteration(u->cls)) {
        double iterations = double_of(count_at(c, info->slot + 1)) * weight;
        double tests = u->var ? 0 : iterations + (u->tests_first ? n : 0);
        lanes_add_branch(p, l, iterations * p->loop_iteration.value, CONTROL * iterations);
        lanes_add(p, l, &u->condition, tests);
        lanes_add_branch(p, l, tests * p->condition.value, tests);
    } else if (aag_is_condition(u->cls)) {
        double chance = is_probabilistic(c->r, u) ? u->probability : 1;
        double taken = double_of(count_at(c, info->slot + 1)) * weight * chance;
        lanes_add(p, l, &u->condition, n);
        lanes_add_branch(p, l, n * p->condition.value + taken * p->branch_taken.value, n);
    } else if (u->cls == AAG_CALL) {
        l->alone += n * seconds_of(est->call.ticks);
    }
}

static void take_part(block_entry *e, const aag_unit *loop, double part_of_it, lane bound)
{
    e->loop = loop;
    e->beside = part_of_it;
    e->bound = bound;
    for (int k = 0; k < PART_COUNT; k++)
        e->cost.time[k] = ticks_part(e->cost.time[k], part_of_it);
    for (int k = 0; k < COMPONENT_COUNT; k++)
        e->cost.error[k] = ticks_part(e->cost.error[k], part_of_it);
}

/* The iterations of an innermost loop follow each other as fast as what they keep busy
 * longest lets them: a functional unit, the memory, or a chain. All that the loop does bears
 * that in proportion to what it would cost by itself. */
static void pass_beside(const costing *c, const aag_unit *loop, block_variant *v)
{
    const estimator *est = c->r->est;
    const sag_processing *p = est->machine->processing;
    lanes l = {.alone = 0};
    lane bound;
    double error = 0, misses[CACHE_LEVELS], stalls = 0, sum = 0;
    for (int id = loop->id; id <= loop->last; id++) {
        const aag_unit *u = est->graph->units[id];
        occupy(c, u, &l);
        if (est->unit[id].group < est->unit[id].group_end)
            stalls += miss_seconds(c, u, &error, misses);
    }
    double seconds = lanes_seconds(&l, &bound), weight = c->r->weight[loop->id];
    double iterations = double_of(count_at(c, est->unit[loop->id].slot + 1)) * weight;
    for (int i = 0; i < loop->chain_count; i++) {
        double waits = iterations * lanes_chain_seconds(p, &loop->chains[i]);
        bound = waits > seconds ? LANE_CHAIN : bound;
        seconds = fmax(seconds, waits);
    }
    bound = stalls > seconds ? LANE_MISS : bound;
    seconds = fmax(seconds, stalls);
    seconds += double_of(count_at(c, est->unit[loop->id].slot)) * weight * p->loop_setup.value;
    for (int i = 0; i < v->entry_count; i++)
        if (v->entries[i].unit >= loop->id && v->entries[i].unit <= loop->last)
            for (int k = 0; k < PART_COUNT; k++)
                sum += seconds_of(v->entries[i].cost.time[k]);
    for (int i = 0; i < v->entry_count && sum > 0; i++)
        if (v->entries[i].unit >= loop->id && v->entries[i].unit <= loop->last)
            take_part(&v->entries[i], loop, seconds / sum, bound);
}

static bool is_nothing(const tally *t)
{
    for (int p = 0; p < PART_COUNT; p++)
        if (t->time[p])
            return false;
    return !t->count;
}

const block_variant *block_price(run *r, const block_info *b, const block_class *cls, unsigned warm,
                                 unsigned kept, arena *a)
{
    block_variant *v = ARENA_NEW(a, block_variant);
    v->entries = ARENA_ARRAY(a, b->unit->last - b->unit->id + 1, block_entry);
    costing c = {r, b, cls, warm, kept};
    bool is_superscalar = r->est->machine->processing->compose == COMPOSE_SUPERSCALAR;
    for (int id = b->unit->id; id <= b->unit->last; id++) {
        block_entry *entry = &v->entries[v->entry_count];
        entry->unit = id;
        set_cost(&c, r->est->graph->units[id], &entry->cost);
        if (is_nothing(&entry->cost)) {
            *entry = (block_entry){0};
            continue;
        }
        v->entry_count++;
    }
    for (int id = b->unit->id; id <= b->unit->last && is_superscalar; id++)
        if (is_innermost(r->est->graph, r->est->graph->units[id]))
            pass_beside(&c, r->est->graph->units[id], v);
    for (int i = 0; i < v->entry_count; i++)
        for (int p = 0; p < PART_COUNT; p++)
            v->total += v->entries[i].cost.time[p];
    return v;
}
