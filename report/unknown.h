#ifndef FPREDICT_REPORT_UNKNOWN_H
#define FPREDICT_REPORT_UNKNOWN_H

/* What a prediction does not know, as the forms for people tell it. */

#include "report/report.h"

/* So many reasons are named; data lists them all. */
enum { UNKNOWN_NAMED = 3 };

/* "1.53 s"; "at least 1.53 s"; "1.53 s, but for what is not known". */
const char *unknown_time(arena *a, double seconds, estimate_bound bound);
/* A figure of a column: "1.53 s"; "≥ 1.53 s"; "? 1.53 s". Null stays null. */
const char *unknown_figure(arena *a, const char *figure, estimate_bound bound);

/* What follows the time of a prediction that is not complete: "not counted: laplace.c:41: …" of
 * a lower bound, else "but for laplace.c:41: …". */
const char *unknown_clause(arena *a, const estimate *e);

/* What is not known on a line: its reasons; null: nothing. And what bound they leave. */
const char *unknown_on_line(arena *a, const estimate *e, const source_file *file, int line);
estimate_bound unknown_line_bound(const estimate *e, const source_file *file, int line);

/* "the program", or "what is known" of it: what shares are parts of. */
const char *unknown_whole(const estimate *e);

/* Prints what the marks of figures mean that come of these; nothing of none. */
void unknown_print_legend(fp_context *ctx, FILE *out, int count,
                          const unknown_effect *const *unknowns, report_style style);

/* Prints what several predictions do not know, and what marks mean; nothing where all are
 * complete. */
void unknown_print(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                   report_style style);

#endif
