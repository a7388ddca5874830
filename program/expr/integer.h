#ifndef FPREDICT_PROGRAM_EXPR_INTEGER_H
#define FPREDICT_PROGRAM_EXPR_INTEGER_H

/* Integer arithmetic that C rounds the other way: floor division and its
 * kin. Divisors are positive. */

#include <assert.h>
#include <stdbool.h>
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

/* base^max(exponent, 0) for base >= 2; false when it leaves 64 bits. */
static inline bool int_power(int64_t base, int64_t exponent, int64_t *out)
{
    assert(base >= 2);
    *out = 1;
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(*out, base, out))
            return false;
    return true;
}

/* The largest e with base^e <= x, for base >= 2; -1 for x < 1. */
static inline int64_t int_log(int64_t base, int64_t x)
{
    assert(base >= 2);
    int64_t e = -1;
    for (; x > 0; x /= base)
        e++;
    return e;
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
