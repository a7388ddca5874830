#ifndef FPREDICT_TRACE_PROFILE_STARTUP_H
#define FPREDICT_TRACE_PROFILE_STARTUP_H

/* What MPI takes to begin and to end, MPI_Init and MPI_Finalize: it is of the system, hardly grows
 * with the program, and may be longer than a short one. */

#include "trace/format/trace.h"

typedef struct trace_startup {
    bool is_there;         /* some rank begins MPI, and is in the program between */
    uint64_t began, ended; /* ticks: when the first rank has left MPI_Init, and the last one comes
                            * to MPI_Finalize, or does something last */
} trace_startup;

/* Does a region begin MPI? Or end it? */
bool startup_is_begin(const trace_region *r);
bool startup_is_end(const trace_region *r);

/* Reads all events, if there is such a call. False after reporting why the trace cannot be read. */
bool startup_find(fp_context *ctx, trace *t, trace_startup *out);

#endif
