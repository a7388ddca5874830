#ifndef FPREDICT_FRONTEND_LOWER_CANONICAL_LOOP_H
#define FPREDICT_FRONTEND_LOWER_CANONICAL_LOOP_H

/* A loop as the `for` that it is. */

#include "frontend/value/state.h"

typedef struct canonical {
    syntax loop;        /* in four parts, the second and third not null */
    const syntax *move; /* where the variable moves, when that is within the body; or null */
    bool moves_first;   /* the variable moves before the body */
    bool tests_old;     /* the condition is of its value before the move */
    bool runs_once;     /* at least */
} canonical;

/* False: the loop counts nothing. */
bool lower_canonical(lowering *lo, const syntax *s, canonical *out);

#endif
