#include <math.h>
#include <string.h>

#include "explore/sentence.h"
#include "support/format.h"

/* Whether an alternative takes longer because it misses more, and what of it does not fit a cache
 * that the best one's part fits. */

static double stalls_of(const estimate *e)
{
    double seconds = 0;
    for (int i = 0; i < e->unit_count; i++)
        seconds += e->units[i].stalls;
    return seconds;
}

/* Seconds that a miss of a level takes, as the machine's caches have it. */
static double price_of(const estimate *e, int level)
{
    const sag_memory *m = e->machine->memory;
    if (e->level[level].is_tlb)
        return m->tlb_miss.value;
    for (int i = 0; i < m->cache_count; i++)
        if (m->caches[i].name && !strcmp(m->caches[i].name, e->level[level].name))
            return m->caches[i].fetch_miss.value;
    return m->cache_count ? m->caches[0].fetch_miss.value : 0;
}

/* The level whose misses cost most of the difference. */
static int dearest_level(const estimate *mine, const estimate *best)
{
    int dearest = 0;
    double most = 0;
    for (int k = 0; k < mine->level_count; k++) {
        double more = (mine->level[k].misses - best->level[k].misses) * price_of(mine, k);
        if (more > most) {
            most = more;
            dearest = k;
        }
    }
    return dearest;
}

/* The same uses in another graph of the same source. */
static bool is_same_use(const reuse_note *a, const reuse_note *b)
{
    return a->kind == REUSE_LOOP && b->kind == REUSE_LOOP &&
           a->loop->where.line == b->loop->where.line && a->ref->where.file == b->ref->where.file &&
           a->ref->where.line == b->ref->where.line &&
           a->ref->where.column == b->ref->where.column && a->by->where.line == b->by->where.line &&
           a->by->where.column == b->by->where.column;
}

/* Uses that the one finds again and the other does not: those that most misses come from. */
typedef struct difference {
    const reuse_note *mine, *best;
    double misses;
} difference;

static difference find_difference(int count, const reuse_note *mine, int best_count,
                                  const reuse_note *best, int level)
{
    difference most = {0};
    for (int i = 0; i < count; i++) {
        const reuse_level *lost = &mine[i].level[level];
        if (lost->missed < 0.5 * lost->lines || lost->missed <= most.misses)
            continue;
        for (int k = 0; k < best_count; k++) {
            const reuse_level *kept = &best[k].level[level];
            if (is_same_use(&mine[i], &best[k]) && kept->lines > 0 &&
                kept->missed < 0.1 * kept->lines && kept->bytes < lost->bytes)
                most = (difference){&mine[i], &best[k], lost->missed};
        }
    }
    return most;
}

const char *explore_cache_reason(fp_context *ctx, const alternative *loser,
                                 const alternative *winner, const estimate_options *options)
{
    arena *a = ctx->arena;
    const estimate *mine = &loser->result, *best = &winner->result;
    double longer = mine->parts.computation - best->parts.computation;
    if (!mine->level_count || mine->machine != best->machine || longer <= 0 ||
        stalls_of(mine) - stalls_of(best) < 0.5 * longer)
        return NULL;
    int level = dearest_level(mine, best);
    bool is_only = level == 0 && (mine->level_count == 1 || mine->level[1].is_tlb);
    const char *counts =
        arena_printf(a, "%s %s misses, not %s", format_count(a, rint(mine->level[level].misses)),
                     is_only ? "cache" : mine->level[level].name,
                     format_count(a, rint(best->level[level].misses)));
    const reuse_note *mine_notes, *best_notes;
    estimate_options closed = options ? *options : (estimate_options){.overlap = -1};
    if (closed.memory == MEMORY_SAMPLED) /* samples tell no bytes */
        closed.memory = MEMORY_REUSE;
    int count = estimate_reuse(ctx, mine, loser->values, &closed, NULL, &mine_notes);
    int best_count = estimate_reuse(ctx, best, winner->values, &closed, NULL, &best_notes);
    difference d = find_difference(count, mine_notes, best_count, best_notes, level);
    if (!d.mine)
        return counts;
    return arena_printf(
        a, "%s; between uses of %s in line %d it touches %s, %s %s, which fit %s of %s", counts,
        d.mine->text, d.mine->ref->where.line, format_bytes(a, d.mine->level[level].bytes),
        winner->name, format_bytes(a, d.best->level[level].bytes),
        mine->level[level].is_tlb ? "the TLB" : "the cache",
        format_bytes(a, mine->level[level].bytes));
}
