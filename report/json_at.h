#ifndef FPREDICT_REPORT_JSON_AT_H
#define FPREDICT_REPORT_JSON_AT_H

/* The arithmetic of lines, as JSON. */

#include <jansson.h>

#include "report/report.h"

/* The steps, why lines are found or missed, and at which sizes that changes. */
json_t *json_at(fp_context *ctx, const estimate *e, const bindings *values,
                const estimate_options *options, const source_lines *lines);

#endif
