#include "estimator/message/ports.h"

#include "estimator/run/ledger.h"
#include "estimator/run/regime.h"
#include "sysmodels/network/steps.h"

static int128 *until_of(const run *r, int slot, int place)
{
    return &r->clock[(1 + slot) * r->clock_count + place];
}

static int slot_of(const run *r, int port)
{
    return r->est->operation_count + port;
}

void ports_take(run *r)
{
    for (int port = 0; port < r->port_count; port++) {
        const bool *is_used = r->operations[slot_of(r, port)].is_pending;
        for (int p = 0; p < r->places; p++)
            steps_out(&r->exchange, p, port)->until =
                is_used[p] ? *until_of(r, slot_of(r, port), p) - r->now : PORT_UNUSED;
    }
}

void ports_leave(run *r)
{
    for (int port = 0; port < r->port_count; port++) {
        bool *is_used = r->operations[slot_of(r, port)].is_pending;
        for (int p = 0; p < r->places; p++) {
            int128 until = steps_out(&r->exchange, p, port)->until;
            is_used[p] = until != PORT_UNUSED &&
                         clocks_compare(&r->clock_trace.compared, until, r->clock[p]) > 0;
            if (is_used[p])
                *until_of(r, slot_of(r, port), p) = r->now + until;
        }
    }
}

void ports_delay(run *r, const aag_unit *u, const comm_round *round)
{
    int wait = r->est->unit[u->id].wait;
    int128 *late = r->late;
    steps_delay(&r->exchange, round, r->clock, late);
    for (int p = 0; p < r->places; p++) {
        r->clock[p] += late[p];
        if (wait >= 0)
            r->ledger.waits[wait * r->places + p] += late[p];
        else if (late[p])
            ledger_each(r, p, u)->time[PART_WAITING] += late[p];
    }
}

bool ports_is_kept(const run *r, int slot, int place)
{
    return r->operations[slot].is_pending[place] &&
           *until_of(r, slot, place) > r->now + r->clock[place];
}

uint64_t ports_hash(const run *r, uint64_t hash)
{
    for (int port = 0; port < r->port_count; port++)
        for (int p = 0; p < r->places; p++)
            if (ports_is_kept(r, slot_of(r, port), p))
                hash = hash_mix(hash, (uint64_t)p * SAG_CHANNELS + (uint64_t)port);
    return hash;
}
