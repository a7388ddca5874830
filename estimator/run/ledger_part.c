#include "estimator/run/ledger_part.h"

#include <stddef.h>
#include <string.h>

#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"

enum { MOVED_TICKS = sizeof(moved) / sizeof(int128) };

_Static_assert(offsetof(tally, time) == 0, "clock_of takes a tally's first numbers for its times");

/* --- Which part it is --------------------------------------------------------------- */

/* What continues the last stretch makes it longer. */
static void add(run *r, ledger_part *part, const void *at, int count)
{
    int begin = (int)((const int128 *)at - r->ledger.all);
    int known = part->stretches.count;
    ledger_stretch *last = known ? &part->stretches.data[known - 1] : NULL;
    part->size += count;
    if (last && last->begin + last->count == begin)
        last->count += count;
    else
        VEC_PUSH(r->scratch, &part->stretches, ((ledger_stretch){begin, count}));
}

static bool has_tally(const unit_info *info)
{
    return !info->is_inside || info->row_kind == ROW_EACH;
}

static void add_tallies(run *r, ledger_part *part, const aag_unit *u, bool with_blocks)
{
    const estimator *est = r->est;
    for (int id = u->id; id <= u->last; id++)
        if (has_tally(&est->unit[id]) && est->unit[id].row_kind == ROW_COMMON)
            add(r, part, ledger_common(r, est->graph->units[id]), TALLY_TICKS);
    for (int id = u->id; id <= u->last; id++)
        if (est->unit[id].row_kind == ROW_EACH && (with_blocks || !est->unit[id].is_inside))
            add(r, part, ledger_each(r, 0, est->graph->units[id]), r->places * TALLY_TICKS);
}

static void add_communications(run *r, ledger_part *part, const aag_unit *u)
{
    const estimator *est = r->est;
    for (int id = u->id; id <= u->last; id++)
        if (est->graph->units[id]->comm)
            add(r, part, &r->ledger.moves[est->graph->units[id]->comm->id], MOVED_TICKS);
    for (int id = u->id; id <= u->last; id++)
        if (est->graph->units[id]->comm && est->unit[id].wait >= 0)
            add(r, part, &r->ledger.comm_runs[est->unit[id].wait], 1);
    for (int id = u->id; id <= u->last; id++)
        if (est->graph->units[id]->comm && est->unit[id].wait >= 0)
            add(r, part, &r->ledger.waits[est->unit[id].wait * r->places], r->places);
}

static void add_blocks(run *r, ledger_part *part, const aag_unit *u)
{
    const estimator *est = r->est;
    for (int id = u->id; id <= u->last; id++) {
        const block_info *b = est->block_of[id] >= 0 ? &est->blocks[est->block_of[id]] : NULL;
        int places = b && b->runs_kind == ROW_EACH ? r->places : 1;
        if (b && b->has_runs)
            add(r, part, &r->ledger.block_runs[b->runs_kind][b->runs * places * est->run_slots],
                places * est->run_slots);
    }
}

ledger_part ledger_part_of(run *r, const aag_unit *u)
{
    ledger_part part = {0};
    if (r->est->operation_count || r->est->has_posts) {
        add(r, &part, r->ledger.all, r->ledger.size);
        return part;
    }
    add_tallies(r, &part, u, true);
    add_communications(r, &part, u);
    add_blocks(r, &part, u);
    return part;
}

ledger_part ledger_part_beside_blocks(run *r, const aag_unit *u)
{
    ledger_part part = {0};
    add_tallies(r, &part, u, false);
    add_communications(r, &part, u);
    return part;
}

/* --- What is done with it ----------------------------------------------------------- */

void ledger_part_save(const run *r, const ledger_part *part, int128 *copy)
{
    for (int i = 0; i < part->stretches.count; i++) {
        const ledger_stretch *s = &part->stretches.data[i];
        memcpy(copy, r->ledger.all + s->begin, (size_t)s->count * sizeof *copy);
        copy += s->count;
    }
}

void ledger_part_restore(run *r, const ledger_part *part, const int128 *copy)
{
    for (int i = 0; i < part->stretches.count; i++) {
        const ledger_stretch *s = &part->stretches.data[i];
        memcpy(r->ledger.all + s->begin, copy, (size_t)s->count * sizeof *copy);
        copy += s->count;
    }
}

void ledger_part_weigh(run *r, const ledger_part *part, const int128 *before, const int128 *base,
                       double probability)
{
    int at = 0;
    for (int i = 0; i < part->stretches.count; i++) {
        const ledger_stretch *s = &part->stretches.data[i];
        for (int k = s->begin; k < s->begin + s->count; k++, at++) {
            int128 more = r->ledger.all[k] - before[at];
            r->ledger.all[k] = base[at] + (more != 0 ? ticks_part(more, probability) : 0);
        }
    }
}

/* The clocks that number `at` of the ledger is a time of: a processor's, or everybody's; null: it
 * is no time. */
static int128 *clock_of(run *r, int at)
{
    const ledger *b = &r->ledger;
    if (at < b->common_count)
        return at % TALLY_TICKS < PART_COUNT ? &r->now : NULL;
    if (at < b->each_begin || (at - b->each_begin) % TALLY_TICKS >= PART_COUNT)
        return NULL;
    return &r->clock[(at - b->each_begin) / TALLY_TICKS % r->places];
}

void ledger_part_move_clocks(run *r, const ledger_part *part, const int128 *before)
{
    int at = 0;
    for (int i = 0; i < part->stretches.count; i++) {
        const ledger_stretch *s = &part->stretches.data[i];
        for (int k = s->begin; k < s->begin + s->count; k++, at++) {
            int128 *clock = r->ledger.all[k] != before[at] ? clock_of(r, k) : NULL;
            if (clock)
                *clock += r->ledger.all[k] - before[at];
        }
    }
}
