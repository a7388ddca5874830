#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_COLLECTIVE_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_COLLECTIVE_H

/* Collectives as rounds of messages between two processors, by the algorithms that machine
 * files name (docs/model.md, "Collectives"). A round's sends
 * and receives are posted together, and waited for. */

#include "codegen/runtime/fpr_internal.h"

/* The participants, by their positions in the algorithm; 0 is the root. */
typedef struct fpr_members {
    int count, me; /* this process's position; -1: it does not take part */
    int *rank;
} fpr_members;

/* The algorithms that fpr_use has named. */
extern fpr_collectives fpr_how;

/* The algorithm for these members. */
fpr_algorithm fpr_algorithm_of(fpr_choice choice, int count, const int *ranks);
/* Puts members into the order of the algorithm: on a hypercube trees and doublings follow its
 * dimensions, from the root's node. Takes the ranks over. */
fpr_members fpr_order(const fpr_grid *g, fpr_algorithm how, int count, int *ranks);
/* --- fpr_task.c --- */
/* Some of those who execute this, in C order of their places, and how they do it. */
fpr_members fpr_members_of(const fpr_some *some, fpr_choice choice, fpr_algorithm *how);
/* Those that differ from this process only along the axes of the set. */
fpr_members fpr_members_along(const fpr_grid *g, unsigned along, fpr_choice choice,
                              fpr_algorithm *how);
/* --- fpr_connect.c --- */
/* For the collectives of MPI. */
MPI_Comm fpr_communicator_of(const fpr_members *m);
/* Is there one already? */
bool fpr_is_connected(int count, const int *ranks);
/* The rank in it of who has a position. */
int fpr_rank_among(const fpr_members *m, int position);

/* Broadcasts that go side by side: the root's bytes to all. */
typedef struct fpr_broadcasting {
    const fpr_members *members;
    fpr_algorithm how;
    void *buffer;
    int bytes;
} fpr_broadcasting;

void fpr_broadcast_all(int count, const fpr_broadcasting *list);
/* One of them. */
void fpr_broadcast(const fpr_members *m, fpr_algorithm how, void *buffer, int bytes);
/* The part of each member to all: bytes[v] of them at part[v], one part after the other, of which
 * each member has that of its position. */
void fpr_gather(const fpr_members *m, fpr_algorithm how, char *const *part, const int *bytes);
/* A barrier: no member goes on before all have called it. */
void fpr_synchronize(const fpr_members *m, fpr_algorithm how);
/* The values of all members combined, on all. `combines` is what one combination executes. */
void fpr_reduce(const fpr_members *m, fpr_algorithm how, void *values, int count, MPI_Datatype type,
                MPI_Op op, const char *combines);

/* --- Rounds: fpr_collective.c --- */

/* Sends to one position, and receives from another; either may be -1. */
void fpr_exchange(const fpr_members *m, int to, const void *out, int out_bytes, int from, void *in,
                  int in_bytes);
/* Sends the same to all others (null: nothing), and receives from each of them (null: from
 * none) to in[position]. */
void fpr_exchange_all(const fpr_members *m, const void *out, int out_bytes, char *const *in,
                      const int *in_bytes);

#endif
