#include <stdio.h>

#include "tests/papers/measure/patterns.h"
#include "tests/papers/measure/sweep.h"
#include "tests/papers/tables/tables.h"

static const struct {
    const char *name, *options;
} machines[] = {{"nCUBE-1", nCUBE_1},
                {"nCUBE-1, 186", implied_1},
                {"nCUBE-2", nCUBE_2},
                {"nCUBE-2, 186", implied_2}};
enum { MACHINES = 4 };

static const char *const distributions[] = {"T(block,block)", "T(block,*)", "T(*,block)"};
static const char *const shown[] = {"blocks", "columns by memory", "columns by subscript"};

/* All sizes of figure 3 at once, of one distribution. */
static unsigned curve(int machine, int procs, int distribution, const char *sizes, iteration *out)
{
    return iterations(&redblack, sizes, out, 128, "%s --procs %d --distribute '%s'",
                      machines[machine].options, procs, distributions[distribution]);
}

static double of(const iteration *it, bool is_whole)
{
    return is_whole ? it->time : it->communication;
}

/* The sizes at which the better one of two changes. */
static void changes(const iteration *blocks, const iteration *columns, unsigned count,
                    bool is_whole)
{
    bool is_any = false;
    for (unsigned i = 1; i < count; i++) {
        const bool was = of(&columns[i - 1], is_whole) < of(&blocks[i - 1], is_whole);
        if ((of(&columns[i], is_whole) < of(&blocks[i], is_whole)) == was)
            continue;
        printf(is_any ? ", %d" : " %d", blocks[i].size);
        is_any = true;
    }
    fputs(is_any ? " |" : " none |", stdout);
}

/* Where blocks overtake columns. */
static void crossings(void)
{
    puts("| machine | processors | the paper | by memory | its communication | by subscript | by "
         "memory, all N |\n|---|---|---|---|---|---|---|");
    for (int m = 0; m < MACHINES; m++) {
        for (int procs = 16; procs <= 64; procs *= 4) {
            iteration its[3][128];
            char sizes[32];
            unsigned count = 0;
            snprintf(sizes, sizeof sizes, "%d:512:%d", procs, procs);
            for (int d = 0; d < 3; d++)
                count = curve(m, procs, d, sizes, its[d]);
            printf("| %s | %d | %d |", machines[m].name, procs, procs == 16 ? 180 : 128);
            changes(its[0], its[1], count, true);
            changes(its[0], its[1], count, false);
            changes(its[0], its[2], count, true);
            for (int d = 0; d < 2; d++)
                count = curve(m, procs, d, "60:260:4", its[d]);
            changes(its[0], its[1], count, true);
            puts("");
        }
    }
}

/* Figures 3 and 6: an iteration, and its communication, in ms. */
static void curves(void)
{
    static const char *const sizes[] = {"64,96,128,144,160,180,192,256",
                                        "64,100,128,160,180,192,256,512"};
    iteration its[128];
    for (int k = 0; k < 2; k++) {
        const int procs = k ? 64 : 16;
        for (int m = 0; m < MACHINES; m++) {
            for (int d = 0; d < 3; d++) {
                const unsigned count = curve(m, procs, d, sizes[k], its);
                if (m == 0 && d == 0) {
                    printf("%s| %d processors | |", k ? "\n" : "", procs);
                    for (unsigned i = 0; i < count; i++)
                        printf(" %d |", its[i].size);
                    puts("\n|---|---|---|---|---|---|---|---|---|---|");
                }
                printf("| %s | %s |", machines[m].name, shown[d]);
                for (unsigned i = 0; i < count; i++)
                    printf(" %.2f (%.2f) |", 1e3 * its[i].time, 1e3 * its[i].communication);
                puts("");
            }
        }
    }
}

/* The steps of figure 3: what the largest part is, and what an iteration takes. */
static void steps(void)
{
    iteration blocks[128], columns[128];
    const char sizes[] = "128,129,132,133,136,137,140,141,144,145,148";
    const unsigned count = curve(0, 16, 0, sizes, blocks);
    curve(0, 16, 1, sizes, columns);
    fputs("| N |", stdout);
    for (unsigned i = 0; i < count; i++)
        printf(" %d |", blocks[i].size);
    puts("\n|---|---|---|---|---|---|---|---|---|---|---|---|");
    fputs("| widest column, ⌈N/16⌉ |", stdout);
    for (unsigned i = 0; i < count; i++)
        printf(" %d |", (blocks[i].size + 15) / 16);
    fputs("\n| columns, ms |", stdout);
    for (unsigned i = 0; i < count; i++)
        printf(" %.2f |", 1e3 * columns[i].time);
    fputs("\n| longest edge of a block, ⌈N/4⌉ |", stdout);
    for (unsigned i = 0; i < count; i++)
        printf(" %d |", (blocks[i].size + 3) / 4);
    fputs("\n| blocks, ms |", stdout);
    for (unsigned i = 0; i < count; i++)
        printf(" %.2f |", 1e3 * blocks[i].time);
    puts("");
}

/* Figure 4: five patterns among 64 processors, in ms. */
static void patterns(void)
{
    static const struct {
        const char *name, *entry, *by_hand, *options;
    } rows[] = {
        {"iSR", "isr", "n/4 · (α + 4 β)", ""},
        {"vSR", "vsr", "α + β n", ""},
        {"EXCH", "exch", "2 (α + β n)", ""},
        {"BCAST, until all have it", "bcast", "6 (α + β n)", ""},
        {"COMBN", "combn", "12 (α + β n)", ""},
        {"vSR with packets of 512 bytes, 200 µs each", "vsr", "α + β n + 0.2 ⌈n/512⌉",
         "--param 'cube.communication.pieces[0].packet_bytes=512' "
         "--param 'cube.communication.pieces[0].per_packet_us=200'"},
    };
    puts("| pattern | by hand | machine | 4 B | 64 B | 256 B | 512 B | 516 B | 1 KiB | 4 KiB |\n"
         "|---|---|---|---|---|---|---|---|---|---|");
    static const int floats[] = {1, 16, 64, 128, 129, 256, 1024};
    for (unsigned r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        for (int k = 0; k < 2; k++) {
            printf("| %s | %s | nCUBE-%d |", rows[r].name, rows[r].by_hand, k + 1);
            for (int i = 0; i < 7; i++)
                printf(" %.3f |", 1e3 * pattern_time(k ? "ncube2" : "ncube1", rows[r].entry,
                                                     floats[i], rows[r].options));
            puts("");
        }
    }
}

const table balasundaram_tables[] = {
    {"crossings", crossings}, {"curves", curves}, {"steps", steps}, {"patterns", patterns}, {0},
};
