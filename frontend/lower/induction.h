#ifndef FPREDICT_FRONTEND_LOWER_INDUCTION_H
#define FPREDICT_FRONTEND_LOWER_INDUCTION_H

/* Induction variables: those that a counted loop moves by the same amount in each iteration. */

#include "frontend/value/state.h"

typedef struct induction {
    const decl *var;
    const syntax *move; /* the statement that moves it */
    const expr *first;  /* its value before the loop */
    const expr *step;   /* null: the amount is not the same in all iterations */
} induction;
typedef VEC(induction) induction_vec;

/* To be asked before the loop makes its variables vary. */
induction_vec lower_inductions(lowering *lo, const syntax *loop);
/* Sets them for the iteration; then, where the loop ran `trips` times, after it. */
void lower_enter_inductions(lowering *lo, induction_vec *moved, const loop_var *counter,
                            const expr *iteration);
void lower_leave_inductions(lowering *lo, const induction_vec *moved, const expr *trips);

#endif
