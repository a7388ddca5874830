#ifndef FPREDICT_ESTIMATOR_MESSAGE_MERGED_DOUBLING_H
#define FPREDICT_ESTIMATOR_MESSAGE_MERGED_DOUBLING_H

/* Recursive doubling of all processors, as in each round all do the same, with whoever has another
 * bit in its number: where they share clocks, and where each has its own. */

#include "estimator/message/round.h"
#include "program/transfer/transfer.h"
#include "sysmodels/network/collective/collective.h"

/* Is each as far from its partner as others are from theirs, wherever partners' numbers on the grid
 * differ in the same bits? */
bool doubling_has_equal_ways(run *r, const proc_grid *grid);
/* Is a collective of all processors such a doubling, by the program's messages or the library's,
 * whatever its size, and are partners of a round equally far apart? */
bool doubling_is_alike(run *r, collective_kind kind, message_kind messages);

/* Is it such a doubling, whose partners are not equally far apart, as a node has several processors
 * or they are placed otherwise than in their order? */
bool doubling_is_apart(run *r, collective_kind kind, message_kind messages);

/* The same of a group that has all processors, in the order of their ranks, each with a clock of
 * its own: can its rounds be made so? */
bool doubling_is_quick(run *r, collective_kind kind, message_kind messages,
                       const collective_group *all);

/* Appends its rounds. */
void doubling_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                     const collective_group *all, round_vec *rounds);
/* Is an all-gather along axes of a grid such a doubling of each group? */
bool doubling_is_gather(run *r, message_kind messages, const transfer_gather *along);
/* Appends the rounds of an all-gather along axes of a grid, if it is such a doubling of each group;
 * false: it is not. */
bool doubling_gathers(run *r, arena *a, const communication *c, message_kind messages,
                      const transfer_gather *along, round_vec *rounds);

#endif
