#ifndef FPREDICT_FRONTEND_VALUE_POINTS_TO_STATE_H
#define FPREDICT_FRONTEND_VALUE_POINTS_TO_STATE_H

/* The inside of value/points_to.h: for the files points_to.c, points_to_value.c and
 * points_to_answer.c. */

#include "frontend/value/points_to.h"
#include "support/vec.h"

/* Of the arrays' positions in points_to.arrays, and after these of the functions'. */
typedef uint64_t *bit_set;

typedef struct points_to {
    int count, words, variable_count;
    const variable **arrays;
    const char **record;         /* of which structure an array is a member; null: of none */
    VEC(const decl *) functions; /* that are named otherwise than to be called */
    int *number;                 /* by a declaration's id: 1 + its position in these; 0: none */
    int *position;               /* by a variable's id; -1: it is not distributed */
    bit_set *of;                 /* by a declaration's id: what is not followed */
    bit_set *bound;              /* formals: the actual arrays, which plan/ puts in their place */
    bit_set memory;              /* of all pointers that are reached by pointers */
    bit_set others;              /* of functions elsewhere */
    bit_set none;
    bool *is_moved;  /* by a declaration's id: the pointer is assigned, or its address taken */
    bit_set pointed; /* of functions that are called by pointers; null: not asked for yet */
    bool has_changed;
    bool has_elsewhere; /* some call leads out of this source, and may come back */
} points_to;

/* points_to_value.c */
bit_set points_new_set(lowering *lo, const points_to *pt);
void points_add_all(const points_to *pt, bit_set into, const uint64_t *from);
void points_add_one(const points_to *pt, bit_set into, const variable *v);
/* Adds, and notes whether something was new. */
void points_grow(lowering *lo, points_to *pt, bit_set *into, const uint64_t *from);
bool points_is_pointer(const c_type *type);
/* These add what the value of an expression, the place that it names, or a declared name may be. */
void points_value(lowering *lo, const syntax *s, bit_set out);
void points_address(lowering *lo, const syntax *s, bit_set out);
void points_name(lowering *lo, const decl *d, bit_set out);
/* Of all that the pointer in `p->m` may lead to, leaves what m may be in. */
void points_leave_member(const points_to *pt, const syntax *s, bit_set set);
/* The array that plan/ puts in the place of a formal which is given `s`; null: none. */
const decl *points_actual(const syntax *s);

#endif
