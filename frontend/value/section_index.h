#ifndef FPREDICT_FRONTEND_VALUE_SECTION_INDEX_H
#define FPREDICT_FRONTEND_VALUE_SECTION_INDEX_H

/* Array sections: the elements of one, and the one that stands for it in a nest. */

#include "frontend/value/access_path.h"

typedef struct section_bounds {
    const expr *base, *length, *step; /* null: not known */
    source_range where;
} section_bounds;

/* The loops that an array assignment's sections stand for. */
struct section_nest {
    source_range where; /* of the reference whose section it is */
    int rank;
    section_bounds of[MAX_RANK];
    const expr *position[MAX_RANK]; /* how many elements come before: 0, 1, … */
    int64_t known[MAX_RANK];        /* the length, by the definitions; -1: unknown */
};

/* The bounds of section `s`, the next subscript of `p`, whose array is of type `array`. */
section_bounds section_bounds_of(lowering *lo, const place *p, const c_type *array,
                                 const syntax *s);

/* The index of the element of section `s`, the next subscript of `p`, that the nest
 * is at; null: indirect, or a section that stands where none may. */
const expr *section_index(lowering *lo, place *p, const c_type *array, const syntax *s);

#endif
