#include "trace/perturbation/waiting.h"

#include <math.h>

static uint64_t bytes_of_all(const awaited *items, uint32_t count)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++)
        bytes += items[i].is_send ? 0 : items[i].bytes;
    return bytes;
}

/* It took no longer than from when it began until the call was through. */
static double at_most(const asked *a, const awaited *item)
{
    return fmax(a->measured_end - item->measured, 0);
}

static double since_asked(const asked *a)
{
    return fmax(a->measured_end - a->measured, 0);
}

/* Something began after the call did: it has waited, if for nothing else then for that. So has one
 * that took clearly longer than the quickest that was through with as many bytes. */
static bool has_waited(const learnt *l, const asked *a, const awaited *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!items[i].is_other && items[i].measured >= a->measured)
            return true;
    const double least = flight_learnt(l->posted_end, bytes_of_all(items, count), INFINITY);
    return since_asked(a) > 1.5 * least + 1; /* stamps are whole ticks */
}

static double taken_by(const learnt *l, const asked *a, const awaited *item)
{
    const double least =
        flight_learnt(item->is_send ? l->posted_send : l->posted_flight, item->bytes, 0);
    return item->is_other ? least : fmin(least, at_most(a, item));
}

static uint32_t last_begun(const awaited *items, uint32_t count)
{
    uint32_t last = 0;
    for (uint32_t i = 1; i < count; i++)
        if (!items[i].is_other &&
            (items[last].is_other || items[i].measured > items[last].measured))
            last = i;
    return last;
}

void waiting_learn(learnt *l, const asked *a, const awaited *items, uint32_t count)
{
    flight_learn_least(l->posted_end, bytes_of_all(items, count), since_asked(a));
    if (!has_waited(l, a, items, count))
        return;
    /* Others may have ended long before. */
    const awaited *last = &items[last_begun(items, count)];
    if (!last->is_other)
        flight_learn_least(last->is_send ? l->posted_send : l->posted_flight, last->bytes,
                           at_most(a, last));
}

/* Which of them was last in the trace, if each took as little as it is known to. */
static uint32_t last_of(const learnt *l, const asked *a, const awaited *items, uint32_t count)
{
    uint32_t last = 0;
    double latest = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const double end = items[i].measured + taken_by(l, a, &items[i]);
        if (items[i].is_other || end <= latest)
            continue;
        latest = end;
        last = i;
    }
    return last;
}

/* No time at all; but if the call has waited, that was for one of them, and who would be there
 * first now may have been it. */
static double at_least(const asked *a, const awaited *items, uint32_t count, bool waited)
{
    double begun = 0, first = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        begun = fmax(begun, items[i].approximated);
        if (!items[i].is_other)
            first = fmin(first, items[i].approximated + at_most(a, &items[i]));
    }
    return waited && isfinite(first) ? fmax(begun, first) : begun;
}

static double all_at_most(const learnt *l, const asked *a, const awaited *items, uint32_t count)
{
    double end = 0;
    for (uint32_t i = 0; i < count; i++)
        end = fmax(end, items[i].approximated + (items[i].is_other ? taken_by(l, a, &items[i])
                                                                   : at_most(a, &items[i])));
    return end;
}

double waiting_end(const learnt *l, flight_view view, const asked *a, const awaited *items,
                   uint32_t count)
{
    const double now = a->approximated, all = since_asked(a);
    const double unknown = view == FLIGHT_PESSIMISTIC ? INFINITY : 0;
    const double rest =
        fmin(flight_learnt(l->posted_end, bytes_of_all(items, count), unknown), all);
    const bool waited = has_waited(l, a, items, count);
    if (view == FLIGHT_PESSIMISTIC)
        return fmax(all_at_most(l, a, items, count), now + (waited ? rest : all));
    if (view == FLIGHT_OPTIMISTIC)
        return fmax(at_least(a, items, count, waited), now + rest);
    const uint32_t last = last_of(l, a, items, count);
    double end = now + (waited ? rest : all);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_known = waited && i == last && !items[i].is_other;
        const double took = is_known ? at_most(a, &items[i]) : taken_by(l, a, &items[i]);
        end = fmax(end, items[i].approximated + took);
    }
    return end;
}
