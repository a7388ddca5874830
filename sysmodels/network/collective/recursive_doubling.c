#include "sysmodels/network/collective/builder.h"

/* Recursive doubling: in each round all exchange with a partner twice as far away as in the
 * round before. */

/* The place of number x among the 2^k members that stay when the others, one of each of the
 * first pairs, have handed over what they have. */
static int doubling_place(const collective_group *g, int x)
{
    int extra = g->count - power_below(g->count);
    return x < extra ? 2 * x : x + extra;
}

static void fold(builder *b, bool outward)
{
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        int extra = g->count - power_below(g->count);
        for (int x = 0; x < extra; x++)
            send_piece(b, g, outward ? 2 * x : 2 * x + 1, outward ? 2 * x + 1 : 2 * x, 1);
    }
    end_round(b, outward ? 0 : 1);
}

void doubling_reduce(builder *b)
{
    fold(b, false);
    for (int distance = 1; distance < largest_group(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            int members = power_below(g->count);
            for (int x = 0; x < members && distance < members; x++)
                send_piece(b, g, doubling_place(g, x ^ distance), doubling_place(g, x), 1);
        }
        end_round(b, 1);
    }
    fold(b, true);
}

/* Powers of two exchange with v ^ distance what they have, the parts of their subcube; others
 * pass on to v - distance all they have, the parts from their own on (the order of Bruck, Ho,
 * Kipnis, Upfal, Weathersby, TPDS 1997), so that any number takes ceil(log2) rounds. */
void doubling_gather(builder *b, bool has_parts)
{
    for (int distance = 1; distance < largest_group(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            if (distance >= g->count)
                continue;
            bool is_power = power_below(g->count) == g->count;
            int parts = distance < g->count - distance ? distance : g->count - distance;
            for (int v = 0; v < g->count; v++) { /* receivers, which rounds are ordered by */
                int sender = is_power ? v ^ distance : (v + distance) % g->count;
                send_parts(b, g, sender, v, is_power ? sender / distance * distance : sender,
                           has_parts ? parts : 1);
            }
        }
        end_round(b, 0);
    }
}

/* Those beyond the power of two and one within it each, one way. */
static void join_the_rest(builder *b, bool outward)
{
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        int members = power_below(g->count);
        for (int x = 0; x < g->count - members; x++)
            send_piece(b, g, outward ? x : members + x, outward ? members + x : x, 1);
    }
    end_round(b, 0);
}

/* Open MPI's doubling for barriers: those beyond the power of two tell one within it that they
 * are there, and are told by it when all are. */
void doubling_barrier_folded(builder *b)
{
    join_the_rest(b, false);
    for (int distance = 1; distance < largest_group(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            int members = power_below(g->count);
            for (int x = 0; x < members && distance < members; x++)
                send_piece(b, g, x ^ distance, x, 1);
        }
        end_round(b, 0);
    }
    join_the_rest(b, true);
}
