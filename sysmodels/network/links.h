#ifndef FPREDICT_SYSMODELS_NETWORK_LINKS_H
#define FPREDICT_SYSMODELS_NETWORK_LINKS_H

/* The links that a message passes between two nodes, and how long a byte keeps each: what messages
 * under way at the same time share (docs/machines.md, "Links and ports"). Only those whose capacity
 * the machine states. Pure functions of the machine's topology and of places on a grid. */

#include <stdint.h>

#include "support/vec.h"
#include "sysmodels/network/route.h"

/* Each link has a key of its own; links in opposite directions are two, unless they are `shared`.
 */
typedef struct link_use {
    uint64_t link;
    double per_byte; /* seconds */
} link_use;

typedef VEC(link_use) link_use_vec;

/* Kinds of links, for keys. */
typedef enum link_kind {
    LINK_NODE_OUT, /* a node's port, and the other way */
    LINK_NODE_IN,
    LINK_RANK_OUT, /* a processor's own: contend.c */
    LINK_RANK_IN,
    LINK_CHANNEL, /* from a node of a mesh, torus, hypercube, by a channel */
    LINK_PAIR_UP, /* a link up from a switch of a tree, and down to it */
    LINK_PAIR_DOWN,
    LINK_LOCAL,  /* between two switches of a group */
    LINK_GLOBAL, /* between two groups */
    LINK_BACKBONE,
    LINK_MEMORY /* of a node, for what stays in it */
} link_kind;

static inline uint64_t link_key(link_kind kind, uint64_t from, uint64_t by)
{
    return (uint64_t)kind << 60 | from << 30 | by;
}

static inline link_kind link_kind_of(uint64_t key)
{
    return (link_kind)(key >> 60);
}

static inline uint64_t link_from(uint64_t key)
{
    return key >> 30 & ((UINT64_C(1) << 30) - 1);
}

static inline uint64_t link_by(uint64_t key)
{
    return key & ((UINT64_C(1) << 30) - 1);
}

/* Does the machine say of any capacity? */
bool sag_has_capacities(const sag_communication *c);
/* For how long a byte keeps a link along an axis of a mesh or torus, seconds; and whether all axes
 * have the same. */
double sag_link_per_byte(const sag_communication *c, int axis);
bool sag_has_equal_links(const sag_communication *c);

/* Appends the links on the way. */
void sag_links(const sag_communication *c, arena *a, int rank, const int *extents, const int *from,
               const int *to, link_use_vec *links);

#endif
