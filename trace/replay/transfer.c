#include "trace/replay/sharing.h"

/* A message on its way, by the exchange rules of docs/model.md ("The exchange"), each said of one
 * message: when it is at its sender's port, at its receiver's, and there. */

static void know(engine *e, transit *m, int64_t there)
{
    if (there > REPLAY_LONGEST)
        engine_fail_long(e);
    m->is_there = true;
    m->there = there;
    if (m->send)
        engine_know(e, m->send, there);
    if (m->receive)
        engine_know(e, m->receive, there);
}

/* It passes its sender's port from `ready` on, and is then on its way. The receiver's port does not
 * wait for that: packets of all messages are taken in turn. */
static void leave(engine *e, transit *m, int64_t ready)
{
    int64_t *port = &e->ranks[m->from].ports_out[m->of->port_out];
    if (e->shares) { /* the port takes what is fixed, and its bytes are under way with others' */
        *port = later(*port, ready) + m->price.keeps;
        engine_put_message(e, EVENT_ENTER, *port + m->price.latency, m);
        return;
    }
    *port = later(*port, ready) + m->price.occupancy;
    m->out = *port + m->price.latency;
    if (m->out > REPLAY_LONGEST)
        engine_fail_long(e);
    engine_put_message(e, EVENT_ENTER, ready + m->price.latency, m);
}

static uint64_t *held_of(engine *e, const transit *m)
{
    return &e->processors[e->ranks[m->from].processor].held;
}

/* A message that waits for its receiver may come to the port before one that was handed over
 * earlier: while one has not come, all do in the order of events. */
static void depart(engine *e, transit *m, int64_t ready)
{
    uint64_t *held = held_of(e, m);
    if (!*held) {
        leave(e, m, ready);
        return;
    }
    ++*held;
    engine_put_message(e, EVENT_DEPART, ready, m);
}

void transfer_depart(engine *e, transit *m)
{
    --*held_of(e, m);
    leave(e, m, e->now);
}

void transfer_begin(engine *e, transit *m)
{
    switch (e->net.exchange) {
    case EXCHANGE_ADAPTER:
        if (m->price.waits)
            ++*held_of(e, m);
        else
            depart(e, m, m->sent);
        break;
    case EXCHANGE_PUSHED:
        engine_put_message(e, EVENT_ENTER, m->sent + m->price.latency - m->price.passes, m);
        break;
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED:
        engine_put_message(e, EVENT_ARRIVE, m->sent, m);
        break;
    }
}

void transfer_asked(engine *e, transit *m)
{
    if (m->is_there) {
        engine_know(e, m->receive, m->there);
        return;
    }
    if (m->is_local)
        return;
    switch (e->net.exchange) {
    case EXCHANGE_ADAPTER:
        if (m->price.waits)
            engine_put_message(e, EVENT_DEPART, later(m->sent, m->asked + m->price.handshake), m);
        break;
    case EXCHANGE_PUSHED:
        break;
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED:
        if (m->has_arrived)
            engine_put_message(e, EVENT_ENTER, later(e->now, m->asked), m);
        break;
    }
}

static bool is_posted(const engine *e)
{
    return e->net.exchange == EXCHANGE_POSTED || e->net.exchange == EXCHANGE_PHASED;
}

void transfer_arrive(engine *e, transit *m)
{
    const bool was_asked = m->receive != NULL;
    m->has_arrived = true;
    m->arrived = e->now;
    if (m->is_local)
        know(e, m, e->now);
    if (!was_asked)
        match_arrived(e, m);
    else if (is_posted(e) && !m->is_local)
        engine_put_message(e, EVENT_ENTER, later(e->now, m->asked), m);
}

void transfer_enter(engine *e, transit *m)
{
    int64_t *port = &e->ranks[m->to].ports_in[m->of->port_in];
    if (e->shares) {
        sharing_begin(e, m);
    } else if (e->net.exchange == EXCHANGE_PUSHED && (m->price.passes == 0 || m->of->is_alone)) {
        know(e, m, e->now + m->price.passes); /* it keeps nobody */
    } else {
        const bool is_pushed = e->net.exchange == EXCHANGE_PUSHED;
        *port = later(*port, e->now) + (is_pushed ? m->price.passes : m->price.occupancy);
        know(e, m, later(m->out, *port));
    }
    if (m->receive || m->has_arrived)
        return;
    m->has_arrived = true;
    m->arrived = e->now;
    match_arrived(e, m);
}

void transfer_through(engine *e, transit *m)
{
    if (sharing_end(e, m))
        know(e, m, e->now);
}
