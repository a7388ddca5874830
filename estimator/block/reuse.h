#ifndef FPREDICT_ESTIMATOR_BLOCK_REUSE_H
#define FPREDICT_ESTIMATOR_BLOCK_REUSE_H

/* What iterations of a loop that communicates touch again. */

#include "estimator/run/estimator.h"

/* The share of the lines that a group touches in an iteration of `loop`, which
 * communicates and is around its block, that the iteration before did not touch. */
double memory_reuse_fraction(run *r, const aag_unit *loop, const ref_group *g, double line);

#endif
