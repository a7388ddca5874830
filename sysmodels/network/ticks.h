#ifndef FPREDICT_SYSMODELS_NETWORK_TICKS_H
#define FPREDICT_SYSMODELS_NETWORK_TICKS_H

/* Clock values. Clocks are integers: one tick is a picosecond, and what a unit or a
 * message costs is rounded to ticks once. Everything that is added up is a tick or a count, so
 * sums do not depend on their order and equal states compare equal. */

#include <stdint.h>

__extension__ typedef __int128 int128;

#define TICKS_PER_SECOND 1e12

/* Nearest tick. Asserts that the time is representable. */
int128 ticks_of(double seconds);

/* A part of ticks, or of other whole numbers, to the nearest; halves away from 0. The product has
 * the precision of a long double. */
int128 ticks_part(int128 amount, double part);

/* A conversion of 128 bits is a call; few numbers need it. */
static inline double double_of(int128 x)
{
    int64_t low = (int64_t)x;
    return low == x ? (double)low : (double)x;
}

static inline double seconds_of(int128 ticks)
{
    return double_of(ticks) / TICKS_PER_SECOND;
}

#endif
