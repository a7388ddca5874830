#ifndef FPREDICT_REPORT_TRACE_SCREENING_H
#define FPREDICT_REPORT_TRACE_SCREENING_H

/* Which regions a program's time depends on. */

#include "report/report.h"
#include "trace/screening/screening.h"

void report_screening(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                      const screening_result *r, report_style style);
/* Schema fpredict/screening/1: docs/traces.md. False where `out` cannot be written. */
bool report_screening_json(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                           const screening_result *r);

#endif
