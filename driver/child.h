#ifndef FPREDICT_DRIVER_CHILD_H
#define FPREDICT_DRIVER_CHILD_H

/* Other programs that a command runs, one at a time. Each has a process group of
 * its own, so that all it has started ends with it, and signals that would end
 * fpredict end the group first. */

#include "support/arena.h"

typedef enum child_end {
    CHILD_OK,
    CHILD_NOT_STARTED, /* `text` says why */
    CHILD_FAILED,      /* `status` is its exit code, or 128 and a signal */
    CHILD_STUCK,       /* it was ended, as nothing has moved for so long */
    CHILD_INTERRUPTED  /* we were told to end, and it has been */
} child_end;

typedef struct child_result {
    child_end end;
    int status;
    const char *text;
} child_result;

typedef struct child_command {
    const char *const *arguments; /* the program first, looked for in $PATH; null at the end */
    const char *output;           /* file for its standard output and error; null: ours */
    const char *growing;          /* a file that must grow; null: the program must end */
    int patience_s;               /* end it when that has not happened for so long; 0: wait */
} child_command;

child_result child_run(const child_command *command);

/* Returns the path of a program of that name in $PATH, or null; of a name with a
 * '/' that itself. */
const char *child_find(arena *a, const char *name);

#endif
