#ifndef FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_LIBRARY_H
#define FPREDICT_SYSMODELS_NETWORK_COLLECTIVE_LIBRARY_H

/* Collectives as an MPI library does them: what it chooses for so many members and bytes, and the
 * rounds of that (docs/model.md, "Collectives of the library"). A member goes on when its own part
 * is done: rounds on clocks are that, so that there is no other place that knows. */

#include "sysmodels/network/collective/collective.h"

/* What the library does; null: the machine does not say. Of numbers that were not measured the
 * next one below counts whose algorithm so many can do. */
const sag_library *library_of(const sag_collective *c, collective_kind kind, int members,
                              double bytes);

/* The group as the library numbers it: the others go round from the root, in the order of ranks;
 * without a root the lowest rank is first. */
collective_group library_group(arena *a, collective_kind kind, const collective_group *g);

/* Appends the rounds of groups that were made so and do the same, side by side. Not for
 * LIBRARY_MEASURED, which has none. `broadcasts`: what the library does in these, of which some
 * others make use. */
void library_make(arena *a, collective_kind kind, const sag_library *how,
                  const sag_collective *broadcasts, int group_count, const collective_group *groups,
                  collective_round_vec *rounds);

/* Can a collective of this kind be done so, among so many? */
bool library_is_possible(collective_kind kind, library_algorithm how, int members);

/* What messages of the library cost, those that MPI_Send waits for or others: the function of
 * `otherwise`, where the machine has none, as `how` says. */
message_function library_function(arena *a, const sag_communication *c, bool waits,
                                  const sag_library *how, message_function otherwise);

#endif
