/* Which elements of needs go from whom to whom, beside all iterations one by one: who executes and
 * who owns is worked out by the definition of blocks and cycles. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

enum { ROWS = 3, COLUMNS = 14, CELLS = 40 };

static int wrong, needs_checked, sent;

static int owner(const fpr_axis *x, long cell)
{
    return (int)((cell - x->lower) / x->block % x->grid->extent[0]);
}

static long value_of(fpr_index x, const long *at)
{
    return x.offset + (x.loop < 0 ? 0 : x.scale * at[x.loop]);
}

/* Marks what q executes and s owns; false: something is executed by nobody. */
static bool mark(const fpr_array *a, const fpr_need *n, int q, int s, bool *is_sent)
{
    const fpr_axis *x = n->home[0].axis;
    for (long i = n->range[0].lower; i <= n->range[0].upper; i += n->range[0].step)
        for (long j = n->range[1].lower; j <= n->range[1].upper; j += n->range[1].step) {
            const long at[2] = {i, j};
            const long home = value_of(n->home[0].cell, at);
            const long row = value_of(n->index[0], at), column = value_of(n->index[1], at);
            if (home < 0 || home >= CELLS)
                return false;
            if (owner(x, home) == q && row >= 0 && row < ROWS && column >= 0 && column < COLUMNS &&
                owner(x, column + a->alignment[0].offset) == s)
                is_sent[row * COLUMNS + column] = true;
        }
    return true;
}

static void check_pair(const fpr_array *a, const fpr_need *n, int q, int s)
{
    bool expected[ROWS * COLUMNS] = {false}, found[ROWS * COLUMNS] = {false}, is_any = false;
    fpr_elements e = {0};
    if (!mark(a, n, q, s, expected))
        return;
    const bool says = fpr_collect(a, 1, n, q, s, false, &e);
    for (long long i = 0; i < e.count; i++)
        for (long long k = 0; k < e.list[i].count; k++)
            found[e.list[i].at + k * e.list[i].step] = true;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        is_any |= expected[i];
    needs_checked++;
    sent += is_any;
    if (memcmp(expected, found, sizeof found) != 0 || says != is_any ||
        fpr_inspections(a, 1, n, q, s) != is_any) {
        fprintf(stderr,
                "blocks of %ld, %d processors, from %d to %d, index %ld*%d%+ld at %ld*%d%+ld\n",
                n->home[0].axis->block, a->grid->size, s, q, n->index[1].scale, n->index[1].loop,
                n->index[1].offset, n->home[0].cell.scale, n->home[0].cell.loop,
                n->home[0].cell.offset);
        wrong++;
    }
    fpr_free_stretches(&e);
}

static void check_need(const fpr_axis *x, const fpr_need *n, long offset)
{
    const fpr_array a = {.name = "a",
                         .bytes = 8,
                         .rank = 2,
                         .extent = {ROWS, COLUMNS},
                         .grid = x->grid,
                         .alignment = {{x, 1, 1, offset}}};
    for (int q = 0; q < x->grid->size; q++)
        for (int s = 0; s < x->grid->size; s++)
            check_pair(&a, n, q, s);
}

/* Loops 0 and 1 drive the column, and who executes, or neither. */
static void check_axis(const fpr_axis *x)
{
    static const fpr_index of[] = {{1, 1, 0},   {1, 1, -1}, {1, 1, 4}, {1, 1, 9},
                                   {1, -1, 13}, {1, 2, -3}, {0, 1, 2}, {-1, 0, 5}};
    static const fpr_range over[] = {{0, 12, 1}, {1, 13, 3}, {4, 4, 1}, {5, 3, 1}};
    enum { FORMS = sizeof of / sizeof *of, RANGES = sizeof over / sizeof *over };
    for (int column = 0; column < FORMS; column++)
        for (int home = 0; home < FORMS; home++)
            for (int r = 0; r < RANGES; r++)
                for (long offset = 0; offset <= 7; offset += 7) {
                    fpr_need n = {.loops = 2,
                                  .range = {{0, ROWS - 1, 1}, over[r]},
                                  .index = {{0, 1, 0}, of[column]},
                                  .home = {{x, of[home]}}};
                    n.home[0].cell.offset += 8;
                    check_need(x, &n, offset);
                }
}

int main(void)
{
    for (int procs = 1; procs <= 5; procs++) {
        const fpr_grid g = {.rank = 1, .size = procs, .extent = {procs}};
        for (long block = 1; block <= 3; block++) {
            const fpr_axis x = fpr_distribute(&g, 0, FPR_CYCLIC, 0, CELLS, block);
            check_axis(&x);
        }
        const fpr_axis x = fpr_distribute(&g, 0, FPR_BLOCK, 0, CELLS, 0);
        check_axis(&x);
    }
    if (wrong || needs_checked < 50000 || sent < 10000) {
        fprintf(stderr, "%d of %d wrong, %d with elements\n", wrong, needs_checked, sent);
        return 1;
    }
    return 0;
}
