#include "sysmodels/network/inbox.h"

inbox inbox_of(const exchange_clocks *x, const comm_round *round, int place, int side)
{
    int role = round->role ? round->role[place] : place;
    int first = round->first[role];
    return (inbox){round, first, round->first[role + 1] - first, place,
                   x->enter[side * x->places + place]};
}

void inbox_reserve(exchange_clocks *x, const inbox *in)
{
    if (in->count <= x->queue_capacity)
        return;
    x->queue_capacity = 2 * in->count;
    x->queue = ARENA_ARRAY(x->memory, x->queue_capacity, message_arrival);
}
