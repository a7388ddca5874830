#include "program/env/internal.h"

#include <assert.h>

/* No int has more divisors: 2,095,133,040 has 1,600. */
enum { MAX_DIVISORS = 1600 };

static int divisors_of(int total, int *divisor)
{
    int count = 0;
    for (int d = 1; d <= total / d; d++)
        if (total % d == 0)
            divisor[count++] = d;
    for (int i = count - 1; i >= 0; i--)
        if (divisor[i] != total / divisor[i])
            divisor[count++] = total / divisor[i];
    return count;
}

/* Can `total` be a product of `axes` divisors, none above `most`? */
static bool fits(int total, int axes, int most, const int *divisor, int count)
{
    if (axes == 0 || total == 1)
        return total == 1;
    for (int i = count - 1; i > 0; i--)
        if (divisor[i] <= most && total % divisor[i] == 0 &&
            fits(total / divisor[i], axes - 1, divisor[i], divisor, count))
            return true;
    return false;
}

void env_factor(int total, int count, int *extent)
{
    assert(total > 0 && count > 0);
    int divisor[MAX_DIVISORS];
    const int divisors = divisors_of(total, divisor);
    for (int axis = count - 1; axis >= 0; axis--) {
        int i = 0;
        while (total % divisor[i] != 0 ||
               !fits(total / divisor[i], axis, divisor[i], divisor, divisors))
            i++;
        extent[axis] = divisor[i];
        total /= divisor[i];
    }
}
