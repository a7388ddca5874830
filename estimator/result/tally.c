#include "estimator/result/tally.h"

#include "estimator/block/block.h"
#include "estimator/message/exchange.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"

/* What each unit has cost a processor, from the ledger: from its tallies, from how often a
 * communication or a block was executed, and what each execution costs. */

void tally_transmitted(const run *r, const aag_unit *u, int128 *ticks)
{
    const unit_info *info = &r->est->unit[u->id];
    if (info->row_kind == ROW_EACH) {
        for (int p = 0; p < r->places; p++)
            ticks[p] += r->ledger.each[info->row * r->places + p].time[PART_COMMUNICATION];
        return;
    }
    int128 *once = ARENA_ARRAY(r->scratch, r->places, int128);
    exchange_transmitted(r->comms[u->id].current, once);
    for (int p = 0; p < r->places; p++)
        ticks[p] += r->ledger.comm_runs[info->wait] * once[p];
}

void tally_read_outside_blocks(run *r, int place, tally *all)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->unit_count; i++) {
        const unit_info *info = &r->est->unit[i];
        if (info->is_inside)
            continue;
        if (info->row_kind == ROW_EACH)
            tally_add(&all[i], ledger_each(r, place, g->units[i]));
        else
            tally_add(&all[i], ledger_common(r, g->units[i]));
        if (info->wait < 0)
            continue;
        all[i].time[PART_WAITING] += r->ledger.waits[info->wait * r->places + place];
        exchange_bill(r->comms[i].current, place, r->ledger.comm_runs[info->wait], &all[i]);
    }
}

void tally_read(run *r, int place, tally *all)
{
    tally_read_outside_blocks(r, place, all);
    block_read(r, place, all);
}
