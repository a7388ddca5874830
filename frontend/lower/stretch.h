#ifndef FPREDICT_FRONTEND_LOWER_STRETCH_H
#define FPREDICT_FRONTEND_LOWER_STRETCH_H

/* Loops from one element of an array of integers to the next one, as through the rows of a sparse
 * matrix: for (k = first[i]; k < first[i + 1]; k++). */

#include "frontend/value/state.h"

/* From the element of the array at the index to the next one, by step 1, or to one some rows
 * further; or, by -1, back from there. */
typedef struct stretch {
    const syntax *array;
    const expr *index;
    int step;
    int64_t rows;
} stretch;

/* Is the loop `s`, which steps `k`, one? Before what the loop assigns is forgotten. */
bool lower_find_stretch(lowering *lo, const syntax *s, const decl *k, stretch *found);
/* Is it one whose first value is that of a variable, which stands for the element? */
bool lower_begins_as_stretch(lowering *lo, const syntax *s, const decl *k);
/* Sets where k begins, if all of them run as often as this one, and its step. */
void lower_note_stretch(lowering *lo, const stretch *of, while_node *w);

#endif
