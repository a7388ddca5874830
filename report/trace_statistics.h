#ifndef FPREDICT_REPORT_TRACE_STATISTICS_H
#define FPREDICT_REPORT_TRACE_STATISTICS_H

/* Statistics of traces: for people, as JSON and as comma-separated values. */

#include "report/report.h"
#include "trace/statistics/statistics.h"

/* What times are printed in. */
typedef enum time_unit {
    UNIT_FITTING, /* of each as fits it; for programs: seconds */
    UNIT_S,
    UNIT_MS,
    UNIT_US,
    UNIT_NS,
    UNIT_SHARE, /* a part of the time that is looked at, or of the window: from 0 to 1 */
    UNIT_COUNT
} time_unit;

/* "ms"; "1" of a share. */
const char *time_unit_name(time_unit unit);
/* What seconds are multiplied with, where `length` is the time that is looked at. */
double time_unit_factor(time_unit unit, double length);
/* The time that is looked at: "0 s to 3 ms". */
const char *statistics_window(arena *a, const trace_statistics *s);
/* A cell of a table. */
const char *time_in_unit(arena *a, double seconds, time_unit unit, double length);

void report_trace_statistics(fp_context *ctx, FILE *out, const trace_statistics *s, time_unit unit,
                             report_style style);
/* Two beside each other, by the names of regions; how many processors each has is free. */
void report_trace_statistics_of_two(fp_context *ctx, FILE *out, const trace_statistics *const *both,
                                    time_unit unit, report_style style);

/* Schema fpredict/trace-statistics/1, and a line for each spread: docs/traces.md. False where `out`
 * cannot be written. */
bool report_trace_statistics_json(fp_context *ctx, FILE *out, int count,
                                  const trace_statistics *const *all, time_unit unit);
bool report_trace_statistics_csv(FILE *out, int count, const trace_statistics *const *all,
                                 time_unit unit);

#endif
