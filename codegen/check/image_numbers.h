#ifndef FPREDICT_CODEGEN_CHECK_IMAGE_NUMBERS_H
#define FPREDICT_CODEGEN_CHECK_IMAGE_NUMBERS_H

#include "codegen/text/emitter.h"

/* Refuses references to images that there are not; of those that only a run tells, the run-time
 * library says so. */
void emit_check_images(emitter *e);

#endif
