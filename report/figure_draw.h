#ifndef FPREDICT_REPORT_FIGURE_DRAW_H
#define FPREDICT_REPORT_FIGURE_DRAW_H

/* A figure as commands of gnuplot; for figure.c. */

#include "report/figure.h"
#include "support/gnuplot.h"

/* Has gnuplot draw it into the file `path`, as SVG. */
void figure_draw(arena *a, const figure *f, const char *path, FILE *out);

#endif
