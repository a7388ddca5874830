#ifndef FPREDICT_ESTIMATOR_MESSAGE_MERGE_CLOCKS_H
#define FPREDICT_ESTIMATOR_MESSAGE_MERGE_CLOCKS_H

/* Processors that share a clock. */

#include "estimator/run/run.h"

/* Finds whether the grid is all that tells processors apart. */
void clock_classes_analyse(estimator *est);
/* Merges processors where that may help. */
void clock_classes_find(run *r);
/* After the interpretation: is what the slowest place has exact? Sets it. */
bool clock_classes_slowest(const run *r, int *slowest);

#endif
