#include "trace/extrapolation/recorded.h"

#include <inttypes.h>
#include <math.h>

void recorded_begin(recorded_stream *s, fp_context *ctx, trace *t, const extrapolation_options *o,
                    uint32_t rank, bool uses_processor_times)
{
    *s = (recorded_stream){.ctx = ctx,
                           .t = t,
                           .o = o,
                           .cursor = trace_rank_events(ctx, t, rank),
                           .rank = rank,
                           .uses_processor_times = uses_processor_times,
                           .last = UINT64_MAX,
                           .last_cpu = TRACE_NO_CPU};
}

static bool fail(recorded_stream *s, const char *what)
{
    s->is_wrong = true;
    return trace_fail(s->ctx, s->t->path, "rank %" PRIu32 " %s", s->rank, what);
}

/* Seconds of the recording processor since the event before. Without processor times the clock
 * tells: no other thread had the processor between a barrier's exit and the next entry. */
static double measured(recorded_stream *s, const trace_event *e)
{
    double time = 0;
    if (s->uses_processor_times && e->cpu != TRACE_NO_CPU) {
        time = s->last_cpu == TRACE_NO_CPU ? 0 : 1e-9 * (double)(e->cpu - s->last_cpu);
        s->last_cpu = e->cpu;
    } else if (!s->uses_processor_times && s->last != UINT64_MAX) {
        time = (double)(e->time - s->last) / (double)s->t->ticks_per_s;
    }
    s->last = e->time;
    return time;
}

/* Inside a barrier, and inside a call of the library, it does not compute. */
static int64_t computed(recorded_stream *s, double time)
{
    if (s->is_in_barrier || s->calls)
        return 0;
    const trace_role role =
        s->open.count ? s->t->regions[s->open.data[s->open.count - 1]].role : TRACE_USER;
    const double speed = s->o->speed[role] > 0 ? s->o->speed[role] : 1;
    return llround(fmin(time / speed, 2 * EXTRAPOLATION_MOST_S) * EXTRAPOLATION_TICKS_PER_S);
}

static bool leave(recorded_stream *s, uint32_t region)
{
    const trace_region *regions = s->t->regions;
    if (!s->open.count)
        return fail(s, arena_printf(s->ctx->arena, "leaves '%s', which it has not entered",
                                    regions[region].name));
    const uint32_t inner = s->open.data[--s->open.count];
    s->calls -= regions[inner].role == TRACE_MPI;
    return inner == region || fail(s, arena_printf(s->ctx->arena, "leaves '%s' while it is in '%s'",
                                                   regions[region].name, regions[inner].name));
}

/* Follows what is open. */
static bool pass_over(recorded_stream *s, const trace_event *e)
{
    if (s->is_in_barrier != (e->kind == TRACE_COLLECTIVE_END))
        return fail(s, s->is_in_barrier ? "does something else inside a barrier"
                                        : "ends a collective that has not begun");
    if (e->kind == TRACE_ENTER) {
        VEC_PUSH(s->ctx->arena, &s->open, e->region);
        s->calls += s->t->regions[e->region].role == TRACE_MPI;
    }
    s->is_in_barrier = e->kind == TRACE_COLLECTIVE_BEGIN;
    return e->kind != TRACE_LEAVE || leave(s, e->region);
}

static bool read_one(recorded_stream *s, trace_event *e)
{
    const bool is_there = trace_next(s->cursor, e);
    s->is_wrong |= trace_is_broken(s->cursor);
    return is_there;
}

bool recorded_next(recorded_stream *s, trace_event *e, int64_t *computing)
{
    const bool is_there = s->has_ahead || read_one(s, e);
    if (!is_there)
        return false;
    if (s->has_ahead)
        *e = s->ahead;
    s->has_ahead = e->kind == TRACE_COLLECTIVE_BEGIN && read_one(s, &s->ahead);
    if (s->has_ahead)
        e->comm = s->ahead.comm;
    *computing = computed(s, measured(s, e));
    return pass_over(s, e);
}

/* --- What can be extrapolated --- */

static bool report_kind(recorded_stream *s, const trace_event *e)
{
    const char *what = e->kind == TRACE_COLLECTIVE_END ? trace_collective_name(e->collective)
                                                       : trace_kind_name(e->kind);
    s->is_wrong = true;
    return trace_fail(s->ctx, s->t->path,
                      "rank %" PRIu32 " has '%s' in it: extrapolated are threads that read and "
                      "write what others have, and meet at barriers; 'fpredict replay' plays "
                      "messages and collectives",
                      s->rank, what);
}

static bool is_in(const trace *t, uint32_t rank, uint32_t comm)
{
    const trace_comm *c = &t->comms[comm];
    if (c->ranks && rank < c->size && c->ranks[rank] == rank)
        return true;
    for (uint32_t i = 0; c->ranks && i < c->size; i++)
        if (c->ranks[i] == rank)
            return true;
    return !c->ranks && t->rank_count == 1;
}

static bool check(recorded_stream *s, const trace_event *e)
{
    switch (e->kind) {
    case TRACE_COLLECTIVE_END:
        if (e->collective != TRACE_BARRIER)
            return report_kind(s, e);
        return is_in(s->t, s->rank, e->comm) ||
               fail(s, arena_printf(s->ctx->arena, "is at a barrier of '%s', which it is not in",
                                    s->t->comms[e->comm].name));
    case TRACE_ENTER:
    case TRACE_LEAVE:
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_GET:
    case TRACE_PUT:
        return true;
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_ISEND_DONE:
    case TRACE_IRECV_POSTED:
    case TRACE_RECV:
    case TRACE_IRECV:
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
    case TRACE_KIND_COUNT:
        break;
    }
    return report_kind(s, e);
}

/* Which of its times a thread has is known only after all its events. */
static bool has_processor_times(fp_context *ctx, trace *t, uint32_t rank, bool *has)
{
    trace_event e;
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    while (!*has && trace_next(c, &e))
        *has = e.cpu != TRACE_NO_CPU;
    return !trace_is_broken(c);
}

static bool is_own(const trace *t, uint32_t rank, const trace_event *e)
{
    const trace_comm *c = &t->comms[e->comm];
    return !c->ranks || c->ranks[e->peer] == rank;
}

static bool survey_rank(fp_context *ctx, trace *t, const extrapolation_options *o, uint32_t rank,
                        recorded_thread *r)
{
    recorded_stream s;
    trace_event e;
    int64_t computing;
    if (!has_processor_times(ctx, t, rank, &r->has_processor_times))
        return false;
    recorded_begin(&s, ctx, t, o, rank, r->has_processor_times);
    while (recorded_next(&s, &e, &computing)) {
        if (!check(&s, &e))
            return false;
        if (e.kind == TRACE_COLLECTIVE_END)
            r->barriers[e.comm]++;
        if (e.kind == TRACE_GET || e.kind == TRACE_PUT) {
            r->accesses++;
            r->tells_local |= is_own(t, rank, &e);
        }
        r->computing += computing;
        if ((double)r->computing > EXTRAPOLATION_MOST_S * EXTRAPOLATION_TICKS_PER_S)
            return fail(&s, "computes for more than a million seconds, and no more are simulated");
        r->events++;
    }
    return !s.is_wrong && (!s.is_in_barrier || fail(&s, "ends inside a barrier"));
}

/* Do all of a communicator come to as many of its barriers? */
static bool check_barriers(fp_context *ctx, const trace *t, const recorded_thread *all,
                           uint32_t comm)
{
    const trace_comm *c = &t->comms[comm];
    for (uint32_t i = 1; c->ranks && i < c->size; i++) {
        const uint32_t first = c->ranks[0], rank = c->ranks[i];
        if (all[rank].barriers[comm] != all[first].barriers[comm])
            return trace_fail(
                ctx, t->path,
                "rank %" PRIu32 " comes to %" PRIu64 " barriers of '%s', and rank %" PRIu32
                " to %" PRIu64 ": one of them would wait for ever",
                rank, all[rank].barriers[comm], c->name, first, all[first].barriers[comm]);
    }
    return true;
}

static bool check_all(fp_context *ctx, const trace *t, const recorded_thread *all)
{
    uint64_t accesses = 0, barriers = 0;
    for (uint32_t i = 0; i < t->rank_count; i++) {
        accesses += all[i].accesses;
        for (uint32_t c = 0; c < t->comm_count; c++)
            barriers += all[i].barriers[c];
    }
    for (uint32_t c = 0; c < t->comm_count; c++)
        if (!check_barriers(ctx, t, all, c))
            return false;
    if (t->rank_count > 1 && !accesses && !barriers)
        return trace_fail(ctx, t->path,
                          "no rank reads or writes what another has, or comes to a barrier: there "
                          "is nothing to extrapolate; 'fpredict replay' plays what it has");
    return true;
}

const recorded_thread *recorded_survey(fp_context *ctx, trace *t, const extrapolation_options *o)
{
    recorded_thread *all = ARENA_ARRAY(ctx->arena, t->rank_count + 1, recorded_thread);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        all[i].barriers = ARENA_ARRAY(ctx->arena, t->comm_count + 1, uint64_t);
        if (!survey_rank(ctx, t, o, i, &all[i]))
            return NULL;
    }
    return check_all(ctx, t, all) ? all : NULL;
}
