#ifndef FPREDICT_PLAN_NORMALIZE_RENAMING_H
#define FPREDICT_PLAN_NORMALIZE_RENAMING_H

/* What a function's variables, expressions and references are where a call has its body: the
 * actual arrays and integer values in the place of its formals. Of a null renaming all are what
 * they were; of null pointers, null. */

#include "plan/normalize/array_names.h"
#include "plan/planner/planner.h"

typedef struct renaming {
    const node *call;
    const function *callee;
    const variable *const *actual; /* by formal index; null: not an array */
    const reference *const *first; /* likewise: where the part of it begins; null: it is whole */
    const argument *arguments;     /* likewise; null: of no call */
    expr_substitution values;
    const unknown_effect *unknowns; /* of the call */
    const source_range *place; /* stands for all places of an intrinsic's body: its call; or null */
    array_names *names;        /* of a clone of what is no function's body; or null */
    bool is_called; /* likewise, in a function that it calls: what that does to its formals stays */
} renaming;

const expr *renaming_expr(planner *p, const renaming *r, const expr *e);
const variable *renaming_variable(planner *p, const renaming *r, const variable *v);
const variable *const *renaming_scalars(planner *p, const renaming *r, int count,
                                        const variable *const *list);

/* Where the part begins that the call passes for `v`; null: `v` is no formal, or gets a whole. */
const reference *renaming_first(const renaming *r, const variable *v);
/* What the call passes for the formal `v`, where that may lead into several arrays; or null. */
const argument *renaming_led_by(const renaming *r, const variable *v);

const reference *renaming_reference(planner *p, const renaming *r, const reference *ref);
/* After what is read, in its order, what may be read besides, by formals that may lead into several
 * arrays: *count is then more. */
const reference *const *renaming_reads(planner *p, const renaming *r, int *count,
                                       const reference *const *reads);
/* Where the arrays exchange their elements, or get back what they had. */
const array_exchange *renaming_exchange(planner *p, const renaming *r, const array_exchange *x);
const on_clause *renaming_clause(planner *p, const renaming *r, const on_clause *clause);
const reduction *renaming_reductions(planner *p, const renaming *r, int count,
                                     const reduction *items);
/* The same unknowns, of this call's arrays. */
const unknown_effect *renaming_unknowns(planner *p, const renaming *r, const unknown_effect *list);

/* Of its declaration, in which a flat array has one. */
int renaming_declared_rank(const variable *v);

#endif
