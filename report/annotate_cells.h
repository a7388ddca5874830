#ifndef FPREDICT_REPORT_ANNOTATE_CELLS_H
#define FPREDICT_REPORT_ANNOTATE_CELLS_H

/* What stands beside source lines; for annotate*.c only. */

#include "report/unknown.h"

/* "1.53 s " over "14.6 ms", as wide as a column of times: "≥14.6 ms" and "?14.6 ms" are marked. */
const char *annotate_time(fp_context *ctx, double seconds, estimate_bound bound);

/* Blanks, so that the text ends after so many columns. */
const char *annotate_padded(fp_context *ctx, const char *text, int columns);

/* A source line as a terminal shows it. */
const char *annotate_text(fp_context *ctx, const source_file *file, int number);

#endif
