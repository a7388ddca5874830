#include "tests/papers/measure/scaled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/papers/measure/sweep.h"

static void fill(double times[LARGEST + 1], const char *distribution, int procs, int last,
                 const char *options)
{
    static const char ipsc860[] = "--machine ipsc860 --compiler vfcs";
    iteration its[LARGEST];
    char sizes[32];
    snprintf(sizes, sizeof sizes, "10:%d:1", last);
    const unsigned count =
        iterations(&jacobi, sizes, its, LARGEST, "%s %s --procs %d --distribute '%s'", ipsc860,
                   options, procs, distribution);
    for (unsigned i = 0; i < count; i++)
        times[its[i].size] = its[i].time;
}

void grow(grown *on, int procs, int last, const char *options)
{
    *on = (grown){.procs = procs, .last = last};
    fill(on->blocks, "T(block,block)", procs, last, options);
    fill(on->columns, "T(block,*)", procs, last, options);
}

static double speed(const grown *on, bool is_blocks, int n)
{
    const double time = (is_blocks ? on->blocks : on->columns)[n];
    return n * (double)n / (on->procs * time);
}

int scaled_size(const grown *first, const grown *second, bool is_blocks, int n)
{
    const double least = speed(first, is_blocks, n);
    for (int m = 11; m <= second->last; m++) {
        if (speed(second, is_blocks, m) >= least)
            return m;
    }
    return 0;
}

bool scale(const grown *first, const grown *second, int n, scaled *s)
{
    s->blocks = scaled_size(first, second, true, n);
    s->columns = scaled_size(first, second, false, n);
    if (!s->blocks || !s->columns)
        return false;
    s->of_blocks = scalability(first->procs, n, second->procs, s->blocks);
    s->of_columns = scalability(first->procs, n, second->procs, s->columns);
    s->is_column_slower = first->columns[n] > first->blocks[n];
    s->alpha = first->columns[n] / first->blocks[n];
    if (!s->is_column_slower)
        s->alpha = 1 / s->alpha;
    s->is_crossing = s->is_column_slower ? s->of_columns > s->alpha * s->of_blocks
                                         : s->of_blocks > s->alpha * s->of_columns;
    return true;
}

/* At how many sizes between the two the combination that is slower at first is the slower one. */
static void compare(const grown *second, const scaled *s, int *slower, int *all)
{
    const int from = s->blocks < s->columns ? s->blocks : s->columns;
    const int to = s->blocks < s->columns ? s->columns : s->blocks;
    *slower = 0;
    *all = to - from + 1;
    for (int m = from; m <= to; m++)
        *slower += s->is_column_slower ? second->columns[m] > second->blocks[m]
                                       : second->blocks[m] > second->columns[m];
}

static void hold_one(const grown *first, const grown *second, int n, statements *all)
{
    scaled s;
    int slower, sizes;
    if (!scale(first, second, n, &s))
        return;
    const double blocks = second->blocks[s.blocks], columns = second->columns[s.columns];
    const bool is_faster = s.is_column_slower ? columns < blocks : blocks < columns;
    const bool is_better =
        s.is_column_slower ? s.of_blocks >= s.of_columns : s.of_columns >= s.of_blocks;
    const double off_blocks = fabs(first->blocks[n] / s.of_blocks / blocks - 1);
    const double off_columns = fabs(first->columns[n] / s.of_columns / columns - 1);
    compare(second, &s, &slower, &sizes);
    all->starts++;
    all->crossings += s.is_crossing;
    all->faster += s.is_crossing && is_faster;
    all->superior += is_better;
    all->stays_superior += is_better && !is_faster;
    all->agree += s.is_crossing == (slower < sizes);
    all->worst_time = fmax(all->worst_time, fmax(off_blocks, off_columns));
}

statements hold_statements(const char *options)
{
    statements all = {0};
    grown first, second;
    grow(&first, 4, 50, options);
    grow(&second, 8, 200, options);
    for (int n = 12; n <= 50; n++)
        hold_one(&first, &second, n, &all);
    return all;
}
