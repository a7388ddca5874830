#ifndef FPREDICT_PLAN_NORMALIZE_OUTPUT_DEPENDENCE_COUNT_H
#define FPREDICT_PLAN_NORMALIZE_OUTPUT_DEPENDENCE_COUNT_H

/* Iterations of a nest that write one element, counted out. Private to plan/. */

#include "plan/normalize/output_dependence.h"

/* Writes how many iterations of each loop are between two that write one element; false: there
 * are none, or they cannot be counted. */
bool collision_count(const collision *c, int64_t *by);

#endif
