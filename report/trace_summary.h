#ifndef FPREDICT_REPORT_TRACE_SUMMARY_H
#define FPREDICT_REPORT_TRACE_SUMMARY_H

/* What a trace holds, for people. */

#include "report/report.h"
#include "trace/perturbation/perturbation.h"
#include "trace/profile/compare.h"
#include "trace/profile/profile.h"

/* Its length, regions by the time in them, ranks, collectives. */
void report_trace_summary(fp_context *ctx, FILE *out, const trace_profile *p, report_style style);

/* What two of them have in common, and how long each region takes in both. */
void report_trace_comparison(fp_context *ctx, FILE *out, const trace_comparison *c,
                             report_style style);

/* How long the program took as it was recorded, and would have taken without. */
void report_perturbation(fp_context *ctx, FILE *out, const trace *t, const perturbation_result *r,
                         report_style style);

#endif
