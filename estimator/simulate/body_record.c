#include "estimator/simulate/body_record.h"

#include <string.h>

#include "estimator/run/probability.h"
#include "estimator/run/run.h"
#include "estimator/simulate/steady_state.h"

enum { ROUNDS_MOST = 64, BYTES_MOST = 1 << 26 };

/* ---- may it be? ---- */

static bool is_recordable(const run *r, const aag_unit *u)
{
    const communication *c = u->comm;
    if (!u->has_comm)
        return true;
    if (aag_is_iteration(u->cls) || is_probabilistic(r, u))
        return false;
    if (!c)
        return true;
    switch (c->kind) {
    case COMM_SHIFT:
    case COMM_BROADCAST:
    case COMM_GATHER:
    case COMM_ALLGATHER:
    case COMM_WRITE_BACK:
    case COMM_TRANSPOSE:
    case COMM_REDISTRIBUTE:
    case COMM_REDUCE:
    case COMM_IRREGULAR:
    case COMM_ELEMENT:
    case COMM_BARRIER:
        return !c->async && r->est->unit[u->id].wait >= 0;
    case COMM_WAIT:
    case COMM_POST:
    case COMM_WAIT_POST:
    case COMM_PUT:
    case COMM_GET:
        return false;
    }
    return false;
}

bool body_can_be_recorded(run *r, const aag_unit *loop)
{
    bool is = !r->merged && !r->exchange.flows && !r->port_count && !r->blocked_wait.count &&
              !r->clock_trace.compared.capture;
    for (int id = loop->id + 1; id <= loop->last && is; id++)
        is = is_recordable(r, r->est->graph->units[id]);
    return is;
}

/* ---- the step ---- */

/* So many int128s for each place. */
static bool has_room(const body_record *b)
{
    const int64_t each = 4 * (int64_t)sizeof(int128);
    return b->rounds.count < ROUNDS_MOST && (b->rounds.count + 1) * b->places * each <= BYTES_MOST;
}

static void hear(round_listener *listener, const run *r, const aag_unit *u, const comm_round *round)
{
    body_record *b = (body_record *)listener;
    b->is_possible = b->is_possible && has_room(b) && round_can_be_followed(round);
    if (!b->is_possible)
        return;
    recorded_round one = {.round = round,
                          .wait = r->est->unit[u->id].wait,
                          .enter = ARENA_ARRAY(b->memory, b->places, int128),
                          .done = ARENA_ARRAY(b->memory, b->places, int128)};
    for (int p = 0; p < b->places; p++)
        one.enter[p] = one.done[p] = r->now + r->clock[p];
    for (int i = 0; i < round->member_count; i++) {
        int p = round_place(round, i);
        one.enter[p] = r->now + r->exchange.enter[p];
        one.done[p] = r->now + r->exchange.done[p];
    }
    VEC_PUSH(b->memory, &b->rounds, one);
}

static int128 *clocks_now(const body_record *b, const run *r)
{
    int128 *now = ARENA_ARRAY(b->memory, b->places, int128);
    for (int p = 0; p < b->places; p++)
        now[p] = r->now + r->clock[p];
    return now;
}

body_record *body_record_new(const stepper *s, int64_t first, int64_t steps)
{
    run *r = s->r;
    arena *a = arena_new_under(r->scratch);
    body_record *b = ARENA_NEW(a, body_record);
    const int64_t made = r->schedules_made, changes = r->changes;
    round_listener *outer = r->listener;
    bool was_rounded = r->clock_trace.compared.is_rounded;
    *b = (body_record){.listener = {hear}, .memory = a, .places = r->places, .is_possible = true};
    b->before = delta_begin(r);
    b->start = clocks_now(b, r);
    r->clock_trace.compared.is_rounded = false;
    r->listener = &b->listener;
    loop_simulate_steps(s, first, steps);
    r->listener = outer;
    b->end = clocks_now(b, r);
    b->is_possible = b->is_possible && !r->has_failed && b->rounds.count &&
                     r->schedules_made == made && r->changes == changes &&
                     !r->clock_trace.compared.is_rounded;
    r->clock_trace.compared.is_rounded |= was_rounded;
    return b;
}

static const round_reach *reach_before(const body_record *b, const recorded_round *end)
{
    for (const recorded_round *one = b->rounds.data; one < end; one++)
        if (one->round == end->round)
            return one->reach;
    return NULL;
}

void body_record_find_reach(body_record *b)
{
    for (int i = 0; i < b->rounds.count; i++) {
        recorded_round *one = &b->rounds.data[i];
        one->reach = reach_before(b, one);
        if (!one->reach)
            one->reach = round_reach_new(b->memory, one->round, b->places);
    }
}

void body_record_drop(body_record *b)
{
    delta_drop(&b->before);
    arena_free(b->memory);
}

bool body_record_multiply(run *r, const body_record *b, int64_t times, source_range where)
{
    if (!delta_can_grow(r, &b->before, times, where))
        return false;
    delta_scale_ledger(r, &b->before, times);
    return true;
}
