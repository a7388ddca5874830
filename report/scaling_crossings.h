#ifndef FPREDICT_REPORT_SCALING_CROSSINGS_H
#define FPREDICT_REPORT_SCALING_CROSSINGS_H

/* Which of several combinations is the fastest on each of many numbers of processors, at one size
 * or (`results`, `is_scaled`) each at the size that keeps its speed; what shapes primes have. Only
 * times and shapes (scaling_times), or these and the sizes (scaling_solve), are read of each.
 * `results` has what holds of the latter (results.h); null: they are at one size. */

#include "report/report.h"
#include "scaling/results.h"

void report_crossings(fp_context *ctx, FILE *out, int count, const scaling *all,
                      const scaling_results *results, report_style style);
/* Schema fpredict/crossings/1. */
bool report_crossings_json(fp_context *ctx, FILE *out, int count, const scaling *all,
                           const scaling_results *results);
/* A line of headings and one for each number of processors. */
void report_crossings_csv(FILE *out, int count, const scaling *all, bool is_scaled);

#endif
