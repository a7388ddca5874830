#ifndef FPREDICT_SYSMODELS_NETWORK_COMPARISON_H
#define FPREDICT_SYSMODELS_NETWORK_COMPARISON_H

/* Comparisons of clocks. Rules on clocks are sums and maxima: which way each comparison goes
 * is all that decides them. A caller may write that down, so that two stretches of rounds can be
 * compared (estimator/run/trace.h); who does not need it passes comparisons_unrecorded(). */

#include <stdbool.h>

#include "sysmodels/network/ticks.h"

typedef struct comparisons comparisons;
struct comparisons {
    uint64_t signs;  /* not flushed yet: two bits each after a leading 1, less, equal or greater */
    bool is_rounded; /* clocks were divided: what follows is no sum of them */
    void (*flush)(comparisons *);                      /* takes the signs, and sets them to 1 */
    void (*capture)(comparisons *, int128 difference); /* null: differences are not asked for */
    void (*note)(comparisons *, uint64_t what); /* takes what else decides; null: nobody asks */
};

comparisons comparisons_unrecorded(void);

/* The same as clocks_compare, for loops of many comparisons: `signs` has c->signs meanwhile. */
static inline int clocks_compare_with(comparisons *c, uint64_t *signs, int128 a, int128 b)
{
    int sign = (a > b) - (a < b);
    *signs = *signs << 2 | (uint64_t)(sign + 1);
    if (*signs >> 62) {
        c->signs = *signs;
        c->flush(c);
        *signs = c->signs;
    }
    if (c->capture)
        c->capture(c, a - b);
    return sign;
}

/* Records a comparison; returns its sign. */
static inline int clocks_compare(comparisons *c, int128 a, int128 b)
{
    uint64_t signs = c->signs;
    int sign = clocks_compare_with(c, &signs, a, b);
    c->signs = signs;
    return sign;
}

/* The later of two. */
static inline int128 clocks_later(comparisons *c, int128 a, int128 b)
{
    return clocks_compare(c, a, b) >= 0 ? a : b;
}

#endif
