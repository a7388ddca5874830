#ifndef FPREDICT_REPORT_INTERPRETATION_H
#define FPREDICT_REPORT_INTERPRETATION_H

/* What the estimator does with a graph, as a trace (the interpretation trace of Parashar and Hariri
 * 1996, section 4.2): each processor and each iteration, one after the other. */

#include "explore/explore.h"
#include "trace/format/trace.h"

typedef struct interpretation_options {
    const char *path;
    trace_form form;
    uint64_t limit; /* of events */
} interpretation_options;

enum { INTERPRETATION_EVENTS = 1000000 }; /* the usual limit */

/* Predicts `e` again, which was made with these, and writes what it does. Where all of it is in the
 * trace, `e` becomes that prediction, and ends when the trace does; else a warning says until when.
 * False after reporting. */
bool report_interpretation(fp_context *ctx, const bindings *values, const estimate_options *how,
                           const interpretation_options *options, estimate *e);

#endif
