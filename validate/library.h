#ifndef FPREDICT_VALIDATE_LIBRARY_H
#define FPREDICT_VALIDATE_LIBRARY_H

/* The run-time library that generated programs are linked with. For validate/ only. */

#include "validate/validate.h"

/* Returns a command of the shell, in the arena, that compiles each file of the library into an
 * object in `folder`, as many at once as this process may use processors, and fails when one does.
 * Nothing that it has started is running when it has ended. */
const char *library_build(arena *a, const validate_setup *setup, const char *folder);

#endif
