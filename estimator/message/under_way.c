#include "estimator/message/under_way.h"

#include "estimator/run/ledger.h"
#include "sysmodels/network/flows.h"

static operation *slot_of(const run *r)
{
    return &r->operations[r->est->operation_count];
}

static int128 *base_of(const run *r)
{
    return &r->clock[(1 + r->est->operation_count) * r->clock_count];
}

void under_way_take(run *r)
{
    flow_state *f = r->exchange.flows;
    if (!slot_of(r)->is_pending[0])
        f->count = 0;
    f->base = f->count ? *base_of(r) - r->now : 0;
}

void under_way_leave(run *r, const aag_unit *u)
{
    flow_state *f = r->exchange.flows;
    const int wait = r->est->unit[u->id].wait;
    slot_of(r)->is_pending[0] = f->count > 0;
    *base_of(r) = r->now + f->base;
    for (int p = 0; p < r->places; p++) {
        if (!f->late[p])
            continue;
        r->clock[p] += f->late[p];
        if (wait >= 0)
            r->ledger.waits[wait * r->places + p] += f->late[p];
        else
            ledger_each(r, p, u)->time[PART_WAITING] += f->late[p];
    }
}

void under_way_is_started(run *r, bool is_started)
{
    if (r->exchange.flows)
        r->exchange.flows->is_started = is_started;
}

uint64_t under_way_hash(const run *r, uint64_t hash)
{
    return r->exchange.flows && slot_of(r)->is_pending[0] ? flows_hash(r->exchange.flows, hash)
                                                          : hash;
}
