#include "trace/extrapolation/simulation.h"

void parcel_price(simulation *s, parcel *m)
{
    m->price = target_price(s->target, m->from, m->to, m->bytes);
}

/* A read has its bytes in the reply, a write in the request. */
int64_t access_begin(simulation *s, uint32_t number)
{
    const thread *t = &s->threads[number];
    const trace_event *e = &t->event;
    const trace_comm *c = &s->t->comms[e->comm];
    const uint32_t owner = c->ranks ? c->ranks[e->peer] : number;
    const uint64_t request = s->target->request_bytes;
    parcel *m = &s->parcels[number];
    *m = (parcel){.kind = PARCEL_REQUEST,
                  .from = t->processor,
                  .to = s->threads[owner].processor,
                  .thread = number,
                  .bytes = e->kind == TRACE_GET ? request : request + e->bytes,
                  .reply = e->kind == TRACE_GET ? e->bytes : request};
    parcel_price(s, m);
    return m->price.send;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void parcel_send(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    processor *from = &s->processors[m->from];
    const int64_t begins = later(s->now, from->out_free);
    from->out_free = begins + m->price.port_out;
    m->interface += begins - s->now;
    m->network += m->price.way;
    m->at = begins + m->price.way;
    simulation_put(s, m->at, EVENT_REACHES, number, 0);
}

/* Its first byte is at the port, which passes it on when its last one is through. */
void parcel_reaches(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    processor *to = &s->processors[m->to];
    const int64_t through = later(s->now, to->in_free) + m->price.port_in;
    to->in_free = through;
    /* No port there: it has come when it has left the sender's. */
    m->at = later(through, s->now + m->price.port_out);
    m->interface += m->at - s->now;
    simulation_put(s, m->at, EVENT_COMES, number, 0);
}

void parcel_comes(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    processor *p = &s->processors[m->to];
    numbers_put(s->arena, &p->come, number);
    if (p->work == WORK_COMPUTE && s->target->requests == SERVICE_INTERRUPT) {
        thread *t = &s->threads[p->current];
        t->remaining -= s->now - p->began;
        thread_mark(s, t, EXTRAPOLATED_COMPUTING);
        p->work = WORK_NONE;
        p->generation++;
    }
    processor_go_on(s, m->to);
}

int64_t parcel_begin(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    if (m->kind == PARCEL_REQUEST) {
        const target_message reply = target_price(s->target, m->to, m->from, m->reply);
        m->owner += s->now - m->at;
        m->at = s->now;
        return m->price.receive + s->target->service + reply.send;
    }
    if (m->kind == PARCEL_REPLY) {
        thread *t = &s->threads[m->thread];
        t->part[EXTRAPOLATED_INTERFACE] += m->interface;
        t->part[EXTRAPOLATED_NETWORK] += m->network;
        t->part[EXTRAPOLATED_OWNER] += m->owner;
        t->marked = m->at;
        thread_mark(s, t, EXTRAPOLATED_SERVING);
    }
    return m->price.receive;
}

static void answer(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    processor *p = &s->processors[m->to];
    const uint32_t owner = m->to;
    p->served++;
    p->serving += s->now - m->at;
    m->owner += s->now - m->at;
    m->kind = PARCEL_REPLY;
    m->to = m->from;
    m->from = owner;
    m->bytes = m->reply;
    parcel_price(s, m);
    parcel_send(s, number);
}

void parcel_end(simulation *s, uint32_t number)
{
    parcel *m = &s->parcels[number];
    thread *t;
    switch (m->kind) {
    case PARCEL_REQUEST:
        answer(s, number);
        return;
    case PARCEL_REPLY:
        t = &s->threads[m->thread];
        thread_mark(s, t, EXTRAPOLATED_RUNTIME);
        thread_write(s, t);
        t->does = DOES_NEXT;
        processor_make_ready(s, m->thread);
        return;
    case PARCEL_COME:
    case PARCEL_RELEASE:
    case PARCEL_ROUND:
        break;
    }
    barrier_told(s, m);
}
