#ifndef FPREDICT_SCALING_RANGES_H
#define FPREDICT_SCALING_RANGES_H

/* Of several combinations of program, distribution and machine, which is the best on how many
 * processors (Sun and others 1999, section 3: range comparison). At one size it is the one that
 * takes least. Scaled, each has its own size, that keeps its speed; then combination 1, slower by
 * alpha at first, has overtaken combination 2 on p' processors if and only if Phi(p, p') / Psi(p,
 * p') > alpha (definition 1, equation 2), Phi being the scalability of 1. As t(W') = t(W) / Phi by
 * equal speed, that is where the one's t / Phi has become less than the other's T / Psi: who is
 * ahead can be read at each number of processors by itself, and successive crossings are where it
 * changes. */

#include "scaling/isospeed.h"

/* Points without a gap at which one combination is the best. */
typedef struct scaling_range {
    int first, last; /* points */
    int best;
} scaling_range;

/* Of `all[0..count)`, which have the same numbers of processors; of equals the one that was the
 * best before. Points that one of
 * them has no time for are in no range. */
int scaling_ranges(arena *a, int count, const scaling *all, bool is_scaled,
                   const scaling_range **out);

/* The time that this is decided by, in seconds; NaN where there is none. */
double scaling_time_at(const scaling *s, int point, bool is_scaled);

/* psi from the first point to that one; NaN where no size was found. */
double scaling_psi(const scaling *s, int point);

#endif
