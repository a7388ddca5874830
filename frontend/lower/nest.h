#ifndef FPREDICT_FRONTEND_LOWER_NEST_H
#define FPREDICT_FRONTEND_LOWER_NEST_H

/* Directives before a loop nest, and the plan for each of its loops. */

#include "frontend/lower/directive.h"

enum { NEST_DEPTH_MAX = 16 }; /* loops that directives may name */

/* Loops directly inside each other, from the outermost on, each of which has a plan. */
typedef struct loop_nest {
    const syntax *loop[NEST_DEPTH_MAX];
    int count;
} loop_nest;

/* Fixes clauses and loop variables of the nest at `s`. */
void lower_plan_nest(lowering *lo, const attached *with, const syntax *s);
planned_loop *lower_find_plan(lowering *lo, const syntax *s);
/* The plan for the loop, which is thereby used; null: there is none. */
const planned_loop *lower_planned(lowering *lo, const syntax *s);

#endif
