#ifndef FPREDICT_ESTIMATOR_RESULT_UNCERTAINTY_H
#define FPREDICT_ESTIMATOR_RESULT_UNCERTAINTY_H

/* The interval around a prediction. */

#include "estimator/run/run.h"

/* Sets low and high, from the tallies of the slowest processor, by unit id. */
void uncertainty_set(const run *r, const tally *all, estimate *out);
/* The same of a region's time, which is known; `inside` says by unit id which units are
 * in it. After the interval of the whole. */
void uncertainty_of_region(const run *r, const tally *all, const bool *inside,
                           const estimate *whole, region_cost *c);

/* Does an index that stands for those of the run say what the communication moves, or is it below a
 * branch that is taken for likely? */
bool uncertainty_is_typical(const run *r, const aag_unit *of_comm);

#endif
