#ifndef FPREDICT_REPORT_PARTS_H
#define FPREDICT_REPORT_PARTS_H

/* What the messages of a communication carry for several lines. */

#include "report/report.h"

/* "10", "10, 11" or "10, …": the lines that it serves, its own first. */
const char *parts_lines(fp_context *ctx, const communication *c);

/* "transpose", or "transpose …" where parts of it are of other kinds. */
const char *parts_kind(fp_context *ctx, const communication *c);

/* Adds to `d` a note for each other line that it serves; at most three. */
void parts_note(fp_context *ctx, diag *d, const communication *c);

/* "B[j][i] comes with the messages of line 10": what a line gets in another one's messages;
 * null: nothing. */
const char *parts_elsewhere(fp_context *ctx, const estimate *e, const source_file *file, int line);

#endif
