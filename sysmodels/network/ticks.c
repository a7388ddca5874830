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

int128 ticks_part(int128 amount, double part)
{
    const long double small = 0x1p62L, exact = (int64_t)amount == amount
                                                   ? (long double)(int64_t)amount * part
                                                   : (long double)amount * part;
    if (exact < 0 || exact >= small)
        return (int128)roundl(exact);
    int64_t whole = (int64_t)exact;
    return whole + (exact - (long double)whole >= 0.5L);
}
