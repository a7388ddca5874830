#ifndef FPREDICT_SCALING_GROWTH_H
#define FPREDICT_SCALING_GROWTH_H

/* What a formula's time grows as: the formula multiplied out, as if blocks divided evenly, and what
 * has the same powers of sizes and processors put together. */

#include "estimator/formula.h"

enum { GROWTH_BASES = 8 };

typedef struct growth_power {
    const expr *base; /* a leaf; of doublings their name */
    int power;
} growth_power;

typedef struct growth {
    double coefficient; /* seconds */
    int count;
    growth_power powers[GROWTH_BASES];
    double seconds; /* at the values of the environment */
    double parts[FORMULA_PARTS];
} growth;

/* The closed terms' powers, the largest first, into *out (ctx's arena); returns how many. */
int growth_of(fp_context *ctx, const formula *f, env *e, const growth **out);

#endif
