#include "sysmodels/network/message.h"

/* A processor is kept for what a message occupies, but for what is done beside it. */
static void set_kept(const network *n, incoming *m, int128 beside)
{
    m->send = m->occupancy - beside;
    m->receive = n->exchange == EXCHANGE_PUSHED ? 0 : m->send;
}

/* What is beside an adapter is the processor's, whatever is said of overlap. */
static void set_overheads(incoming *m, const sag_price *price, double left)
{
    m->send = ticks_of(left * price->send);
    m->receive = ticks_of(left * price->receive);
    m->handshake = ticks_of(left * price->handshake);
    m->waits_for_receiver = price->waits_for_receiver;
}

/* The part of a communication that computation hides does not count: Parashar and Hariri 1996,
 * section 2.3, "Modeling Communication-Computation Overlaps". Where the program says what is
 * computed meanwhile, that part is done beside it, and who waits for it sees whether there is time.
 */
incoming network_message(const network *n, message_function f, bool is_async, double bytes,
                         sag_route route)
{
    double hidden = n->overlap, left = is_async ? 1 : 1 - hidden;
    sag_price price = sag_price_message(f, bytes, route);
    bool is_adapter = n->exchange == EXCHANGE_ADAPTER;
    /* Where processors do the adapter's work, what they pay beside it is theirs too. */
    double occupied =
        price.occupancy + (is_adapter ? 0 : price.send + price.receive + price.handshake);
    incoming m = {.route = route,
                  .bytes = bytes,
                  .occupancy = ticks_of(left * occupied),
                  .latency = ticks_of(left * price.latency),
                  .error = ticks_of(left * price.error),
                  .passes = ticks_of(left * price.piece->latency_per_byte.value * bytes)};
    if (is_adapter)
        set_overheads(&m, &price, left);
    else
        set_kept(n, &m, is_async ? ticks_of(hidden * occupied) : 0);
    return m;
}

int128 network_message_time(const network *n, const incoming *m)
{
    int128 beside = n->exchange == EXCHANGE_ADAPTER ? m->send + m->handshake + m->receive : 0;
    return m->occupancy + m->latency + beside;
}
