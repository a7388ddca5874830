#include "estimator/result/region.h"

#include <string.h>

#include "estimator/block/block.h"
#include "estimator/result/breakdown.h"
#include "estimator/result/completeness.h"
#include "estimator/result/tally.h"
#include "estimator/result/uncertainty.h"
#include "estimator/run/run.h"

/* The phases that the source marks: what their units cost. A region is no unit,
 * and costs nothing itself. */

static int64_t at(const run *r, int region, int unit)
{
    return (int64_t)region * r->est->graph->unit_count + unit;
}

/* Which units are in which region: those in its text, and what these call. */
static bool *find_members(const run *r)
{
    const aag_graph *g = r->est->graph;
    bool *inside = ARENA_ARRAY(r->scratch, (int64_t)g->program->region_count * g->unit_count, bool);
    for (int i = 0; i < g->unit_count; i++)
        for (const aag_unit *u = g->units[i]; u; u = u->parent)
            for (const source_region *in = u->region; in; in = in->parent)
                inside[at(r, in->id, i)] = true;
    return inside;
}

/* Its time, count and misses on the slowest processor. It is executed as often as
 * that of its outermost units which is executed most: communication may stand
 * further out than the rest. */
static void add_up(const run *r, const bool *inside, const tally *all, region_cost *c)
{
    const aag_graph *g = r->est->graph;
    int128 time[PART_COUNT] = {0}, misses[CACHE_LEVELS] = {0}, queued = 0, count = 0;
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (!inside[at(r, c->region->id, i)])
            continue;
        for (int k = 0; k < PART_COUNT; k++)
            time[k] += all[i].time[k];
        for (int k = 0; k < CACHE_LEVELS; k++)
            misses[k] += all[i].misses[k];
        queued += all[i].queued;
        bool is_outermost = !u->parent || !inside[at(r, c->region->id, u->parent->id)];
        if (is_outermost && all[i].count > count)
            count = all[i].count;
    }
    c->time = breakdown_of(time);
    c->count = (double)count / (double)FIXED_ONE;
    for (int k = 0; k < CACHE_LEVELS; k++)
        c->misses[k] = (double)misses[k] / (double)FIXED_ONE;
    c->contention = seconds_of(queued);
}

static void add_moves(const run *r, const bool *inside, const estimate *e, region_cost *c)
{
    for (int i = 0; i < e->comm_count; i++) {
        const aag_unit *u = e->comms[i].unit;
        if (!u || !inside[at(r, c->region->id, u->id)])
            continue;
        c->messages += e->comms[i].messages;
        c->bytes += e->comms[i].bytes;
    }
}

/* What a processor does inside a region; not its waiting. */
typedef struct effort {
    int128 busy, all; /* computation + overhead; and communication */
} effort;

static effort effort_in(const run *r, const bool *inside, int region, const tally *all)
{
    effort sum = {0};
    for (int i = 0; i < r->est->graph->unit_count; i++) {
        if (!inside[at(r, region, i)])
            continue;
        const int128 *time = all[i].time;
        sum.busy += time[PART_COMPUTATION] + time[PART_OVERHEAD];
        sum.all += time[PART_COMPUTATION] + time[PART_OVERHEAD] + time[PART_COMMUNICATION];
    }
    return sum;
}

/* How evenly the work inside each region is spread, and who does most: every
 * processor's tallies are read, one processor at a time; those of blocks once
 * for neighbours that have the same. */
static void set_balance(run *r, const bool *inside, region_cost *costs)
{
    const aag_graph *g = r->est->graph;
    int count = g->program->region_count;
    tally *all = ARENA_ARRAY(r->scratch, g->unit_count, tally);
    effort *blocks = ARENA_ARRAY(r->scratch, count, effort);
    double *most = ARENA_ARRAY(r->scratch, 2 * count, double), *sum = most + count;
    for (int p = 0; p < r->places; p++) {
        const bool is_alike = p && block_reads_alike(r, p, p - 1);
        memset(all, 0, (size_t)g->unit_count * sizeof *all);
        if (!is_alike)
            block_read(r, p, all);
        for (int k = 0; k < count && !is_alike; k++)
            blocks[k] = effort_in(r, inside, k, all);
        if (!is_alike)
            memset(all, 0, (size_t)g->unit_count * sizeof *all);
        tally_read_outside_blocks(r, p, all);
        for (int k = 0; k < count; k++) {
            effort mine = effort_in(r, inside, k, all);
            mine.busy += blocks[k].busy;
            mine.all += blocks[k].all;
            double busy = seconds_of(mine.busy), total = seconds_of(mine.all);
            sum[k] += busy * (double)run_place_size(r, p);
            most[k] = busy > most[k] ? busy : most[k];
            costs[k].longest = total > costs[k].longest ? total : costs[k].longest;
        }
    }
    for (int k = 0; k < count; k++)
        costs[k].balance = most[k] > 0 ? sum[k] / r->procs / most[k] : 1;
}

void regions_set(run *r, arena *result, const tally *all, estimate *out)
{
    const program *p = r->est->graph->program;
    if (!p->region_count)
        return;
    region_cost *costs = ARENA_ARRAY(result, p->region_count, region_cost);
    const bool *inside = find_members(r);
    for (int i = 0; i < p->region_count; i++) {
        costs[i].region = p->regions[i];
        add_up(r, inside, all, &costs[i]);
        add_moves(r, inside, out, &costs[i]);
        uncertainty_of_region(r, all, inside + at(r, costs[i].region->id, 0), out, &costs[i]);
        completeness_set_region(r, result, inside + at(r, costs[i].region->id, 0), out, &costs[i]);
    }
    set_balance(r, inside, costs);
    out->region_count = p->region_count;
    out->regions = costs;
}
