#ifndef FPREDICT_REPORT_LINES_H
#define FPREDICT_REPORT_LINES_H

/* The units of an estimate gathered by source line. */

#include "report/report.h"

/* One line's own units. The lines of an estimate add up to its time. */
typedef struct line_cost {
    const source_file *file; /* null: what stands on no line (start, end) */
    int line;
    breakdown time;
    double count;    /* executions of the unit that runs most often there */
    double messages; /* pairs, all processors and executions */
    double bytes;
    double misses[CACHE_LEVELS]; /* by level */
    bool has_spawn;              /* the host starts the nodes there */
    estimate_bound bound;        /* what the time is, with what is unknown of its units */
} line_cost;

/* An estimate's units by place, for the questions below. */
typedef struct line_index line_index;

line_index *lines_index(fp_context *ctx, const estimate *e);

/* Returns the number of lines with a cost in *out, by falling time. */
int lines_exclusive(fp_context *ctx, const estimate *e, line_cost **out);

/* A line with all that is inside the loops, conditions and calls that begin on
 * it; the communication for a loop, which stands before it, is inside too. */
int lines_inclusive(fp_context *ctx, const estimate *e, line_cost **out);

/* All that is inside some units, in the sense of lines_inclusive, each thing once; the
 * count is that of the one which is executed most. */
line_cost lines_inside(const line_index *x, int count, const aag_unit *const *units);

/* The last line that something inside the unit stands on, in the unit's file. */
int lines_last(const estimate *e, const aag_unit *unit);

/* "sweep.c:" before the numbers of lines, where the program has several files; else "". */
const char *lines_file(fp_context *ctx, const program *p, const source_file *file);

/* Returns the text of a line without the white space around it, and without a
 * comment at its end. */
const char *lines_text(fp_context *ctx, const source_file *file, int line);

/* A bar of `cells` cells, of which `fraction` is filled, in the order computing
 * █ communicating ▓ overhead ▒ waiting ░. */
const char *lines_bar(fp_context *ctx, const breakdown *time, double fraction, int cells);

#endif
