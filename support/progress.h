#ifndef FPREDICT_SUPPORT_PROGRESS_H
#define FPREDICT_SUPPORT_PROGRESS_H

/* Shows a person at a terminal how far a long computation is: one line, which is written anew and
 * cut to the terminal's width. Where there is no terminal nothing is shown. */

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

typedef struct progress {
    FILE *out;       /* null: no terminal */
    bool is_showing; /* a line stands there */
    struct timespec begun;
} progress;

/* `out` may be null: then nothing is shown. */
progress progress_begin(FILE *out);

/* Replaces the line. */
void progress_say(progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Replaces the line by a bar, how long the rest takes at the rate so far, and `what` is being
 * done now; nothing where `total` is 0. */
void progress_bar(progress *p, int done, int total, const char *what);

/* Takes the line away. */
void progress_end(progress *p);

#endif
