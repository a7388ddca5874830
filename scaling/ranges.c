#include "scaling/ranges.h"

#include <math.h>

#include "support/vec.h"

/* Times that differ by less are equal. */
#define TOLERANCE 1e-6

double scaling_psi(const scaling *s, int point)
{
    const scaling_point *first = &s->points[0], *p = &s->points[point];
    return p->same_speed.end == SIZE_FOUND ? p->at_speed.procs * first->at_speed.work /
                                                 (first->at_speed.procs * p->at_speed.work)
                                           : NAN;
}

double scaling_time_at(const scaling *s, int point, bool is_scaled)
{
    const scaling_trial *begin = &s->points[is_scaled ? 0 : point].begin;
    if (!begin->is_made)
        return NAN;
    return is_scaled ? begin->time / scaling_psi(s, point) : begin->time;
}

/* -1: not all have a time there. */
static int best_at(int count, const scaling *all, int point, bool is_scaled, int before)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        const double time = scaling_time_at(&all[i], point, is_scaled);
        if (isnan(time))
            return -1;
        if (time < least) {
            least = time;
            best = i;
        }
    }
    const double kept = before >= 0 ? scaling_time_at(&all[before], point, is_scaled) : NAN;
    return kept <= least * (1 + TOLERANCE) ? before : best;
}

int scaling_ranges(arena *a, int count, const scaling *all, bool is_scaled,
                   const scaling_range **out)
{
    VEC(scaling_range) ranges = {0};
    int before = -1;
    for (int point = 0; point < all[0].count; point++) {
        const int best = best_at(count, all, point, is_scaled, before);
        scaling_range *last = ranges.count ? &ranges.data[ranges.count - 1] : NULL;
        if (best >= 0 && last && last->best == best && last->last == point - 1)
            last->last = point;
        else if (best >= 0)
            VEC_PUSH(a, &ranges, ((scaling_range){point, point, best}));
        before = best >= 0 ? best : before;
    }
    *out = ranges.data;
    return ranges.count;
}
