#ifndef FPREDICT_FRONTEND_VALUE_ARRAY_CONSTANTS_H
#define FPREDICT_FRONTEND_VALUE_ARRAY_CONSTANTS_H

/* The elements of integer arrays that are never assigned, or once. */

#include "frontend/value/state.h"

/* The elements of an integer array of one dimension, and their number; -1: it is none,
 * 0: how many it has is not known. */
int value_elements(lowering *lo, const decl *d, const expr *const **elements);
/* A distribution takes its sizes from arrays: those that have no value yet have the one that their
 * arrays hold at the directive, where that is executed once. */
void value_take_sizes(lowering *lo, const directive *d);
/* The element at `index`, 0 or more, which loops may move; null: some of them are not known. */
const expr *value_element(lowering *lo, const decl *d, const expr *index);
/* One of `count` expressions, by the index; null: those that it may be are not known. */
const expr *value_choice(lowering *lo, const expr *const *element, int count, const expr *index);

#endif
