#ifndef FPREDICT_REPORT_PROFILE_H
#define FPREDICT_REPORT_PROFILE_H

/* The parts of a profile that other forms print too. */

#include "report/report.h"

/* The source, the machine, the distributions and the time. */
void profile_head(fp_context *ctx, FILE *out, const estimate *e, report_style style);

/* The lines, by falling time, `most` at most. */
void profile_lines(fp_context *ctx, FILE *out, const estimate *e, int most, report_style style);

/* The regions that the source marks: their times, and what work they are. */
void profile_regions(fp_context *ctx, FILE *out, const estimate *e, report_style style);

/* A count to its last digit below 100,000; null for 0. */
const char *profile_count(arena *a, double count);

#endif
