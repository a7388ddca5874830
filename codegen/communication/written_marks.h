#ifndef FPREDICT_CODEGEN_COMMUNICATION_WRITTEN_MARKS_H
#define FPREDICT_CODEGEN_COMMUNICATION_WRITTEN_MARKS_H

/* Elements that are written for others, whose indices are known only at run time. */

#include "codegen/text/emitter.h"

/* Does the statement write an element that is known only at run time, for
 * its owner? Then the library must be told which. */
bool write_is_marked(const emitter *e, const node *n);
/* Tells it, after the statement. */
void emit_write_mark(emitter *e, const node *n);

#endif
