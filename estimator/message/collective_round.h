#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_ROUND_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_ROUND_H

/* One round of a collective, priced. */

#include "estimator/message/round.h"
#include "sysmodels/network/collective/collective.h"

/* Appends round `p` of the groups' collectives, sorted and with its routes, unless nobody sends
 * anything in it. `before`: by group, as collective_bytes has it. */
void collective_round_price(run *r, arena *a, const collective_round *p, message_kind kind,
                            const collective_group *groups, const double *const *before,
                            round_vec *rounds);

#endif
