#ifndef FPREDICT_CODEGEN_DATA_INQUIRY_H
#define FPREDICT_CODEGEN_DATA_INQUIRY_H

#include "codegen/text/emitter.h"

/* Does the program ask XcalableMP's library of nodes, templates or arrays? */
bool emit_asks_of_names(const emitter *e);
/* Then templates have their axes, also those that nothing is aligned with; before declarations. */
void emit_find_named_axes(emitter *e);
/* And the program says what its names are: lines at the end of lay_out. */
void emit_names(emitter *e);

#endif
