#ifndef FPREDICT_PROGRAM_INTEGER_H
#define FPREDICT_PROGRAM_INTEGER_H

/* Integer arithmetic that C rounds the other way: floor division and its
 * kin. Divisors are positive. */

#include <assert.h>
#include <stdint.h>

static inline int64_t int_floor_div(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q - (a - q * b < 0);
}

static inline int64_t int_ceil_div(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q + (a - q * b > 0);
}

/* 0 <= result < b. */
static inline int64_t int_floor_mod(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

static inline int64_t int_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t int_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The greatest common divisor of the magnitudes; that of 0 and b is |b|. */
static inline int64_t int_gcd(int64_t a, int64_t b)
{
    assert(a != INT64_MIN && b != INT64_MIN);
    if (a < 0)
        a = -a;
    if (b < 0)
        b = -b;
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

#endif
