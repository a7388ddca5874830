#ifndef FPREDICT_SUPPORT_PROCESS_FAILURE_H
#define FPREDICT_SUPPORT_PROCESS_FAILURE_H

/* Why a program failed, from what it, or what started it, has printed. For
 * support/process.c only. */

#include <stdbool.h>

#include "support/arena.h"

/* Returns the signal that ended a program, or 0: shells and starters of programs end themselves
 * with 128 more than its number, or say it. Either file may be null. */
int process_signal_of(int exit_code, const char *output, const char *printed);

/* Returns what of the output says most, on one line: the first line with "error", else the last
 * ones; null: it has printed nothing. After a signal, what starters of programs say about it is no
 * news. */
const char *process_last_words(arena *a, const char *output, bool is_signal);

#endif
