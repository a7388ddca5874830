#ifndef FPREDICT_DRIVER_FPREDICT_CC_INPUT_H
#define FPREDICT_DRIVER_FPREDICT_CC_INPUT_H

/* Sources that can be read only once: standard input, a pipe, a FIFO.
 *
 * The compiler, the predictors and fpredict-cc itself all want to read them. So fpredict-cc reads
 * such a source to its end, and hands what it read on to each program that it starts: a writer, a
 * child process, fills a pipe at the descriptor that the source's name stands for, or the FIFO
 * again. No file is written, so a full disk or a missing TMPDIR does not matter. */

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/arena.h"
#include "support/vec.h"

typedef struct cc_input {
    const char *path; /* as the command line names it; "-": standard input */
    int descriptor;   /* that the name stands for; -1: a FIFO, found by its name */
    const char *text; /* all of it; lives in the run's arena */
    size_t length;
} cc_input;

typedef VEC(const cc_input *) cc_inputs;

/* Can what `path` names be read only once? */
bool cc_is_read_once(const char *path);
/* Reads it to its end, unless `inputs` has it already. Returns it, or null with errno set. */
const cc_input *cc_input_read(arena *a, cc_inputs *inputs, const char *path);

/* What was read of `path`; null: nothing. */
const cc_input *cc_input_find(const cc_inputs *inputs, const char *path);

/* Children that write what was read. */
typedef struct cc_writers {
    arena *arena;
    sigset_t mask; /* of signals: the writers' */
    VEC(pid_t) pids;
    VEC(int) pipes; /* to be closed here when the reader has been started */
} cc_writers;

/* Has `actions` put each input where a program to be started finds it. `fifos`: the FIFOs, too;
 * they are one, so at most one program may have them. Returns false, errno set, when a pipe or a
 * process is not to be had. Call cc_writers_started after the program was started, or was not. */
bool cc_writers_feed(cc_writers *w, const cc_inputs *inputs, bool fifos,
                     posix_spawn_file_actions_t *actions);
/* Has `actions` put one input at standard input. */
bool cc_writers_feed_stdin(cc_writers *w, const cc_input *input,
                           posix_spawn_file_actions_t *actions);
void cc_writers_started(cc_writers *w);
/* A child has been waited for; if it was a writer, its number is no longer one. */
void cc_writers_ended(cc_writers *w, pid_t pid);
/* Ends the writers whose readers have not read all, and waits for all. */
void cc_writers_end(cc_writers *w);

#endif
