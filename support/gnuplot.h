#ifndef FPREDICT_SUPPORT_GNUPLOT_H
#define FPREDICT_SUPPORT_GNUPLOT_H

/* Drawings by gnuplot, which is a program of its own: it reads commands from a stream, and writes
 * its files into a folder. What is wrong is a sentence in the arena. */

#include <signal.h>
#include <stdio.h>

#include "support/arena.h"

/* A plain value of the caller's. */
typedef struct gnuplot {
    FILE *out; /* for commands */
    const char *folder;
    struct sigaction before; /* SIGPIPE's, which is ignored meanwhile: gnuplot may end early */
} gnuplot;

/* Makes the folder where it is not there yet, and checks that it can be written, and that gnuplot
 * is installed. Returns what is wrong, or null. */
const char *gnuplot_check(arena *a, const char *folder);

/* The same, and starts gnuplot. Only where nothing is wrong, gnuplot_end must follow. `folder` must
 * live until then. */
const char *gnuplot_begin(gnuplot *g, arena *a, const char *folder);

/* Writes a text in which nothing has a meaning of gnuplot's; control characters, line breaks among
 * them, become blanks. */
void gnuplot_quote(const char *text, FILE *out);

/* Waits until all is drawn. Returns what is wrong, or null. */
const char *gnuplot_end(gnuplot *g, arena *a);

#endif
