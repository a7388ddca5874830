#include "training/fit/fit_link_rates.h"

#include <math.h>

#include "training/fit/fit_point_to_point.h"

/* What goes back beside a message: acknowledgements, not more. */
static const double ANSWERED_LEAST = 0.01, ANSWERED_MOST = 0.2;

/* An exchange takes twice as long as one way where both share a link. */
static const double SHARED_LEAST = 1.5;

static double rate_of(const fit_message_data *d)
{
    if (d->count < 2)
        return 0;
    const fit_point *last = &d->total[d->count - 1], *before = &d->total[d->count - 2];
    return (last->y - before->y) / (last->x - before->x);
}

/* The same of an exchange with the next rank; 0: not measured. */
static double exchange_rate(const fit_data *data)
{
    const fit_series *last = NULL, *before = NULL;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!fit_is_kernel(s, "exchange") || fit_parameter(s, "ranks") != 2 ||
            fit_parameter(s, "stride") > 8)
            continue;
        before = last;
        last = s;
    }
    if (before == NULL)
        return 0;
    const double bytes = (double)(fit_parameter(last, "bytes") - fit_parameter(before, "bytes"));
    return bytes > 0 ? (last->median_s - before->median_s) / bytes : 0;
}

/* What processors pay for a byte of the longest messages, which no link does. */
static double paid(message_function f)
{
    const message_piece *last = &f.pieces[f.piece_count - 1];
    return last->send_per_byte.value + last->receive_per_byte.value;
}

/* The axis along which alone the first node is apart from another one: of that side; -1: several.
 */
static int axis_to(const sag_communication *c, int node)
{
    const quantity *side[] = {&c->side_1, &c->side_2, &c->side_3};
    int axis = -1;
    for (int d = 2; d >= 0; d--) {
        const int extent = side[d]->is_set ? (int)side[d]->value : 1;
        if (node % extent != 0 && axis >= 0)
            return -1;
        axis = node % extent != 0 ? d : axis;
        node /= extent;
    }
    return axis;
}

link_rates fit_link_rates_of(arena *a, const fit_data *data, const sag_communication *c, int ranks)
{
    fit_partners *all = ARENA_NEW(a, fit_partners);
    link_rates r = {0};
    fit_collect_partners(a, data, ranks, all);
    const double beyond = paid((message_function){c->piece_count, c->pieces});
    const double beside = c->inside.piece_count > 0 ? paid(c->inside) : beyond;
    const int node = c->ranks_per_node.is_set ? (int)c->ranks_per_node.value : 1;
    for (int i = 0; i < all->count; i++) {
        if (all->pair[i].partner < node)
            continue; /* within a node nothing passes a link */
        const double rate = rate_of(&all->pair[i].data) - beyond;
        r.near = r.near > 0 ? r.near : rate;
        r.far = fmax(r.far, rate);
        const int axis = axis_to(c, all->pair[i].partner / node);
        if (axis >= 0)
            r.along[axis] = fmax(r.along[axis], rate);
    }
    if (all->count == 0)
        return r;
    /* Exchanged is with the next rank. */
    const double alone = rate_of(&all->pair[0].data) - beside;
    const double both = exchange_rate(data) - beside;
    if (alone > 0 && both > alone * (1 + ANSWERED_LEAST) && both < alone * (1 + ANSWERED_MOST))
        r.answered = both / alone - 1;
    r.is_shared = alone > 0 && both > alone * SHARED_LEAST;
    return r;
}
