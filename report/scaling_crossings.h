#ifndef FPREDICT_REPORT_SCALING_CROSSINGS_H
#define FPREDICT_REPORT_SCALING_CROSSINGS_H

/* Which of several combinations is the fastest on each of many numbers of processors, at one size;
 * what shapes primes have. Only times and shapes are read of each (scaling_times). */

#include "report/report.h"
#include "scaling/ranges.h"

void report_crossings(fp_context *ctx, FILE *out, int count, const scaling *all,
                      report_style style);
/* Schema fpredict/crossings/1. */
bool report_crossings_json(fp_context *ctx, FILE *out, int count, const scaling *all);
/* A line of headings and one for each number of processors. */
void report_crossings_csv(FILE *out, int count, const scaling *all);

#endif
