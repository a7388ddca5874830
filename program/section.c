/* Regular sections: progressions of integers, normalised to run upwards. */

#include <assert.h>

#include "program/integer.h"
#include "program/mapping.h"

static const section empty_section = {0, -1, 1};

int64_t section_count(section s)
{
    assert(s.stride != 0);
    if (s.stride > 0) {
        if (s.upper < s.lower)
            return 0;
        return (int64_t)(((uint64_t)s.upper - (uint64_t)s.lower) / (uint64_t)s.stride) + 1;
    }
    if (s.upper > s.lower)
        return 0;
    return (int64_t)(((uint64_t)s.lower - (uint64_t)s.upper) / (0 - (uint64_t)s.stride)) + 1;
}

section section_normalize(section s)
{
    int64_t n = section_count(s);
    if (n == 0)
        return empty_section;
    if (n == 1)
        return (section){s.lower, s.lower, 1};
    int64_t last = s.lower + s.stride * (n - 1);
    if (s.stride > 0)
        return (section){s.lower, last, s.stride};
    return (section){last, s.lower, -s.stride};
}

bool section_contains(section s, int64_t i)
{
    section t = section_normalize(s);
    return i >= t.lower && i <= t.upper && (i - t.lower) % t.stride == 0;
}

/* Returns x with a*x = 1 (mod m), 0 <= x < m; a and m are coprime. */
static int64_t inverse_mod(int64_t a, int64_t m)
{
    int64_t r0 = m, r1 = int_floor_mod(a, m);
    int64_t x0 = 0, x1 = 1;
    while (r1) {
        int64_t q = r0 / r1;
        int64_t r = r0 - q * r1;
        int64_t x = x0 - q * x1;
        r0 = r1;
        r1 = r;
        x0 = x1;
        x1 = x;
    }
    return int_floor_mod(x0, m);
}

section section_intersect(section a, section b)
{
    section s = section_normalize(a);
    section t = section_normalize(b);
    int64_t lower = int_max(s.lower, t.lower);
    int64_t upper = int_min(s.upper, t.upper);
    if (lower > upper)
        return empty_section;
    if (s.stride == 1 && t.stride == 1)
        return section_normalize((section){lower, upper, 1});

    /* x = s.lower + s.stride*k lies in t's progression for one k modulo
     * t.stride / gcd: the Chinese remainder. */
    int64_t gcd = int_gcd(s.stride, t.stride);
    int64_t distance = t.lower - s.lower;
    if (distance % gcd)
        return empty_section;
    int64_t period = t.stride / gcd;
    __int128 k = (__int128)int_floor_mod(distance / gcd, period) *
                 inverse_mod(s.stride / gcd, period) % period;
    __int128 stride = (__int128)s.stride * period;
    __int128 first = s.lower + s.stride * k;
    if (first < lower)
        first += ((lower - first + stride - 1) / stride) * stride;
    if (first > upper)
        return empty_section;
    __int128 last = first + (upper - first) / stride * stride;
    int64_t step = first == last ? 1 : (int64_t)stride;
    return (section){(int64_t)first, (int64_t)last, step};
}

section section_image(section s, int64_t c, int64_t d)
{
    assert(c != 0);
    if (section_count(s) == 0)
        return empty_section;
    return (section){c * s.lower + d, c * s.upper + d, c * s.stride};
}
