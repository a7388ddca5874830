#ifndef FPREDICT_CODEGEN_DATA_FOLLOWED_POINTER_H
#define FPREDICT_CODEGEN_DATA_FOLLOWED_POINTER_H

/* Pointers of the source into distributed arrays, of which the front end knows where they point:
 * the program names the elements themselves. What the pointers are set to is left out: they are
 * null. */

#include "codegen/text/emitter.h"

/* Edits for the function that is written next, and fills emitter.left_out. */
void emit_leave_out_followed(emitter *e, const instance *f);
/* Is the name one of a pointer whose value the function at hand leaves out? */
bool emit_is_followed_here(const emitter *e, const outline_name *n);
/* Can the element be said by the array's own subscripts where it is named? */
bool emit_names_followed(const emitter *e, const reference *r);
/* In the place of an element that the text has by such a pointer. */
void emit_edit_followed(emitter *e, const reference *r);

#endif
