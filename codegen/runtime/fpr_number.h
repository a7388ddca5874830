#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_NUMBER_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_NUMBER_H

/* Integers as the plan has them, which C rounds the other way. Part of fpr.h. */

static inline long fpr_min(long a, long b)
{
    return a < b ? a : b;
}

static inline long fpr_max(long a, long b)
{
    return a > b ? a : b;
}

/* Rounded down. */
static inline long fpr_div(long a, long b)
{
    return a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline long fpr_mod(long a, long b)
{
    return a - b * fpr_div(a, b);
}

/* base to the power of what is no less than 0 of `exponent`. */
static inline long fpr_power(long base, long exponent)
{
    long power = 1;
    if (base == 2 && exponent < 62) /* of halvings and doublings, in innermost loops */
        return exponent > 0 ? 1L << exponent : 1;
    for (; exponent > 0; exponent--)
        power *= base;
    return power;
}

/* The largest e with base^e <= x; -1 for x < 1. */
static inline long fpr_log(long base, long x)
{
    long e = -1;
    for (; x >= 1; x /= base)
        e++;
    return e;
}

#endif
