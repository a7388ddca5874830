#include "trace/format/open_regions.h"

#include <inttypes.h>

static bool leave(fp_context *ctx, const trace *t, open_regions *o, uint32_t rank, uint32_t region)
{
    if (!o->stack.count)
        return trace_fail(ctx, t->path, "rank %" PRIu32 " leaves '%s', which it has not entered",
                          rank, t->regions[region].name);
    const uint32_t inner = o->stack.data[o->stack.count - 1];
    if (inner != region)
        return trace_fail(ctx, t->path, "rank %" PRIu32 " leaves '%s' while it is in '%s'", rank,
                          t->regions[region].name, t->regions[inner].name);
    o->stack.count--;
    o->mpi -= t->regions[region].role == TRACE_MPI;
    return true;
}

bool open_regions_take(fp_context *ctx, const trace *t, open_regions *o, uint32_t rank,
                       const trace_event *e)
{
    o->before = o->last;
    o->last = e->time;
    if (e->kind == TRACE_ENTER) {
        VEC_PUSH(ctx->arena, &o->stack, e->region);
        o->mpi += t->regions[e->region].role == TRACE_MPI;
    }
    return e->kind != TRACE_LEAVE || leave(ctx, t, o, rank, e->region);
}

bool open_regions_is_mpi(const trace *t, const open_regions *o)
{
    return o->stack.count && t->regions[o->stack.data[o->stack.count - 1]].role == TRACE_MPI;
}
