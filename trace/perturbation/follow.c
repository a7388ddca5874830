#include <math.h>

#include "trace/perturbation/pass.h"

static recorded_class class_of(const trace *t, const trace_event *e)
{
    switch (e->kind) {
    case TRACE_ENTER:
    case TRACE_LEAVE:
        return t->regions[e->region].role == TRACE_USER ? RECORDED_USER : RECORDED_RUNTIME;
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_COLLECTIVE_END:
        return RECORDED_COLLECTIVE;
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_ISEND_DONE:
    case TRACE_IRECV_POSTED:
    case TRACE_RECV:
    case TRACE_IRECV:
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
    case TRACE_GET:
    case TRACE_PUT:
    case TRACE_KIND_COUNT:
        break;
    }
    return RECORDED_MESSAGE;
}

double pass_recording(const pass *p, const trace_event *e)
{
    return p->o->overhead[class_of(p->t, e)] * (double)p->t->ticks_per_s;
}

/* What has passed since the event before, but for its recording. */
static double between(const follower *f)
{
    return (double)f->at.time - f->measured - f->recording;
}

static void send(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    message_queue *q = message_queue_of(p->messages, p->t, rank, e);
    const double gone = (double)e->time + pass_recording(p, e);
    message_put(p->messages, q,
                (sent_message){.measured = gone, .approximated = when, .bytes = e->bytes});
    if (q->is_awaited)
        pass_make_ready(p, channel_world_rank(p->t, rank, e));
    q->is_awaited = false;
}

static bool receive(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    message_queue *q = message_queue_of(p->messages, p->t, rank, e);
    if (!q->first) {
        q->is_awaited = true;
        f->queue = q;
        return false;
    }
    f->queue = NULL;
    const sent_message m = message_take(p->messages, q);
    const asked a = {f->measured + f->recording, (double)e->time, f->approximated};
    bool was_there;
    if (p->view == FLIGHT_PESSIMISTIC)
        flight_learn(p->learnt, &a, &m);
    *when = flight_received(p->learnt, p->view, &a, &m, &was_there);
    p->result->receives += p->view == FLIGHT_LEARNT;
    p->result->was_there += p->view == FLIGHT_LEARNT && was_there;
    return true;
}

static progress time_of(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    *when = f->approximated + fmax(between(f), 0);
    if (e->kind == TRACE_RECV || e->kind == TRACE_IRECV)
        return receive(p, rank, when) ? WENT_ON : WAITS;
    if (e->kind == TRACE_SEND || e->kind == TRACE_ISEND)
        send(p, rank, *when);
    if (e->kind == TRACE_COLLECTIVE_BEGIN)
        return pass_come(p, rank, *when) ? WENT_ON : IS_WRONG;
    if (e->kind == TRACE_COLLECTIVE_END)
        return pass_leave(p, rank, when);
    return WENT_ON;
}

void pass_advance(follower *f)
{
    f->at = f->after;
    f->has_at = f->has_after;
    f->has_after = f->has_after && trace_next(f->cursor, &f->after);
}

bool pass_follow(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    while (f->has_at) {
        double when;
        const progress went = time_of(p, rank, &when);
        if (went != WENT_ON)
            return went == WAITS;
        p->result->too_short +=
            p->view == FLIGHT_LEARNT && between(f) < -0.5; /* stamps are whole ticks */
        f->measured = (double)f->at.time;
        f->approximated = when;
        f->recording = pass_recording(p, &f->at);
        f->recording_all += f->recording;
        if (p->out) {
            trace_event e = f->at;
            e.time = (uint64_t)llround(when);
            if (!trace_write(p->out, rank, &e))
                return false;
        }
        p->result->events += p->view == FLIGHT_LEARNT;
        pass_advance(f);
    }
    return !trace_is_broken(f->cursor);
}
