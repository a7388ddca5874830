#ifndef FPREDICT_VALIDATE_SERIAL_H
#define FPREDICT_VALIDATE_SERIAL_H

/* Programs as they stand, their directives ignored, in one process: what `--serial` makes and
 * runs instead of generated ones, and what these must print. For validate/ only. All return
 * commands of the shell, in the arena. */

#include "validate/validate.h"

/* The source of the clock that is linked into them, and its object in `folder`. */
const char *serial_clock_source(arena *a, const validate_setup *setup);
const char *serial_build_clock(arena *a, const validate_setup *setup, const char *folder);
/* The beginning of a command: what follows is compiled as the source of a case is. */
const char *serial_compile(arena *a, const validate_setup *setup, const validate_case *c);
/* Writes all that the compiler reads of a case, whose source is the file `source`, into the file
 * `out`: what a result belongs to. */
const char *serial_preprocess(arena *a, const validate_setup *setup, const validate_case *c,
                              const char *source, const char *out);
const char *serial_build(arena *a, const validate_setup *setup, const validate_case *c,
                         const char *source, const char *folder, const char *out);
const char *serial_run(arena *a, const validate_setup *setup, const char *executable);

#endif
