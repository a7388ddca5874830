#ifndef FPREDICT_VALIDATE_PROCESS_H
#define FPREDICT_VALIDATE_PROCESS_H

/* Other programs, run one at a time, in a process group of their own that is ended as a
 * whole; for validate/ only. Signals that would end us are waited for instead of handled, so
 * that what has been measured is kept and nothing goes on running. */

#include <signal.h>
#include <stdbool.h>

#include "support/arena.h"

typedef struct process_watch {
    sigset_t waited, inherited;
    bool is_interrupted; /* SIGINT, SIGTERM or SIGHUP has come */
} process_watch;

/* From here on, until process_unwatch, the signals are ours. */
void process_watch_signals(process_watch *w);
void process_unwatch(process_watch *w);

typedef enum process_end { PROCESS_OK, PROCESS_FAILED, PROCESS_LATE, PROCESS_STOPPED } process_end;

typedef struct process_result {
    process_end end;
    const char *why; /* of PROCESS_FAILED and PROCESS_LATE: "exits with 3: last line of it" */
} process_result;

/* Runs a command of the shell with `extra` (NAME=VALUE, null at the end) in its environment,
 * its input empty and its output in the file `log`; ends it and all that it has started
 * after `limit` seconds. */
process_result process_run(process_watch *w, arena *a, const char *command,
                           const char *const *extra, const char *log, int limit);

/* Words of the shell that stand for the text as it is. */
const char *process_quote(arena *a, const char *text);

#endif
