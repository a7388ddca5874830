#include "sysmodels/network/collective/builder.h"

/* Members in a ring, or in a row. */

void ring_around(builder *b, bool splits, bool combines)
{
    for (int step = 1; step < largest_group(b); step++) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v < g->count && step < g->count; v++)
                if (splits)
                    send_piece(b, g, v, (v + 1) % g->count, g->count);
                else
                    send_parts(b, g, v, (v + 1) % g->count, (v + g->count - step + 1) % g->count,
                               1);
        }
        end_round(b, combines ? 1.0 / largest_group(b) : 0);
    }
}

void ring_along(builder *b, bool returns, bool combines)
{
    for (int step = 0; step < largest_group(b) - 1; step++) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            int v = returns ? g->count - 1 - step : step, to = returns ? v - 1 : v + 1;
            if (v >= 0 && v < g->count && to >= 0 && to < g->count)
                send_piece(b, g, v, to, 1);
        }
        end_round(b, combines ? 1 : 0);
    }
}
