#ifndef FPREDICT_CODEGEN_CHECK_THREADS_H
#define FPREDICT_CODEGEN_CHECK_THREADS_H

#include "codegen/text/emitter.h"

/* Leaves OpenMP's directives out, and warns of it: loops that they stand before are divided, and
 * read otherwise. Each process is one thread, as it is predicted. */
void emit_leave_out_threads(emitter *e);

#endif
