#include "trace/profile/startup.h"

#include <strings.h>

static bool is_named(const trace_region *r, const char *name)
{
    return r->role == TRACE_MPI && strcasecmp(r->name, name) == 0;
}

bool startup_is_begin(const trace_region *r)
{
    return is_named(r, "MPI_Init") || is_named(r, "MPI_Init_thread");
}

bool startup_is_end(const trace_region *r)
{
    return is_named(r, "MPI_Finalize");
}

/* Of one rank: after a beginning that is not there it begins with its first event. */
static bool find_in(fp_context *ctx, trace *t, uint32_t rank, trace_startup *out)
{
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    uint64_t last = 0;
    trace_event e;
    while (trace_next(c, &e)) {
        const bool is_begin = e.kind == TRACE_LEAVE && startup_is_begin(&t->regions[e.region]);
        if (is_begin && e.time < out->began)
            out->began = e.time;
        out->is_there |= is_begin;
        last = e.time;
        if (e.kind == TRACE_ENTER && startup_is_end(&t->regions[e.region]))
            break;
    }
    out->ended = last > out->ended ? last : out->ended;
    trace_end_events(c);
    return !trace_is_broken(c);
}

bool startup_find(fp_context *ctx, trace *t, trace_startup *out)
{
    bool has_begin = false;
    *out = (trace_startup){.began = UINT64_MAX};
    for (uint32_t i = 0; i < t->region_count; i++)
        has_begin |= startup_is_begin(&t->regions[i]);
    for (uint32_t i = 0; i < t->rank_count && has_begin; i++)
        if (!find_in(ctx, t, i, out))
            return false;
    out->is_there &= out->began < out->ended;
    return true;
}
