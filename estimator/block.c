#include <limits.h>
#include <math.h>
#include <string.h>

#include "estimator/internal.h"

/* A subtree without communication, on every processor. Processors whose
 * counters are equal form a class and pay the same. */

static wide scaled(run *r, wide count, wide each, double weight, source_range where)
{
    wide all = 0;
    if (__builtin_mul_overflow(count, each, &all) || all > (wide)1 << 120) {
        run_fail(r, where, "this takes longer than can be counted");
        return 0;
    }
    if (weight == 1)
        return all;
    return (wide)roundl((long double)all * (long double)weight);
}

typedef struct costing {
    run *r;
    const block_info *block;
    const block_class *cls;
    unsigned warm;
} costing;

static wide count_at(const costing *c, int slot)
{
    return c->cls->counts[slot - c->block->slot];
}

typedef struct bill {
    wide ticks[PART_COUNT];
    double error[COMPONENT_COUNT]; /* seconds */
} bill;

static void pay(const costing *c, bill *b, part p, const aag_unit *u, wide count, wide each,
                double error)
{
    double weight = c->r->est->unit[u->id].weight;
    b->ticks[p] += scaled(c->r, count, each, weight, u->where);
    b->error[COMPONENT_PROCESSING] += (double)count * weight * error;
}

static void bill_unit(const costing *c, const aag_unit *u, bill *b)
{
    const estimator *est = c->r->est;
    const unit_info *info = &est->unit[u->id];
    wide n = count_at(c, info->slot);
    if (u->cls == AAG_SEQ) {
        for (int i = 0; i < u->step_count; i++)
            pay(c, b, PART_COMPUTATION, u, count_at(c, info->slot + 1 + i), info->steps[i].each,
                info->steps[i].error);
    } else if (aag_is_iteration(u->cls)) {
        wide iterations = count_at(c, info->slot + 1);
        pay(c, b, PART_OVERHEAD, u, n, est->loop_setup.ticks, est->loop_setup.error);
        pay(c, b, PART_OVERHEAD, u, iterations, est->loop_iteration.ticks,
            est->loop_iteration.error);
        if (!u->var) {
            wide tests = iterations + (u->tests_first ? n : 0);
            pay(c, b, PART_COMPUTATION, u, tests, info->condition, info->condition_error);
            pay(c, b, PART_OVERHEAD, u, tests, est->condition.ticks, est->condition.error);
        }
    } else if (aag_is_condition(u->cls)) {
        wide taken = count_at(c, info->slot + 1);
        pay(c, b, PART_COMPUTATION, u, n, info->condition, info->condition_error);
        pay(c, b, PART_OVERHEAD, u, n, est->condition.ticks, est->condition.error);
        double chance = u->test || u->on ? 1 : u->probability;
        b->ticks[PART_OVERHEAD] +=
            scaled(c->r, taken, est->branch.ticks, info->weight * chance, u->where);
        b->error[COMPONENT_PROCESSING] += (double)taken * info->weight * chance * est->branch.error;
    } else if (u->cls == AAG_CALL) {
        pay(c, b, PART_OVERHEAD, u, n, est->call.ticks, est->call.error);
    }
}

/* Seconds lost to misses by the groups that stand at `u`, their standard error,
 * and the misses of the first level. */
static double miss_seconds(const costing *c, const aag_unit *u, double *error, double *misses)
{
    const estimator *est = c->r->est;
    double seconds = 0;
    for (int level = 0; level < est->level_count; level++) {
        const double *each_group = c->warm >> level & 1 ? c->cls->again : c->cls->misses;
        double here = 0;
        for (int i = 0; i < c->block->group_count; i++) {
            const ref_group *g = &c->block->groups[i];
            if (g->unit != u)
                continue;
            double n = each_group[level * c->block->group_count + i] * est->unit[u->id].weight;
            double each = g->is_read ? est->level[level].fetch : est->level[level].store;
            double relative =
                g->is_read ? est->level[level].fetch_error : est->level[level].store_error;
            seconds += n * each;
            *error += n * each * relative;
            here += n;
        }
        if (level == 0)
            *misses = here;
    }
    return seconds;
}

static wide unit_count(const costing *c, const aag_unit *u)
{
    const unit_info *info = &c->r->est->unit[u->id];
    wide n = count_at(c, info->slot);
    if (u->cls == AAG_SEQ) {
        n = 0;
        for (int i = 0; i < u->step_count; i++)
            if (count_at(c, info->slot + 1 + i) > n)
                n = count_at(c, info->slot + 1 + i);
    }
    return scaled(c->r, n, ONE, info->weight, u->where);
}

static tally cost_of(const costing *c, const aag_unit *u)
{
    bill b = {0};
    bill_unit(c, u, &b);
    double memory_error = 0, misses = 0;
    double memory = miss_seconds(c, u, &memory_error, &misses);
    wide stalls = ticks_of(memory);
    tally t = {.count = unit_count(c, u), .misses = (wide)llround(misses * (double)ONE)};
    memcpy(t.time, b.ticks, sizeof t.time);
    bool hides = c->r->est->machine->processing->compose == COMPOSE_OUT_OF_ORDER;
    if (!hides) {
        t.time[PART_COMPUTATION] += stalls;
        t.error[COMPONENT_PROCESSING] = ticks_of(b.error[COMPONENT_PROCESSING]);
        t.error[COMPONENT_MEMORY] = ticks_of(memory_error);
    } else if (stalls > t.time[PART_COMPUTATION]) {
        /* Out of order, the slower of operations and memory traffic hides the other. */
        t.time[PART_COMPUTATION] = stalls;
        t.error[COMPONENT_MEMORY] = ticks_of(memory_error);
    } else {
        t.error[COMPONENT_PROCESSING] = ticks_of(b.error[COMPONENT_PROCESSING]);
    }
    return t;
}

static bool is_nothing(const tally *t)
{
    for (int p = 0; p < PART_COUNT; p++)
        if (t->time[p])
            return false;
    return !t->count;
}

/* The counter of executions with these levels warm; -1 when all are taken. */
static int slot_of(block_state *s, unsigned warm)
{
    for (int i = 0; i < s->slot_count; i++)
        if (s->slot_warm[i] == warm)
            return i;
    if (s->slot_count == RUN_SLOTS)
        return -1;
    s->slot_warm[s->slot_count] = warm;
    return s->slot_count++;
}

static const block_variant *variant_of(run *r, const block_info *b, block_state *s,
                                       block_class *cls, unsigned warm)
{
    if (cls->variant[warm])
        return cls->variant[warm];
    block_variant *v = ARENA_NEW(s->memory, block_variant);
    v->slot = b->is_fixed ? slot_of(s, warm) : -1;
    v->entries = ARENA_ARRAY(s->memory, b->unit->last - b->unit->id + 1, block_entry);
    costing c = {r, b, cls, warm};
    for (int id = b->unit->id; id <= b->unit->last; id++) {
        tally t = cost_of(&c, r->est->graph->units[id]);
        if (is_nothing(&t))
            continue;
        v->entries[v->entry_count++] = (block_entry){id, t};
        for (int p = 0; p < PART_COUNT; p++)
            v->total += t.time[p];
    }
    cls->variant[warm] = v;
    return v;
}

static void state_reset(run *r, const aag_unit *u, block_state *s)
{
    s->memory = run_memory(r, u, s->memory);
    s->is_current = true;
    s->class_count = 0;
    s->classes = ARENA_ARRAY(s->memory, r->procs, block_class *);
    s->class_of = ARENA_ARRAY(s->memory, r->procs, int);
    for (int p = 0; p < r->procs; p++)
        s->class_of[p] = -1;
    if (!s->resident)
        s->resident = ARENA_ARRAY(r->scratch, r->procs, unsigned char);
}

/* The class of a processor, found by its counters. */
static int find_class(run *r, const block_info *b, block_state *s, int rank)
{
    if (s->class_count && r->est->unit[b->unit->id].is_rank_free)
        return 0;
    run_set_rank(r, rank);
    wide *counts = ARENA_ARRAY(s->memory, b->slot_count, wide);
    count_block(r, b, rank, counts);
    for (int i = 0; i < s->class_count; i++)
        if (!memcmp(s->classes[i]->counts, counts, (size_t)b->slot_count * sizeof *counts))
            return i;
    block_class *cls = ARENA_NEW(s->memory, block_class);
    cls->counts = counts;
    memory_block(r, b, cls, s->memory);
    s->classes[s->class_count] = cls;
    return s->class_count++;
}

static void add_variant(run *r, const block_variant *v, int rank, wide times)
{
    for (int i = 0; i < v->entry_count; i++) {
        tally *t = run_tally(r, r->book, rank, v->entries[i].unit);
        const tally *cost = &v->entries[i].cost;
        for (int k = 0; k < PART_COUNT; k++)
            t->time[k] += times * cost->time[k];
        for (int k = 0; k < COMPONENT_COUNT; k++)
            t->error[k] += times * cost->error[k];
        t->count += times * cost->count;
        t->misses += times * cost->misses;
    }
}

/* Calls for each variant that the processor has executed, and how often. */
typedef void (*variant_visitor)(run *r, const block_variant *v, int rank, wide times, wide *data);

static void each_variant(run *r, int rank, variant_visitor visit, wide *data)
{
    for (int i = 0; i < r->est->block_count; i++) {
        block_state *s = &r->blocks[i];
        for (int k = 0; k < s->slot_count; k++) {
            wide times = r->runs[(i * r->procs + rank) * RUN_SLOTS + k];
            if (!times)
                continue;
            block_class *cls = s->classes[s->class_of[rank]];
            visit(r, variant_of(r, &r->est->blocks[i], s, cls, s->slot_warm[k]), rank, times, data);
        }
    }
}

static void add_units(run *r, const block_variant *v, int rank, wide times, wide *data)
{
    (void)data;
    add_variant(r, v, rank, times);
}

void block_finish(run *r, int rank)
{
    each_variant(r, rank, add_units, NULL);
}

static void add_busy(run *r, const block_variant *v, int rank, wide times, wide *ticks)
{
    (void)r;
    (void)rank;
    *ticks += times * v->total;
}

wide block_busy(run *r, int rank)
{
    wide ticks = 0;
    each_variant(r, rank, add_busy, &ticks);
    return ticks;
}

bool block_was_run(const run *r, const aag_unit *u)
{
    while (r->est->block_of[u->id] < 0)
        u = u->parent;
    const block_state *s = &r->blocks[r->est->block_of[u->id]];
    return s->class_of != NULL;
}

void block_run(run *r, const aag_unit *u)
{
    int index = r->est->block_of[u->id];
    const block_info *b = &r->est->blocks[index];
    block_state *s = &r->blocks[index];
    if (!s->is_current)
        state_reset(r, u, s);
    const aag_unit *loop = r->est->unit[u->id].loop;
    for (int p = 0; p < r->procs && !r->has_failed; p++) {
        if (!r->active[p])
            continue;
        if (s->class_of[p] < 0)
            s->class_of[p] = find_class(r, b, s, p);
        if (r->has_failed)
            return;
        unsigned warm = loop ? s->resident[p] & r->warm[loop->id] : 0;
        journal_event(r, warm);
        r->changes += s->resident[p] != UCHAR_MAX;
        s->resident[p] = UCHAR_MAX;
        const block_variant *v = variant_of(r, b, s, s->classes[s->class_of[p]], warm);
        if (v->slot >= 0 && !r->chances)
            r->runs[(index * r->procs + p) * RUN_SLOTS + v->slot]++;
        else
            add_variant(r, v, p, 1);
        r->clock[p] += v->total;
    }
}

void block_forget(run *r, const aag_unit *loop, uint64_t vars)
{
    for (int id = loop->id + 1; id <= loop->last; id++) {
        int block = r->est->block_of[id];
        if (block >= 0 && (r->est->unit[id].vars & vars))
            r->blocks[block].is_current = false;
        if (r->est->unit[id].own & vars)
            r->comms[id].current = NULL;
    }
}

void block_evict(run *r, const aag_unit *loop, unsigned levels, uint64_t vars)
{
    unsigned pages = 0;
    for (int level = 0; level < r->est->level_count; level++)
        if (r->est->level[level].is_tlb)
            pages |= 1u << level;
    for (int id = loop->id + 1; id <= loop->last; id++) {
        int block = r->est->block_of[id];
        if (block < 0 || !r->blocks[block].resident)
            continue;
        /* Other lines than before; a page lasts for several of them. */
        unsigned kept = r->est->blocks[block].group_vars & vars ? levels & pages : levels;
        for (int p = 0; p < r->procs; p++) {
            unsigned char *resident = &r->blocks[block].resident[p];
            r->changes += (*resident & ~kept) != 0;
            *resident &= (unsigned char)kept;
        }
    }
}
