#include "trace/profile/profile.h"

#include <inttypes.h>

/* A region that has begun and not ended. */
typedef struct open_region {
    uint32_t region;
    uint64_t began;
    uint64_t inside; /* ticks of the regions that were in it */
} open_region;

typedef struct pass {
    fp_context *ctx;
    trace_profile *p;
    trace_region_profile *regions;
    trace_rank_profile *rank; /* the one that is read */
    uint64_t *own;            /* ticks of its regions */
    uint32_t *depth;          /* how often each of them is open */
    VEC(open_region) stack;
    uint32_t number;
    uint64_t mpi_began;
    int mpi_depth;
    uint64_t in_mpi;
    uint64_t began; /* with its first region: ranks are not started at the same time */
    uint64_t last, first_cpu, last_cpu;
} pass;

static double seconds(const pass *s, uint64_t ticks)
{
    return (double)ticks / (double)s->p->of->ticks_per_s;
}

static void enter(pass *s, const trace_event *e)
{
    VEC_PUSH(s->ctx->arena, &s->stack, ((open_region){e->region, e->time, 0}));
    s->depth[e->region]++;
    s->regions[e->region].calls++;
    if (s->p->of->regions[e->region].role == TRACE_MPI && s->mpi_depth++ == 0)
        s->mpi_began = e->time;
}

static void leave(pass *s, uint64_t time)
{
    const open_region o = s->stack.data[--s->stack.count];
    const uint64_t inside = time - o.began;
    s->own[o.region] += inside - o.inside;
    if (s->stack.count)
        s->stack.data[s->stack.count - 1].inside += inside;
    if (--s->depth[o.region] == 0)
        s->regions[o.region].inside += seconds(s, inside);
    if (s->p->of->regions[o.region].role == TRACE_MPI && --s->mpi_depth == 0)
        s->in_mpi += time - s->mpi_began;
}

static bool check_leave(const pass *s, const trace_event *e)
{
    const trace *t = s->p->of;
    if (!s->stack.count)
        return trace_fail(s->ctx, t->path, "rank %" PRIu32 " leaves '%s', which it has not entered",
                          s->number, t->regions[e->region].name);
    const uint32_t inner = s->stack.data[s->stack.count - 1].region;
    return inner == e->region ||
           trace_fail(s->ctx, t->path, "rank %" PRIu32 " leaves '%s' while it is in '%s'",
                      s->number, t->regions[e->region].name, t->regions[inner].name);
}

static void add_message(pass *s, const trace_event *e)
{
    if (e->kind == TRACE_SEND || e->kind == TRACE_ISEND) {
        s->rank->sent++;
        s->rank->sent_bytes += (double)e->bytes;
    } else if (e->kind == TRACE_RECV || e->kind == TRACE_IRECV) {
        s->rank->received++;
        s->rank->received_bytes += (double)e->bytes;
    } else if (e->kind == TRACE_COLLECTIVE_END) {
        trace_collective_profile *c = &s->p->collectives[e->collective];
        s->rank->collectives++;
        c->calls++;
        c->sent += (double)e->bytes;
        c->received += (double)e->received;
    }
}

static bool add_event(pass *s, const trace_event *e)
{
    if (s->rank->events++ == 0)
        s->began =
            e->kind == TRACE_ENTER && s->p->of->regions[e->region].role != TRACE_MPI ? e->time : 0;
    s->last = e->time;
    if (e->cpu != TRACE_NO_CPU) {
        if (s->first_cpu == TRACE_NO_CPU)
            s->first_cpu = e->cpu;
        s->last_cpu = e->cpu;
    }
    if (e->kind == TRACE_ENTER)
        enter(s, e);
    else if (e->kind == TRACE_LEAVE && !check_leave(s, e))
        return false;
    else if (e->kind == TRACE_LEAVE)
        leave(s, e->time);
    else
        add_message(s, e);
    return true;
}

/* Regions that have not ended did so with the last event: programs end inside of main. */
static void end_rank(pass *s)
{
    const trace *t = s->p->of;
    while (s->stack.count)
        leave(s, s->last);
    trace_rank_profile *r = s->rank;
    r->end = seconds(s, s->last);
    r->in_mpi = seconds(s, s->in_mpi);
    r->computing = seconds(s, s->last - s->began) - r->in_mpi;
    r->processor = s->first_cpu == TRACE_NO_CPU ? -1 : 1e-9 * (double)(s->last_cpu - s->first_cpu);
    for (uint32_t i = 0; i < t->region_count; i++) {
        trace_region_profile *p = &s->regions[i];
        const double own = seconds(s, s->own[i]);
        p->own += own;
        p->least_own = s->number == 0 || own < p->least_own ? own : p->least_own;
        p->most_own = own > p->most_own ? own : p->most_own;
        s->own[i] = 0;
    }
    s->p->events += r->events;
    s->p->time = r->end > s->p->time ? r->end : s->p->time;
    s->in_mpi = s->last = s->began = 0;
}

const trace_profile *trace_profile_make(fp_context *ctx, trace *t)
{
    arena *a = ctx->arena;
    trace_profile *p = ARENA_NEW(a, trace_profile);
    trace_rank_profile *ranks = ARENA_ARRAY(a, t->rank_count, trace_rank_profile);
    pass s = {.ctx = ctx,
              .p = p,
              .regions = ARENA_ARRAY(a, t->region_count + 1, trace_region_profile),
              .own = ARENA_ARRAY(a, t->region_count + 1, uint64_t),
              .depth = ARENA_ARRAY(a, t->region_count + 1, uint32_t)};
    p->of = t;
    p->regions = s.regions;
    p->ranks = ranks;
    for (s.number = 0; s.number < t->rank_count; s.number++) {
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, s.number);
        s.rank = &ranks[s.number];
        s.first_cpu = TRACE_NO_CPU;
        while (trace_next(c, &e))
            if (!add_event(&s, &e))
                return NULL;
        if (trace_is_broken(c))
            return NULL;
        end_rank(&s);
    }
    return p;
}
