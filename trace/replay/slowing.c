#include "trace/replay/engine.h"

/* Regions that take longer than recorded. Where a trace has processor times at calls of MPI alone,
 * what was computed between two of them is shared out by how long the rank was in which region. */

void slowing_compute(const engine *e, replay_rank *r, const trace_event *event)
{
    slowed_rank *s = &r->slow;
    if (!e->o->slower)
        return;
    const double ticks = (double)(event->time - s->last);
    const int inside = s->regions.count;
    s->recorded += ticks;
    s->slowed += inside ? ticks * e->o->slower[s->regions.data[inside - 1]] : ticks;
}

void slowing_note(const engine *e, const replay_rank *r, double seconds)
{
    const slowed_rank *s = &r->slow;
    if (e->o->computed && s->regions.count)
        e->o->computed[s->regions.data[s->regions.count - 1]] += seconds;
}

double slowing_take(replay_rank *r)
{
    slowed_rank *s = &r->slow;
    const double ratio = s->recorded > 0 ? s->slowed / s->recorded : 1;
    s->recorded = s->slowed = 0;
    return ratio;
}

void slowing_pass(const engine *e, replay_rank *r, const trace_event *event)
{
    slowed_rank *s = &r->slow;
    if (!e->o->slower && !e->o->computed)
        return;
    s->last = event->time;
    if ((event->kind != TRACE_ENTER && event->kind != TRACE_LEAVE) ||
        e->t->regions[event->region].role == TRACE_MPI)
        return;
    if (event->kind == TRACE_ENTER)
        VEC_PUSH(e->ctx->arena, &s->regions, event->region);
    else if (s->regions.count)
        s->regions.count--;
}
