#ifndef FPREDICT_CODEGEN_TEXT_EDIT_H
#define FPREDICT_CODEGEN_TEXT_EDIT_H

/* The text of the source, with edits. Places are offsets in the file, in bytes. */

#include "codegen/text/emitter.h"

/* The source, with the edits, and without directives. */
size_t emit_begin(source_range where);
size_t emit_end(source_range where);
void emit_source(emitter *e, const source_file *file, size_t begin, size_t end);
/* The same text by itself, in the arena. */
const char *emit_text_of(emitter *e, source_range where);
void emit_edit(emitter *e, const source_file *file, size_t begin, size_t end, const char *text);
/* Do both have one text, for different structures? */
bool emit_is_same_text(const function *a, const function *b);
/* Is it for the function whose text is being written? */
bool emit_is_edit_here(const emitter *e, const edit *one);
/* Around all that is done about a body that is there for each iteration: what is edited is edited
 * for that. Of other statements these do nothing. */
void emit_enter_copy(emitter *e, const outline *o);
void emit_leave_copy(emitter *e, const outline *o);
/* The columns before a place of the source, as they are written there. */
const char *emit_indent(emitter *e, const source_file *file, size_t at);

#endif
