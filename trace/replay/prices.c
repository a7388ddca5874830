#include "sysmodels/network/adapter.h"
#include "trace/replay/engine.h"

/* All prices are those of sysmodels/network/. Ranks are on the processors of a row, as the machine
 * places them. */

sag_route price_route(const engine *e, uint32_t from, uint32_t to)
{
    const int *a = &e->places[from], *b = &e->places[to];
    return sag_route_between(e->net.communication, 1, &e->extent, a, b);
}

replay_price price_of(const engine *e, message_function f, double bytes, sag_route route)
{
    const incoming m = network_message(&e->net, sag_function_on(e->net.communication, f, route),
                                       false, bytes, route);
    const int64_t moving = replay_ticks(ticks_of(m.per_byte * m.bytes));
    return (replay_price){.keeps = later(replay_ticks(m.occupancy) - moving, 0),
                          .per_byte = m.per_byte,
                          .occupancy = replay_ticks(m.occupancy),
                          .latency = replay_ticks(m.latency),
                          .passes = replay_ticks(m.passes),
                          .send = e->net.exchange == EXCHANGE_ADAPTER ? replay_ticks(m.send) : 0,
                          .receive =
                              e->net.exchange == EXCHANGE_ADAPTER ? replay_ticks(m.receive) : 0,
                          .handshake = replay_ticks(m.handshake),
                          .waits = m.waits_for_receiver,
                          .keeps_sender = m.keeps_sender};
}

int64_t price_whole(const engine *e, message_function f, double bytes)
{
    const sag_price price = sag_price_message(f, bytes, (sag_route){0, 0});
    return replay_ticks(ticks_of((1 - e->net.overlap) * sag_price_total(&price)));
}

/* By a channel of its own that keeps nobody else; only where others may come by the same does it
 * matter which. */
void price_way(engine *e, channel *c)
{
    const sag_communication *how = e->net.communication;
    const int *a = &e->places[c->from], *b = &e->places[c->to];
    if (c->is_routed)
        return;
    c->is_routed = true;
    c->route = price_route(e, c->from, c->to);
    if (e->net.exchange == EXCHANGE_PUSHED) {
        c->port_in = sag_channel(how, 1, &e->extent, a, b);
        c->is_alone = c->port_in < 0;
        c->port_in = adapter_port(c->port_in);
    } else if (e->net.exchange == EXCHANGE_ADAPTER && how->ports.is_set && how->ports.value >= 2) {
        c->port_out = adapter_port(sag_channel_out(how, 1, &e->extent, a, b));
        c->port_in = adapter_port(sag_channel(how, 1, &e->extent, a, b));
    }
}

replay_price price_channel(engine *e, channel *c, uint64_t bytes, bool is_blocking)
{
    const sag_communication *how = e->net.communication;
    if (c->is_priced && c->priced_bytes == bytes && c->priced_blocking == is_blocking)
        return c->price;
    price_way(e, c);
    const message_function f = is_blocking && how->send_piece_count
                                   ? (message_function){how->send_piece_count, how->send_pieces}
                                   : (message_function){how->piece_count, how->pieces};
    c->price = price_of(e, f, (double)bytes, c->route);
    c->priced_bytes = bytes;
    c->priced_blocking = is_blocking;
    c->is_priced = true;
    return c->price;
}
