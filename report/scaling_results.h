#ifndef FPREDICT_REPORT_SCALING_RESULTS_H
#define FPREDICT_REPORT_SCALING_RESULTS_H

/* Whether what Sun and others 1999 prove of combinations that grow holds of those at hand. */

#include <jansson.h>

#include "report/report.h"
#include "scaling/results.h"

void report_scaling_results(fp_context *ctx, FILE *out, const scaling *all,
                            const scaling_results *results, report_style style);
json_t *report_scaling_results_json(arena *a, const scaling *all, const scaling_results *results);

#endif
