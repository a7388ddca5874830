#ifndef FPREDICT_ESTIMATOR_MESSAGE_LIBRARY_ROUNDS_H
#define FPREDICT_ESTIMATOR_MESSAGE_LIBRARY_ROUNDS_H

/* Collectives of programs that call an MPI library's (docs/model.md, "Collectives of the library").
 */

#include "estimator/message/round.h"
#include "sysmodels/network/collective/collective.h"

/* Do programs call the library's for such a communication? */
bool library_is_used(const run *r, collective_kind kind, message_kind messages);
/* Appends the rounds of the groups' collectives. Those that have a member in common go one after
 * the other; groups for which no communicator is made before the time begins send rounds of their
 * own, as generated programs do. */
/* Is it known what the library does in such a call, and do programs call it? */
bool library_is_known(const run *r, collective_kind kind);
/* Is there a communicator of the group before the time begins? `grid` may be null. */
bool library_is_connected(run *r, const proc_grid *grid, const collective_group *g);

/* What processors copy before the first round of a call and after its last, by rank; or null. */
typedef struct library_copies {
    copies *sent, *received;
} library_copies;

/* Appends the rounds of groups apart from each other, of which library_is_known and
 * library_is_connected hold. */
void library_called(run *r, arena *a, collective_kind kind, message_kind messages,
                    const library_copies *copied, int group_count, const collective_group *groups,
                    round_vec *rounds);
void library_rounds(run *r, arena *a, collective_kind kind, message_kind messages, int group_count,
                    const collective_group *groups, round_vec *rounds);

#endif
