#ifndef FPREDICT_EXPERIMENT_MEASUREMENT_EXTRAP_H
#define FPREDICT_EXPERIMENT_MEASUREMENT_EXTRAP_H

/* Extra-P's forms of JSON (its page on file formats, github.com/extra-p/extrap): the newer one,
 * where call paths have metrics and these have points with values, as it saves experiments, too
 * (there points have means, and what each run took is in other files); and the older one, whose
 * parts refer to each other by numbers. */

#include <jansson.h>

#include "experiment/measurement/measurement.h"

/* Is it one of the two? */
bool extrap_is(const json_t *root);

/* Reads it; false after reporting, `where` being the file. */
bool extrap_read(fp_context *ctx, const json_t *root, source_range where,
                 const measurement_choice *choice, measurement_set *out);

#endif
