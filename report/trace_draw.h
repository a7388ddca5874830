#ifndef FPREDICT_REPORT_TRACE_DRAW_H
#define FPREDICT_REPORT_TRACE_DRAW_H

/* A timeline as a drawing. */

#include <stdio.h>

#include "support/context.h"
#include "trace/timeline/timeline.h"

/* Columns and rows of drawings: as many pixels, and as many ranks as can be told apart. */
enum { DRAWING_COLUMNS = 1040, DRAWING_ROWS = 64 };

/* Writes it as SVG. */
void report_trace_drawing(fp_context *ctx, FILE *out, const timeline *t, bool leaves_startup);

#endif
