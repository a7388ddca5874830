#ifndef FPREDICT_ESTIMATOR_EVALUATE_ANALYSE_H
#define FPREDICT_ESTIMATOR_EVALUATE_ANALYSE_H

/* What can be said of a graph before any number is known. */

#include "estimator/run/estimator.h"

/* Sets what depends on the graph only, in est. */
void analyse(estimator *est);

#endif
