#ifndef FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_LIBRARY_BUILDER_H
#define FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_LIBRARY_BUILDER_H

/* The algorithms of MPI libraries, as rounds. */

#include "sysmodels/network/collective/builder.h"

/* What one group sends in a step; beyond its last one, nothing. */
typedef void library_step(builder *b, const collective_group *g, int step, const sag_library *how);

/* So many steps of all groups, a round each. */
void library_steps(builder *b, int steps, double share, library_step *each, const sag_library *how);
/* ceil(log2 n) */
int library_levels(int n);

/* --- library_root.c: from one to all, and to one --- */
void library_linear(builder *b, bool combines);
void library_down(builder *b, const sag_library *how);
void library_up(builder *b, bool combines, const sag_library *how);
void library_binary_up(builder *b, bool combines, const sag_library *how);
/* Along the members to the root, segment by segment. */
void library_chain_up(builder *b, const sag_library *how);
void library_knomial(builder *b, const sag_library *how);
void library_chain(builder *b, const sag_library *how);
void library_binary(builder *b, const sag_library *how);
void library_split_binary(builder *b, const sag_library *how);
void library_scatter(builder *b, const sag_library *how);
void library_collect(builder *b, bool is_ring, const sag_library *how);
/* A root that is not the first sends to that one. */
void library_hand_over(builder *b, const sag_library *how);
/* --- library_all.c: all to all --- */
void library_doubling(builder *b, const sag_library *how);
void library_halving(builder *b, const sag_library *how);
/* Halves of halves combined, which the root gathers up a tree. */
void library_halve_to_root(builder *b, const sag_library *how);
void library_ring_twice(builder *b, const sag_library *how);
void library_pairwise(builder *b, const sag_library *how);
void library_dissemination(builder *b, const sag_library *how);
void library_neighbours(builder *b, const sag_library *how);
void library_gather_parts(builder *b);
/* --- library_all_to_all.c: a block of each to each --- */
void library_all_to_all(builder *b, const sag_library *how);
/* --- library_to_one.c: a part of each to one, and from one --- */
void library_gather(builder *b, const sag_library *how);
void library_scatter_parts(builder *b, const sag_library *how);

#endif
