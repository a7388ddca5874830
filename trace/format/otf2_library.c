#include "trace/format/otf2_library.h"

static OTF2_ErrorCode take_error(void *user, const char *file, uint64_t line, const char *function,
                                 OTF2_ErrorCode code, const char *format, va_list args)
{
    (void)file, (void)line, (void)function;
    otf2_errors *e = user;
    const char *what = format ? arena_vprintf(e->ctx->arena, format, args) : "";
    if (!e->said)
        e->said = arena_printf(e->ctx->arena, "%s%s%s", OTF2_Error_GetDescription(code),
                               *what ? ": " : "", what);
    return code;
}

void otf2_errors_take(otf2_errors *e)
{
    OTF2_Error_RegisterCallback(take_error, e);
}

void otf2_errors_leave(void)
{
    OTF2_Error_RegisterCallback(NULL, NULL);
}

static const OTF2_CollectiveOp ops[TRACE_COLLECTIVE_COUNT] = {
    [TRACE_BARRIER] = OTF2_COLLECTIVE_OP_BARRIER,
    [TRACE_BCAST] = OTF2_COLLECTIVE_OP_BCAST,
    [TRACE_GATHER] = OTF2_COLLECTIVE_OP_GATHER,
    [TRACE_GATHERV] = OTF2_COLLECTIVE_OP_GATHERV,
    [TRACE_SCATTER] = OTF2_COLLECTIVE_OP_SCATTER,
    [TRACE_SCATTERV] = OTF2_COLLECTIVE_OP_SCATTERV,
    [TRACE_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
    [TRACE_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
    [TRACE_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
    [TRACE_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
    [TRACE_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
    [TRACE_ALLREDUCE] = OTF2_COLLECTIVE_OP_ALLREDUCE,
    [TRACE_REDUCE] = OTF2_COLLECTIVE_OP_REDUCE,
    [TRACE_REDUCE_SCATTER] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
    [TRACE_REDUCE_SCATTER_BLOCK] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
    [TRACE_SCAN] = OTF2_COLLECTIVE_OP_SCAN,
    [TRACE_EXSCAN] = OTF2_COLLECTIVE_OP_EXSCAN,
    [TRACE_OTHER_COLLECTIVE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
};

trace_collective otf2_collective_of(OTF2_CollectiveOp op)
{
    int i = 0;
    while (i < TRACE_OTHER_COLLECTIVE && ops[i] != op)
        i++;
    return (trace_collective)i;
}

OTF2_CollectiveOp otf2_op_of(trace_collective collective)
{
    return ops[collective];
}
