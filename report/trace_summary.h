#ifndef FPREDICT_REPORT_TRACE_SUMMARY_H
#define FPREDICT_REPORT_TRACE_SUMMARY_H

/* What a trace holds, for people. */

#include <jansson.h>

#include "report/report.h"
#include "trace/extrapolation/extrapolation.h"
#include "trace/perturbation/perturbation.h"
#include "trace/profile/compare.h"
#include "trace/profile/profile.h"
#include "trace/replay/replay.h"
#include "trace/timeline/timeline.h"

/* Its length, regions by the time in them, ranks, collectives. */
void report_trace_summary(fp_context *ctx, FILE *out, const trace_profile *p, report_style style);

/* What two of them have in common, and how long each region takes in both. */
void report_trace_comparison(fp_context *ctx, FILE *out, const trace_comparison *c,
                             report_style style);

/* What is left of a trace, on the machine that it is of. */
typedef struct perturbation_on_machine {
    const char *name;
    uint64_t waits_from; /* sends of so many bytes wait for their receiver; 0: none */
    double time;         /* seconds, replayed */
} perturbation_on_machine;

/* How long the program took as it was recorded, and would have taken without; `on` may be null. */
void report_perturbation(fp_context *ctx, FILE *out, const trace *t, const perturbation_result *r,
                         const perturbation_on_machine *on, report_style style);
/* The same in JSON, schema fpredict/perturbation/1: docs/output.md. False where `out` cannot be
 * written. */
bool report_perturbation_json(fp_context *ctx, FILE *out, const trace *t,
                              const perturbation_result *r, const perturbation_on_machine *on);

/* What is on a critical path that was added up, by part and region; and for JSON. */
void report_path(fp_context *ctx, FILE *out, const timeline *line, report_style style);
json_t *report_path_json(fp_context *ctx, const timeline *line);

/* When each rank is through on the machine, and what it has spent its time on; `path`: its critical
 * path, or null. */
void report_replay(fp_context *ctx, FILE *out, const replay_result *r, const timeline *path,
                   report_style style);
/* The same in JSON: docs/traces.md. False where `out` cannot be written. */
bool report_replay_json(fp_context *ctx, FILE *out, const replay_result *r, const timeline *path);

/* How long threads take on a machine, and what their time goes into, `path` likewise; as JSON,
 * schema fpredict/extrapolation/1, which returns false where `out` cannot be written. */
void report_extrapolation(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                          const extrapolation_result *r, const timeline *path, report_style style);
bool report_extrapolation_json(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                               const extrapolation_result *r, const timeline *path);

#endif
