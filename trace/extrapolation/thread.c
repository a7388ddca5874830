#include "trace/extrapolation/simulation.h"

#include <math.h>

void thread_mark(simulation *s, thread *t, extrapolation_part part)
{
    t->part[part] += s->now - t->marked;
    t->marked = s->now;
}

void thread_write(simulation *s, thread *t)
{
    s->event_count++;
    if (!s->out)
        return;
    trace_event e = t->event;
    e.time = (uint64_t)llround((double)s->now / EXTRAPOLATION_TICKS_PER_S * s->ticks_per_s_out);
    e.cpu = (uint64_t)(t->part[EXTRAPOLATED_COMPUTING] / 1000); /* in ns */
    s->is_wrong |= !trace_write(s->out, t->stream.rank, &e);
}

/* --- Regions --- */

static void enter(simulation *s, thread *t, uint32_t region)
{
    const entered_region r = {region, s->now, 0, t->part[EXTRAPOLATED_COMPUTING]};
    VEC_PUSH(s->arena, &t->open, r);
    t->regions[region].depth++;
    s->regions[region].calls++;
}

static void leave(simulation *s, thread *t)
{
    const entered_region r = t->open.data[--t->open.count];
    extrapolation_region *of = &s->regions[r.region];
    thread_region *mine = &t->regions[r.region];
    const int64_t time = s->now - r.began;
    of->own += (double)(time - r.inside) / EXTRAPOLATION_TICKS_PER_S;
    if (t->open.count)
        t->open.data[t->open.count - 1].inside += time;
    if (--mine->depth > 0)
        return;
    mine->time += time;
    of->computing +=
        (double)(t->part[EXTRAPOLATED_COMPUTING] - r.computed) / EXTRAPOLATION_TICKS_PER_S;
}

static void count_access(simulation *s, thread *t, bool is_remote)
{
    const double bytes = is_remote ? (double)t->event.bytes : 0;
    t->remote += is_remote;
    t->local += !is_remote;
    t->remote_bytes += bytes;
    if (!t->open.count)
        return;
    extrapolation_region *r = &s->regions[t->open.data[t->open.count - 1].region];
    r->remote += is_remote;
    r->local += !is_remote;
    r->remote_bytes += bytes;
}

/* --- Events --- */

static uint32_t owner_of(const simulation *s, const thread *t)
{
    const trace_comm *c = &s->t->comms[t->event.comm];
    return c->ranks ? c->ranks[t->event.peer] : t->stream.rank;
}

/* Accesses between threads of one processor take no time. */
static void begin_access(simulation *s, thread *t, uint32_t number)
{
    const bool is_remote = s->threads[owner_of(s, t)].processor != t->processor;
    t->does = DOES_NEXT;
    count_access(s, t, is_remote);
    if (is_remote)
        processor_begin(s, &s->processors[t->processor], WORK_REQUEST, access_begin(s, number));
    else
        thread_write(s, t);
}

static void do_event(simulation *s, thread *t, uint32_t number)
{
    const trace_event *e = &t->event;
    if (e->kind == TRACE_GET || e->kind == TRACE_PUT) {
        begin_access(s, t, number);
        return;
    }
    thread_write(s, t);
    t->does = DOES_NEXT;
    if (e->kind == TRACE_ENTER)
        enter(s, t, e->region);
    else if (e->kind == TRACE_LEAVE)
        leave(s, t);
    if (e->kind != TRACE_COLLECTIVE_BEGIN)
        return;
    t->at = s->groups[e->comm];
    t->arrived = s->now;
    processor_begin(s, &s->processors[t->processor], WORK_ENTRY, s->target->entry);
}

/* Regions that have not ended do so with the last event. */
static void end(simulation *s, thread *t)
{
    s->is_wrong |= t->stream.is_wrong;
    while (t->open.count)
        leave(s, t);
    t->does = DOES_NOTHING;
    processor_give_up(s, t->processor);
}

static void compute(simulation *s, thread *t)
{
    const int64_t piece = s->target->poll_every;
    const bool is_cut = s->target->requests == SERVICE_POLL && t->remaining > piece;
    processor_begin(s, &s->processors[t->processor], WORK_COMPUTE, is_cut ? piece : t->remaining);
}

void thread_run(simulation *s, uint32_t number)
{
    thread *t = &s->threads[number];
    const processor *p = &s->processors[t->processor];
    while (p->work == WORK_NONE && p->current == number) {
        if (t->does == DOES_NEXT && recorded_next(&t->stream, &t->event, &t->remaining))
            t->does = t->remaining > 0 ? DOES_COMPUTE : DOES_EVENT;
        else if (t->does == DOES_NEXT)
            end(s, t);
        else if (t->does == DOES_COMPUTE && t->remaining > 0)
            compute(s, t);
        else if (t->does == DOES_COMPUTE || t->does == DOES_EVENT)
            do_event(s, t, number);
        else
            barrier_run(s, number);
    }
}
