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

/* A generator with a state of its own, which may be copied and gone on with. */
typedef struct random_source {
    uint64_t s;
} random_source;

/* Returns a number from low to high, both included: the high bits, which are the good ones, of
 * MMIX's generator (Knuth, The Art of Computer Programming, 2, 3.3.4). */
static inline int random_in(random_source *r, int low, int high)
{
    r->s = r->s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (int)((r->s >> 33) % (uint64_t)(high - low + 1));
}

#endif
