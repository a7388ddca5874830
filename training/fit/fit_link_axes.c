#include "training/fit/fit_link_axes.h"

#include <math.h>

#include "training/fit/fit_message.h"

/* Along an axis whose messages are slower than those to the next rank, a link is what bounds them,
 * and its capacity is measured. Along the others the nodes' ports do, and links are as fast or
 * faster: how much shows where several messages pass one, so it is searched for. */

enum { AXES = 3, STEPS = 10, ROUNDS = 2 };

/* A message is slower along an axis from here on; and links may be so much faster than ports. */
static const double SLOWER = 1.03, FASTEST = 8;

/* It has to be worth further values. */
static const double WORTH = 2.0 / 3;

typedef struct axes {
    const link_axes_search *search;
    const sag_communication *base;
    double per_byte[AXES];
    const char *source[AXES];
    int count;
} axes;

/* The network with these capacities: one value where all axes have the same. */
static sag_communication with_axes(const axes *x)
{
    sag_communication c = *x->base;
    quantity *own[AXES] = {&c.link_per_byte_1, &c.link_per_byte_2, &c.link_per_byte_3};
    double least = x->per_byte[0], most = least;
    for (int d = 1; d < x->count; d++) {
        least = fmin(least, x->per_byte[d]);
        most = fmax(most, x->per_byte[d]);
    }
    const int last = x->count - 1;
    c.link_per_byte = fit_time(x->per_byte[last], 0.01, x->source[last]);
    for (int d = 0; most > least * SLOWER && d < last; d++)
        *own[d] = fit_time(x->per_byte[d], 0.01, x->source[d]);
    return c;
}

static double off_at(axes *x, int d, double per_byte)
{
    const double before = x->per_byte[d];
    x->per_byte[d] = per_byte;
    const sag_communication c = with_axes(x);
    x->per_byte[d] = before;
    return x->search->off(x->search->with, &c);
}

/* Golden section, of the logarithm; of what is as near the largest time, so that links which bound
 * nothing are as fast as ports. */
static void search_axis(axes *x, int d)
{
    const double part = (sqrt(5) - 1) / 2;
    double low = log(x->search->near / FASTEST), high = log(x->search->near);
    const double ends = off_at(x, d, exp(high));
    double a = high - part * (high - low), b = low + part * (high - low);
    double off_a = off_at(x, d, exp(a)), off_b = off_at(x, d, exp(b));
    for (int i = 0; i < STEPS; i++) {
        if (off_a < off_b) {
            high = b, b = a, off_b = off_a;
            a = high - part * (high - low);
            off_a = off_at(x, d, exp(a));
        } else {
            low = a, a = b, off_a = off_b;
            b = low + part * (high - low);
            off_b = off_at(x, d, exp(b));
        }
    }
    const bool is_faster = fmin(off_a, off_b) < ends * 0.98;
    x->per_byte[d] = is_faster ? exp(off_a < off_b ? a : b) : x->search->near;
    x->source[d] = is_faster ? x->search->source_meeting : x->search->source_alone;
}

double fit_link_axes(const link_axes_search *s, sag_communication *c, double off)
{
    const quantity *side[AXES] = {&c->side_1, &c->side_2, &c->side_3};
    const sag_communication base = *c;
    axes x = {.search = s, .base = &base};
    bool is_measured[AXES];
    int searched = 0;
    while (x.count < AXES && side[x.count]->is_set)
        x.count++;
    for (int d = 0; d < x.count; d++) {
        is_measured[d] = s->alone[d] > s->near * SLOWER;
        x.per_byte[d] = is_measured[d] ? s->alone[d] : s->near;
        x.source[d] = s->source_alone;
        searched += !is_measured[d];
    }
    for (int i = 0; i < (searched > 1 ? ROUNDS : 1); i++)
        for (int d = 0; d < x.count; d++)
            if (!is_measured[d])
                search_axis(&x, d);
    const sag_communication found = with_axes(&x);
    const double least = x.count > 0 ? s->off(s->with, &found) : off;
    if (least > off * WORTH)
        return off;
    *c = found;
    return least;
}
