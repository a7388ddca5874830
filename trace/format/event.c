#include "trace/format/event.h"

#include <string.h>

static const char *const kind_names[TRACE_KIND_COUNT] = {
    [TRACE_ENTER] = "enter",
    [TRACE_LEAVE] = "leave",
    [TRACE_SEND] = "send",
    [TRACE_ISEND] = "isend",
    [TRACE_ISEND_DONE] = "isend_done",
    [TRACE_IRECV_POSTED] = "irecv_posted",
    [TRACE_RECV] = "recv",
    [TRACE_IRECV] = "irecv",
    [TRACE_REQUEST_TEST] = "request_test",
    [TRACE_REQUEST_CANCEL] = "request_cancel",
    [TRACE_COLLECTIVE_BEGIN] = "collective_begin",
    [TRACE_COLLECTIVE_END] = "collective_end",
    [TRACE_GET] = "get",
    [TRACE_PUT] = "put",
};

static const char *const collective_names[TRACE_COLLECTIVE_COUNT] = {
    [TRACE_BARRIER] = "MPI_Barrier",
    [TRACE_BCAST] = "MPI_Bcast",
    [TRACE_GATHER] = "MPI_Gather",
    [TRACE_GATHERV] = "MPI_Gatherv",
    [TRACE_SCATTER] = "MPI_Scatter",
    [TRACE_SCATTERV] = "MPI_Scatterv",
    [TRACE_ALLGATHER] = "MPI_Allgather",
    [TRACE_ALLGATHERV] = "MPI_Allgatherv",
    [TRACE_ALLTOALL] = "MPI_Alltoall",
    [TRACE_ALLTOALLV] = "MPI_Alltoallv",
    [TRACE_ALLTOALLW] = "MPI_Alltoallw",
    [TRACE_ALLREDUCE] = "MPI_Allreduce",
    [TRACE_REDUCE] = "MPI_Reduce",
    [TRACE_REDUCE_SCATTER] = "MPI_Reduce_scatter",
    [TRACE_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
    [TRACE_SCAN] = "MPI_Scan",
    [TRACE_EXSCAN] = "MPI_Exscan",
    [TRACE_OTHER_COLLECTIVE] = "other",
};

static int find(const char *word, const char *const *names, int count)
{
    int i = 0;
    while (i < count && strcmp(word, names[i]) != 0)
        i++;
    return i;
}

const char *trace_kind_name(trace_kind kind)
{
    return kind_names[kind];
}

trace_kind trace_kind_by_name(const char *word)
{
    return (trace_kind)find(word, kind_names, TRACE_KIND_COUNT);
}

const char *trace_collective_name(trace_collective collective)
{
    return collective_names[collective];
}

trace_collective trace_collective_by_name(const char *word)
{
    return (trace_collective)find(word, collective_names, TRACE_COLLECTIVE_COUNT);
}
