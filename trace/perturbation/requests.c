#include "trace/perturbation/requests.h"

#include <math.h>
#include <strings.h>

/* Messages that begin and are waited for later (section 3.3, "non-blocking"). */

static open_request *new_request(pass *p, follower *f, uint64_t id)
{
    open_request *r = p->free_request;
    if (r)
        p->free_request = r->next;
    else
        r = ARENA_NEW(p->arena, open_request);
    *r = (open_request){.bytes = 0};
    id_map_set(&f->requests, id, (uintptr_t)r);
    return r;
}

/* Takes it out; null: the trace has not begun it. */
static open_request *take_request(follower *f, uint64_t id)
{
    uint64_t at;
    return id_map_take(&f->requests, id, &at) ? (open_request *)(uintptr_t)at : NULL;
}

static void free_request(pass *p, open_request *r)
{
    if (r->queue) {
        open_request **at = &r->queue->posted;
        while (*at != r)
            at = &(*at)->next;
        *at = r->next;
    }
    *r = (open_request){.next = p->free_request};
    p->free_request = r;
}

/* A message and the receive that takes it are both there: its sender goes on, if it waits. */
static void meet(pass *p, const message_queue *q, const sent_message *m, const open_request *r)
{
    const asked a = {.measured = r->measured, .approximated = r->approximated};
    pass_take_over(p, q, m, &a, true, false);
}

/* What message a receive takes, a trace says where it ends. */
static message_queue *queue_of_posted(pass *p, uint32_t rank)
{
    enum { AHEAD_MOST = 4096 }; /* events; each keeps some bytes */
    follower *f = &p->ranks[rank];
    const uint64_t id = f->at.request;
    const trace_event *e;
    for (uint32_t n = 1; n < AHEAD_MOST && (e = pass_event_after(f, n)); n++) {
        const bool is_end = e->kind == TRACE_IRECV || e->kind == TRACE_REQUEST_CANCEL;
        if (is_end && e->request == id)
            return e->kind == TRACE_IRECV ? message_queue_of(p->messages, p->t, rank, e) : NULL;
    }
    return NULL;
}

void pass_post(pass *p, uint32_t rank, double measured, double approximated)
{
    follower *f = &p->ranks[rank];
    open_request *r = new_request(p, f, f->at.request);
    r->measured = measured;
    r->approximated = approximated;
    r->queue = p->blind == BLIND_AS_RECORDED ? queue_of_posted(p, rank) : NULL;
    if (!r->queue)
        return;
    r->index = r->queue->asked_for++;
    r->next = r->queue->posted;
    r->queue->posted = r;
    const sent_message *m = message_at(r->queue, r->index);
    if (m)
        meet(p, r->queue, m, r);
}

void pass_meet_posted(pass *p, const message_queue *q, uint64_t index)
{
    const sent_message *m = message_at(q, index);
    for (const open_request *r = q->posted; r && m; r = r->next)
        if (r->index == index)
            meet(p, q, m, r);
}

void pass_drop(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    open_request *r = take_request(f, f->at.request);
    if (r)
        free_request(p, r);
}

static bool waits_for_receiver(const pass *p, const follower *f)
{
    const char *call = f->entered != UINT32_MAX ? p->t->regions[f->entered].name : "";
    if (strcasecmp(call, "MPI_Issend") == 0)
        return true;
    return p->o->synchronous_from && f->at.bytes >= p->o->synchronous_from &&
           strcasecmp(call, "MPI_Ibsend") != 0;
}

void pass_begin_send(pass *p, uint32_t rank, sent_message *m)
{
    follower *f = &p->ranks[rank];
    open_request *r = new_request(p, f, f->at.request);
    r->measured = m->measured;
    r->approximated = m->approximated;
    r->bytes = m->bytes;
    if (!waits_for_receiver(p, f))
        return;
    r->number = m->handover = ++f->handovers;
    m->request = r;
    p->result->synchronous += p->view == FLIGHT_LEARNT;
}

/* --- A call that waits ---------------------------------------------------------- */

static bool is_ended(const pass *p, const trace_event *e)
{
    return e->kind == TRACE_ISEND_DONE ||
           (e->kind == TRACE_IRECV && (!e->any_source || p->blind == BLIND_AS_RECORDED));
}

/* What ends together with the next event: in one call all that stands there in a row. */
static uint32_t count_together(pass *p, follower *f)
{
    uint32_t n = 1;
    while (f->calls) {
        const trace_event *e = pass_event_after(f, n);
        if (!e || !is_ended(p, e))
            break;
        n++;
    }
    return n;
}

static bool find_send(pass *p, follower *f, const trace_event *e, awaited *item)
{
    call_that_waits *c = &f->call;
    open_request *r = c->pending ? c->pending : take_request(f, e->request);
    *item = (awaited){.is_send = true, .is_other = true};
    c->pending = NULL;
    if (!r)
        return true;
    if (r->number && !r->is_taken && !r->is_alone) {
        c->pending = r;
        return false;
    }
    /* Where the call was through before the receiver was there, it has not waited for that. */
    const bool has_met = r->is_taken && r->other_measured < (double)f->at.time;
    p->result->did_not_wait += p->view == FLIGHT_LEARNT && r->number && !has_met;
    *item = (awaited){.is_send = true,
                      .measured = has_met ? fmax(r->measured, r->other_measured) : r->measured,
                      .approximated =
                          has_met ? fmax(r->approximated, r->other_approximated) : r->approximated,
                      .bytes = r->bytes};
    free_request(p, r);
    return true;
}

static bool find_message(pass *p, uint32_t rank, trace_event *e, awaited *item)
{
    follower *f = &p->ranks[rank];
    message_queue *q = message_queue_of(p->messages, p->t, rank, e);
    f->queue = q->first ? NULL : q;
    q->is_awaited |= !q->first;
    if (!q->first)
        return false;
    const bool is_as_recorded = q->recorded++ == q->taken;
    const sent_message m = message_take(p->messages, q);
    open_request *r = take_request(f, e->request);
    q->asked_for += !r || !r->queue;
    const asked a = {r ? r->measured : f->measured + f->recording, (double)f->at.time,
                     r ? r->approximated : f->approximated};
    pass_take_over(p, q, &m, &a, is_as_recorded, !r);
    *item = (awaited){.measured = m.handover ? fmax(m.measured, a.measured) : m.measured,
                      .approximated =
                          m.handover ? fmax(m.approximated, a.approximated) : m.approximated,
                      .bytes = m.bytes,
                      .is_other = !is_as_recorded};
    f->has_reordered |= !is_as_recorded;
    pass_count_received(p, rank, &m, is_as_recorded);
    e->bytes = m.bytes;
    if (r)
        free_request(p, r);
    return true;
}

static awaited *room_for(pass *p, call_that_waits *c)
{
    if (c->count > c->room) {
        awaited *items = ARENA_ARRAY(p->arena, 2 * c->count, awaited);
        for (uint32_t i = 0; i < c->known; i++)
            items[i] = c->items[i];
        c->items = items;
        c->room = 2 * c->count;
    }
    return &c->items[c->known];
}

bool pass_waits(const pass *p, uint32_t rank)
{
    return is_ended(p, &p->ranks[rank].at);
}

progress pass_wait(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    call_that_waits *c = &f->call;
    if (!c->count)
        c->count = count_together(p, f);
    /* Messages first: where two ranks wait for each other's, both have come to theirs. */
    for (; c->looked < 2 * c->count; c->looked++) {
        const uint32_t n = c->looked % c->count;
        trace_event *e = n ? pass_event_after(f, n) : &f->at;
        const bool is_send = e->kind == TRACE_ISEND_DONE;
        if (is_send != (c->looked >= c->count))
            continue;
        awaited *item = room_for(p, c);
        if (is_send ? !find_send(p, f, e, item) : !find_message(p, rank, e, item))
            return WAITS;
        c->known++;
    }
    const asked a = {f->measured + f->recording, (double)f->at.time, f->approximated};
    if (p->view == FLIGHT_PESSIMISTIC)
        waiting_learn(p->learnt, &a, c->items, c->count);
    *when = waiting_end(p->learnt, p->view, &a, c->items, c->count);
    c->left = c->count - 1;
    c->count = c->known = c->looked = 0;
    return WENT_ON;
}

bool pass_let_request_go(pass *p)
{
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        open_request *r = p->ranks[i].call.pending;
        if (!r || r->is_alone)
            continue;
        r->is_alone = true;
        pass_make_ready(p, i);
        return true;
    }
    return false;
}
