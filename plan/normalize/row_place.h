#ifndef FPREDICT_PLAN_NORMALIZE_ROW_PLACE_H
#define FPREDICT_PLAN_NORMALIZE_ROW_PLACE_H

/* Which row an index of an array of rows means, and which place in it. Private to plan/. */

#include "plan/planner/planner.h"

typedef struct row_place {
    const expr *row, *place;  /* index = row * extent + place */
    bool is_proved;           /* 0 <= place < extent wherever the index is used */
    const expr *least, *most; /* of the place, without loop variables; null: not known */
} row_place;

/* Divides an index that is used inside these loops, the innermost last, by the length of a row,
 * which has one element at least. False: the index is no polynomial that can be divided. */
bool row_place_find(planner *p, int count, const loop_node *const *loops, const expr *index,
                    const expr *extent, row_place *out);

#endif
