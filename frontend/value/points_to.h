#ifndef FPREDICT_FRONTEND_VALUE_POINTS_TO_H
#define FPREDICT_FRONTEND_VALUE_POINTS_TO_H

/* Which distributed arrays pointers may point to: of the whole program, whatever the order of its
 * statements (L. O. Andersen, "Program Analysis and Specialization for the C Programming
 * Language", 1994, chapter 4). What a structure, an array of pointers or a function holds or
 * returns is one set; all pointers that other pointers lead to are another one. */

#include "frontend/value/state.h"

typedef struct array_list {
    int count;
    const variable *const *arrays;
} array_list;

typedef struct called_list {
    int count;
    const decl *const *functions;
} called_list;

/* Finds them, once all directives are resolved. */
void points_to_find(lowering *lo);

/* Those that the value of an expression may be an address in. */
array_list points_to_of(lowering *lo, const syntax *address);

/* Those that an access to `s`, an element, may touch by an address that is not followed. */
array_list points_to_through(lowering *lo, const syntax *s);

/* Those that functions without a body here may touch whatever they are given: other files see
 * them, or their addresses were passed or stored where such functions find them. */
array_list points_to_of_others(lowering *lo);

/* The functions that a call by a pointer may lead to; none: that is not known, for the pointer may
 * come from functions without a body here. */
called_list points_to_called(lowering *lo, const syntax *call);

/* Those that these functions touch; of none, that functions touch which are called by pointers;
 * false: any. */
bool points_to_of_pointed(lowering *lo, called_list called, array_list *touched);

/* Those that the functions whose addresses are taken in `s` mention, and all that they call. */
array_list points_to_of_callbacks(lowering *lo, const syntax *s);

/* May the call, of a function elsewhere, lead to functions of this source: is it given their
 * addresses, or may it find them where other files look? */
bool points_to_calls_back(lowering *lo, const syntax *call);

/* Those that such functions mention, and all that they call. */
array_list points_to_of_called_back(lowering *lo, const syntax *call);

#endif
