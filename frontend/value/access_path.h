#ifndef FPREDICT_FRONTEND_VALUE_ACCESS_PATH_H
#define FPREDICT_FRONTEND_VALUE_ACCESS_PATH_H

/* Which object an expression designates: an element of an array through any
 * mixture of subscripts, dereferences, pointer arithmetic and casts. */

#include "frontend/value/state.h"

typedef enum place_kind {
    PLACE_NONE,    /* no object: a value */
    PLACE_SCALAR,  /* a scalar variable, in a register */
    PLACE_ELEMENT, /* an element of a variable of rank >= 1 */
    PLACE_ADDRESS, /* an array, a row of one, or a pointer: no memory is touched */
    PLACE_MEMORY   /* something else in memory: a struct's member, or what a pointer points at */
} place_kind;

/* As scalar_subscript (tree/reference.h). */
typedef struct scalar_index {
    const decl *scalar;
    const expr *offset;
    const expr *factor; /* what the scalar is multiplied by */
} scalar_index;

#define MAX_PLACE_PARTS 24

typedef struct place {
    place_kind kind;
    const decl *base;            /* null: not a variable */
    bool is_by_pointer;          /* by a pointer that leads there (value/pointer_flow.h) */
    bool is_repointed;           /* by one that may have been set to another array */
    bool is_whole_pointer;       /* to the whole array `base`: dereferenced, it is the array */
    int level;                   /* subscripts so far */
    const expr *index[MAX_RANK]; /* null: indirect */
    const expr *pending;         /* added to the pointer since the last subscript; 0 at first */
    /* Of indirect ones, and of what is pending. */
    scalar_index by_scalar[MAX_RANK], pending_by_scalar;
    index_source source[MAX_RANK], pending_source;
    const syntax *part[MAX_PLACE_PARTS]; /* every index expression, for its operations */
    int part_count;
    bool is_indirect; /* PLACE_MEMORY through a pointer that is an element of `base` */
    bool is_reshaped; /* through a cast to a shape that is unknown: so are the indices */
    int shape_rank;   /* through a cast to rows of this shape: dimensions, from level on */
    const expr *shape[MAX_RANK]; /* shape[0] is not used */
    int shape_level;             /* subscripts of the cast's shape so far */
    const expr *linear;          /* elements before the current one */
    int section_count;           /* subscripts so far that are sections */
    int index_operations;        /* as in reference */
    int member_at, member_bytes; /* likewise */
    bool is_of_member;           /* it is a member of an element, or a part of one */
} place;

place access_path_of(lowering *lo, const syntax *s);
/* The reference that a place is; null: its base is no array. */
const reference *access_path_reference(lowering *lo, const place *p, source_range where);

#endif
