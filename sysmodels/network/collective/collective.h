#ifndef FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_COLLECTIVE_H
#define FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_COLLECTIVE_H

/* Collectives: by a function of the machine's, or as rounds of messages by its algorithm. A
 * file beside this one for each algorithm; model: Thakur, Rabenseifner, Gropp, IJHPCA 19 (2005),
 * and for the tree and master and slaves Mohr and others 1995, section 3.3. Bytes and seconds. */

#include "support/vec.h"
#include "sysmodels/model/sag.h"
#include "sysmodels/network/route.h"

/* Processors that do one collective together; others may do theirs beside it. */
typedef struct collective_group {
    int count;
    const int *ranks;    /* the root first */
    double bytes;        /* of the message; all-gather: of each member's part */
    const double *part;  /* gathers of unequal parts: bytes, by rank; `bytes`: the most */
    const double *block; /* alltoallv: bytes, by the places of sender * count + receiver */
    bool is_to_one;      /* reduce: only the root gets the result */
    double combine, combine_error; /* reduce: seconds to combine two messages */
    int node_ranks;                /* ranks in their order are on nodes of so many; 0: of one */
} collective_group;

int collective_smallest(int group_count, const collective_group *groups); /* members */

/* A message of a round. */
typedef struct collective_message {
    int sender, receiver; /* ranks */
    int group;
    /* The parts of so many members, by their places, round the group: of an all-gather.
     * Else 1; and the message is one of `pieces` of the group's bytes. */
    int first_part, part_count, pieces;
    int turn;      /* in what order the messages of the round are sent */
    bool is_sized; /* it has `bytes`, whatever the parts are */
    bool waits;    /* the sender calls MPI_Send, which has a price of its own */
    double bytes;
    sag_route route;
} collective_message;

typedef struct collective_round {
    int count;
    collective_message *messages; /* in the order of their turns */
    double share;                 /* of a combination that each message received takes */
} collective_round;

typedef VEC(collective_round) collective_round_vec;

/* What MPI libraries do otherwise than generated programs (docs/training.md). */
typedef struct collective_variant {
    bool far_first; /* trees go down to the farthest member first: MPICH, Open MPI, SMPI */
    bool folds;     /* barriers double among a power of two, and others join one of those */
} collective_variant;

/* Appends the rounds of the groups' collectives, side by side, to `rounds`, in `a`. Routes are
 * not set. Not for COLLECTIVE_PATTERN, which has none. */
void collective_make(arena *a, collective_kind kind, collective_algorithm how,
                     collective_variant variant, int group_count, const collective_group *groups,
                     collective_round_vec *rounds);

/* Puts a round's messages into the order of their receivers, and of senders for each. */
void collective_sort(collective_round *round);

/* The bytes of a message. `before`: of a group with unequal parts, the bytes of all parts before
 * each place, going round twice (collective_parts_before); else null. */
double collective_bytes(const collective_message *m, const collective_group *g,
                        const double *before);
const double *collective_parts_before(arena *a, const collective_group *g, const int *order);

/* Trees and doublings follow the dimensions of a cube: do they by this algorithm? */
bool collective_follows_cube(const sag_communication *c, collective_algorithm how);
/* Puts a group's members into the order of the bits in which their nodes differ from the root's,
 * so that partners of a round are neighbours wherever the members are a subcube. `coords`:
 * [rank * axes + axis]. */
void collective_order_by_cube(arena *a, const sag_communication *c, int axes, const int *extents,
                              const int *coords, collective_group *g);

/* --- choice.c --- */
/* The algorithm for groups of `members` among `procs` processors. */
collective_algorithm collective_algorithm_of(const sag_communication *c, collective_kind kind,
                                             int members, int procs);
/* The function that prices a collective as a whole, and whether it is from when the last member
 * is there; false: it has none, and goes by rounds. What was measured on so many processors is
 * of all of them. `pattern` and `dims`: the kind of communication, and of its grid. */
bool collective_function(arena *a, const sag_communication *c, collective_kind kind,
                         sag_pattern_kind pattern, int dims, int members, int procs,
                         message_function *f, bool *waits);

#endif
