#include "training/fit/fit_point_to_point.h"

#include <math.h>
#include <string.h>

/* The medians of a kernel of pairs, an iteration each. */
static int curve_of(const fit_data *data, const char *kernel, int partner, fit_point *point)
{
    int count = 0, kept = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_is_kernel(s, kernel) && fit_parameter(s, "partner") == partner &&
            fit_parameter(s, "bytes") > 0 && s->median_s > 0 && count < FIT_POINTS_MOST)
            point[count++] = (fit_point){(double)fit_parameter(s, "bytes"), s->median_s};
    }
    fit_sort_points(point, count);
    for (int i = 0; i < count; i++) { /* each size once */
        if (kept == 0 || point[i].x > point[kept - 1].x)
            point[kept++] = point[i];
    }
    return kept;
}

/* How many messages a stream has; 0: none were measured. */
static double messages_of_stream(const fit_data *data)
{
    for (int i = 0; i < data->count; i++) {
        if (fit_is_kernel(&data->series[i], "stream"))
            return fit_tally(data->series[i].tally, "message");
    }
    return 0;
}

/* What an empty message takes, which answers a stream: the line through the
 * smallest sizes at none. */
static double empty_message(arena *a, int count, const fit_point *total)
{
    fit_function f;
    return fit_pieces(a, count, total, &f) ? fit_value(&f, 0) : total[0].y;
}

/* A message takes half of a round trip. Of a stream of k messages and an answer
 * all but the last message take what they occupy:
 *   stream(n) = (k - 1) occupied(n) + total(n) + total(0). */
static bool pair_of(arena *a, const fit_data *data, int partner, fit_pair *pair)
{
    fit_point *trip = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point);
    fit_point *stream = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point);
    const int trips = curve_of(data, "pingpong", partner, trip);
    const int streams = curve_of(data, "stream", partner, stream);
    const double messages = messages_of_stream(data);
    fit_message_data *d = &pair->data;
    *d = (fit_message_data){.count = 0,
                            .total = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point),
                            .occupied = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point)};
    pair->partner = partner;
    for (int i = 0; i < trips; i++)
        trip[i].y /= 2;
    const double answer = trips > 0 ? empty_message(a, trips, trip) : 0;
    for (int i = 0, k = 0; i < trips; i++) {
        while (k < streams && stream[k].x < trip[i].x)
            k++;
        if (k == streams || stream[k].x > trip[i].x)
            continue;
        const double total = trip[i].y;
        const double occupied = (stream[k].y - total - answer) / (messages - 1);
        d->total[d->count] = trip[i];
        d->occupied[d->count++] = (fit_point){trip[i].x, fmin(fmax(occupied, 1e-3 * total), total)};
    }
    return d->count > 0 && messages > 1;
}

static bool has_partner(const fit_partners *all, int64_t partner)
{
    for (int i = 0; i < all->count; i++) {
        if (all->pair[i].partner == partner)
            return true;
    }
    return false;
}

void fit_collect_partners(arena *a, const fit_data *data, int ranks, fit_partners *all)
{
    all->count = 0;
    for (int i = 0; i < data->count && all->count < FIT_PARTNERS_MOST; i++) {
        const int64_t partner = fit_parameter(&data->series[i], "partner");
        fit_pair pair;
        if (!fit_is_kernel(&data->series[i], "pingpong") || partner < 1 || partner >= ranks ||
            has_partner(all, partner) || !pair_of(a, data, (int)partner, &pair))
            continue;
        int k = all->count++;
        for (; k > 0 && all->pair[k - 1].partner > partner; k--)
            all->pair[k] = all->pair[k - 1];
        all->pair[k] = pair;
    }
}

/* What `known` has at x, on the line between its points around it; false: it ends before, or begins
 * after. */
static bool between(const fit_point *known, int count, double x, double *y)
{
    int k = 1;
    while (k < count && known[k].x < x)
        k++;
    if (k >= count || known[k - 1].x > x)
        return false;
    const fit_point *p = &known[k - 1], *q = &known[k];
    *y = p->y + (q->y - p->y) * (x - p->x) / (q->x - p->x);
    return true;
}

/* How much longer a message of far takes than one of near, at the sizes of both. */
static int apart_of(const fit_message_data *near, const fit_message_data *far, fit_point *apart)
{
    int count = 0;
    for (int i = 0, k = 0; i < far->count; i++) {
        while (k < near->count && near->total[k].x < far->total[i].x)
            k++;
        if (k < near->count && !(near->total[k].x > far->total[i].x))
            apart[count++] = (fit_point){far->total[i].x, far->total[i].y - near->total[k].y};
    }
    return count;
}

void fit_fill_in(arena *a, const fit_pair *near, fit_pair *far)
{
    const fit_message_data known = far->data, *by = &near->data;
    fit_point *apart = ARENA_ARRAY(a, known.count + 1, fit_point);
    const int count = apart_of(by, &known, apart);
    fit_message_data d = {.total = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point),
                          .occupied = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point)};
    if (count < known.count)
        return;
    for (int i = 0; i < by->count; i++) {
        const double x = by->total[i].x;
        double longer, occupied;
        if (!between(apart, count, x, &longer) ||
            !between(known.occupied, known.count, x, &occupied) || by->total[i].y + longer <= 0)
            continue;
        const double total = by->total[i].y + longer;
        d.total[d.count] = (fit_point){x, total};
        d.occupied[d.count++] = (fit_point){x, fmin(occupied, total)};
    }
    if (d.count >= known.count)
        far->data = d;
}
