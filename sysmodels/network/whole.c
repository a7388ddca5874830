#include "sysmodels/network/whole.h"

void whole_times(const comm_round *round, exchange_clocks *x, int side)
{
    int base = side * x->places;
    int128 start = x->enter[base + round->root];
    for (int i = 0; i < round->member_count && round->waits_for_all; i++)
        start = clocks_later(x->compared, start, x->enter[base + round_place(round, i)]);
    for (int i = 0; i < round->member_count; i++) {
        int p = base + round_place(round, i);
        x->done[p] = clocks_later(x->compared, start, x->enter[p]) + round->whole_time;
    }
}
