#ifndef FPREDICT_FRONTEND_LOWER_LOOP_BOUNDS_H
#define FPREDICT_FRONTEND_LOWER_LOOP_BOUNDS_H

/* The heads of loops: variable, bounds and step. */

#include "frontend/lower/canonical_loop.h"
#include "frontend/lower/geometric_loop.h"
#include "frontend/lower/induction.h"

typedef struct counted {
    const decl *var;
    const expr *lower, *upper, *step; /* upper inclusive */
    loop_direction direction;
    bool is_exact;           /* the range is the whole condition */
    bool is_unequal;         /* its end is of i != n alone */
    bool wraps;              /* the variable is the range's number, modulo what its type counts */
    const expr *by_bounds;   /* with a hint: how often the bounds say; or null */
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

/* The comparison with its sides exchanged. */
syntax_op lower_mirrored(syntax_op op);
/* What the first part of a head sets the variable to, at last; null: nothing in it does. */
const syntax *lower_begin_of(const syntax *s, const decl *var);
/* The variable that a `for` counts, for directives that name loops; null: it counts none. */
const decl *lower_for_variable(lowering *lo, const syntax *s);
/* The variable that the head of a `for` with all its parts steps; null: none. */
const decl *lower_stepped_variable(lowering *lo, const syntax *s);
/* What the loop `s` calls the variable that it counts: of a member of a structure, "g->t". */
const char *lower_counter_name(lowering *lo, const syntax *s, const decl *var);
/* A new loop variable of that name. */
const loop_var *lower_counter(lowering *lo, const syntax *s, const decl *var);
/* The value of `var` after the loop's first part; null: not known, or that does not set it. */
const expr *lower_initial_value(lowering *lo, const syntax *s, const decl *var);
/* The last value that a condition allows `var`, which moves in the direction of
 * `step`; null: it does not bound it. `first` is the first value that is tested: of
 * `i != n` beside other bounds, n is one if the steps from there reach it; null: they do. *is_exact
 * becomes false where more than the bound may end the loop; *is_unequal: it is i != n alone. */
const expr *lower_bounds(lowering *lo, const syntax *s, const decl *var, const expr *step,
                         const expr *first, bool *is_exact, bool *is_unequal);

#endif
