#ifndef FPREDICT_CODEGEN_STATEMENT_REGION_H
#define FPREDICT_CODEGEN_STATEMENT_REGION_H

/* Regions that the source marks (`#pragma fpredict region NAME`), for `fpredict record`. */

#include "codegen/text/emitter.h"

/* Does one or more begin with the statement that is written next? */
bool emit_is_region(const emitter *e, const outline *o);
/* The calls before the statement, with what it receives, and after it. The first returns how many
 * regions begin, which the second is told. */
int emit_regions_begin(emitter *e, const outline *o, const char *indent);
void emit_regions_end(emitter *e, int count, const char *indent);
/* When all is written: warns of those that are not in the program. */
void emit_check_regions(emitter *e);

#endif
