#include "trace/extrapolation/simulation.h"

#include <assert.h>

enum { KIND_SHIFT = 62, NUMBER_SHIFT = 32 };

void simulation_put(simulation *s, int64_t at, event_kind kind, uint32_t number,
                    uint32_t generation)
{
    assert(number < 1u << (KIND_SHIFT - NUMBER_SHIFT));
    if ((double)at > EXTRAPOLATION_MOST_S * EXTRAPOLATION_TICKS_PER_S) {
        if (!s->is_wrong)
            trace_fail(s->ctx, s->t->path,
                       "it takes more than a million seconds there, and no more are simulated");
        s->is_wrong = true;
        return;
    }
    heap_put(&s->events, at,
             (uint64_t)kind << KIND_SHIFT | (uint64_t)number << NUMBER_SHIFT | generation);
}

void numbers_put(arena *a, number_queue *q, uint32_t number)
{
    if (q->count == q->room) {
        const uint32_t room = q->room ? 2 * q->room : 4;
        uint32_t *items = ARENA_ARRAY(a, room, uint32_t);
        for (uint32_t i = 0; i < q->count; i++)
            items[i] = q->items[(q->first + i) % q->room];
        q->items = items;
        q->first = 0;
        q->room = room;
    }
    q->items[(q->first + q->count++) % q->room] = number;
}

uint32_t numbers_take(number_queue *q)
{
    assert(q->count > 0);
    const uint32_t number = q->items[q->first];
    q->first = (q->first + 1) % q->room;
    q->count--;
    return number;
}

void processor_begin(simulation *s, processor *p, work_kind work, int64_t ticks)
{
    assert(p->work == WORK_NONE && ticks >= 0);
    p->work = work;
    p->began = s->now;
    simulation_put(s, s->now + ticks, EVENT_ENDS, (uint32_t)(p - s->processors), ++p->generation);
}

/* The first message that has come. One that is taken while a thread would go on may have
 * interrupted it. */
static void begin_message(simulation *s, processor *p)
{
    const bool waits = p->current == NOBODY && !p->ready.count;
    const bool interrupts = s->target->requests == SERVICE_INTERRUPT && !waits;
    p->handled = numbers_take(&p->come);
    if (p->current != NOBODY)
        s->threads[p->current].is_suspended = s->threads[p->current].does <= DOES_EVENT;
    processor_begin(s, p, WORK_HANDLE,
                    (interrupts ? s->target->interrupt : 0) + parcel_begin(s, p->handled));
}

void processor_go_on(simulation *s, uint32_t number)
{
    processor *p = &s->processors[number];
    while (p->work == WORK_NONE) {
        const bool at_once = s->target->requests == SERVICE_INTERRUPT || p->to_poll > 0;
        p->to_poll -= p->to_poll > 0;
        if (p->come.count && at_once) {
            begin_message(s, p);
        } else if (p->current != NOBODY) {
            thread *t = &s->threads[p->current];
            if (t->is_suspended)
                thread_mark(s, t, EXTRAPOLATED_SERVING);
            t->is_suspended = false;
            thread_run(s, p->current);
        } else if (p->ready.count) {
            p->current = numbers_take(&p->ready);
            if (s->threads[p->current].does == DOES_NEXT)
                thread_mark(s, &s->threads[p->current],
                            p->threads > 1 ? EXTRAPOLATED_TURN : EXTRAPOLATED_SERVING);
        } else if (p->come.count) {
            begin_message(s, p);
        } else {
            return;
        }
    }
}

void processor_give_up(simulation *s, uint32_t number)
{
    s->processors[number].current = NOBODY;
}

void processor_make_ready(simulation *s, uint32_t thread_number)
{
    const uint32_t number = s->threads[thread_number].processor;
    processor *p = &s->processors[number];
    numbers_put(s->arena, &p->ready, thread_number);
}

/* A piece of computing is over, or the whole. */
static void end_computing(simulation *s, processor *p)
{
    thread *t = &s->threads[p->current];
    t->remaining -= s->now - p->began;
    thread_mark(s, t, EXTRAPOLATED_COMPUTING);
    if (s->target->requests != SERVICE_POLL)
        return;
    if (s->target->poll > 0)
        processor_begin(s, p, WORK_POLL, s->target->poll);
    else
        p->to_poll = p->come.count;
}

void processor_end(simulation *s, uint32_t number)
{
    processor *p = &s->processors[number];
    const work_kind work = p->work;
    p->work = WORK_NONE;
    switch (work) {
    case WORK_COMPUTE:
        end_computing(s, p);
        break;
    case WORK_POLL:
        p->to_poll = p->come.count;
        thread_mark(s, &s->threads[p->current], EXTRAPOLATED_SERVING);
        break;
    case WORK_REQUEST:
        thread_mark(s, &s->threads[p->current], EXTRAPOLATED_RUNTIME);
        parcel_send(s, p->current);
        processor_give_up(s, number);
        break;
    case WORK_HANDLE:
        parcel_end(s, p->handled);
        break;
    case WORK_ENTRY:
        barrier_entered(s, p->current);
        break;
    case WORK_COME:
    case WORK_MODEL:
    case WORK_RELEASE:
    case WORK_TELL:
    case WORK_EXIT:
        barrier_worked(s, p->current, work);
        break;
    case WORK_NONE:
        assert(false && "nothing has ended");
    }
    processor_go_on(s, number);
}
