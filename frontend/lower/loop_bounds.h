#ifndef FPREDICT_FRONTEND_LOWER_LOOP_BOUNDS_H
#define FPREDICT_FRONTEND_LOWER_LOOP_BOUNDS_H

/* Loops that count, or multiply, as lower/loop_bounds.c reads them for lower/loop.c. */

#include "frontend/lower/lower.h"

typedef struct counted {
    const decl *var;
    const expr *lower, *upper, *step; /* upper inclusive */
    loop_direction direction;
    bool is_exact;           /* the range is the whole condition */
    const expr *told;        /* with a hint: how often the source itself says; or null */
    const expr *hinted;      /* how often a hint says; or null */
    const geometric *powers; /* the range counts multiplications of the variable */
    induction_vec moved;     /* other variables that each iteration moves */
} counted;

/* With a hint, `trips` says how often; null: without. `is_divided`: among processors, so that the
 * bounds must be known. False: the loop counts nothing. */
bool lower_recognise(lowering *lo, const canonical *form, const expr *trips, bool is_divided,
                     counted *out);

/* Is the step below zero? A parameter is taken to be positive. */
bool lower_is_downwards(const expr *step);

#endif
