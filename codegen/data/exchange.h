#ifndef FPREDICT_CODEGEN_DATA_EXCHANGE_H
#define FPREDICT_CODEGEN_DATA_EXCHANGE_H

/* Arrays that exchange their elements where the source exchanges their pointers: their descriptors
 * exchange their memory, and each function takes its pointers anew. */

#include "codegen/text/emitter.h"

/* Fills emitter.exchanges: after emit_find_arrays. Makes the windows of what is exchanged one. */
void emit_find_exchanges(emitter *e);
/* Edits that leave out the statements that an exchange begins with. */
void emit_drop_exchanges(emitter *e);
/* Is it a statement of an exchange? */
bool emit_is_exchange(const emitter *e, const outline *o);
/* In the place of the statement that an exchange ends with. */
void emit_exchange(emitter *e, const outline *o, const array_exchange *x);
/* What a function that exchanges its formals keeps at its beginning, and puts back at its end, the
 * node of which that is: emit_is_undone. */
void emit_keep_exchanged(emitter *e, const node *body, const char *indent);
bool emit_is_undone(const node *n);
void emit_undone(emitter *e, const node *n);
/* After statements that call functions which exchange arrays: the pointers to these. `first` is the
 * first node of the statement, `stop` the one after it. False: they exchange none. */
bool emit_exchanged_pointers(emitter *e, const node *first, const node *stop);
/* Does a call among these exchange arrays of which the function at hand has pointers? */
bool emit_calls_exchange(const emitter *e, const node *first, const node *stop);

#endif
