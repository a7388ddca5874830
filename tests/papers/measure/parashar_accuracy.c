#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/papers/measure/parashar.h"

/* How far predictions are off (Parashar and Hariri 1996, sections 5.1 and 5.3). Nothing is run
 * here: what table4.sh, figure24.sh and tests/accuracy/host.sh have printed stands in
 * docs/accuracy.md, and is read there. */

#define SIMULATED "## Table 4"
#define SEQUENTIAL "## This host"
#define RANKS "### Two ranks of MPI"
#define FIGURE_24 "## Figure 24"

enum { CELLS = 8, TEXT = 128 };

typedef struct row {
    char cell[CELLS][TEXT];
} row;

/* Cells without the backslashes of what Markdown would take for its own. */
static void split(const char *line, row *out)
{
    int cell = -1;
    size_t at = 0;
    *out = (row){.cell = {""}};
    for (const char *c = line; *c && *c != '\n'; c++) {
        if (*c == '|') {
            for (; cell >= 0 && at && out->cell[cell][at - 1] == ' '; at--)
                out->cell[cell][at - 1] = '\0';
            at = 0;
            if (++cell == CELLS)
                return;
        } else if (cell >= 0 && *c != '\\' && !(*c == ' ' && at == 0) && at < TEXT - 1) {
            out->cell[cell][at++] = *c;
            out->cell[cell][at] = '\0';
        }
    }
}

/* The nth row, from 0, of a section of docs/accuracy.md that has this name in its first cell. */
static row nth_row(const char *section, const char *name, int n)
{
    char line[4096];
    bool is_in = false;
    row r;
    FILE *page = fopen(FP_SOURCE_DIR "/docs/accuracy.md", "r");
    while (page && fgets(line, sizeof line, page)) {
        if (line[0] == '#')
            is_in = strncmp(line, section, strlen(section)) == 0;
        split(line, &r);
        if (is_in && strcmp(r.cell[0], name) == 0 && n-- == 0) {
            fclose(page);
            return r;
        }
    }
    fprintf(stderr, "docs/accuracy.md: no row %s under %s\n", name, section);
    exit(1);
}

/* A number in a row of table4.sh or of figure24.sh. */
enum { LEAST = 4, MOST = 5, PREDICTED = 2, RUN = 3 };

static double in(const char *section, const char *name, int cell)
{
    const row r = nth_row(section, name, 0);
    return strtod(r.cell[cell], NULL);
}

typedef struct program_row {
    const char *name, *sample;
    bool is_kernel;
} program_row;
static const program_row programs[] = {
    {"LFK 1", "lfk01", true},
    {"LFK 2", "lfk02", true},
    {"LFK 3", "lfk03", true},
    {"LFK 9", "lfk09", true},
    {"LFK 14", "lfk14", true},
    {"LFK 22", "lfk22", true},
    {"PBS 1", "pbs1", true},
    {"PBS 2", "pbs2", true},
    {"PBS 3", "pbs3", true},
    {"PBS 4", "pbs4", true},
    {"PI", "pi", false},
    {"N-Body", "nbody", false},
    {"Finance", "finance", false},
    {"Laplace (Blk,Blk)", "laplace", false},
    {"Laplace (Blk,*)", "laplace", false},
    {"Laplace (*,Blk)", "laplace", false},
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

/* How far the sequential program is off on a host, at the smaller size and at the larger. The sign
 * is told by a minus that is no hyphen. */
static double sequential(const char *sample, int which)
{
    const row r = nth_row(SEQUENTIAL, sample, which);
    const char *digits = strpbrk(r.cell[5], "0123456789");
    return digits ? strtod(digits, NULL) : NAN;
}

/* Whether the prediction lies within the spread of the runs. */
static bool is_within_spread(const char *sample, int which)
{
    const row r = nth_row(SEQUENTIAL, sample, which);
    return sequential(sample, which) <= strtod(strpbrk(r.cell[4], "0123456789"), NULL);
}

/* On two ranks, the largest of all distributions. */
static double on_two_ranks(const char *sample)
{
    const row r = nth_row(RANKS, sample, 0);
    return strtod(r.cell[4], NULL);
}

/* The largest error where computation is real. */
static double real_error(const char *sample)
{
    return fmax(fmax(sequential(sample, 0), sequential(sample, 1)), on_two_ranks(sample));
}

/* A row of table 4. It holds where the largest error on a host is no larger than the paper's. */
static figure row_of_table_4(const char *name, double papers)
{
    for (int i = 0; i < PROGRAMS; i++) {
        const program_row *p = &programs[i];
        if (strcmp(p->name, name) != 0)
            continue;
        return statement(
            real_error(p->sample) <= papers,
            "simulated hypercube: %.2f–%.2f %%; a host of today: sequential %.0f and %.0f "
            "%%, two ranks of MPI up to %.0f %%",
            in(SIMULATED, name, LEAST), in(SIMULATED, name, MOST), sequential(p->sample, 0),
            sequential(p->sample, 1), on_two_ranks(p->sample));
    }
    fprintf(stderr, "table 4 has no row %s\n", name);
    exit(1);
}

#define ROW(function, name, papers)                                                                \
    figure parashar_##function(void)                                                               \
    {                                                                                              \
        return row_of_table_4(name, papers);                                                       \
    }
ROW(lfk1, "LFK 1", 10.2)
ROW(lfk2, "LFK 2", 18.6)
ROW(lfk3, "LFK 3", 7.2)
ROW(lfk9, "LFK 9", 13.7)
ROW(lfk14, "LFK 14", 13.8)
ROW(lfk22, "LFK 22", 3.9)
ROW(pbs1, "PBS 1", 7.9)
ROW(pbs2, "PBS 2", 6.7)
ROW(pbs3, "PBS 3", 9.5)
ROW(pbs4, "PBS 4", 3.9)
ROW(pi, "PI", 5.9)
ROW(nbody, "N-Body", 5.9)
ROW(finance, "Finance", 4.6)
ROW(laplace_block_block, "Laplace (Blk,Blk)", 4.4)
ROW(laplace_block_star, "Laplace (Blk,*)", 4.9)
ROW(laplace_star_block, "Laplace (*,Blk)", 2.8)
ROW(nbody_error, "N-Body", 5.9)

/* The largest errors of kernels, or of applications. */
static double most(bool is_kernel, bool is_simulated)
{
    double largest = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        if (programs[i].is_kernel == is_kernel)
            largest = fmax(largest, is_simulated ? in(SIMULATED, programs[i].name, MOST)
                                                 : real_error(programs[i].sample));
    }
    return largest;
}

figure parashar_laplace_below_1(void)
{
    double simulated = 0;
    for (int i = PROGRAMS - 3; i < PROGRAMS; i++)
        simulated = fmax(simulated, in(SIMULATED, programs[i].name, MOST));
    return statement(
        simulated < 1 && real_error("laplace") < 1,
        "simulated hypercube at most %.2f %%; a host of today up to %.0f %%; the paper's own "
        "table 4 has 4.4, 4.9 and 2.8 %%",
        simulated, real_error("laplace"));
}

figure parashar_worst_case(void)
{
    const double largest = fmax(most(true, false), most(false, false));
    return statement(largest <= 20, "simulated hypercube at most %.2f %%; a host of today %.0f %%",
                     fmax(most(true, true), most(false, true)), largest);
}

figure parashar_kernels_worst(void)
{
    const double kernels = most(true, false), applications = most(false, false);
    return statement(kernels > applications,
                     "on a host of today kernels are up to %.0f %% off, applications up to %.0f %%",
                     kernels, applications);
}

figure parashar_best_case(void)
{
    double simulated = INFINITY;
    for (int i = 0; i < PROGRAMS; i++)
        simulated = fmin(simulated, in(SIMULATED, programs[i].name, LEAST));
    const row all = nth_row(SEQUENTIAL, "**all**", 0);
    const double least = strtod(strpbrk(all.cell[5], "0123456789"), NULL);
    return statement(least < 0.001,
                     "a host of today, all samples, %.1f %%; simulated hypercube %.3f %%", least,
                     simulated);
}

figure parashar_within_variance(void)
{
    int cases = 0, within = 0;
    for (int i = 0; i < PROGRAMS - 2; i++) { /* the sequential solver is one for all three rows */
        for (int which = 0; which < 2; which++, cases++)
            within += is_within_spread(programs[i].sample, which);
    }
    return statement(
        2 * within > cases,
        "on a host of today %d of %d sequential predictions are no further off than the "
        "spread of seven runs",
        within, cases);
}

static const char *const implementations[] = {"(Blk,Blk)", "(Blk,*)", "(*,Blk)"};

/* Seconds that an implementation of figure 24 took to predict, and to run. */
static double spent(int which, int cell)
{
    return in(FIGURE_24, implementations[which], cell);
}

/* By how many times a program's runs take longer than its predictions. */
static double times_as_long(int which)
{
    return spent(which, RUN) / spent(which, PREDICTED);
}

/* What the paper compares: 10 minutes of interpreting against 27 of measuring (Blk,*), and against
 * almost 60 of (*,Blk). It has no number of (Blk,Blk). */
enum { BLOCK_STAR = 1, STAR_BLOCK = 2 };
static const double papers_times = 27.0 / 10, papers_most = 60.0 / 10;

figure parashar_figure_24_interpreted(void)
{
    return statement(
        times_as_long(BLOCK_STAR) >= papers_times && times_as_long(STAR_BLOCK) >= papers_most,
        "%.2f, %.2f and %.2f s on a host of today, 20 predictions each: 1/%.0f of what "
        "generating, compiling and running takes for (Blk,*), 1/%.0f for (*,Blk); the "
        "paper's 10 minutes are 1/2.7 and about 1/6 ([accuracy.md](accuracy.md))",
        spent(0, PREDICTED), spent(1, PREDICTED), spent(2, PREDICTED), times_as_long(BLOCK_STAR),
        times_as_long(STAR_BLOCK));
}

/* Measuring (Blk,*) takes the least of the three, and (*,Blk) the most. */
figure parashar_figure_24_measured(void)
{
    const double both = spent(0, RUN), rows = spent(BLOCK_STAR, RUN),
                 columns = spent(STAR_BLOCK, RUN);
    return statement(
        rows < both && both < columns,
        "%.0f, %.0f and %.0f s for (Blk,Blk), (Blk,*) and (*,Blk) to generate, compile "
        "and run 80 times ([accuracy.md](accuracy.md)): the paper's ranks them (Blk,*) "
        "least and (*,Blk) most, by a factor of about 2, ours %.1f",
        both, rows, columns, columns / rows);
}

figure parashar_more_cost_effective(void)
{
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
        least = fmin(least, times_as_long(i));
    return statement(least >= papers_times,
                     "20 programs generated, compiled and run 4 times take at least %.0f times as "
                     "long as their predictions; the paper: 2.7 times and more "
                     "([accuracy.md](accuracy.md))",
                     least);
}
