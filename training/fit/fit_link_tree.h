#ifndef FPREDICT_TRAINING_FIT_FIT_LINK_TREE_H
#define FPREDICT_TRAINING_FIT_FIT_LINK_TREE_H

/* Links between the switches of a tree: for fit_links.c. */

#include "support/arena.h"
#include "sysmodels/model/communication.h"

typedef struct link_tree_search {
    /* Keeps the candidate in `best` if it is the nearest so far. */
    void (*attempt)(void *with, const sag_communication *candidate);
    void *with;
    const sag_communication *best;
    int ranks, ranks_per_node;
    double near, far; /* seconds a byte of a message alone: to the next rank, and to the furthest */
    const char *source_alone, *source_meeting;
} link_tree_search;

/* Tries links up from the switches of the first two levels, of the machine `c` without such. */
void fit_link_tree(const link_tree_search *search, const sag_communication *c);

/* "2 links up from the 4 nodes of a lowest switch,": those that the machine has. */
const char *fit_link_tree_text(arena *a, const sag_communication *c);

#endif
