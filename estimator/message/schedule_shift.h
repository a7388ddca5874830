#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_SHIFT_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_SHIFT_H

/* Exchanges, as rounds of messages. */

#include "estimator/message/round.h"

/* Appends the rounds of an exchange: of messages, or of a pattern where its grid is set. */
void shift_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                  const transfer_pattern *pattern, round_vec *rounds);

/* Does the compiler do it in steps, with one other processor in each? */
bool shift_is_pairwise(const run *r, const communication *c, message_kind kind);
/* Are the messages exchanged direction by direction? What is only started is not: its
 * messages wait for no other. */
bool shift_is_phased(const run *r, const communication *c);
/* The copies of a message between processors that are `by` apart. */
copies shift_copies(const run *r, const communication *c, int axes, const int *by,
                    int64_t elements);
/* The kind of a message between processors that are `by` apart: along an axis of two, a circular
 * shift's has a price of its own where the machine says so. */
message_kind shift_kind(const run *r, const communication *c, message_kind kind, int axes,
                        const int *extent, const int *by);
/* Different displacements of a pattern's messages, in the order of the rounds. */
int shift_directions(const run *r, arena *a, const transfer_pattern *p, int (**by)[MAX_RANK]);

#endif
