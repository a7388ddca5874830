#ifndef FPREDICT_PLAN_NORMALIZE_RECURSION_H
#define FPREDICT_PLAN_NORMALIZE_RECURSION_H

/* Functions that call themselves, as loops over their executions. Private to plan/. */

#include "plan/normalize/execution_slice.h"

/* A function whose body is being cloned for a call from outside of it. */
typedef struct recursion {
    const function *callee;
    struct recursion *root;    /* of the functions that call each other: the one that is called from
                                * elsewhere; itself, or one around it. It has all that follows */
    const argument *arguments; /* of that call; null: it is the entry */
    const expr *hinted; /* of that call, which is one of those by which others call themselves: what
                           a hint says of these; or null */
    const node *again;  /* the first call that leads back to one of them; null: none so far */
    bool has_others;    /* some lead back to others than the root */
    const variable *own; /* a distributed array of one of the functions on the way back, of which
                            each execution has another; null: there is none */
    bool reaches_arrays; /* that are mapped: by their formals, too */
    const expr *trips;   /* how often it is executed in all, by that call */
    bool keeps_arrays;   /* all such calls pass the arrays on that it got */
    bool is_counted;     /* what is cloned is the body of the loop, */
    bool is_kept;        /* or the function as the text has it, with the calls of itself */
    const expr *number;  /* then: the number of the execution, from 0 */
    execution_step step; /* what the formals are in the next execution */
} recursion;

/* Is it what a hint says, and no parameter that waits for --set? */
bool recursion_is_hint(const expr *trips);
/* The innermost one of the function that is being cloned; null: it is not called from itself. */
recursion *recursion_of(planner *p, const function *f);
/* Notes `call`, which leads back to it; `arguments` and `trips` are those of this clone. Returns
 * the effect that stands for it, before `others`. */
const unknown_effect *recursion_note(planner *p, recursion *to, const node *call,
                                     const argument *arguments, const expr *trips,
                                     const unknown_effect *others);
/* After the body has been cloned: may it be a loop? Else the function does not call itself, or how
 * it does is not followed, which is reported. */
bool recursion_is_loop(planner *p, const recursion *x);
/* Then: is it for a generated program that keeps the function, and need be no loop? What is
 * communicated is written in the source: the plan need not know what was fetched before an
 * execution. Arrays of its own the program has once, and not for each execution. */
bool recursion_keeps_function(const planner *p, const recursion *x);
/* Or else, with another clone in which the formals have no values, `body`: that loop, without a
 * body. `first`: what the formals are in its first execution. */
node *recursion_loop(planner *p, recursion *x, const node *call, const node *body,
                     const expr_substitution *first);
/* What the formals are in an execution of that loop. */
expr_substitution recursion_values(planner *p, const recursion *x, const expr_substitution *first);
/* A branch that leads to such a call, and that nothing else decides, is executed in all executions
 * but the last, and one that returns before such a call in the last only. `c`: a clone of `from`.
 */
void recursion_decide(planner *p, const node *from, if_node *c);

#endif
