#ifndef FPREDICT_FRONTEND_VALUE_EXCHANGE_RUN_H
#define FPREDICT_FRONTEND_VALUE_EXCHANGE_RUN_H

/* What statements that assign pointers to each other, and do nothing else, have done to them. */

#include "frontend/value/state.h"

enum { EXCHANGED_MOST = 16 };

/* What a function that exchanges is given: *formal is that pointer. */
typedef struct pointer_binding {
    const decl *formal, *cell;
} pointer_binding;

/* What each pointer holds, as the number of that which held it at the beginning. */
typedef struct exchange_run {
    const lowering *lo;
    const decl *cell[EXCHANGED_MOST];
    int holds[EXCHANGED_MOST];
    bool is_inner[EXCHANGED_MOST]; /* a variable of a function that is called */
    int count;
    pointer_binding bound[EXCHANGED_MOST];
    int bound_count;
    const decl *callee; /* whose body it is in; or null */
    int depth;
} exchange_run;

/* Executes the statement; false: it does something else. */
bool exchange_step(exchange_run *r, const syntax *s);
/* Do all mapped pointers hold what they held before, in another order? */
bool exchange_is_complete(const exchange_run *r);
/* The array of a variable, or of a member, that is a mapped pointer; or null. */
const variable *exchange_mapped(const lowering *lo, const decl *d);
const syntax *exchange_without_casts(const syntax *s);

#endif
