#include <math.h>

#include "trace/perturbation/pass.h"

bool pass_chooses(const pass *p, uint32_t rank)
{
    return p->blind != BLIND_AS_RECORDED && p->ranks[rank].at.any_source && !p->keeps_order[rank];
}

static bool is_earlier(const message_queue *a, double of_a, const message_queue *b, double of_b)
{
    return !b || of_a < of_b || (of_a == of_b && a->of->from < b->of->from);
}

/* What a rank that asks at `now` takes, and when: the oldest as soon as one has come; or of those
 * that have come by then the newest. */
static void look_into(const pass *p, mailbox *box, double now)
{
    const message_queue *oldest = NULL;
    double first = 0, last = -INFINITY;
    box->is_stale = false;
    box->chosen = NULL;
    for (message_queue *q = box->queues; q; q = q->next_in_mailbox) {
        const double when = q->first ? flight_arrival(p->learnt, q->first) : 0;
        if (!q->first || !is_earlier(q, when, oldest, first))
            continue;
        oldest = box->chosen = q;
        first = when;
    }
    box->when = fmax(first, now);
    if (p->blind != BLIND_LAST_IN_FIRST_OUT)
        return;
    for (message_queue *q = box->queues; q; q = q->next_in_mailbox) {
        const double when = q->first ? flight_arrival(p->learnt, q->first) : INFINITY;
        if (when > box->when || when < last ||
            (when == last && box->chosen->of->from < q->of->from))
            continue;
        box->chosen = q;
        last = when;
    }
}

/* Who has to be told by others what to do goes on later than the first that chooses now; whatever
 * it sends then is sent later. */
bool pass_choose(pass *p)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        mailbox *box = p->ranks[i].choosing;
        if (!box)
            continue;
        if (box->is_stale)
            look_into(p, box, p->ranks[i].approximated);
        if (box->chosen && (first == UINT32_MAX || box->when < p->ranks[first].choosing->when))
            first = i;
    }
    if (first == UINT32_MAX)
        return false;
    p->ranks[first].chosen = p->ranks[first].choosing->chosen;
    pass_make_ready(p, first);
    return true;
}
