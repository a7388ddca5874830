#ifndef FPREDICT_SCALING_CONTRIBUTIONS_H
#define FPREDICT_SCALING_CONTRIBUTIONS_H

/* What each of a machine's values contributes to a predicted time. A formula is linear in these
 * values, so that a contribution is what the time grows by as its value doubles, as long as
 * maxima and waiting go the same way. */

#include "estimator/formula.h"
#include "support/vec.h"

typedef struct contribution {
    const quantity *value;
    double seconds;
} contribution;

typedef struct contributions {
    VEC(contribution) of; /* values with a path, each once */
    double fixed;         /* seconds of what has no closed form, or is of no such value */
} contributions;

/* Those of a formula at the values of `e`; lives in ctx's arena. */
contributions contributions_of(fp_context *ctx, const formula *f, env *e);

#endif
