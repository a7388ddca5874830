#include "sysmodels/network/round.h"

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/pushed.h"

/* One more message, or several that are alike, counted before; `kept` is the processor's time for
 * them. */
static void note_message(const network *n, round_cost *c, const incoming *m, int128 kept)
{
    int128 time = network_message_time(n, m);
    bool is_first = c->sends + c->receives == m->count;
    if (is_first || m->bytes < c->least)
        c->least = m->bytes;
    if (!is_first && time != c->largest)
        c->has_shorter = true;
    if (kept / m->count > c->longest)
        c->longest = kept / m->count;
    if (m->bytes < c->bytes || (m->bytes == c->bytes && time <= c->largest))
        return;
    c->bytes = m->bytes;
    c->largest = time;
}

void round_cost_add_sent(const network *n, round_cost *from, const incoming *m)
{
    from->sends += m->count;
    from->sent += m->occupancy;
    from->sending += m->send;
    from->sent_error += m->error;
    note_message(n, from, m, n->exchange == EXCHANGE_ADAPTER ? m->send : m->occupancy);
}

void round_cost_add_received(const network *n, round_cost *to, const incoming *m)
{
    to->receives += m->count;
    to->received += m->occupancy;
    to->receiving += m->receive;
    to->received_error += m->error;
    note_message(n, to, m, n->exchange == EXCHANGE_ADAPTER ? m->receive : m->occupancy);
    if (m->latency > to->latency)
        to->latency = m->latency;
}

void round_cost_close(const network *n, round_cost *c)
{
    c->before = n->call * (c->sends + c->receives) + c->packing;
    c->busy = c->sent > c->received ? c->sent : c->received;
    c->left = c->receiving > c->sending ? c->receiving - c->sending : 0;
    if (n->exchange == EXCHANGE_PUSHED)
        pushed_close_cost(c);
    if (n->exchange == EXCHANGE_ADAPTER)
        adapter_close_cost(c);
}

int round_member_of(const comm_round *round, int place)
{
    if (!round->members)
        return place;
    int low = 0, high = round->member_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (round->members[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < round->member_count && round->members[low] == place ? low : -1;
}

const round_cost *round_cost_of(const comm_round *round, int place)
{
    int member = round_member_of(round, place);
    if (member < 0)
        return NULL;
    return round_member_cost(round, member);
}
