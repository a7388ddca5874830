#include "sysmodels/network/collective/builder.h"

/* A binomial tree over the members. */

/* Each round doubles those that have the message: v sends to v + distance. */
static void down_near_first(builder *b, bool sends_all)
{
    for (int distance = 1; distance < largest_group(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v < distance && v + distance < g->count; v++)
                send_whole(b, g, v, v + distance, sends_all);
        }
        end_round(b, 0);
    }
}

/* The tree of MPICH, Open MPI and SMPI: each sends to half of what is left below it first, the
 * farthest. The same number of messages in another order: which are between switches, and how
 * deep the last one is where the members are no power of two, differ. */
static void down_far_first(builder *b, bool sends_all)
{
    int distance = 1;
    while (distance < largest_group(b))
        distance *= 2;
    for (distance /= 2; distance >= 1; distance /= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v + distance < g->count; v += 2 * distance)
                send_whole(b, g, v, v + distance, sends_all);
        }
        end_round(b, 0);
    }
}

void binomial_down(builder *b, bool sends_all, bool far_first)
{
    if (far_first)
        down_far_first(b, sends_all);
    else
        down_near_first(b, sends_all);
}

/* The tree of down_near_first, from its leaves. */
static void up_combining(builder *b)
{
    int top = 1;
    while (top < largest_group(b))
        top *= 2;
    for (int distance = top / 2; distance >= 1; distance /= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v < distance && v + distance < g->count; v++)
                send_piece(b, g, v + distance, v, 1);
        }
        end_round(b, 1);
    }
}

/* Each with the parts of its subtree, which are those of neighbouring members. */
static void up_joining(builder *b)
{
    for (int distance = 1; distance < largest_group(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v + distance < g->count; v += 2 * distance) {
                int subtree = g->count - v - distance;
                send_parts(b, g, v + distance, v, v + distance,
                           subtree < distance ? subtree : distance);
            }
        }
        end_round(b, 0);
    }
}

void binomial_up(builder *b, bool joins)
{
    if (joins)
        up_joining(b);
    else
        up_combining(b);
}
