#ifndef FPREDICT_REPORT_TRACE_SUMMARY_H
#define FPREDICT_REPORT_TRACE_SUMMARY_H

/* What a trace holds, for people. */

#include "report/report.h"
#include "trace/perturbation/perturbation.h"
#include "trace/profile/profile.h"
#include "trace/replay/replay.h"

/* Its length, regions by the time in them, ranks, collectives. */
void report_trace_summary(fp_context *ctx, FILE *out, const trace_profile *p, report_style style);

/* How long the program took as it was recorded, and would have taken without. */
void report_perturbation(fp_context *ctx, FILE *out, const trace *t, const perturbation_result *r,
                         report_style style);

/* When each rank is through on the machine, and what it has spent its time on. */
void report_replay(fp_context *ctx, FILE *out, const replay_result *r, report_style style);
/* The same in JSON: docs/traces.md. */
void report_replay_json(FILE *out, const replay_result *r);

#endif
