#ifndef FPREDICT_FRONTEND_LOWER_GEOMETRIC_LOOP_H
#define FPREDICT_FRONTEND_LOWER_GEOMETRIC_LOOP_H

/* Loops that multiply or divide their variable by a constant. */

#include "frontend/value/state.h"

typedef struct geometric {
    const decl *var;
    int64_t factor; /* 2 or more */
    bool is_division;
    const expr *first; /* the variable's first value */
    const expr *last;  /* the number of multiplications before the last iteration */
    bool is_exact;     /* only the bound ends it */
} geometric;

bool lower_geometric(lowering *lo, const syntax *s, const expr *trips, geometric *out);
/* What the variable is after `v` multiplications. */
const expr *lower_geometric_value(lowering *lo, const geometric *g, const loop_var *v);
/* The variable that a `for` multiplies or divides; null: none. */
const decl *lower_growing_variable(lowering *lo, const syntax *s);

#endif
