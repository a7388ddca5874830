#ifndef FPREDICT_TRACE_RECORD_LIBRARY_MPI4_H
#define FPREDICT_TRACE_RECORD_LIBRARY_MPI4_H

/* Calls that MPI 4 has added are in the trace, and counted; what they exchange is not. */

#include "trace/record/library/mpi_recorder.h"

#define NOW(name, call)                                                                            \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    record_unseen(RAW_OF_MPI4);                                                                    \
    const int code = call;                                                                         \
    record_end(CALL_##name);                                                                       \
    return code

/* A handle of theirs may be one of a message, too. */
#define LATER(name, call)                                                                          \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    record_unseen(RAW_OF_MPI4);                                                                    \
    const int code = call;                                                                         \
    if (code == MPI_SUCCESS)                                                                       \
        record_request_keep(*request, &(record_request_state){.kind = REQUEST_SILENT});            \
    record_end(CALL_##name);                                                                       \
    return code

#endif
