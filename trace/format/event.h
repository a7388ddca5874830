#ifndef FPREDICT_TRACE_FORMAT_EVENT_H
#define FPREDICT_TRACE_FORMAT_EVENT_H

/* What a rank did at a moment. The kinds are those that OTF2 has for MPI (Eschweiler and others,
 * "Open Trace Format 2", ParCo 2011), so that a trace of Score-P loses none that matter here, and
 * accesses to what other ranks hold. */

#include <stdbool.h>
#include <stdint.h>

typedef enum trace_kind {
    TRACE_ENTER,          /* a region begins: region */
    TRACE_LEAVE,          /* it ends: region */
    TRACE_SEND,           /* a blocking send: peer, comm, tag, bytes */
    TRACE_ISEND,          /* a send begins: the same, and request */
    TRACE_ISEND_DONE,     /* it is known to have ended: request */
    TRACE_IRECV_POSTED,   /* a receive begins: request */
    TRACE_RECV,           /* a blocking receive has ended: peer, comm, tag, bytes */
    TRACE_IRECV,          /* one that was posted has ended: the same, and request */
    TRACE_REQUEST_TEST,   /* a request was looked at and had not ended: request */
    TRACE_REQUEST_CANCEL, /* a request was cancelled: request */
    TRACE_COLLECTIVE_BEGIN,
    TRACE_COLLECTIVE_END, /* collective, comm, peer (the root), bytes (sent), received */
    TRACE_GET,            /* what another rank has was read, and is there: peer, comm, bytes */
    TRACE_PUT,            /* what another rank has was written: the same */
    TRACE_KIND_COUNT
} trace_kind;

/* What all ranks of a communicator do together; the order is MPI's, then what OTF2 has besides. */
typedef enum trace_collective {
    TRACE_BARRIER,
    TRACE_BCAST,
    TRACE_GATHER,
    TRACE_GATHERV,
    TRACE_SCATTER,
    TRACE_SCATTERV,
    TRACE_ALLGATHER,
    TRACE_ALLGATHERV,
    TRACE_ALLTOALL,
    TRACE_ALLTOALLV,
    TRACE_ALLTOALLW,
    TRACE_ALLREDUCE,
    TRACE_REDUCE,
    TRACE_REDUCE_SCATTER,
    TRACE_REDUCE_SCATTER_BLOCK,
    TRACE_SCAN,
    TRACE_EXSCAN,
    TRACE_OTHER_COLLECTIVE, /* communicators, windows and files that are made or freed */
    TRACE_COLLECTIVE_COUNT
} trace_collective;

#define TRACE_NO_ROOT UINT32_MAX
#define TRACE_NO_CPU UINT64_MAX

typedef struct trace_event {
    trace_kind kind;
    trace_collective collective;
    uint64_t time;     /* ticks of the trace's clock, since its beginning */
    uint64_t cpu;      /* processor time of the thread by then, in ns; or TRACE_NO_CPU */
    uint32_t region;   /* index of trace.regions */
    uint32_t comm;     /* index of trace.comms */
    uint32_t peer;     /* a rank of that communicator, or TRACE_NO_ROOT */
    uint32_t tag;      /* of a message */
    uint64_t bytes;    /* of a message; what a rank gave to a collective */
    uint64_t received; /* what a rank got from a collective, in bytes */
    uint64_t request;  /* one of the rank's that are open */
    bool any_source;   /* a receive that would have taken a message of any rank */
} trace_event;

/* "enter", "irecv_posted": the words of the text format. */
const char *trace_kind_name(trace_kind kind);
/* Returns TRACE_KIND_COUNT for a word that is none. */
trace_kind trace_kind_by_name(const char *word);

/* "MPI_Allreduce"; "other collective". */
const char *trace_collective_name(trace_collective collective);
/* Returns TRACE_COLLECTIVE_COUNT for a word that is none. */
trace_collective trace_collective_by_name(const char *word);

#endif
