#ifndef FPREDICT_ESTIMATOR_SIMULATE_INTERPRET_H
#define FPREDICT_ESTIMATOR_SIMULATE_INTERPRET_H

/* The walk over the synchronised graph, on clocks. */

#include "estimator/run/run.h"

void interpret_list(run *r, const aag_unit *list);
/* Does the processor take the branch of a condition that goes by no probability? */
bool interpret_takes(run *r, const aag_unit *u, int rank);
/* Iteration `k` of a loop that communicates, its overhead included. */
void interpret_iteration(run *r, const aag_unit *u, int64_t k);

#endif
