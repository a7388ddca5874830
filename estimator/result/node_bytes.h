#ifndef FPREDICT_ESTIMATOR_RESULT_NODE_BYTES_H
#define FPREDICT_ESTIMATOR_RESULT_NODE_BYTES_H

/* Memory that arrays take on each processor. */

#include "estimator/run/estimator.h"

/* Sets r->node_bytes, of the fullest node, and r->extents of the arrays that are used. Fails the
 * run, after reporting, where an array cannot have its extents. */
void node_bytes_find(run *r);

#endif
