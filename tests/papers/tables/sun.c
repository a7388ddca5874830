#include <stdio.h>

#include "tests/papers/measure/measure.h"
#include "tests/papers/measure/scaled.h"
#include "tests/papers/measure/sweep.h"
#include "tests/papers/tables/tables.h"

static const char *const distributions[] = {"T(block,block)", "T(block,*)", "T(*,block)"};
static const char *const shown[] = {"blocks", "columns by memory, `T(block,*)`",
                                    "columns by subscript, `T(*,block)`"};

/* A row for each distribution, the fastest of a column bold. Of equals all are. */
static void fastest_of(const char *compiler, int n, double times[3][5])
{
    for (int d = 0; d < 3; d++) {
        printf("| %s | %d | %s |", compiler, n, shown[d]);
        for (int k = 0; k < 5; k++) {
            bool is_fastest = true;
            for (int other = 0; other < 3; other++)
                is_fastest &= times[d][k] <= times[other][k];
            printf(is_fastest ? " **%.1f** |" : " %.1f |", times[d][k]);
        }
        puts("");
    }
}

/* Figure 3: 100 sweeps of Jacobi, in ms. */
static void jacobi_times(void)
{
    static const char *const compilers[] = {"vfcs", "f90d"};
    static const int sizes[] = {20, 33, 50};
    double times[3][5];
    puts(
        "| compiler | n | distribution | 2 | 4 | 8 | 16 | 32 |\n|---|---|---|---|---|---|---|---|");
    for (int c = 0; c < 2; c++) {
        for (int s = 0; s < 3; s++) {
            for (int d = 0; d < 3; d++) {
                json_t *all =
                    predictions(jacobi.source,
                                "--machine ipsc860 --compiler %s --set N=%d "
                                "--procs %s,4,8,16,32 --distribute '%s'",
                                compilers[c], sizes[s], d == 0 ? "2x1" : "2", distributions[d]);
                for (int k = 0; k < 5; k++)
                    times[d][k] = 1e3 * number(json_array_get(all, (size_t)k), "time_s");
                json_decref(all);
            }
            fastest_of(compilers[c], sizes[s], times);
        }
    }
}

/* Figure 3 (a): problems that grow from n = 20 on 4. */
static void jacobi_scaled(void)
{
    static const int procs[] = {5, 6, 7, 8, 16, 32};
    static const char *const machines[][2] = {
        {"ipsc860", ""},
        {"without the step at 100 bytes", "--param 'cube.communication.pieces[1].startup_us=76' "
                                          "--param 'cube.communication.pieces[1].per_hop_us=11'"}};
    puts("| machine | p' | blocks: n' | psi | columns: n' | psi | ratio | crossing |\n"
         "|---|---|---|---|---|---|---|---|");
    for (int m = 0; m < 2; m++) {
        grown first, second;
        scaled s;
        grow(&first, 4, 20, machines[m][1]);
        for (int k = 0; k < 6; k++) {
            grow(&second, procs[k], 120, machines[m][1]);
            if (!scale(&first, &second, 20, &s)) {
                printf("| %s | %d | none | | none | | | |\n", machines[m][0], procs[k]);
                continue;
            }
            printf("| %s | %d | %d | %.3f | %d | %.3f | %.2f | %s |\n", machines[m][0], procs[k],
                   s.blocks, s.of_blocks, s.columns, s.of_columns, s.of_columns / s.of_blocks,
                   s.is_crossing ? "yes" : "no");
        }
    }
}

/* Table 1 as points: the paper's two lines by hand, and a predicted message. */
static void points(void)
{
    static const struct {
        const char *machine, *title;
        int dims;
        double rho[2], beta[2];
    } patterns[] = {
        {"t3e", "T3E, 1-d", 1, {35.6, 71.2}, {0.02, 0.0125}},
        {"t3e", "T3E, 2-d", 2, {40.3, 77.5}, {0.021, 0.0141}},
        {"cs2", "CS-2, 1-d", 1, {220.3, 297.2}, {0.055, 0.035}},
        {"cs2", "CS-2, 2-d", 2, {150.4, 192.9}, {0.067, 0.044}},
    };
    puts("| pattern | | 16 B | 64 B | 256 B | 1 KiB | 4 KiB | 16 KiB | 64 KiB |\n"
         "|---|---|---|---|---|---|---|---|---|");
    for (int k = 0; k < 4; k++) {
        for (int line = 0; line < 2; line++) {
            printf("| %s | %s: %g + %g D |", patterns[k].title, line ? "long" : "short",
                   patterns[k].rho[line], patterns[k].beta[line]);
            for (int bytes = 16; bytes <= 65536; bytes *= 4)
                printf(" %.1f |", patterns[k].rho[line] + patterns[k].beta[line] * bytes);
            puts("");
        }
        printf("| %s | predicted |", patterns[k].title);
        for (int bytes = 16; bytes <= 65536; bytes *= 4)
            printf(" %.1f |", shift_us(patterns[k].machine, patterns[k].dims, bytes));
        puts("");
    }
}

static void psi_row(const char *title, const int sizes[GRIDS])
{
    printf("| %s |", title);
    for (int k = 1; k < GRIDS; k++)
        printf(" %d |", sizes[k]);
    for (int from = 0; from < 4; from++) {
        for (int to = from + 1; to < GRIDS; to++) {
            if (from == 0 || to == from + 1)
                printf(" %.3f |", scalability(4 << from, sizes[from], 4 << to, sizes[to]));
        }
    }
    puts("");
}

/* Table 2, and the sizes that keep the average speed by our predictions. */
static void equal_speeds(void)
{
    const struct {
        const char *title, *source, *first, *second;
    } rows[] = {{"as derived: the long line, two messages of 1.781 on an axis of two", torus_cshift,
                 only_long, ""},
                {"two whole messages there", torus_cshift, only_long, two_whole},
                {"as derived, in double precision", torus_cshift, only_long, "-- -DREAL=double"},
                {"as derived, by the file's short line up to 5391 bytes", torus_cshift, "", ""},
                {"a halo exchange: there one message of both edges", torus, only_long, ""},
                {"Laplace: no neighbour beyond a border", jacobi.source, only_long, ""}};
    puts("| | n(8) | n(16) | n(32) | n(64) | ψ(4,8) | ψ(4,16) | ψ(4,32) | ψ(4,64) | ψ(8,16) | "
         "ψ(16,32) | ψ(32,64) |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n"
         "| the paper, measured | | | | | 0.899 | 0.871 | 0.856 | 0.871 | 0.969 | 0.982 | 1.018 "
         "|\n| the paper, predicted | 1519 | 2186 | 3124 | 4372 | 0.908 | 0.877 | 0.859 | 0.877 | "
         "0.966 | 0.979 | 1.021 |");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int sizes[GRIDS];
        char options[512];
        snprintf(options, sizeof options, "%s %s", rows[i].first, rows[i].second);
        sizes_of_equal_speed(rows[i].source, options, sizes);
        psi_row(rows[i].title, sizes);
    }
}

const table sun_tables[] = {
    {"jacobi_times", jacobi_times},
    {"jacobi_scaled", jacobi_scaled},
    {"points", points},
    {"equal_speeds", equal_speeds},
    {0},
};
