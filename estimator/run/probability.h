#ifndef FPREDICT_ESTIMATOR_RUN_PROBABILITY_H
#define FPREDICT_ESTIMATOR_RUN_PROBABILITY_H

/* Conditions that go by their probability. */

#include "estimator/run/estimator.h"

/* Finds the conditions that go by their probability in this evaluation, and how
 * probable that makes what is below them. */
void probability_find(run *r);
/* Does the condition go by its probability, for want of a test or of a parameter? */
bool is_probabilistic(const run *r, const aag_unit *u);
/* May it, in some evaluation? */
bool may_be_probabilistic(const aag_unit *u);
/* Does `x` decide nothing for want of a parameter? */
bool ignores_unknown(const run *r, const expr *x);

#endif
