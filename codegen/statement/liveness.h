#ifndef FPREDICT_CODEGEN_STATEMENT_LIVENESS_H
#define FPREDICT_CODEGEN_STATEMENT_LIVENESS_H

/* Liveness in the source's text: is a value that a statement leaves looked at later? Where control
 * flow is not followed (labels, cases of a switch), the answer is yes. */

#include "codegen/text/mention.h"

/* May the value that the storage has after what stands at begin…end of the function at hand be read
 * before another takes its place: after it, in a later iteration of a loop around it, in a
 * function that is called there, or by who calls this one? */
bool live_after(const emitter *e, size_t begin, size_t end, storage what);

/* May an iteration of the loop, one of the function at hand, read the value that an earlier one has
 * left there? */
bool live_between_iterations(const emitter *e, const outline *loop, storage what);

/* Does the function take the address, so that it may be read by another name? */
bool live_has_address(const function *f, storage what);

#endif
