#ifndef FPREDICT_FRONTEND_VALUE_ARRAY_LENGTH_H
#define FPREDICT_FRONTEND_VALUE_ARRAY_LENGTH_H

/* How many elements malloc gave, and whether those that are followed (value/array_flow.h) are all
 * of them. */

#include "frontend/value/state.h"

/* What `malloc(n * sizeof *d)` and `calloc(n, sizeof *d)` have room for; null: not known. */
const expr *value_length_of_memory(lowering *lo, const decl *d, const syntax *value);
/* Notes whether `count` elements are all that the value of the pointer has, whatever --set says;
 * false: it is known to have more. */
bool array_note_length(lowering *lo, const decl *d, const syntax *value, int count);
/* Are all elements of the array, which is followed, among those that are? */
bool array_is_whole(const lowering *lo, const decl *d);
/* Is it not even known, before --set, whether they are? */
bool array_is_open(const lowering *lo, const decl *d);
/* Does the index lead to one of the `count` that are, rather than beyond? */
bool array_reaches(lowering *lo, const decl *d, int count, const expr *index);
/* The value of the element, `value` being that of those which are followed: where --set makes the
 * array longer and the index leads beyond them, a parameter without a value, which is asked for. */
const expr *array_or_beyond(lowering *lo, const syntax *element, int count, const expr *index,
                            const expr *value);

#endif
