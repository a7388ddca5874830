#ifndef FPREDICT_SYSMODELS_MODEL_OPERATION_H
#define FPREDICT_SYSMODELS_MODEL_OPERATION_H

/* What an operation of a processor costs. */

#include "sysmodels/model/sag.h"

/* What an operation adds to the others: its latency where each waits for the one
 * before, else its reciprocal throughput, or the latency where that is unset. */
const quantity *sag_op_cost(const sag_processing *p, sag_op op);

#endif
