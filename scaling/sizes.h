#ifndef FPREDICT_SCALING_SIZES_H
#define FPREDICT_SCALING_SIZES_H

/* Times at many sizes of one point, by formula where there is one (pieces.h), else by predictions;
 * for scaling/ only. */

#include "scaling/trials.h"
#include "support/vec.h"
#include "sysmodels/network/ticks.h"

typedef struct point_sizes point_sizes;

point_sizes *sizes_new(fp_context *ctx, const scaling_question *q, scaling_trials *trials);

/* Ascending sizes. What a formula says has is_made, fits, procs, time, and work or, where
 * `is_sequential`, sequential. False after reporting. */
bool sizes_try(point_sizes *s, int point, bool is_sequential, int count, const int64_t *sizes,
               scaling_trial *out);

/* Predicts some of the sizes of the last point that went by formula, among them what was found and
 * the one below it, and where the spans of `found` begin and end; where one is not the same to the
 * tick *agrees is false, and from then on predictions are made at that point, where what was found
 * before is to be found again. Returns false after reporting. */
bool sizes_check(point_sizes *s, int point, const size_answer *found, bool *agrees);

scaling_formula_use sizes_use(const point_sizes *s);

#endif
