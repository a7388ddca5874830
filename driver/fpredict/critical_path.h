#ifndef FPREDICT_DRIVER_FPREDICT_CRITICAL_PATH_H
#define FPREDICT_DRIVER_FPREDICT_CRITICAL_PATH_H

/* --critical-path of replays and extrapolations. */

#include "driver/fpredict/session.h"
#include "trace/timeline/timeline.h"

typedef struct critical_path {
    const char *output; /* where the trace of it is written, in which form; null: nowhere */
    trace_form form;
    const char *folder; /* which is for this alone; or null */
} critical_path;

/* Says where the trace is to be written; false after reporting. */
bool critical_path_open(critical_path *p, fp_context *ctx, const options *opt);
/* Reads it, once it is written: *out is null where nobody asks. False after reporting. */
bool critical_path_find(const critical_path *p, fp_context *ctx, const options *opt,
                        const timeline **out);
void critical_path_close(const critical_path *p, fp_context *ctx);

#endif
