#include <inttypes.h>
#include <math.h>

#include "trace/replay/engine.h"

/* One rank: its events, one after another. */

static bool fail(engine *e, replay_rank *r, const char *what)
{
    e->has_failed = true;
    return trace_fail(e->ctx, e->t->path, "event %" PRIu64 " of rank %" PRIu32 " %s",
                      r->events.begin + 1, r->rank, what);
}

/* Is it known of the event only that something has ended by then? What was before it is no
 * computation. */
static bool is_end(trace_kind kind)
{
    return kind == TRACE_RECV || kind == TRACE_IRECV || kind == TRACE_ISEND_DONE ||
           kind == TRACE_COLLECTIVE_END || kind == TRACE_GET || kind == TRACE_PUT;
}

/* Does a region of the program's own begin or end without a processor time, in a trace that has
 * them at calls of MPI? */
static bool is_within(const engine *e, const replay_rank *r, const trace_event *event)
{
    return r->last_cpu != TRACE_NO_CPU && event->cpu == TRACE_NO_CPU && r->depth == 0 &&
           (event->kind == TRACE_ENTER || event->kind == TRACE_LEAVE) &&
           e->t->regions[event->region].role != TRACE_MPI;
}

static double between(const engine *e, uint64_t from, uint64_t to)
{
    return (double)(to - from) * e->ps_per_tick;
}

/* Of the clock's time until the next event that has a processor time, the part that is the
 * thread's: what is computed until then is shared out by the clock. Where none has, all. */
static double part_within(engine *e, replay_rank *r)
{
    if (r->shared_until > r->events.begin)
        return r->shared_part;
    uint64_t further = 1;
    const ahead_item *next;
    while ((next = ahead_at(&r->events, further)) && is_within(e, r, &next->event) &&
           further < AHEAD_MOST)
        further++;
    r->shared_part = 1;
    r->shared_until = r->events.begin + further;
    if (next && next->event.cpu != TRACE_NO_CPU && next->event.time > r->last_time &&
        next->event.cpu >= r->last_cpu)
        r->shared_part = fmax(0, (double)(next->event.cpu - r->last_cpu) * 1e3 - r->shared) /
                         between(e, r->last_time, next->event.time);
    return r->shared_part;
}

/* Picoseconds that the trace has for what is computed until an event: the processor's since the
 * last that has a processor time, but what was given to events within, where the trace has it. */
static double recorded_until(engine *e, replay_rank *r, const trace_event *event)
{
    if (is_within(e, r, event)) {
        const double part = part_within(e, r) * between(e, r->last_time, event->time);
        r->shared += part;
        return part;
    }
    const bool has_cpu = event->cpu != TRACE_NO_CPU && r->last_cpu != TRACE_NO_CPU;
    return has_cpu ? (double)(event->cpu - r->last_cpu) * 1e3 - r->shared
                   : between(e, r->last_time, event->time);
}

/* What the rank has computed since the event before. */
static bool compute(engine *e, replay_rank *r, const trace_event *event)
{
    r->is_computed = true;
    /* Ranks are not started at the same time: what was before a first region is nothing of theirs.
     */
    const bool is_start = r->events.begin == 0 && event->kind == TRACE_ENTER &&
                          e->t->regions[event->region].role != TRACE_MPI;
    if (is_start || r->depth > 0 || is_end(event->kind))
        return true;
    slowing_compute(e, r, event);
    const double ticks = recorded_until(e, r, event);
    const double all = rint(ticks / e->o->speed * slowing_take(r));
    if (!(all + (double)r->clock < (double)REPLAY_LONGEST)) {
        engine_fail_long(e);
        return false;
    }
    if (all > 0) {
        send_out(r);
        r->clock += (int64_t)all;
        r->spent.computing += (int64_t)all;
        slowing_note(e, r, all / TICKS_PER_SECOND);
    }
    return true;
}

static void write(engine *e, replay_rank *r, const trace_event *event, int64_t when)
{
    if (!e->out)
        return;
    trace_event written = *event;
    written.time = (uint64_t)when;
    written.cpu = (uint64_t)r->spent.computing / 1000;
    e->has_failed |= !trace_write(e->out, r->rank, &written);
}

/* Is through with that many events. */
static void finish(engine *e, replay_rank *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const trace_event *event = &ahead_at(&r->events, 0)->event;
        const bool begins = event->kind == TRACE_SEND || event->kind == TRACE_COLLECTIVE_BEGIN;
        write(e, r, event, begins && count > 1 ? r->group_begun : r->clock);
        slowing_pass(e, r, event);
        r->last_time = event->time;
        if (!is_within(e, r, event)) {
            r->last_cpu = event->cpu;
            r->shared = 0;
        }
        ahead_advance(&r->events);
    }
    r->is_computed = false;
    e->result->events += count;
    if (r->clock > REPLAY_LONGEST)
        engine_fail_long(e);
}

static void wait_with(engine *e, replay_rank *r, uint32_t events)
{
    r->group = events;
    if (wait_begin(e, r))
        finish(e, r, events);
}

static channel *channel_to(engine *e, replay_rank *r, const trace_event *event)
{
    const uint32_t to = engine_world_rank(e, event->comm, event->peer, r->rank);
    return replay_channel_of(e, event->comm, r->rank, to, event->tag);
}

static channel *channel_from(engine *e, replay_rank *r, const trace_event *event)
{
    const uint32_t from = engine_world_rank(e, event->comm, event->peer, r->rank);
    return replay_channel_of(e, event->comm, from, r->rank, event->tag);
}

static operation *send_event(engine *e, replay_rank *r, const trace_event *event, bool is_blocking)
{
    channel *c = channel_to(e, r, event);
    return send_message(e, r, c, event->bytes, price_channel(e, c, event->bytes, is_blocking),
                        is_blocking);
}

/* In one call of MPI a message is sent and another received (MPI_Sendrecv): both at once. */
static bool is_both(replay_rank *r)
{
    const ahead_item *next = r->depth > 0 ? ahead_at(&r->events, 1) : NULL;
    return next && next->event.kind == TRACE_RECV;
}

static void send(engine *e, replay_rank *r, trace_event event)
{
    operation *received = NULL;
    const bool both = is_both(r);
    if (both) {
        const trace_event other = ahead_at(&r->events, 1)->event;
        received = receive_message(e, r, channel_from(e, r, &other), other.any_source);
    }
    operation *sent = send_event(e, r, &event, !both);
    if (sent)
        wait_for(r, sent);
    if (received)
        wait_for(r, received);
    if (sent || received)
        wait_with(e, r, both ? 2 : 1);
    else
        finish(e, r, 1);
}

static void begin_receive(engine *e, replay_rank *r)
{
    const ahead_item *item = ahead_receive(&r->events);
    if (!item && r->events.is_broken) {
        e->has_failed = true;
        return;
    }
    if (item && !item->is_cancelled) {
        const trace_event event = item->event;
        operation *op = receive_message(e, r, channel_from(e, r, &event), event.any_source);
        id_map_set(&r->requests, event.request, (uint64_t)(uintptr_t)op);
    }
    e->result->never_waited_for += !item;
    e->result->cancelled += item && item->is_cancelled;
    finish(e, r, 1);
}

/* All that is known to have ended in one call (MPI_Waitall). */
static void end_requests(engine *e, replay_rank *r)
{
    uint32_t count = 0;
    for (const ahead_item *item; (item = ahead_at(&r->events, count)) != NULL; count++) {
        const trace_event *event = &item->event;
        uint64_t value;
        if (event->kind != TRACE_IRECV && event->kind != TRACE_ISEND_DONE)
            break;
        if (id_map_take(&r->requests, event->request, &value)) {
            operation *op = (operation *)(uintptr_t)value; /* as begin_receive has put it there */
            wait_for(r, op);
        } else if (event->kind == TRACE_IRECV) {
            fail(e, r, "or one after it ends a receive that has not begun");
            return;
        }
    }
    wait_with(e, r, count);
}

/* One side alone takes part (docs/model.md, "Coarrays"). */
static void access(engine *e, replay_rank *r, const trace_event *event)
{
    const uint32_t other = engine_world_rank(e, event->comm, event->peer, r->rank);
    if (e->ranks[other].processor != r->processor) {
        const sag_communication *c = e->net.communication;
        const message_function f = sag_function_on(c, sag_message_function(c, PATTERN_element, 1),
                                                   price_route(e, r->rank, other));
        const sag_route way = price_route(e, r->rank, other);
        const incoming ask = network_message(&e->net, f, false, 0, way);
        const incoming all = network_message(&e->net, f, false, (double)event->bytes, way);
        const int64_t time =
            replay_ticks(network_message_time(&e->net, &all) +
                         (event->kind == TRACE_GET ? network_message_time(&e->net, &ask) : 0));
        if (time > REPLAY_LONGEST_ONE) {
            engine_fail_long(e);
            return;
        }
        send_out(r);
        r->clock += e->call + time;
        r->spent.receiving += e->call + time;
    }
    finish(e, r, 1);
}

static void collective(engine *e, replay_rank *r)
{
    const ahead_item *end = ahead_at(&r->events, 1);
    if (!end || end->event.kind != TRACE_COLLECTIVE_END) {
        fail(e, r,
             end ? "begins a collective that the next event does not end"
                 : "begins a collective, and then its events end: the program was stopped there");
        return;
    }
    r->group = 2;
    const trace_event event = end->event;
    if (together_enter(e, r, &event))
        finish(e, r, 2);
}

static void region(engine *e, replay_rank *r, const trace_event *event)
{
    if (e->t->regions[event->region].role == TRACE_MPI)
        r->depth += event->kind == TRACE_ENTER ? 1 : -(r->depth > 0);
    const bool is_one = event->kind == TRACE_ENTER && e->by_outcome[event->region];
    e->outcomes[event->region] += is_one;
    e->result->by_outcome += is_one;
    finish(e, r, 1);
}

/* A receive of any source takes what has come by then: others have to have sent it. */
static bool takes_any_source(replay_rank *r, const trace_event *event)
{
    if (event->kind == TRACE_RECV)
        return event->any_source;
    if (event->kind == TRACE_SEND && is_both(r))
        return ahead_at(&r->events, 1)->event.any_source;
    if (event->kind != TRACE_IRECV_POSTED)
        return false;
    const ahead_item *item = ahead_receive(&r->events);
    return item && !item->is_cancelled && item->event.any_source;
}

static bool has_to_be_in_order(const engine *e, replay_rank *r, const trace_event *event)
{
    if (event->kind != TRACE_COLLECTIVE_BEGIN)
        return takes_any_source(r, event);
    const ahead_item *end = ahead_at(&r->events, 1);
    return end && end->event.kind == TRACE_COLLECTIVE_END && together_is_in_order(e, &end->event);
}

static void act(engine *e, replay_rank *r)
{
    const trace_event event = ahead_at(&r->events, 0)->event;
    if (!r->is_computed && !compute(e, r, &event))
        return;
    if (r->clock > e->now && has_to_be_in_order(e, r, &event)) {
        r->state = RANK_DELAYED;
        engine_put(e, EVENT_RANK, r->clock, r->rank);
        return;
    }
    e->result->any_source += takes_any_source(r, &event);
    r->group_begun = r->clock;
    switch (event.kind) {
    case TRACE_ENTER:
    case TRACE_LEAVE:
        region(e, r, &event);
        break;
    case TRACE_SEND:
        send(e, r, event);
        break;
    case TRACE_ISEND: {
        operation *op = send_event(e, r, &event, false);
        if (op)
            id_map_set(&r->requests, event.request, (uint64_t)(uintptr_t)op);
        finish(e, r, 1);
        break;
    }
    case TRACE_IRECV_POSTED:
        begin_receive(e, r);
        break;
    case TRACE_RECV:
        wait_for(r, receive_message(e, r, channel_from(e, r, &event), event.any_source));
        wait_with(e, r, 1);
        break;
    case TRACE_IRECV:
    case TRACE_ISEND_DONE:
        end_requests(e, r);
        break;
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
        e->result->tests += event.kind == TRACE_REQUEST_TEST;
        finish(e, r, 1);
        break;
    case TRACE_COLLECTIVE_BEGIN:
        collective(e, r);
        break;
    case TRACE_COLLECTIVE_END:
        fail(e, r, "ends a collective that has not begun");
        break;
    case TRACE_GET:
    case TRACE_PUT:
        access(e, r, &event);
        break;
    case TRACE_KIND_COUNT:
        break;
    }
}

/* Goes on where it has been waiting; false: it has more to wait for. */
static bool resume(engine *e, replay_rank *r)
{
    if (r->state == RANK_WAITS)
        wait_end(e, r);
    r->state = RANK_RUNS;
    if (r->in && !together_go_on(e, r))
        return false;
    finish(e, r, r->group);
    return true;
}

void rank_follow(engine *e, replay_rank *r)
{
    if (r->state == RANK_DELAYED)
        r->state = RANK_RUNS;
    else if (r->state != RANK_RUNS && !resume(e, r))
        return;
    while (r->state == RANK_RUNS && !e->has_failed) {
        if (!ahead_at(&r->events, 0)) {
            send_out(r);
            r->state = RANK_IS_DONE;
            if (r->clock > REPLAY_LONGEST)
                engine_fail_long(e);
            e->has_failed |= r->events.is_broken;
            return;
        }
        act(e, r);
    }
}
