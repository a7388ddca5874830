/* The bounds of divided loops, beside all their iterations one by one: who owns a cell is worked
 * out by the definition of blocks and cycles. */

#include <stdio.h>

#define FPR_INTERNAL /* exit is C's */
#include "codegen/runtime/fpr.h"

static int wrong, loops;

/* Blocks as even as can be. */
static int owner(long cell, long lower, long extent, int procs)
{
    const long cells = (extent + procs - 1) / procs;

    return (int)((cell - lower) / cells % procs);
}

/* Between the bounds there are, `step` apart, those iterations from..to whose cells are in the
 * template and this process's. */
static void check(const fpr_axis *x, long offset, long from, long to, long step)
{
    const int procs = x->grid->extent[0];
    const long first = fpr_first(x, 1, offset, from, step), last = fpr_last(x, 1, offset, to, step);
    bool is_right = true;

    loops++;
    for (long i = from; i <= to; i += step) {
        const long cell = i + offset;
        const bool is_cell = cell >= x->lower && cell < x->lower + x->extent;
        const bool is_own = is_cell && owner(cell, x->lower, x->extent, procs) == x->grid->me[0];
        const bool is_met = first <= i && i <= last && (i - first) % step == 0;
        is_right &= is_own == is_met;
    }
    /* Nor are there others. */
    is_right &= first > last || (first >= from && last <= to && (first - from) % step == 0);
    if (is_right)
        return;
    fprintf(stderr,
            "coordinate %d of %d, cells %ld..%ld, offset %ld: %ld..%ld by %ld is %ld..%ld\n",
            x->grid->me[0], procs, x->lower, x->lower + x->extent - 1, offset, from, to, step,
            first, last);
    wrong++;
}

int main(void)
{
    for (int procs = 1; procs <= 4; procs++)
        for (int me = 0; me < procs; me++)
            for (long extent = 1; extent <= 11; extent++)
                for (long lower = 0; lower <= 1; lower++) {
                    const fpr_grid g = {.rank = me, .size = procs, .extent = {procs}, .me = {me}};
                    const fpr_axis x = fpr_distribute(&g, 0, FPR_BLOCK, lower, extent, 0);
                    for (long offset = -2; offset <= 2; offset++)
                        for (long from = lower - offset; from <= lower - offset + 3; from++)
                            for (long to = from - 1; to <= lower + extent + 1 - offset; to++)
                                for (long step = 1; step <= 3; step++)
                                    check(&x, offset, from, to, step);
                }
    if (wrong || loops < 10000)
        fprintf(stderr, "%d of %d loops have wrong bounds\n", wrong, loops);
    return wrong != 0 || loops < 10000;
}
