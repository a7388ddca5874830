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

/* What the columns of a table are that do not say so themselves. */
void profile_legend(fp_context *ctx, FILE *out, const char *text, report_style style);

/* A region's name, indented below those around it; and "12-19". */
const char *profile_region_name(arena *a, const region_cost *c);
const char *profile_region_lines(arena *a, const region_cost *c);
/* What alternatives are compared by: the time of the slowest processor, or the work
 * of the one that has most to do there, if that is longer. */
double profile_region_lasts(const region_cost *c);

/* What its time is, with what is unknown inside it. */
estimate_bound profile_region_bound(const region_cost *c);
/* The alternative that is the fastest in a region, of equals the better one in the whole; and
 * whether what is unknown inside it leaves that as it is. -1 where none is predicted. */
int profile_region_fastest(const comparison *c, int region, bool *is_decided);

/* The heading of the misses of a level: "misses" of the nearest, "L2 misses". */
const char *profile_level(arena *a, const estimate *e, int level);

/* A count to its last digit below 100,000; null for 0. */
const char *profile_count(arena *a, double count);

#endif
