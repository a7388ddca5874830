#ifndef FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_BUILDER_H
#define FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_BUILDER_H

/* Rounds under construction, for the algorithms of this folder. Groups go through the same
 * rounds side by side. `v` is a member's place in its group; 0 is the root. */

#include "sysmodels/network/collective/collective.h"

typedef struct builder {
    arena *memory; /* of the rounds */
    collective_round_vec *rounds;
    int group_count;
    const collective_group *groups;
    VEC(collective_message) messages;
    bool sends_and_waits; /* messages to come are MPI_Send's */
} builder;

/* The parts of `count` members from `first` on, of an all-gather. */
void send_parts(builder *b, const collective_group *g, int from, int to, int first, int count);
/* One of `pieces` of the group's message. */
void send_piece(builder *b, const collective_group *g, int from, int to, int pieces);
/* The whole message, or, of an all-gather, everybody's part. */
void send_whole(builder *b, const collective_group *g, int from, int to, bool sends_all);
/* So many bytes. */
void send_bytes(builder *b, const collective_group *g, int from, int to, double bytes);
/* Ends a round. When `share` is positive each receiver combines what it received with its own,
 * for that share of the message. */
void end_round(builder *b, double share);

/* Members of the largest group. */
int largest_group(const builder *b);
/* The largest power of two that is not above n. */
int power_below(int n);

/* --- linear.c: master and slaves --- */
/* Everybody to the root, in one round; the root serves them one by one. */
void linear_to_root(builder *b, bool combines);
void linear_from_root(builder *b, bool sends_all);
/* --- direct.c: everybody to everybody, in one round --- */
void direct_to_all(builder *b, bool combines);
/* --- binomial.c: ceil(log2 n) rounds --- */
void binomial_down(builder *b, bool sends_all, bool far_first);
/* What arrives is combined, or joined to what is there. */
void binomial_up(builder *b, bool joins);
/* --- recursive_doubling.c: ceil(log2 n) rounds --- */
void doubling_reduce(builder *b);
void doubling_gather(builder *b, bool has_parts);
void doubling_barrier_folded(builder *b);
/* --- ring.c: n - 1 rounds --- */
/* Each member to the next what it got in the round before, its own first; where it `splits` a
 * message, one of as many pieces as there are members. */
void ring_around(builder *b, bool splits, bool combines);
/* One message at a time along the members, and for the way back again. */
void ring_along(builder *b, bool returns, bool combines);

#endif
