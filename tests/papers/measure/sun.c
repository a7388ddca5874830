#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/papers/measure/measure.h"
#include "tests/papers/measure/scaled.h"
#include "tests/papers/measure/sweep.h"

/* Jacobi on an iPSC/860, compiled by vfcs. On 2 processors the grid is one of rows, which lie in C
 * as columns do in Fortran. */
static double jacobi_time(const char *distribution, const char *procs, int n)
{
    return seconds("laplace/laplace",
                   "--machine ipsc860 --compiler vfcs --procs %s --set N=%d --distribute '%s'",
                   procs, n, distribution);
}

static double by_blocks(const char *procs, int n)
{
    return jacobi_time("T(block,block)", procs, n);
}

/* Columns as they lie in Fortran's memory: our rows. */
static double by_columns(const char *procs, int n)
{
    return jacobi_time("T(block,*)", strcmp(procs, "2x1") == 0 ? "2" : procs, n);
}

static figure parallelisations_vary(void)
{
    const bool blocks_4 = by_blocks("4", 20) < by_columns("4", 20);
    const bool columns_8 = by_columns("8", 20) < by_blocks("8", 20);
    const bool blocks_33 = by_blocks("8", 33) < by_columns("8", 33);
    return statement(
        blocks_4 && columns_8 && blocks_33,
        "Jacobi on the iPSC/860: %s on 4 processors with n = 20, %s on 8, and there %s "
        "with n = 33",
        blocks_4 ? "blocks" : "columns", columns_8 ? "columns" : "blocks",
        blocks_33 ? "blocks" : "columns");
}

static figure slower_overtakes(void)
{
    const double columns = by_columns("4", 20), blocks = by_blocks("4", 20);
    const double columns_8 = by_columns("8", 20), blocks_8 = by_blocks("8", 20);
    return statement(blocks < columns && columns_8 < blocks_8,
                     "Jacobi, n = 20: blocks %.1f ms and columns %.1f on 4 processors, %.1f and "
                     "%.1f on 8",
                     1e3 * blocks, 1e3 * columns, 1e3 * blocks_8, 1e3 * columns_8);
}

/* Figure 3 (a) is of problems that grow: from n = 20 on 4 processors with speeds kept. */
enum { SCALED = 4 };
static const int scaled_procs[SCALED] = {6, 8, 16, 32};

static const scaled *scaled_from_20(void)
{
    static scaled all[SCALED];
    grown first, second;
    if (all[0].blocks)
        return all;
    grow(&first, 4, 20, "");
    for (int k = 0; k < SCALED; k++) {
        grow(&second, scaled_procs[k], 60 * (1 + (scaled_procs[k] > 8)), "");
        if (!scale(&first, &second, 20, &all[k]))
            exit((fprintf(stderr, "jacobi on %d: no size keeps the speed\n", scaled_procs[k]), 1));
    }
    return all;
}

static double ratio(const scaled *s)
{
    return s->of_columns / s->of_blocks;
}

static figure columns_from_8(void)
{
    const scaled *all = scaled_from_20();
    bool holds = true;
    for (int k = 1; k < SCALED; k++)
        holds &= all[k].is_column_slower && all[k].is_crossing;
    return statement(holds,
                     "from n = 20 on 4 with the speeds kept, columns have %.2f, %.2f and %.2f "
                     "times the scalability of blocks on 8, 16 and 32, and are ahead where that is "
                     "more than %.2f",
                     ratio(&all[1]), ratio(&all[2]), ratio(&all[3]), all[1].alpha);
}

/* The paper has powers of two: the next system is 8. */
static figure blocks_end_at_4(void)
{
    const scaled *all = scaled_from_20();
    return statement(all[1].is_column_slower && all[1].is_crossing,
                     "with the speeds kept that n = 20 has on 4, where blocks are %.2f times as "
                     "fast, columns have %.2f times their scalability on 6 and %.2f on 8: blocks "
                     "%s ahead there",
                     all[1].alpha, ratio(&all[0]), ratio(&all[1]),
                     all[1].is_crossing ? "are no longer" : "stay");
}

/* Grids of two dimensions below 8 are those of 4 and 6. */
static figure no_crossing_before_8(int n)
{
    static const char *const procs[] = {"4", "6"};
    double blocks[2], columns[2];
    bool holds = by_blocks("2x1", n) <= by_columns("2x1", n);
    for (int k = 0; k < 2; k++) {
        blocks[k] = by_blocks(procs[k], n);
        columns[k] = by_columns(procs[k], n);
        holds &= blocks[k] < columns[k];
    }
    return statement(holds, "the same on 2; on 4 blocks %.1f ms, columns %.1f; on 6 %.1f and %.1f",
                     1e3 * blocks[0], 1e3 * columns[0], 1e3 * blocks[1], 1e3 * columns[1]);
}

static figure n33(void)
{
    return no_crossing_before_8(33);
}

static figure n50(void)
{
    return no_crossing_before_8(50);
}

/* "12–26, 51–60": the sizes that are marked. */
static void say_ranges(char *text, size_t room, const bool *is, int last)
{
    size_t at = 0;
    *text = '\0';
    for (int n = 0; n <= last && at < room; n++) {
        const int from = n;
        if (!is[n])
            continue;
        while (n < last && is[n + 1])
            n++;
        at += (size_t)snprintf(text + at, room - at, "%s%d", at ? ", " : "", from);
        if (n > from && at < room)
            at += (size_t)snprintf(text + at, room - at, "–%d", n);
    }
}

static figure p8_may_cross(void)
{
    iteration blocks[2][100], columns[2][100];
    char ranges[200];
    int crossings = 0, of_papers = 0;
    bool is[101] = {false};
    unsigned count = 0;
    for (int k = 0; k < 2; k++) {
        const char options[] = "--machine ipsc860 --compiler vfcs --procs %d --distribute '%s'";
        count = iterations(&jacobi, "12:60:1", blocks[k], 100, options, 4 << k, "T(block,block)");
        iterations(&jacobi, "12:60:1", columns[k], 100, options, 4 << k, "T(block,*)");
    }
    for (unsigned i = 0; i < count; i++) {
        const int n = blocks[0][i].size;
        is[n] = blocks[0][i].time < columns[0][i].time && columns[1][i].time < blocks[1][i].time;
        crossings += is[n];
        of_papers += is[n] && n >= 33 && n <= 50;
    }
    say_ranges(ranges, sizeof ranges, is, 100);
    return statement(crossings > 0,
                     "of n = 12–60, blocks are faster on 4 and columns on 8 with n = %s; of 33–50, "
                     "from the one size that the paper measured to the other, with %d",
                     ranges, of_papers);
}

/* Both halves of figure 3, of n = 20 at first: the scaled crossing point (a), and that of a fixed
 * size (b). */
static figure figure_3_of_20(void)
{
    const scaled *all = scaled_from_20(), *on_8 = &all[1];
    const double columns = by_columns("8", 20), blocks = by_blocks("8", 20);
    const bool crosses_fixed = by_blocks("4", 20) < by_columns("4", 20) && columns < blocks;
    return statement(!all[0].is_crossing && on_8->is_crossing && crosses_fixed,
                     "(a), with the speeds kept: blocks have n = %d and columns %d on 8; the ratio "
                     "of their scalabilities, %.2f, is %s than that of their times on 4, %.2f. "
                     "(b), n = 20 on all: on 8 columns take %.1f ms, blocks %.1f, and on 4 %s are "
                     "faster",
                     on_8->blocks, on_8->columns, ratio(on_8), on_8->is_crossing ? "more" : "less",
                     on_8->alpha, 1e3 * columns, 1e3 * blocks,
                     by_blocks("4", 20) < by_columns("4", 20) ? "blocks" : "columns");
}

static const statements *scaled_statements(void)
{
    static statements all;
    if (all.starts == 0)
        all = hold_statements("");
    return &all;
}

static figure times_from_scalability(void)
{
    const statements *all = scaled_statements();
    return statement(all->worst_time <= 0.1,
                     "Jacobi by blocks and columns, %d sizes on 4 processors: the time on 8 is "
                     "T(4)/psi, at most %.1f %% off, as sizes are whole",
                     all->starts, 100 * all->worst_time);
}

static figure result_1(void)
{
    const statements *all = scaled_statements();
    return statement(all->superior > 0 && all->stays_superior == all->superior,
                     "Jacobi from 4 to 8 processors, %d sizes: %d with one distribution faster and "
                     "scaling better, which stays the faster in %d",
                     all->starts, all->superior, all->stays_superior);
}

static figure crossing_is_faster(void)
{
    const statements *all = scaled_statements();
    return statement(all->crossings > 0 && all->faster == all->crossings,
                     "Jacobi from 4 to 8 processors, %d sizes: Phi > alpha Psi in %d, and faster "
                     "in %d of them",
                     all->starts, all->crossings, all->faster);
}

static figure result_2(void)
{
    const statements *all = scaled_statements();
    return statement(all->agree == all->starts,
                     "Jacobi from 4 to 8 processors: so with %d of %d sizes", all->agree,
                     all->starts);
}

/* Jacobi's border on 2 processors has N - 2 floats, 100 bytes at N = 27. A step is dramatic that is
 * ten times those on both sides. */
static figure thresholds(void)
{
    double times[4];
    for (int k = 0; k < 4; k++) {
        json_t *o = estimate("laplace/laplace",
                             "--machine ipsc860 --compiler vfcs --procs 2 --set N=%d "
                             "--distribute 'T(block,*)'",
                             25 + k);
        times[k] = 1e3 * communication(o, NULL, "time_s");
        json_decref(o);
    }
    return statement(times[2] - times[1] >= 10 * fmax(times[1] - times[0], times[3] - times[2]),
                     "Jacobi on 2 nodes of the iPSC/860, N = 25 … 28: communicating %.1f, %.1f, "
                     "%.1f, %.1f ms, as a border of N = 27 is the first of 100 bytes",
                     times[0], times[1], times[2], times[3]);
}

static figure rho_and_beta(void)
{
    const double ours = shift_us("t3e", 1, 1024);
    return beside(ours, 35.6 + 0.02 * 1024,
                  "%.2f µs for 1024 bytes on the T3E, 1-d; by hand "
                  "35.6 + 0.02 · 1024 = 56.08",
                  ours);
}

static figure patterns_differ(void)
{
    const double line = shift_us("t3e", 1, 1024), grid = shift_us("t3e", 2, 1024);
    return statement(fabs(line - 56.08) < 1e-6 && fabs(grid - 61.804) < 1e-6,
                     "1024 bytes on the T3E: %.1f µs in a shift along one axis, %.1f along two",
                     line, grid);
}

/* A pattern's two lines, and a message of each as it is predicted. */
static figure functions(const char *machine, const char *unit, int dims, const double papers[4])
{
    static const char *const keys[] = {"[0].startup_us", "[0].per_byte_us", "[1].startup_us",
                                       "[1].per_byte_us"};
    bool holds = true;
    char path[128];
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "%s.communication.patterns.shift.dims_%d.pieces%s", unit, dims,
                 keys[k]);
        holds &= machine_value(machine, path) == papers[k];
    }
    const double brief = shift_us(machine, dims, 1024), extended = shift_us(machine, dims, 16384);
    holds &= fabs(brief - papers[0] - papers[1] * 1024) < 1e-6;
    holds &= fabs(extended - papers[2] - papers[3] * 16384) < 1e-6;
    return statement(holds, "%s; predicted: 1 KiB %.1f µs, short, and 16 KiB %.1f, long",
                     holds ? "the same four" : "not the same", brief, extended);
}

static figure t3e_1d(void)
{
    return functions("t3e", "torus", 1, (const double[]){35.6, 0.02, 71.2, 0.0125});
}

static figure t3e_2d(void)
{
    return functions("t3e", "torus", 2, (const double[]){40.3, 0.021, 77.5, 0.0141});
}

static figure cs2_1d(void)
{
    return functions("cs2", "network", 1, (const double[]){220.3, 0.055, 297.2, 0.035});
}

static figure cs2_2d(void)
{
    return functions("cs2", "network", 2, (const double[]){150.4, 0.067, 192.9, 0.044});
}

/* ---- Table 2 ---- */

static double psi(const int sizes[GRIDS], int from, int to)
{
    return scalability(4 << from, sizes[from], 4 << to, sizes[to]);
}

/* psi(4, p'), which the paper has in each column. */
static figure column(int to, double papers)
{
    int sizes[GRIDS];
    sizes_of_equal_speed(torus_cshift, only_long, sizes);
    const double ours = psi(sizes, 0, to);
    return beside(ours, papers, "from 4 %.3f, n = %d (measured %.3f)", ours, sizes[to], papers);
}

static figure table_2_8(void)
{
    return column(1, 0.899);
}

static figure table_2_16(void)
{
    return column(2, 0.871);
}

static figure table_2_32(void)
{
    return column(3, 0.856);
}

static figure table_2_64(void)
{
    return column(4, 0.871);
}

/* The largest difference from what was measured, in per cent. */
static double worst_of(const char *first, const char *second)
{
    static const struct {
        int from, to;
        double measured;
    } entries[] = {{0, 1, 0.899}, {0, 2, 0.871}, {1, 2, 0.969}, {0, 3, 0.856}, {1, 3, 0.952},
                   {2, 3, 0.982}, {0, 4, 0.871}, {1, 4, 0.969}, {2, 4, 1.0},   {3, 4, 1.018}};
    int sizes[GRIDS];
    double worst = 0;
    char options[512];
    snprintf(options, sizeof options, "%s %s", first, second);
    sizes_of_equal_speed(torus_cshift, options, sizes);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const double ours = psi(sizes, entries[i].from, entries[i].to);
        worst = fmax(worst, 100 * fabs(ours / entries[i].measured - 1));
    }
    return worst;
}

static figure table_2_worst(void)
{
    const double ours = worst_of(only_long, "");
    return statement(ours <= 1.1,
                     "the largest of ten differences is %.1f %%; with two whole messages on an "
                     "axis of two %.1f %%, in double precision %.1f %%, by the file's short line "
                     "%.1f %%",
                     ours, worst_of(only_long, two_whole), worst_of(only_long, "-- -DREAL=double"),
                     worst_of("", ""));
}

const measure sun_measures[] = {
    {"parallelisations_vary", parallelisations_vary},
    {"slower_overtakes", slower_overtakes},
    {"columns_from_8", columns_from_8},
    {"blocks_end_at_4", blocks_end_at_4},
    {"n33", n33},
    {"n50", n50},
    {"p8_may_cross", p8_may_cross},
    {"figure_3_of_20", figure_3_of_20},
    {"times_from_scalability", times_from_scalability},
    {"result_1", result_1},
    {"crossing_is_faster", crossing_is_faster},
    {"result_2", result_2},
    {"thresholds", thresholds},
    {"rho_and_beta", rho_and_beta},
    {"patterns_differ", patterns_differ},
    {"t3e_1d", t3e_1d},
    {"t3e_2d", t3e_2d},
    {"cs2_1d", cs2_1d},
    {"cs2_2d", cs2_2d},
    {"table_2_8", table_2_8},
    {"table_2_16", table_2_16},
    {"table_2_32", table_2_32},
    {"table_2_64", table_2_64},
    {"table_2_worst", table_2_worst},
    {0},
};
