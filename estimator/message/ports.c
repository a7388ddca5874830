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

/* After the ports: when a place left its last exchange in steps, if it has met nobody since. */
static int left_slot(const run *r)
{
    return slot_of(r, 2 * r->port_count);
}

/* Those by which a place sends come first. */
static busy_port *port_at(const run *r, int port, int place)
{
    return port < r->port_count ? steps_out(&r->exchange, place, port)
                                : steps_in(&r->exchange, place, port - r->port_count);
}

void ports_meet(run *r, const comm_round *round)
{
    for (int i = 0; r->port_count && i < round->member_count; i++)
        r->operations[left_slot(r)].is_pending[round_place(round, i)] = false;
}

void ports_take(run *r)
{
    for (int port = 0; port < 2 * r->port_count; port++) {
        const bool *is_used = r->operations[slot_of(r, port)].is_pending;
        for (int p = 0; p < r->places; p++) {
            busy_port *its = port_at(r, port, p);
            its->until = is_used[p] ? *until_of(r, slot_of(r, port), p) - r->now : PORT_UNUSED;
            its->round = NULL;
        }
    }
}

/* Nobody sends anything before. */
static int128 earliest(run *r)
{
    int128 first = r->clock[0];
    for (int p = 1; p < r->places; p++)
        if (clocks_compare(&r->clock_trace.compared, r->clock[p], first) < 0)
            first = r->clock[p];
    return first;
}

void ports_leave(run *r)
{
    const int128 first = earliest(r);
    for (int port = 0; port < 2 * r->port_count; port++) {
        bool *is_used = r->operations[slot_of(r, port)].is_pending;
        for (int p = 0; p < r->places; p++) {
            int128 until = port_at(r, port, p)->until;
            is_used[p] =
                until != PORT_UNUSED && clocks_compare(&r->clock_trace.compared, until, first) > 0;
            if (is_used[p])
                *until_of(r, slot_of(r, port), p) = r->now + until;
        }
    }
    for (int p = 0; p < r->places; p++) {
        r->operations[left_slot(r)].is_pending[p] = true;
        *until_of(r, left_slot(r), p) = r->now + r->clock[p];
    }
}

void ports_delay(run *r, const aag_unit *u, const comm_round *round)
{
    int wait = r->est->unit[u->id].wait;
    const int slot = left_slot(r);
    int128 *late = r->late, *left = r->late + r->places;
    for (int p = 0; p < r->places; p++)
        left[p] = round->step == 1 && r->operations[slot].is_pending[p]
                      ? *until_of(r, slot, p) - r->now
                      : r->clock[p];
    steps_delay(&r->exchange, round, r->clock, left, late);
    for (int p = 0; p < r->places; p++) {
        r->clock[p] += late[p];
        if (wait >= 0)
            r->ledger.waits[wait * r->places + p] += late[p];
        else if (late[p])
            ledger_each(r, p, u)->time[PART_WAITING] += late[p];
    }
}

static uint64_t hash_port(const busy_port *port, uint64_t hash)
{
    hash = hash_mix(hash, (uint64_t)port->to);
    hash = hash_mix(hash, (uint64_t)port->occupancy);
    hash = hash_mix(hash, (uint64_t)port->latency);
    return hash_mix(hash, (uint64_t)port->after);
}

uint64_t ports_hash(const run *r, uint64_t hash)
{
    for (int p = 0; r->port_count && p < r->places; p++)
        hash = hash_mix(hash, r->operations[left_slot(r)].is_pending[p]);
    for (int port = 0; port < 2 * r->port_count; port++)
        for (int p = 0; p < r->places; p++)
            if (r->operations[slot_of(r, port)].is_pending[p])
                hash = hash_port(port_at(r, port, p),
                                 hash_mix(hash, (uint64_t)p << 8 | (uint64_t)port));
    return hash;
}
