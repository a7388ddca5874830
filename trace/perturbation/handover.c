#include <math.h>
#include <strings.h>

#include "trace/perturbation/pass.h"

/* A call that does nothing but send: what comes next is its end. (MPI_Sendrecv receives, too.) */
bool pass_is_synchronous(const pass *p, uint32_t rank)
{
    const follower *f = &p->ranks[rank];
    if (f->at.kind != TRACE_SEND || !f->has_after || f->after.kind != TRACE_LEAVE)
        return false;
    const trace_region *in = f->entered != UINT32_MAX ? &p->t->regions[f->entered] : NULL;
    if (in && strcasecmp(in->name, "MPI_Ssend") == 0)
        return true;
    const bool is_buffered = in && strcasecmp(in->name, "MPI_Bsend") == 0;
    return !is_buffered && p->o->synchronous_from && f->at.bytes >= p->o->synchronous_from;
}

void pass_hand_over(pass *p, uint32_t rank, message_queue *q, sent_message *m)
{
    handover *h = &p->ranks[rank].handover;
    m->handover = ++p->ranks[rank].handovers;
    *h = (handover){
        .number = m->handover, .is_open = true, .message = *m, .queue = q, .index = q->sent};
    p->result->synchronous += p->view == FLIGHT_LEARNT;
}

void pass_take_over(pass *p, const message_queue *q, const sent_message *m, const asked *a,
                    bool is_as_recorded, bool is_posted)
{
    handover *h = &p->ranks[q->of->from].handover;
    open_request *r = m->request;
    if (r && r->number == m->handover) {
        r->is_taken = true;
        r->other_measured = a->measured;
        r->other_approximated = a->approximated;
        pass_make_ready(p, q->of->from);
    }
    if (r || !m->handover || !h->is_open || m->handover != h->number)
        return;
    h->is_taken = true;
    h->is_as_recorded = is_as_recorded;
    h->is_alone = is_posted;
    h->other = *a;
    pass_make_ready(p, q->of->from);
}

/* Section 3.3: as a broadcast among two, where the sender waits for the receiver, too. */
progress pass_end_handover(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    handover *h = &f->handover;
    if (!h->is_taken && !h->is_alone)
        return WAITS;
    h->is_open = false;
    const taking_part me = {.measured = h->message.measured,
                            .approximated = h->message.approximated,
                            .measured_exit = (double)f->at.time};
    const double both = fmax(h->message.measured, h->other.measured);
    const bool has_left_before = h->is_as_recorded && me.measured_exit < both;
    if (h->is_alone || has_left_before) {
        p->result->did_not_wait += p->view == FLIGHT_LEARNT;
    } else if (h->is_as_recorded) {
        *when = gathering_after(&me, h->other.measured, h->other.approximated, *when);
        if (p->view == FLIGHT_PESSIMISTIC)
            flight_learn_answer(p->learnt, h->message.bytes, me.measured_exit - both);
    } else {
        *when = fmax(h->message.approximated, h->other.approximated) +
                flight_answer(p->learnt, h->message.bytes);
    }
    return WENT_ON;
}

/* No earlier than then has the receiver asked for it in the trace, as far as is known. */
static double asked_after(const follower *f, const handover *h)
{
    if (h->index < h->queue->recorded)
        return 0; /* it has, and has another one now */
    if (!f->has_at)
        return INFINITY; /* never */
    const bool may_take_it = f->choosing && f->choosing == h->queue->mailbox;
    return may_take_it ? f->measured + f->recording : (double)f->at.time;
}

bool pass_let_go(pass *p, bool to_posted)
{
    bool has_any = false;
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        handover *h = &p->ranks[i].handover;
        if (!h->is_open || h->is_taken)
            continue;
        const follower *to = &p->ranks[h->queue->of->to];
        const bool has_left_before = asked_after(to, h) >= (double)p->ranks[i].at.time;
        if (!has_left_before && !(to_posted && to->posted))
            continue;
        h->is_alone = true;
        has_any = true;
        pass_make_ready(p, i);
    }
    return has_any;
}
