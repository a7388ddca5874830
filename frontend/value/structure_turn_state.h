#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_TURN_STATE_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_TURN_STATE_H

/* The inside of value/structure_turn.h: for the files structure_turn.c and
 * structure_turn_pointer.c. */

#include "frontend/value/structure_turn.h"

enum { TURNS_MOST = 16 };

/* A variable that is declared with what the integer tells, or a formal that gets that. */
typedef struct told {
    const decl *d;
    const syntax *value;
} told;

/* An integer that goes round, and what is known of it. */
typedef struct turning {
    structure_arrays *w;
    const decl *v;
    const structure_array *of; /* the array whose elements it tells; null: none so far */
    int count;                 /* how many values it has, one after the other */
    int64_t value[TURNS_MOST];
    int64_t next[TURNS_MOST]; /* by an element: the one that is named instead, the time after */
    bool takes_part[TURNS_MOST];
    decl *pointer[TURNS_MOST]; /* by an element */
    VEC(told) others;          /* variables that it tells, and that keep what they have got */
    const syntax *first;       /* the value that it has in the beginning */
    int firsts, turns;
    bool is_refused;
} turning;

/* structure_turn.c */
/* What the variable has got; null: it is none that the integer tells. */
const syntax *turn_told_value(const turning *t, const decl *d);
/* Is it such a pointer? */
bool turn_is_told_pointer(const turning *t, const decl *d);
/* Does the expression name the integer, or what it tells? */
bool turn_names(const turning *t, const syntax *s);
/* What the expression is where the integer has that value; false: nothing tells. */
bool turn_value_with(const turning *t, const syntax *s, int64_t value, int64_t *result);
/* v = 1 - v; also v ^= 1. Null: something else sets it, or nothing. */
const syntax *turn_value(const turning *t, const syntax *s);

/* structure_turn_pointer.c */
/* Makes a pointer for each element that takes part, and names the elements by them. */
void turn_name_elements(turning *t);

#endif
