#include "estimator/simulate/repeated_loop.h"

#include <string.h>

#include "estimator/block/block.h"
#include "estimator/block/charges.h"
#include "estimator/run/ledger_part.h"
#include "estimator/run/moving.h"
#include "estimator/simulate/steady_state.h"
#include "program/env/residue.h"

/* A loop inside others is executed once for each of their iterations. What an execution does is
 * decided by what moves with the loops around it (the residue of its expressions), by what the
 * caches hold, and by the clocks, through their differences alone. Where all of that is as it was
 * when an earlier execution began, this one adds the same to clocks and ledger. So in a nest of
 * loops with few iterations each, whose steady state none of them is long enough to reach, an
 * execution is interpreted only where something in it is new. */

enum {
    FRUITLESS_MOST = 256,     /* executions in a row that were like none before: it is given up */
    LEDGER_MOST = 1 << 18,    /* int128s of a ledger that is compared before and after */
    KEPT_MOST = 64 * 1048576, /* bytes, of all loops together */
};

/* What one execution added. */
typedef struct execution {
    int count; /* of the entries of the ledger that changed */
    const int *entry;
    const int128 *amount; /* by entry; then by clock */
    int128 now;
    int64_t changes;
    trace_stretch decided;
    bool is_opaque;
    uint64_t period;               /* of the trace, in which it was interpreted */
    const unsigned char *resident; /* what the caches held after it, block by block */
} execution;

struct loop_executions {
    bool is_off;
    int fruitless;
    moving_exprs moving; /* in the loop, with those around it */
    residue_table known; /* executions */
    residue key;         /* of the one that begins */
    ledger_part part;    /* that executions add to */
    int128 *before;      /* room for a copy of it, and then of the clocks */
};

/* --- How it begins ------------------------------------------------------------------- */

/* Which loops around it decide what its blocks touch, beyond the expressions that decide how
 * often they run: their variables as they are. */
static uint64_t touching_vars(const run *r, const aag_unit *u, uint64_t outer)
{
    const estimator *est = r->est;
    uint64_t covered = 0, vars = est->unit[u->id].body & outer;
    moving_exprs moving = r->executions[u->id]->moving;
    for (int i = 0; i < moving.count; i++)
        covered |= moving.data[i]->loop_vars;
    vars &= ~covered;
    for (int id = u->id + 1; id <= u->last; id++)
        if (est->block_of[id] >= 0)
            vars |= est->blocks[est->block_of[id]].group_vars & outer;
    return vars;
}

static void find_moving(run *r, const aag_unit *u)
{
    const estimator *est = r->est;
    loop_executions *x = r->executions[u->id];
    uint64_t outer = 0;
    for (const aag_unit *p = u->parent; p; p = p->parent)
        outer |= est->unit[p->id].var;
    /* The shared bit stays: one of its variables may be of a loop around, and another of one
     * within. */
    outer &= ~est->unit[u->id].bound | LOOP_VARS_SHARED;
    x->moving = moving_find(est, r->scratch, u->id + 1, u->last, outer);
    uint64_t touching = touching_vars(r, u, outer);
    x->is_off = moving_has_axis(est, u->id + 1, u->last, outer);
    const expr **all = ARENA_ARRAY(r->scratch, x->moving.count + u->depth + 1, const expr *);
    for (int i = 0; i < x->moving.count; i++) {
        all[i] = x->moving.data[i];
        x->is_off |= all[i]->uses_coord; /* it has a value for each processor */
    }
    for (const aag_unit *p = u->parent; p; p = p->parent)
        if (p->var && (est->unit[p->id].var & touching))
            all[x->moving.count++] = expr_loop_var(est->graph->program->pool, p->var);
    x->moving.data = all;
}

static loop_executions *executions_of(run *r, const aag_unit *u)
{
    const estimator *est = r->est;
    bool is_possible = est->unit[u->id].loop && !est->options.explicit_clocks && !r->slot_count &&
                       !est->has_posts && !r->rank_vars.count && r->values[u->id]->is_common &&
                       r->ledger.size <= LEDGER_MOST;
    if (!is_possible)
        return NULL;
    loop_executions *x = r->executions[u->id];
    if (!x) {
        x = r->executions[u->id] = ARENA_NEW(r->scratch, loop_executions);
        x->known.memory = r->scratch;
        find_moving(r, u);
        x->part = ledger_part_of(r, u);
        x->before = ARENA_ARRAY(r->scratch, x->part.size + r->clock_count, int128);
    }
    return x->is_off ? NULL : x;
}

/* By block in the loop: the caches' levels that hold what it touched, and how many there are. */
static unsigned char *resident_of(const run *r, int id, int *count)
{
    int block = r->est->block_of[id];
    *count = 0;
    if (block < 0 || !r->blocks[block].resident)
        return NULL;
    *count = 2 * block_resident_count(r, r->est->graph->units[id]);
    return r->blocks[block].resident;
}

static void push_ticks(arena *a, residue *key, int128 ticks)
{
    residue_push(a, key, (int64_t)ticks);
    residue_push(a, key, (int64_t)(ticks >> 64));
}

static void find_key(run *r, const aag_unit *u, int64_t count)
{
    const loop_values *v = r->values[u->id];
    loop_executions *x = r->executions[u->id];
    arena *a = r->scratch;
    residue *key = &x->key;
    key->values.count = 0;
    key->is_unknown = false;
    residue_push(a, key, count);
    residue_push(a, key, v->lower[0]);
    residue_push(a, key, v->step);
    residue_push(a, key, r->walks);
    run_set_rank(r, 0);
    for (int i = 0; i < x->moving.count; i++)
        residue_add(r->env, a, x->moving.data[i], r->est->unit[u->id].bound, key);
    for (int i = 1; i < r->clock_count; i++)
        push_ticks(a, key, r->clock[i] - r->clock[0]);
    for (int i = 0; i < r->places && r->active != r->everybody; i++)
        residue_push(a, key, r->active[i]);
    for (const aag_unit *p = r->est->unit[u->id].loop; p; p = r->est->unit[p->id].loop)
        residue_push(a, key, r->is_later[p->id] ? r->keeps[p->id] : 0);
    for (int id = u->id; id <= u->last; id++) {
        int places;
        const unsigned char *resident = resident_of(r, id, &places);
        if (r->est->block_of[id] >= 0)
            residue_push(a, key, places);
        for (int i = 0; i < places; i++)
            residue_push(a, key, resident[i]);
        if (aag_is_iteration(r->est->graph->units[id]->cls))
            residue_push(a, key,
                         r->is_warm_known[id] ? r->keeps[id] << CACHE_LEVELS | r->warm[id] : -1);
    }
}

/* --- What it added ---------------------------------------------------------------------- */

static unsigned char *copy_resident(const run *r, arena *a, const aag_unit *u)
{
    int total = 0, places;
    for (int id = u->id; id <= u->last; id++, total += places)
        resident_of(r, id, &places);
    unsigned char *all = ARENA_ARRAY(a, total + 1, unsigned char), *next = all;
    for (int id = u->id; id <= u->last; id++, next += places) {
        const unsigned char *resident = resident_of(r, id, &places);
        if (places)
            memcpy(next, resident, (size_t)places);
    }
    return all;
}

/* What the loop has added since `before`: to its part of the ledger, and to the clocks. */
static execution *added_since(run *r, const loop_executions *x, int128 now)
{
    charges_settle(r);
    const int128 *then = x->before;
    execution *e = ARENA_NEW(r->scratch, execution);
    for (int i = 0, at = 0; i < x->part.stretches.count; i++) {
        const ledger_stretch *s = &x->part.stretches.data[i];
        for (int k = s->begin; k < s->begin + s->count; k++)
            e->count += r->ledger.all[k] != then[at++];
    }
    int *entry = ARENA_ARRAY(r->scratch, e->count, int), found = 0;
    int128 *amount = ARENA_ARRAY(r->scratch, e->count + r->clock_count, int128);
    for (int i = 0; i < x->part.stretches.count; i++) {
        const ledger_stretch *s = &x->part.stretches.data[i];
        for (int k = s->begin; k < s->begin + s->count; k++, then++) {
            if (r->ledger.all[k] == *then)
                continue;
            entry[found] = k;
            amount[found++] = r->ledger.all[k] - *then;
        }
    }
    for (int p = 0; p < r->clock_count; p++)
        amount[found + p] = r->clock[p] - then[p];
    e->entry = entry;
    e->amount = amount;
    e->now = r->now - now;
    return e;
}

static void interpret_new(run *r, const aag_unit *u, int64_t count)
{
    loop_executions *x = r->executions[u->id];
    clock_trace *trace = &r->clock_trace;
    bool was_opaque = trace->is_opaque;
    int64_t changes = r->changes;
    int128 now = r->now;
    trace->is_opaque = false;
    charges_settle(r);
    ledger_part_save(r, &x->part, x->before);
    memcpy(x->before + x->part.size, r->clock, (size_t)r->clock_count * sizeof *r->clock);
    trace_mark mark = trace_now(trace);
    loop_simulate(r, u, count);
    if (!r->has_failed && r->kept < KEPT_MOST) {
        execution *e = added_since(r, x, now);
        e->changes = r->changes - changes;
        e->decided = trace_stretch_since(trace, mark);
        e->is_opaque = trace->is_opaque;
        e->period = trace->period;
        e->resident = copy_resident(r, r->scratch, u);
        residue_keep(&x->known, &x->key, e);
        r->kept += x->key.values.count * 8 + e->count * 20 + r->clock_count * 16;
    }
    trace->is_opaque |= was_opaque;
}

static void add_again(run *r, const aag_unit *u, const execution *e)
{
    for (int i = 0; i < e->count; i++)
        r->ledger.all[e->entry[i]] += e->amount[i];
    for (int p = 0; p < r->clock_count; p++)
        r->clock[p] += e->amount[e->count + p];
    r->now += e->now;
    r->changes += e->changes;
    r->clock_trace.is_opaque |= e->is_opaque;
    trace_repeat(&r->clock_trace, e->decided);
    /* What is captured must have again that the clocks differed as they did then. */
    for (int p = 0; p < r->clock_count && r->clock_trace.compared.capture; p++)
        trace_compare(&r->clock_trace, 0, 0);
    const unsigned char *next = e->resident;
    int places;
    for (int id = u->id; id <= u->last; id++, next += places) {
        unsigned char *resident = resident_of(r, id, &places);
        if (places)
            memcpy(resident, next, (size_t)places);
    }
}

void repeated_loop(run *r, const aag_unit *u, int64_t count)
{
    loop_executions *x = executions_of(r, u);
    if (!x) {
        loop_simulate(r, u, count);
        return;
    }
    find_key(r, u, count);
    const execution *e = residue_find(&x->known, &x->key);
    /* Of comparisons that are captured, only those of the same period have been. */
    bool is_capturing = r->clock_trace.compared.capture != NULL;
    if (e && is_capturing && e->period != r->clock_trace.period)
        e = NULL;
    x->fruitless = e ? 0 : x->fruitless + 1;
    x->is_off = x->fruitless > FRUITLESS_MOST;
    if (e)
        add_again(r, u, e);
    else
        interpret_new(r, u, count);
}
