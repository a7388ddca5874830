#ifndef FPREDICT_CODEGEN_TEXT_NAMES_H
#define FPREDICT_CODEGEN_TEXT_NAMES_H

/* Names that the program defines. */

#include "codegen/text/emitter.h"

/* Refuses names of the source that the program has for something else. */
void emit_check_names(emitter *e);
/* The same of one that the function at hand gets. */
void emit_check_local(emitter *e, const char *name);
/* What the program calls a grid. */
const char *emit_grid_name(const emitter *e, const proc_grid *g);

/* The last part of its path. */
const char *emit_file_name(const source_file *file);

#endif
