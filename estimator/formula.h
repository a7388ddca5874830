#ifndef FPREDICT_ESTIMATOR_FORMULA_H
#define FPREDICT_ESTIMATOR_FORMULA_H

/* What the slowest processor's time is as an expression in sizes, in processors along the axes of
 * grids, and in the machine's values: T = Σ times · round(price), a price being Σ times · value.
 * It is made beside one prediction, and each part of each unit that it states is held against what
 * that prediction charged, to the tick. What has no closed form, or another one than is known
 * here, is an open term: a number of ticks that holds at these sizes only, and why. */

#include "estimator/estimate.h"
#include "sysmodels/network/ticks.h"

typedef enum formula_part {
    FORMULA_COMPUTATION,
    FORMULA_COMMUNICATION,
    FORMULA_OVERHEAD,
    FORMULA_WAITING,
    FORMULA_PARTS
} formula_part;

typedef struct formula_factor {
    const expr *times;
    const quantity *value; /* seconds */
} formula_factor;

/* Seconds of one execution, which are rounded to a tick once: what is added up, in this order. */
typedef struct formula_price {
    int count;
    const formula_factor *factors;
    double left; /* of it so much is not hidden by computation */
} formula_price;

typedef struct formula_term {
    const aag_unit *unit;
    source_range where; /* of the statement, or of what communicates */
    formula_part part;
    const expr *times; /* how often on that processor; null: the term is open */
    formula_price price;
    int128 ticks;    /* an open term's, and what `times · round(price)` is here */
    const char *why; /* of an open term, a clause for people */
} formula_term;

/* What has a name in the formula: a block of a distribution, ceil(of / by) elements, or the steps
 * of a doubling, ceil(log2(of)). */
typedef struct formula_name {
    const param *name;
    bool is_doubling;
    const expr *of, *by;
} formula_name;

/* `base` is at least so much. */
typedef struct formula_condition {
    const expr *base;
    int64_t least;
} formula_condition;

typedef struct formula {
    const estimate *estimate;
    int rank; /* the processor: the slowest there */
    int coord_count;
    const int *coords, *extents; /* of the first grid in use */
    int name_count;
    const formula_name *names;
    /* Maxima, minima and protocols go the way that they go here where all of these hold. */
    int condition_count;
    const formula_condition *conditions;
    /* Sizes that the conditions admit and where another processor is the slowest, "N = 642": an
     * example; null: none was met. */
    const char *later;
    const char *later_at_all; /* the same of one that is later by however little: less than a
                                 thousandth goes for equal in `later` */
    /* The machine has caches: what hits there, and what operations hide, is taken to go on so. */
    bool has_caches;
    int tried; /* predictions at other sizes and processors that it was held against */
    int term_count;
    const formula_term *terms; /* by unit, in the order of the graph */
    int128 ticks, open_ticks;  /* of all terms, and of the open ones: the slowest's finish */
} formula;

/* The formula of a prediction, made with these values and options. Lives in ctx's arena, its
 * expressions in the pool of the graph's program. Null after a report. */
const formula *formula_new(fp_context *ctx, const estimate *result, const bindings *values,
                           const estimate_options *options);

/* The same for these sizes alone: it is held against no others, and has no conditions of theirs. */
const formula *formula_here(fp_context *ctx, const estimate *result, const bindings *values,
                            const estimate_options *options);

/* An environment for its expressions. */
env *formula_env(fp_context *ctx, const formula *f, const bindings *values);

/* Do all conditions hold at the environment's values? */
bool formula_conditions_hold(int count, const formula_condition *conditions, env *e);

/* What a closed term says there; false: it has no value there. */
bool formula_term_ticks(const formula_term *t, env *e, int128 *ticks);

/* The time there; open terms are as they are where it was made. False: a condition does not hold.
 */
bool formula_ticks(const formula *f, env *e, int128 *ticks);

#endif
