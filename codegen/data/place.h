#ifndef FPREDICT_CODEGEN_DATA_PLACE_H
#define FPREDICT_CODEGEN_DATA_PLACE_H

/* Where elements of dense dimensions are: what the program has for their subscripts. */

#include "codegen/text/emitter.h"

/* Are the places of the dimension in a table, which the program has a pointer to? */
bool emit_has_table(const array_info *a, int d);
const char *emit_places_name(const emitter *e, const pointer *p, int d);

/* Has an element in the list this cell's place, which a loop over the cells can count along? Not in
 * functions that are called there. */
bool emit_has_local(const emitter *e, const node *list, const axis_map *map, const expr *cell);
/* Adds to beside_indices what elements of arrays by owners in the list want beside the loop's
 * places. */
void emit_find_beside(emitter *e, const node *list, const local_index *x);

/* Is the element, where another processor has it, stored by itself? */
bool emit_is_apart(const emitter *e, const reference *r);
/* Such an element, by expressions of the plan; false: it is another. */
bool emit_apart(emitter *e, const reference *r);
/* The same of subscripts that the text has, as edits: the name has none. */
void emit_edit_apart(emitter *e, const reference *r, const outline_name *n);

/* The subscripts of an element, which are expressions of the plan. */
void emit_subscripts(emitter *e, const reference *r);
/* The element with its subscripts. */
const char *emit_element_text(emitter *e, const reference *r);
/* The same of subscripts that the text has, as edits. */
void emit_edit_subscripts(emitter *e, const reference *r, const outline_name *n);
/* The same of elements that a statement names again, for which the plan has no reference of their
 * own. After those that it has. */
void emit_edit_repeated(emitter *e, const outline *o);
/* Elements of other arrays that it names again. Where one reads otherwise than the first time, and
 * has no edit, it is refused. */
void emit_edit_again(emitter *e, const outline *o);

#endif
