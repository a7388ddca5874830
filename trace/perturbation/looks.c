#include <math.h>

#include "trace/perturbation/pass.h"

/* Calls that look for a message, MPI_Probe and loops of MPI_Iprobe and MPI_Test: they end, all
 * together, as a receive does that has the message when it is found. Each takes its part of that;
 * what the program does between them takes as long as it took. */

/* What recording took of the time in a run's calls, or between them. */
static double recorded(const pass *p, uint64_t intervals)
{
    return (double)intervals * p->o->overhead[RECORDED_RUNTIME] * (double)p->t->ticks_per_s;
}

void pass_begin_look(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    if (f->calls || !looking_begins(p->looking, &f->at))
        return;
    const looking_run *run = looking_at(p->looking, rank, f->number);
    const bool chooses =
        run->message.any_source && p->blind != BLIND_AS_RECORDED && !p->keeps_order[rank];
    if (!run->is_found || run->last <= f->number || chooses)
        return;
    const double began = (double)run->began + pass_recording(p, &f->at);
    f->look = (look){.run = run, .since = {began, (double)run->ended, when}};
}

bool pass_is_looking(const pass *p, uint32_t rank)
{
    return p->ranks[rank].look.run;
}

/* The message, where it is sent; of a receive that was not posted the next one that none has asked
 * for. */
static sent_message *find(pass *p, uint32_t rank)
{
    follower *f = &p->ranks[rank];
    const looking_run *run = f->look.run;
    message_queue *q = message_queue_of(p->messages, p->t, rank, &run->message);
    const bool is_next = run->is_posted || q->asked_for < q->taken;
    sent_message *m = message_at(q, is_next ? q->taken + run->before : q->asked_for);
    f->queue = m ? NULL : q;
    q->is_awaited |= !m;
    return m;
}

/* By then it was there: after the last call that found nothing, and before the one that did. In
 * between, the time of the quickest is taken. */
static double there_by(const pass *p, const looking_run *run, const sent_message *m)
{
    const double sent = m->measured, ended = (double)run->ended;
    const double first = fmax((double)run->vain, sent);
    if (p->view == FLIGHT_PESSIMISTIC || first >= ended)
        return ended;
    if (p->view == FLIGHT_OPTIMISTIC)
        return first;
    const double quickest = sent + flight_learnt(p->found->flight, m->bytes, ended - sent);
    return fmin(fmax(quickest, first), ended);
}

/* Learns when the run ends; false: nothing tells, as it was sent after it had been found. */
static bool know(pass *p, look *l, sent_message m)
{
    const looking_run *run = l->run;
    if (m.measured > (double)run->ended)
        return false;
    m.handover = 0; /* its sender waits for the receive, and not for this */
    asked a = l->since;
    const double calls = (double)run->in_calls - recorded(p, run->intervals_in_calls);
    const double between = fmax(
        (double)(run->ended - run->began - run->in_calls) - recorded(p, run->intervals_between), 0);
    if (a.measured > m.measured) /* all of it took so long, without the recording */
        a.measured = fmax(a.measured, a.measured_end - fmax(calls + between, 0));
    if (p->view == FLIGHT_PESSIMISTIC)
        flight_learn(p->found, &a, &m);
    if (a.measured <= m.measured)
        a.measured_end = there_by(p, run, &m);
    l->ends = flight_received(p->found, p->view, &a, &m);
    l->stretch = calls > 0 ? fmax(l->ends - a.approximated - between, 0) / calls : 0;
    l->is_known = true;
    return true;
}

progress pass_look(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    look *l = &f->look;
    if (!l->is_known) {
        sent_message *m = find(p, rank);
        if (!m)
            return WAITS;
        if (!know(p, l, *m)) {
            l->run = NULL;
            return WENT_ON;
        }
        m->is_looked_for = l->since.measured <= m->measured;
    }
    const double latest = fmax(l->ends, f->approximated);
    if (f->calls)
        *when = fmin(f->approximated + l->stretch * (*when - f->approximated), latest);
    if (f->number == l->run->last) {
        *when = fmax(*when, l->ends);
        l->run = NULL;
    }
    return WENT_ON;
}

bool pass_let_look_go(pass *p)
{
    for (uint32_t i = 0; i < p->t->rank_count; i++) {
        follower *f = &p->ranks[i];
        if (!f->look.run || f->look.is_known)
            continue;
        f->look.run = NULL;
        f->queue = NULL;
        pass_make_ready(p, i);
        return true;
    }
    return false;
}
