#ifndef FPREDICT_CODEGEN_CHECK_XMP_LIBRARY_H
#define FPREDICT_CODEGEN_CHECK_XMP_LIBRARY_H

/* Calls of XcalableMP's library. */

#include "codegen/text/emitter.h"

/* Refuses calls of functions that the run-time library does not have. */
void emit_check_library(emitter *e);

#endif
