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
void library_rounds(run *r, arena *a, collective_kind kind, message_kind messages, int group_count,
                    const collective_group *groups, round_vec *rounds);

#endif
