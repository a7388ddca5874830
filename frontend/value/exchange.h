#ifndef FPREDICT_FRONTEND_VALUE_EXCHANGE_H
#define FPREDICT_FRONTEND_VALUE_EXCHANGE_H

/* Statements that exchange mapped pointers: t = u; u = v; v = t, swap(&u, &v), SWAP(u, v). Where
 * all assignments of the pointers but those of new memory are such, and their arrays are of one
 * shape and mapping, each pointer stays the name of one array, and the arrays exchange their
 * elements: wherever that happens, in branches, in loops of any number of iterations, in functions.
 */

#include "frontend/value/state.h"

typedef struct pointer_exchange {
    const syntax *first; /* of `following` statements, which follow each other in a block */
    int following;
    int count; /* with one that stands before others, it may be: exchange_run.h */
    const syntax *const *statement;
    int pointer_count;
    const decl *const *pointer;
    const int *from;                     /* pointer i gets what pointer from[i] has had */
    const struct structure_exchange *of; /* they are members of structures whose pointers these
                                            statements exchange; or null */
    bool is_by_value;                    /* they are formals: value/exchange_formal.h */
} pointer_exchange;

/* Fills lowering.exchanges: after the directives are resolved. */
void exchanges_find(lowering *lo);
/* The one whose first statement that is; or null. */
const pointer_exchange *exchange_beginning(const lowering *lo, const syntax *s);
/* Is it a statement of one? */
bool exchange_has(const lowering *lo, const syntax *s);
/* The formals that the function exchanges; returns how many. */
int exchange_formals_of(const lowering *lo, const decl *f, const decl *const **formals);
/* Is it exchanged somewhere? */
bool exchange_is_of(const lowering *lo, const decl *pointer);
/* Does it stand for an array that is (value/exchange_stand_in.h)? */
bool exchange_is_stand_in(const lowering *lo, const decl *pointer);
/* The array of an exchanged pointer. */
const variable *exchange_array(const lowering *lo, const decl *pointer);
/* Does the statement, or what it calls, exchange pointers? */
bool exchange_is_in(const lowering *lo, const syntax *s);
/* Pointers into the arrays of exchanged ones lead into others once `s` has been executed. */
void exchange_forget(lowering *lo, const syntax *s);

#endif
