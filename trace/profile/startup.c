#include "trace/profile/startup.h"

#include <math.h>
#include <strings.h>

static bool is_named(const trace_region *r, const char *name)
{
    return r->role == TRACE_MPI && strcasecmp(r->name, name) == 0;
}

static bool is_begin(const trace_region *r)
{
    return is_named(r, "MPI_Init") || is_named(r, "MPI_Init_thread");
}

static bool is_end(const trace_region *r)
{
    return is_named(r, "MPI_Finalize");
}

void startup_take(startup_of_rank *r, const trace *t, const trace_event *e, double time)
{
    const bool is_edge = e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE;
    const trace_region *region = is_edge ? &t->regions[e->region] : NULL;
    if (!r->has_event)
        r->began = time;
    r->has_event = true;
    if (!r->has_ended)
        r->ended = time;
    if (is_edge && !r->has_begun && is_begin(region)) {
        r->has_begun = e->kind == TRACE_LEAVE;
        r->began = r->has_begun ? time : INFINITY;
    }
    r->has_ended |= e->kind == TRACE_ENTER && is_end(region);
}

trace_startup startup_of_all(const startup_of_rank *ranks, uint32_t rank_count)
{
    trace_startup all = {.began = INFINITY, .ended = -INFINITY};
    for (uint32_t i = 0; i < rank_count; i++) {
        if (!ranks[i].has_event || isinf(ranks[i].began))
            continue;
        all.is_there |= ranks[i].has_begun;
        all.began = fmin(all.began, ranks[i].began);
        all.ended = fmax(all.ended, ranks[i].ended);
    }
    all.is_there &= all.began < all.ended;
    return all;
}

static bool read_rank(fp_context *ctx, trace *t, uint32_t rank, startup_of_rank *out)
{
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    trace_event e;
    while (!out->has_ended && trace_next(c, &e))
        startup_take(out, t, &e, (double)e.time);
    trace_end_events(c);
    return !trace_is_broken(c);
}

bool startup_find(fp_context *ctx, trace *t, trace_startup *out)
{
    bool has_begin = false;
    *out = (trace_startup){.is_there = false};
    for (uint32_t i = 0; i < t->region_count; i++)
        has_begin |= is_begin(&t->regions[i]);
    if (!has_begin)
        return true;
    startup_of_rank *ranks = ARENA_ARRAY(ctx->arena, t->rank_count + 1, startup_of_rank);
    for (uint32_t i = 0; i < t->rank_count; i++)
        if (!read_rank(ctx, t, i, &ranks[i]))
            return false;
    *out = startup_of_all(ranks, t->rank_count);
    return true;
}
