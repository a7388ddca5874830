#include "estimator/block/block.h"

#include <limits.h>
#include <string.h>

#include "estimator/block/alike_places.h"
#include "estimator/block/charges.h"
#include "estimator/block/cost.h"
#include "estimator/block/count.h"
#include "estimator/block/equivalence.h"
#include "estimator/block/memory.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"

/* A subtree without communication, on every processor. Processors whose
 * counters are equal form a class and pay the same; where split loops alone
 * decide, block/equivalence.c tells which they are, and one of them is counted. */

void blocks_open(run *r)
{
    r->count_classes = ARENA_ARRAY(r->scratch, r->est->count_class_of_count, count_classes);
    r->blocks = ARENA_ARRAY(r->scratch, r->est->block_count, block_state);
    charges_open(r);
}

/* The counter of a block's executions with these levels warm. */
static int128 *runs_at(run *r, const block_info *b, int place, unsigned warm)
{
    int at = b->runs_kind == ROW_COMMON ? b->runs : b->runs * r->places + place;
    return &r->ledger.block_runs[b->runs_kind][at * r->est->run_slots + (int)warm];
}

static const block_variant *variant_of(run *r, const block_info *b, block_state *s,
                                       block_class *cls, unsigned warm)
{
    if (!cls->variant[warm])
        cls->variant[warm] = block_price(r, b, cls, warm, 0, s->memory);
    return cls->variant[warm];
}

/* The same where these levels have been kept. */
static const block_variant *kept_variant_of(run *r, const block_info *b, block_state *s,
                                            block_class *cls, unsigned warm, unsigned kept)
{
    if (!kept)
        return variant_of(r, b, s, cls, warm);
    if (!cls->kept_variant)
        cls->kept_variant = ARENA_ARRAY(s->memory, 1 << (2 * CACHE_LEVELS), const block_variant *);
    const block_variant **v = &cls->kept_variant[kept << CACHE_LEVELS | warm];
    if (!*v)
        *v = block_price(r, b, cls, warm, kept, s->memory);
    return *v;
}

static void state_reset(run *r, const aag_unit *u, block_state *s)
{
    const block_info *b = &r->est->blocks[r->est->block_of[u->id]];
    bool is_alike = r->est->unit[u->id].is_rank_free;
    const count_classes *alike = is_alike ? NULL : count_classes_find(r, b);
    s->memory = run_memory(r, u, s->memory);
    s->is_current = true;
    s->touched = NULL;
    memset(s->totals, 0, sizeof s->totals);
    s->class_count = is_alike ? 1 : alike ? alike->count : 0;
    s->trips = alike ? alike->value : NULL;
    s->class_of = is_alike ? NULL
                  : alike  ? alike->of
                           : alike_places_find(r, b, s->memory, &s->class_count);
    bool is_each = !is_alike && !s->class_of;
    s->classes = ARENA_ARRAY(s->memory, is_each ? r->places : s->class_count, block_class *);
    if (is_each)
        s->class_of = ARENA_ARRAY(s->memory, r->places, int);
    for (int p = 0; p < r->places && is_each; p++)
        s->class_of[p] = -1;
    if (!s->resident)
        s->resident = ARENA_ARRAY(r->scratch, 2 * block_resident_count(r, u), unsigned char);
}

static block_class *class_new(run *r, const block_info *b, block_state *s, const int128 *counts)
{
    block_class *cls = ARENA_NEW(s->memory, block_class);
    cls->counts = counts;
    memory_block(r, b, s, cls);
    return cls;
}

/* Finds the class of a place by its counters. */
static void find_class(run *r, const block_info *b, block_state *s, int place)
{
    bool is_known = !s->class_of || s->class_of[place] >= 0;
    const count_class_info *share =
        b->count_class < 0 ? NULL : &r->est->count_classes[b->count_class];
    int at = s->class_of ? s->class_of[place] : 0;
    int128 *counts = ARENA_ARRAY(s->memory, b->slot_count, int128);
    run_set_rank(r, run_rank(r, place));
    count_block(r, b, run_rank(r, place), s->trips ? s->trips + at * share->count : NULL, counts);
    if (!is_known) {
        size_t size = (size_t)b->slot_count * sizeof *counts;
        at = 0;
        while (at < s->class_count && memcmp(s->classes[at]->counts, counts, size) != 0)
            at++;
        s->class_of[place] = at;
        if (at < s->class_count)
            return;
        s->class_count++;
    }
    s->classes[at] = class_new(r, b, s, counts);
}

static block_class *class_at(run *r, const block_info *b, block_state *s, int place)
{
    if (s->class_of && s->class_of[place] < 0)
        find_class(r, b, s, place);
    int at = s->class_of ? s->class_of[place] : 0;
    if (!s->classes[at])
        find_class(r, b, s, place);
    return s->classes[at];
}

static void add_times(tally *t, const tally *cost, int128 times)
{
    int128 *sum = (int128 *)t;
    const int128 *each = (const int128 *)cost;
    for (int k = 0; k < TALLY_TICKS; k++)
        sum[k] += times * each[k];
}

void block_read(run *r, int place, tally *all)
{
    for (int i = 0; i < r->est->block_count; i++) {
        const block_info *b = &r->est->blocks[i];
        block_state *s = &r->blocks[i];
        for (int id = b->unit->id; id <= b->unit->last && !b->has_runs; id++)
            tally_add(&all[id], ledger_each(r, place, r->est->graph->units[id]));
        for (unsigned warm = 0; warm < (unsigned)r->est->run_slots && b->has_runs; warm++) {
            int128 times = *runs_at(r, b, place, warm);
            if (!times)
                continue;
            const block_variant *v = variant_of(r, b, s, class_at(r, b, s, place), warm);
            for (int n = 0; n < v->entry_count; n++)
                add_times(&all[v->entries[n].unit], &v->entries[n].cost, times);
        }
    }
}

bool block_reads_alike(run *r, int place, int other)
{
    for (int i = 0; i < r->est->block_count; i++) {
        const block_info *b = &r->est->blocks[i];
        block_state *s = &r->blocks[i];
        bool was_run = false;
        for (unsigned warm = 0; warm < (unsigned)r->est->run_slots && b->has_runs; warm++) {
            const int128 times = *runs_at(r, b, place, warm);
            if (times != *runs_at(r, b, other, warm))
                return false;
            was_run |= times != 0;
        }
        if (!b->has_runs || (was_run && class_at(r, b, s, place) != class_at(r, b, s, other)))
            return false;
    }
    return true;
}

bool block_was_run(const run *r, const aag_unit *u)
{
    while (r->est->block_of[u->id] < 0)
        u = u->parent;
    return r->blocks[r->est->block_of[u->id]].memory != NULL;
}

/* The number of a place's cost among those of an execution; of many, the last are looked at. */
static int kind_of(const block_variant **what, int *kinds, const block_variant *v)
{
    enum { LOOKED_AT = 64 };
    int least = *kinds > LOOKED_AT ? *kinds - LOOKED_AT : 0;
    for (int i = *kinds - 1; i >= least; i--)
        if (what[i] == v)
            return i;
    what[*kinds] = v;
    return (*kinds)++;
}

int block_resident_count(const run *r, const aag_unit *u)
{
    return r->est->unit[u->id].is_even ? 1 : r->places;
}

/* Levels that hold what the block touches because a loop further out, one iteration of which fits
 * there, has executed all this before. The loop around the block itself says more: `warm`. */
static unsigned find_kept(const run *r, const block_info *b, const block_state *s, int at)
{
    unsigned kept = 0;
    const aag_unit *u = b->unit;
    bool was_run = s->resident[block_resident_count(r, u) + at];
    for (const aag_unit *a = r->est->unit[u->id].loop; a && was_run; a = r->est->unit[a->id].loop)
        if (r->is_later[a->id] && !(b->group_vars & r->est->unit[a->id].var))
            kept |= r->keeps[a->id];
    return kept;
}

/* Which levels still hold what the block touched the last time; from now on,
 * all that is touched is in the caches. */
static unsigned take_warm(run *r, const block_info *b, block_state *s, int at, unsigned *kept)
{
    const aag_unit *loop = r->est->unit[b->unit->id].loop;
    unsigned warm = loop ? s->resident[at] & r->warm[loop->id] : 0;
    *kept = b->group_vars && !b->has_runs && !r->missed ? find_kept(r, b, s, at) : 0;
    trace_event(&r->clock_trace, *kept << CACHE_LEVELS | warm);
    r->changes += s->resident[at] != UCHAR_MAX;
    s->resident[at] = UCHAR_MAX;
    s->resident[block_resident_count(r, b->unit) + at] = true;
    return warm;
}

/* What each class adds, once all places have executed the block with these levels warm. */
static const int128 *find_totals(const block_state *s, unsigned warm)
{
    int128 *totals = ARENA_ARRAY(s->memory, s->class_count, int128);
    for (int i = 0; i < s->class_count; i++)
        if (s->classes[i] && s->classes[i]->variant[warm])
            totals[i] = s->classes[i]->variant[warm]->total;
    return totals;
}

/* Executes a block again that all places execute alike. */
static void run_again(run *r, const block_state *s, const int128 *totals)
{
    if (s->class_count == 1) {
        r->now += totals[0];
        return;
    }
    for (int p = 0; p < r->places; p++)
        r->clock[p] += totals[s->class_of[p]];
    for (int p = 0; p < r->places && r->merged; p++)
        r->clock[r->places + p] += totals[s->class_of[p]];
}

void block_run(run *r, const aag_unit *u)
{
    const block_info *b = &r->est->blocks[r->est->block_of[u->id]];
    block_state *s = &r->blocks[r->est->block_of[u->id]];
    unsigned kept = 0;
    bool is_even = r->est->unit[u->id].is_even;
    if (!s->is_current)
        state_reset(r, u, s);
    unsigned warm = is_even ? take_warm(r, b, s, 0, &kept) : 0;
    bool is_alike = is_even && b->has_runs && r->active == r->everybody;
    if (is_alike && s->totals[warm]) {
        run_again(r, s, s->totals[warm]);
        ++*runs_at(r, b, 0, warm);
        return;
    }
    const block_variant **what = charges_variants(r);
    int *kind = charges_kinds(r), kinds = 0;
    for (int p = 0; p < r->places && !r->has_failed; p++) {
        if (!r->active[p]) {
            kind[p] = kind_of(what, &kinds, NULL);
            continue;
        }
        if (!is_even)
            warm = take_warm(r, b, s, p, &kept);
        block_class *cls = class_at(r, b, s, p);
        if (r->has_failed)
            return;
        const block_variant *v = kept_variant_of(r, b, s, cls, warm, kept);
        if (!b->has_runs)
            kind[p] = kind_of(what, &kinds, v);
        else if (!is_even)
            ++*runs_at(r, b, p, warm);
        r->clock[p] += v->total;
        if (r->merged)
            r->clock[r->places + p] += v->total;
    }
    if (!b->has_runs)
        charges_add(r, b, kind, kinds, what);
    if (r->est->options.explicit_clocks)
        charges_settle(r);
    if (is_even && b->has_runs)
        ++*runs_at(r, b, 0, warm);
    if (is_alike)
        s->totals[warm] = find_totals(s, warm);
}

void block_forget(run *r, const aag_unit *loop, uint64_t vars)
{
    for (int id = loop->id + 1; id <= loop->last; id++) {
        int block = r->est->block_of[id];
        if (block >= 0 && (r->est->unit[id].vars & vars))
            r->blocks[block].is_current = false;
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
        int count = r->est->unit[id].is_even ? 1 : r->places;
        for (int p = 0; p < count; p++) {
            unsigned char *resident = &r->blocks[block].resident[p];
            r->changes += (*resident & ~kept) != 0;
            *resident &= (unsigned char)kept;
        }
    }
}
