#include "sysmodels/network/inbox.h"

void inbox_reserve(exchange_clocks *x, const inbox *in)
{
    if (in->count <= x->queue_capacity)
        return;
    x->queue_capacity = 2 * in->count;
    x->queue = ARENA_ARRAY(x->memory, x->queue_capacity, message_arrival);
}

void inbox_find_posted(exchange_clocks *x, const comm_round *round, int side)
{
    const int128 *enter = x->enter + side * x->places;
    int count = round->message_count;
    if (count > x->posted_capacity) {
        x->posted_capacity = 2 * count;
        x->posted = ARENA_ARRAY(x->memory, x->posted_capacity, int128);
    }
    for (int i = 0; i < count; i++) {
        const int *sender = round->senders + round->sender_first[i];
        const int *end = round->senders + round->sender_first[i + 1];
        int128 at = enter[*sender];
        for (sender++; sender < end; sender++) {
            int sign = clocks_compare(x->compared, enter[*sender], at);
            if (side ? sign < 0 : sign > 0)
                at = enter[*sender];
        }
        x->posted[i] = at;
    }
}
