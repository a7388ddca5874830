#include "sysmodels/network/inbox.h"

void inbox_reserve(exchange_clocks *x, const inbox *in)
{
    if (in->count <= x->queue_capacity)
        return;
    x->queue_capacity = 2 * in->count;
    x->queue = ARENA_ARRAY(x->memory, x->queue_capacity, message_arrival);
}
