#ifndef FPREDICT_REPORT_BRANCH_H
#define FPREDICT_REPORT_BRANCH_H

/* The two branches of a condition (AAG_CONDT_*) of a prediction, on the slowest processor. */

#include "estimator/estimate.h"

/* How often the unit's test held; negative: not known. */
double branch_times_taken(const estimate *e, const aag_unit *u);
/* Seconds of all that is below one branch, whose first unit is given; null: 0. */
double branch_time(const estimate *e, const aag_unit *first);

#endif
