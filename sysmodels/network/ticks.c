#include "sysmodels/network/ticks.h"

#include <assert.h>
#include <math.h>

int128 ticks_of(double seconds)
{
    const double exact = 0x1p51, round = 0x1.8p52; /* x + round has no room for fractions */
    double ticks = seconds * TICKS_PER_SECOND;
    if (fabs(ticks) < exact)
        return (int64_t)(ticks + round - round);
    ticks = nearbyint(ticks);
    assert(fabs(ticks) < 1e37);
    return (int128)ticks;
}
