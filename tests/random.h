#ifndef FPREDICT_TESTS_RANDOM_H
#define FPREDICT_TESTS_RANDOM_H

/* Random numbers that are the same each time: xorshift generators (Marsaglia, Journal of
 * Statistical Software 8(14), 2003; *: Vigna, ACM TOMS 42(4), 2016). A state is not 0. */

#include <stdint.h>

/* Returns a number from lower to upper, both included (xorshift64*, whose low bits are the
 * poorer ones). */
static inline int64_t random_between(uint64_t *state, int64_t lower, int64_t upper)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    const uint64_t span = (uint64_t)(upper - lower) + 1;
    return lower + (int64_t)((*state * UINT64_C(0x2545f4914f6cdd1d) >> 11) % span);
}

/* Returns a number from 0 to most - 1 (xorshift64). */
static inline int random_below(uint64_t *state, int most)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int)(*state % (uint64_t)most);
}

#endif
