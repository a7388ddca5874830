#include "sysmodels/network/message.h"

#include <assert.h>
#include <stddef.h>

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
    m->keeps_sender = price->keeps_sender;
}

/* The part of a communication that computation hides does not count: Parashar and Hariri 1996,
 * section 2.3, "Modeling Communication-Computation Overlaps". Where the program says what is
 * computed meanwhile, that part is done beside it, and who waits for it sees whether there is time.
 */
incoming network_message(const network *n, message_function f, bool is_async, double bytes,
                         sag_route route)
{
    return network_part_message(n, f, NULL, is_async, bytes, route);
}

incoming network_part_message(const network *n, message_function f, const quantity *share,
                              bool is_async, double bytes, sag_route route)
{
    double hidden = n->overlap, left = is_async ? 1 : 1 - hidden;
    sag_price price = sag_price_message(f, bytes, route);
    if (share)
        sag_price_share(&price, share);
    bool is_adapter = n->exchange == EXCHANGE_ADAPTER;
    /* Where processors do the adapter's work, what they pay beside it is theirs too. */
    double occupied =
        price.occupancy + (is_adapter ? 0 : price.send + price.receive + price.handshake);
    incoming m = {.route = route,
                  .count = 1,
                  .bytes = bytes,
                  .occupancy = ticks_of(left * occupied),
                  .latency = ticks_of(left * price.latency),
                  .error = ticks_of(left * price.error),
                  .per_byte = left * price.per_byte,
                  .left = left,
                  .share = share,
                  .passes = ticks_of(left * (share ? share->value : 1) *
                                     price.piece->latency_per_byte.value * bytes)};
    if (is_adapter)
        set_overheads(&m, &price, left);
    else
        set_kept(n, &m, is_async ? ticks_of(hidden * occupied) : 0);
    return m;
}

/* The last of them is under way when the sender is through with all. Where a channel takes longer
 * for one than the sender does, they queue there: the first has begun to pass when the sender was
 * through with it, and all the others wait for those before them. */
void network_repeat(const network *n, incoming *m, int64_t count)
{
    assert(n->exchange != EXCHANGE_ADAPTER && m->count == 1 && count > 0);
    if (n->exchange == EXCHANGE_PUSHED && m->passes > m->occupancy) {
        const int128 queued = (count - 1) * (m->passes - m->occupancy);
        m->passes += queued;
        m->latency += queued;
    }
    const int128 one = m->occupancy + m->latency;
    m->count = count;
    m->occupancy *= count;
    m->send *= count;
    m->receive *= count;
    /* As large a part of the time as of one: all are off alike. */
    m->error =
        one > 0 ? (int128)((double)m->error * ((double)(m->occupancy + m->latency) / (double)one))
                : 0;
}

int128 network_message_time(const network *n, const incoming *m)
{
    int128 beside = n->exchange == EXCHANGE_ADAPTER ? m->send + m->handshake + m->receive : 0;
    return (m->count > 1 ? m->occupancy / m->count : m->occupancy) + m->latency + beside;
}
