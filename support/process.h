#ifndef FPREDICT_SUPPORT_PROCESS_H
#define FPREDICT_SUPPORT_PROCESS_H

/* Other programs, one or several at a time, each in a process group of its own that is ended
 * as a whole. Signals that would end us are waited for instead of handled, so that what has been
 * measured is kept and nothing goes on running. */

#include <signal.h>
#include <stdbool.h>

#include "support/arena.h"
#include "support/guardian.h"

/* A plain value of the caller's. */
typedef struct process_watch {
    sigset_t waited, inherited;
    bool is_interrupted; /* SIGINT, SIGTERM or SIGHUP has come … */
    int signal_number;   /* … which of them, the first */
    guardian guard;      /* ends what runs if we are ended so that nobody can wait for it */
} process_watch;

/* From here on, until process_unwatch, the signals are ours, but for those that are ignored: of the
 * thread that calls, which must be the one that runs the programs. */
void process_watch_signals(process_watch *w);
void process_unwatch(process_watch *w);

/* What to run: either of the first two. Its input is empty, unless it keeps ours. */
typedef struct process_command {
    const char *shell;            /* a command of the shell */
    const char *const *arguments; /* a program, looked for in $PATH, and its; null at the end */
    const char *const *variables; /* NAME=VALUE for its environment, null at the end; or null */
    const char *output;           /* file for its standard output and error; null: ours */
    const char *printed;          /* a file that it prints into beside that; or null */
    long long most_bytes;         /* it is ended when one of the two has more; 0: never */
    int limit_s;                  /* it is ended after so long; 0: never */
    bool keeps_input;             /* not a terminal's: in a group of its own it would be stopped */
    const char *growing;          /* a file, whose size must change … */
    int patience_s;               /* … every so often, or it is ended; 0: need not */
} process_command;

/* More bytes than any program prints that people read. */
enum { PROCESS_MUCH = 256 << 20 };

typedef enum process_end {
    PROCESS_OK,
    PROCESS_NOT_STARTED,
    PROCESS_FAILED,  /* `status` says how */
    PROCESS_LATE,    /* the limit is over: it was ended */
    PROCESS_STUCK,   /* the growing file has not changed: it was ended */
    PROCESS_ENDLESS, /* it has printed more than it may: it was ended */
    PROCESS_STOPPED  /* we were told to end, and it has been */
} process_end;

typedef struct process_result {
    process_end end;
    int status;      /* exit code, or 128 and a signal, as shells say it */
    const char *why; /* in the arena, to follow its name: "exits with 3: last lines"; of
                      * PROCESS_OK null */
    const char *how; /* of PROCESS_FAILED the same without what it has said */
    bool is_killed;  /* by a signal itself: else a code from 128 on may be what it says of others */
} process_result;

/* Runs it to its end, and ends all that it has started and left in its group. Once the
 * watch is interrupted nothing is started any more. */
process_result process_run(process_watch *w, arena *a, const process_command *command);

/* One that has been started, in the arena; `command` must live as long. */
typedef struct process process;

/* Starts a program and does not wait for it. What keeps it from being started is the result
 * that it then has. */
process *process_start(process_watch *w, arena *a, const process_command *command);

/* Waits until one of several has ended, or is ended by its limits or because we are told to
 * end. Returns which, with its result; it is gone then, and the others must be waited for,
 * too. */
int process_wait(process_watch *w, arena *a, int count, process *const *started,
                 process_result *out);

/* Returns the path of a program of that name in $PATH, or null; of a name with a '/' that
 * itself. */
const char *process_find(arena *a, const char *name);

/* Puts '?' in the place of what is no text (control characters but tabs and line ends, and bytes
 * that are not UTF-8) of what a program has said, so that a terminal shows it and does nothing
 * else. */
void process_make_plain(char *text);

/* Words of the shell that stand for the text as it is. */
const char *process_quote(arena *a, const char *text);

#endif
