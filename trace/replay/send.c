#include "trace/replay/engine.h"

static transit *new_message(engine *e, replay_rank *r, channel *c, uint64_t bytes,
                            replay_price price)
{
    transit *m = engine_new_transit(e);
    m->of = c;
    m->from = c->from;
    m->to = c->to;
    m->bytes = bytes;
    m->price = price;
    m->number = r->events.begin + 1;
    m->users = 1;
    m->sent = r->clock;
    return m;
}

/* What the processor itself does, by the exchange rule. */
static void occupy(engine *e, replay_rank *r, const replay_price *price, bool is_blocking)
{
    const int64_t begun = r->clock;
    r->clock += e->call;
    switch (e->net.exchange) {
    case EXCHANGE_ADAPTER:
        r->clock += price->send;
        break;
    case EXCHANGE_PUSHED:
        r->clock += price->occupancy;
        break;
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED: /* posted together, served one after another */
        r->out_until = later(r->out_until, r->clock) + price->occupancy;
        if (is_blocking)
            r->clock = r->out_until;
        break;
    }
    if (!r->in)
        r->spent.sending += r->clock - begun;
}

void send_out(replay_rank *r)
{
    r->spent.sending += later(r->out_until - r->clock, 0);
    r->clock = later(r->clock, r->out_until);
}

/* Does a message take so long that sums of several are no numbers any more? */
static bool is_endless(const replay_price *p)
{
    const int64_t parts[] = {p->occupancy, p->latency, p->send, p->receive, p->handshake};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] > REPLAY_LONGEST_ONE)
            return true;
    return false;
}

operation *send_message(engine *e, replay_rank *r, channel *c, uint64_t bytes, replay_price price,
                        bool is_blocking)
{
    if (is_endless(&price) || later(r->clock, r->out_until) > REPLAY_LONGEST)
        engine_fail_long(e);
    if (e->has_failed)
        return NULL;
    transit *m = new_message(e, r, c, bytes, price);
    m->turn = r->sent++;
    if (e->ranks[c->from].processor == e->ranks[c->to].processor) {
        m->is_local = true; /* it costs nothing, and waits for nobody (docs/traces.md) */
        m->price = (replay_price){.waits = false};
        match_sent(e, m);
        engine_put_message(e, EVENT_ARRIVE, m->sent, m);
        return NULL;
    }
    const int64_t posted = r->clock + e->call;
    occupy(e, r, &price, is_blocking);
    const bool is_posted = e->net.exchange == EXCHANGE_POSTED || e->net.exchange == EXCHANGE_PHASED;
    m->sent = is_posted ? posted : r->clock;
    operation *op = NULL;
    if (price.keeps_sender) {
        op = engine_new_operation(e, r->rank);
        op->message = m;
        op->posted = m->sent;
        op->of = c;
        op->number = m->number;
        m->send = op;
        m->users++;
    }
    transfer_begin(e, m);
    match_sent(e, m);
    if (price.waits && !m->receive)
        engine_put_message(e, EVENT_ARRIVE, m->sent, m);
    return op;
}

operation *receive_message(engine *e, replay_rank *r, channel *c, bool any_source)
{
    operation *op = engine_new_operation(e, r->rank);
    if (e->ranks[c->from].processor != r->processor) {
        r->clock += e->call;
        if (!r->in)
            r->spent.receiving += e->call;
    }
    op->is_receive = true;
    op->any_source = any_source;
    op->posted = r->clock;
    op->number = r->events.begin + 1;
    op->order = r->receives++;
    op->of = c;
    match_receive(e, op);
    return op;
}
