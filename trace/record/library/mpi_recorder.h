#ifndef FPREDICT_TRACE_RECORD_LIBRARY_MPI_RECORDER_H
#define FPREDICT_TRACE_RECORD_LIBRARY_MPI_RECORDER_H

/* What the files that wrap MPI share. */

#include "trace/record/library/recorder.h"

/* Handles are pointers in one library and numbers in another. */
#define HANDLE_KEY(handle) ((uint64_t)(uintptr_t)(handle))

/* Counts what is not in the trace. */
void record_unseen(raw_unseen what);

/* --- Clocks (clock.c): collective over MPI_COMM_WORLD --- */

void record_clock_begin(void);
void record_clock_end(void);

/* --- Communicators (comms.c) --- */

typedef struct record_comm {
    uint32_t number; /* in the trace */
    int rank, size;
    bool is_seen;    /* its messages are recorded */
    bool is_between; /* two groups */
    uint32_t made;   /* communicators that all its ranks have made of it together */
} record_comm;

/* The two that there are from the beginning. */
void record_comms_begin(void);

/* Null, and counted, where what is done on it is not recorded. What it returns is good until
 * another communicator is made. */
const record_comm *record_comm_of(MPI_Comm comm);

/* The next number of those that all ranks of `parent` make, also where this rank gets none. */
uint32_t record_comm_order(MPI_Comm parent);

/* `comm` is made. */
void record_comm_made(MPI_Comm comm, MPI_Comm parent, raw_made how, uint32_t order);
void record_comm_gone(MPI_Comm comm);

/* --- Requests (requests.c) --- */

typedef enum record_request_kind {
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_SILENT, /* not in the trace, but its handle may be another's, too */
    REQUEST_COMM    /* MPI_Comm_idup */
} record_request_kind;

typedef struct record_request_state {
    record_request_kind kind;
    bool is_persistent, is_active, is_cancelled;
    bool is_any;   /* a receive from any rank */
    uint64_t id;   /* in the trace */
    uint32_t comm; /* its number there */
    int peer, tag;
    uint64_t bytes;
    const MPI_Comm *made; /* REQUEST_COMM: where it will be, out of … */
    MPI_Comm parent;
    uint32_t order;
} record_request_state;

/* Writes what begins, of a send or a receive, and gives it its id. */
void record_request_begin(record_request_state *r);
/* The handle that MPI gave it. */
void record_request_keep(MPI_Request handle, const record_request_state *r);

/* Keeps the handles as they are before a call that ends them; null: no memory. */
const MPI_Request *record_handles_before(int count, const MPI_Request *handles);
/* As many statuses, where the caller wants none. */
MPI_Status *record_statuses(int count, MPI_Status *given);

/* One has ended. */
void record_request_done(MPI_Request before, const MPI_Status *status);
/* The first of them that is under way was looked at, and has not ended. */
void record_request_looked(int count, const MPI_Request *handles);
void record_request_started(MPI_Request handle);
void record_request_cancelled(MPI_Request handle);
void record_request_freed(MPI_Request handle);

/* A receive has ended with that status. */
void record_received(trace_kind kind, uint32_t comm, const MPI_Status *status, uint64_t request,
                     bool is_any);

static inline uint64_t record_bytes(int count, MPI_Datatype type)
{
    int size = 0;
    if (count <= 0 || PMPI_Type_size(type, &size) != MPI_SUCCESS || size <= 0)
        return 0;
    return (uint64_t)count * (uint64_t)size;
}

#endif
