#ifndef FPREDICT_DRIVER_FPREDICT_EMIT_OUTPUT_H
#define FPREDICT_DRIVER_FPREDICT_EMIT_OUTPUT_H

/* Where the files of a generated program go. */

#include "codegen/codegen.h"
#include "driver/fpredict/session.h"

/* Writes them: to standard output, to the file of --output, or, where that is a folder or there
 * are several, below it, each with the path that its source has below the folder that all sources
 * have in common. Returns false after reporting that one cannot be written. */
bool emit_write(session *s, const codegen_files *files);

#endif
