#include "trace/perturbation/flight.h"

#include <math.h>

void flight_begin(learnt *l)
{
    for (int i = 0; i < SIZE_CLASSES; i++)
        l->flight[i] = l->copy[i] = l->answer[i] = l->posted_flight[i] = l->posted_send[i] =
            l->posted_end[i] = -1;
}

uint64_t flight_count(const learnt *l)
{
    uint64_t count = 0;
    for (int i = 0; i < SIZE_CLASSES; i++)
        count += l->flight[i] >= 0 || l->posted_flight[i] >= 0;
    return count;
}

static int size_class(uint64_t bytes)
{
    int c = 0;
    while (c < SIZE_CLASSES - 1 && bytes >> c)
        c++;
    return c;
}

double flight_learnt(const double *figures, uint64_t bytes, double otherwise)
{
    const int c = size_class(bytes);
    for (int i = c; i >= 0; i--)
        if (figures[i] >= 0)
            return figures[i];
    for (int i = c; i < SIZE_CLASSES; i++)
        if (figures[i] >= 0)
            return figures[i];
    return otherwise;
}

void flight_learn_least(double *figures, uint64_t bytes, double value)
{
    double *known = &figures[size_class(bytes)];
    if (*known < 0 || value < *known)
        *known = value;
}

/* A receiver that asks before the message is sent does wait. Of one that asks later nothing tells
 * whether it was there, not even while the call that sends goes on. */
static bool has_waited(const asked *a, const sent_message *m)
{
    return a->measured <= m->measured;
}

static double since_sent(const asked *a, const sent_message *m)
{
    return fmax(a->measured_end - m->measured, 0);
}

static double since_asked(const asked *a)
{
    return fmax(a->measured_end - a->measured, 0);
}

/* Where the sender waits for the receiver, both wait for each other: it is known when it begins. */
static double since_both(const asked *a, const sent_message *m)
{
    return fmin(since_sent(a, m), since_asked(a));
}

void flight_learn(learnt *l, const asked *a, const sent_message *m)
{
    if (m->handover)
        flight_learn_least(l->flight, m->bytes, since_both(a, m));
    else if (has_waited(a, m))
        flight_learn_least(l->flight, m->bytes, since_sent(a, m));
    else
        flight_learn_least(l->copy, m->bytes, since_asked(a));
}

void flight_learn_answer(learnt *l, uint64_t bytes, double answer)
{
    flight_learn_least(l->answer, bytes, answer);
}

double flight_answer(const learnt *l, uint64_t bytes)
{
    return flight_learnt(l->answer, bytes, 0);
}

double flight_arrival(const learnt *l, const sent_message *m)
{
    const double copy = flight_learnt(l->copy, m->bytes, 0);
    const double under_way = fmax(flight_learnt(l->flight, m->bytes, 0) - copy, 0);
    return m->approximated + (m->handover ? 0 : under_way);
}

double flight_received_instead(const learnt *l, const asked *a, const sent_message *m)
{
    const double begin = fmax(flight_arrival(l, m), a->approximated);
    return begin + flight_learnt(m->handover ? l->flight : l->copy, m->bytes, 0);
}

/* Figures 3 and 4 of the paper. Where a receiver has waited, C and what copying takes are in what
 * was measured; in case B, where it would not have waited, it copies still. */
double flight_received(const learnt *l, flight_view view, const asked *a, const sent_message *m)
{
    const double all = since_sent(a, m), now = a->approximated;
    const double unknown = view == FLIGHT_PESSIMISTIC ? INFINITY : 0;
    const double copy = fmin(flight_learnt(l->copy, m->bytes, unknown), all);
    const double flight = flight_learnt(l->flight, m->bytes, 0);
    if (m->handover)
        return fmax(m->approximated, now) + since_both(a, m);
    if (has_waited(a, m))
        return fmax(m->approximated + all, now + copy);
    if (view == FLIGHT_PESSIMISTIC)
        return fmax(m->approximated + all, now + since_asked(a));
    if (view == FLIGHT_OPTIMISTIC)
        return fmax(m->approximated, now) + copy;
    if (a->measured < m->measured + flight - copy) /* it has waited after all */
        return fmax(m->approximated + all, now + copy);
    return fmax(m->approximated + fmax(flight - copy, 0), now) + since_asked(a);
}
