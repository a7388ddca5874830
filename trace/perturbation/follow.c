#include <math.h>
#include <string.h>

#include "trace/perturbation/requests.h"

/* What may be found later of what recording took: as much as of so many events, which is a call.
 * What is more is not there, and no computing is taken for it. */
enum { OWED_MOST = 4 };

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
    case TRACE_KIND_COUNT:
        break;
    case TRACE_GET:
    case TRACE_PUT:
        return RECORDED_ACCESS;
    }
    return RECORDED_MESSAGE;
}

double pass_recording(const pass *p, const trace_event *e)
{
    return p->o->overhead[class_of(p->t, e)] * (double)p->t->ticks_per_s;
}

/* What reading the thread's clock for the next event takes: nothing, if that was read just before
 * (trace/record/library/clock.c). */
static double clock_of(const pass *p, const follower *f)
{
    const double ticks = (double)p->t->ticks_per_s, takes = p->o->overhead[RECORDED_CLOCK] * ticks;
    const bool is_before = f->at.kind == TRACE_ENTER;
    if (f->at.cpu == TRACE_NO_CPU || takes <= 0)
        return 0;
    const double since = (double)f->at.time - f->clock_read - (is_before ? takes : 0);
    return since >= RECORDED_CLOCK_NEAR_S * ticks ? takes : 0;
}

/* The piece of memory that events are kept in was full. */
static bool is_in_recorder(const pass *p, const follower *f)
{
    const trace_region *in = f->entered != UINT32_MAX ? &p->t->regions[f->entered] : NULL;
    return in && in->role == TRACE_RUNTIME && strcmp(in->name, "recording") == 0;
}

/* What has passed since the event before, but for its recording; and, where a region begins, for
 * the clock that was read just before that was written down. */
static double between(const follower *f)
{
    return (double)f->at.time - f->measured - f->recording - f->clock_before;
}

/* What is left of that. What of recording was not there, since part of it comes before an event is
 * stamped, or as it takes less than the mean of its class, is found in the next time. */
static double computed(const pass *p, const follower *f)
{
    return is_in_recorder(p, f) ? 0 : fmax(between(f) - f->owed, 0);
}

static void send(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    message_queue *q = message_queue_of(p->messages, p->t, rank, e);
    const double gone = (double)e->time + pass_recording(p, e);
    sent_message m = {.stamp = e->time, .measured = gone, .approximated = when, .bytes = e->bytes};
    if (e->kind == TRACE_ISEND)
        pass_begin_send(p, rank, &m);
    else if (pass_is_synchronous(p, rank))
        pass_hand_over(p, rank, q, &m);
    message_put(p->messages, q, m);
    if (m.handover && q->posted)
        pass_meet_posted(p, q, q->sent - 1);
    if (q->is_awaited)
        pass_make_ready(p, channel_world_rank(p->t, rank, e));
    q->is_awaited = false;
}

/* What a receive takes; null: it is not there yet, or not chosen. */
static message_queue *taken_from(pass *p, uint32_t rank, message_queue *recorded)
{
    follower *f = &p->ranks[rank];
    message_queue *from = recorded;
    if (pass_chooses(p, rank)) {
        from = f->chosen;
        f->chosen = NULL;
        f->choosing = from ? NULL : recorded->mailbox;
        recorded->mailbox->is_stale = true; /* it asks only now */
    } else if (!recorded->first) {
        recorded->is_awaited = true;
        from = NULL;
    }
    f->queue = from ? NULL : recorded;
    return from;
}

/* The event speaks of the message that it has now. */
static void take_instead(pass *p, uint32_t rank, const message_queue *from, const sent_message *m)
{
    follower *f = &p->ranks[rank];
    f->has_reordered = true;
    if (p->t->comms[f->at.comm].ranks)
        f->at.peer = pass_place(p, f->at.comm, from->of->from);
    f->at.bytes = m->bytes;
    p->result->reordered += p->view == FLIGHT_LEARNT;
}

void pass_count_received(pass *p, uint32_t rank, const sent_message *m, bool is_as_recorded)
{
    if (p->view != FLIGHT_LEARNT)
        return;
    p->result->receives++;
    if (m->is_looked_for)
        p->result->looked_for++;
    else if (is_as_recorded && (double)m->stamp < p->ranks[rank].measured)
        p->result->sent_before++;
}

static bool receive(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    message_queue *recorded = message_queue_of(p->messages, p->t, rank, &f->at);
    message_queue *from = taken_from(p, rank, recorded);
    if (!from)
        return false;
    const bool is_posted = f->at.kind == TRACE_IRECV;
    const bool is_as_recorded = recorded == from && recorded->recorded == from->taken;
    recorded->recorded++;
    recorded->asked_for++;
    sent_message m = message_take(p->messages, from);
    const asked a = {f->measured + f->recording, (double)f->at.time, f->approximated};
    if (is_posted)
        pass_drop(p, rank);
    pass_take_over(p, from, &m, &a, is_as_recorded, is_posted);
    if (is_posted)
        m.handover = 0; /* since when the receiver was there is not known */
    if (p->view == FLIGHT_PESSIMISTIC)
        flight_learn(p->learnt, &a, &m);
    if (is_as_recorded) {
        *when = flight_received(p->learnt, p->view, &a, &m);
    } else {
        *when = flight_received_instead(p->learnt, &a, &m);
        take_instead(p, rank, from, &m);
    }
    pass_count_received(p, rank, &m, is_as_recorded);
    p->result->blind += p->view == FLIGHT_LEARNT && f->at.any_source;
    return true;
}

static progress time_of(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    const trace_event *e = &f->at;
    *when = f->approximated + computed(p, f);
    if (f->handover.is_open)
        return pass_end_handover(p, rank, when);
    if (pass_is_looking(p, rank))
        return pass_look(p, rank, when);
    pass_begin_look(p, rank, *when);
    if (f->call.left) {
        f->call.left--;
        return WENT_ON;
    }
    if (pass_waits(p, rank))
        return pass_wait(p, rank, when);
    if (channel_is_receive(e))
        return receive(p, rank, when) ? WENT_ON : WAITS;
    if (channel_is_send(e))
        send(p, rank, *when);
    if (e->kind == TRACE_IRECV_POSTED)
        pass_post(p, rank, (double)e->time + pass_recording(p, e), *when);
    if (e->kind == TRACE_REQUEST_CANCEL)
        pass_drop(p, rank);
    if (e->kind == TRACE_COLLECTIVE_BEGIN)
        return pass_come(p, rank, *when) ? WENT_ON : IS_WRONG;
    if (e->kind == TRACE_COLLECTIVE_END)
        return pass_leave(p, rank, when);
    return WENT_ON;
}

static bool read_next(follower *f, trace_event *e)
{
    f->is_over = f->is_over || !trace_next(f->cursor, e);
    return !f->is_over;
}

void pass_advance(follower *f)
{
    f->at = f->after;
    f->has_at = f->has_after;
    if (f->next_further < f->further.count)
        f->after = f->further.data[f->next_further++];
    else
        f->has_after = read_next(f, &f->after);
}

trace_event *pass_event_after(follower *f, uint32_t n)
{
    trace_event e;
    if (n == 1)
        return f->has_after ? &f->after : NULL;
    if (2 * f->next_further >= f->further.count) { /* what has gone by makes room */
        f->further.count -= f->next_further;
        if (f->further.count)
            memmove(f->further.data, f->further.data + f->next_further,
                    (size_t)f->further.count * sizeof e);
        f->next_further = 0;
    }
    const int at = f->next_further + (int)n - 2;
    while (at >= f->further.count && read_next(f, &e))
        VEC_PUSH(f->requests.memory, &f->further, e);
    return at < f->further.count ? &f->further.data[at] : NULL;
}

static void count_posted(follower *f)
{
    f->posted += f->at.kind == TRACE_IRECV_POSTED;
    if (f->at.kind == TRACE_IRECV || f->at.kind == TRACE_REQUEST_CANCEL)
        f->posted -= f->posted > 0;
}

static void count_calls(const pass *p, follower *f)
{
    const trace_event *e = &f->at;
    if ((e->kind != TRACE_ENTER && e->kind != TRACE_LEAVE) ||
        p->t->regions[e->region].role != TRACE_MPI)
        return;
    if (e->kind == TRACE_ENTER)
        f->calls++;
    else
        f->calls -= f->calls > 0;
}

/* Stamps are whole ticks. */
static void count_short(const pass *p, const follower *f)
{
    p->result->too_short += p->view == FLIGHT_LEARNT && between(f) < -0.5;
}

/* What recording the next event takes, before it and after. */
static void add_recording(const pass *p, follower *f)
{
    const double clock = clock_of(p, f);
    /* Events that are stamped by one look at the clock: only the last one took its time. */
    const bool shares_look = f->recording >= 1 && (double)f->at.time <= f->measured;
    const double missing = fmax(f->owed - between(f) - (shares_look ? f->recording : 0), 0);
    f->owed = fmin(missing, OWED_MOST * f->recording);
    f->not_found += missing - f->owed;
    if (is_in_recorder(p, f))
        f->recording_all += fmax(between(f), 0);
    f->recording = pass_recording(p, &f->at) + (f->at.kind == TRACE_ENTER ? 0 : clock);
    f->recording_all += f->recording + f->clock_before;
    if (f->at.cpu != TRACE_NO_CPU)
        f->clock_read = (double)f->at.time + f->recording;
}

bool pass_follow(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    while (f->has_at) {
        double when;
        f->clock_before = f->at.kind == TRACE_ENTER ? clock_of(p, f) : 0;
        const progress went = time_of(p, rank, &when);
        if (went != WENT_ON)
            return went == WAITS;
        count_short(p, f);
        add_recording(p, f);
        startup_take(&p->recorded[rank], p->t, &f->at, (double)f->at.time);
        startup_take(&p->left[rank], p->t, &f->at, when);
        f->measured = (double)f->at.time;
        f->approximated = when;
        f->entered = f->at.kind == TRACE_ENTER ? f->at.region : UINT32_MAX;
        count_calls(p, f);
        count_posted(f);
        if (p->out) {
            trace_event e = f->at;
            e.time = (uint64_t)llround(when);
            if (!trace_write(p->out, rank, &e))
                return false;
        }
        p->result->events += p->view == FLIGHT_LEARNT;
        f->number++;
        pass_advance(f);
    }
    return !trace_is_broken(f->cursor);
}
