#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/papers/measure/measure.h"
#include "tests/papers/measure/patterns.h"
#include "tests/papers/measure/sweep.h"

#define BLOCKS "T(block,block)"
/* Columns as they lie in Fortran's memory, which are our rows. */
#define COLUMNS "T(block,*)"

/* The line of redblack.c with some text. */
static int line_with(const char *text)
{
    char line[512];
    int at = 0;
    FILE *file = fopen(FP_SOURCE_DIR "/samples/redblack/redblack.c", "r");
    while (file && fgets(line, sizeof line, file)) {
        at++;
        if (strstr(line, text)) {
            fclose(file);
            return at;
        }
    }
    exit((fprintf(stderr, "redblack.c has no line '%s'\n", text), 1));
}

/* How often a line's statement, or its loop's body, is executed on the slowest processor. */
static double executions(const json_t *o, int line)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(o, "lines"), i, one)
    {
        if ((int)number(one, "line") == line)
            return number(one, "count");
    }
    exit((fprintf(stderr, "line %d of redblack.c takes no time\n", line), 1));
}

/* The largest part of an N x N domain, by what the loop nest that fills it does. */
typedef struct part {
    int rows, columns, axes;
} part;

static part part_of(const char *distribution, int procs, int n)
{
    const int inner = line_with("val[i][j] = s[i] * s[j]");
    json_t *o =
        estimate("redblack/redblack", "--machine ncube1 --procs %d --set N=%d --distribute '%s'",
                 procs, n, distribution);
    const double points = executions(o, inner), rows = executions(o, inner - 1);
    const part p = {(int)rows, (int)(points / rows),
                    (int)json_array_size(json_object_get(o, "processors"))};
    json_decref(o);
    return p;
}

/* Parts of blocks are square, and those of columns n x n / procs, which are n / procs rows here. */
static figure parts(int procs, int n)
{
    const part block = part_of(BLOCKS, procs, n), column = part_of(COLUMNS, procs, n);
    const int side = n / (int)sqrt(procs);
    return statement(block.rows == side && block.columns == side && block.axes == 2 &&
                         column.rows == n / procs && column.columns == n && column.axes == 1,
                     "block %d × %d on a grid of %d axes, column %d × %d on one of %d", block.rows,
                     block.columns, block.axes, column.columns, column.rows, column.axes);
}

static figure parts_8(void)
{
    return parts(4, 8);
}

static figure parts_64(void)
{
    return parts(16, 64);
}

static figure parts_32(void)
{
    return parts(16, 32);
}

static figure two_exchanges(void)
{
    size_t i, count = 0;
    const json_t *one;
    bool is_each = true;
    json_t *o = estimate("redblack/redblack", "--machine ncube1 --procs 16 --set N=64");
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "kind")), "shift") != 0)
            continue;
        count++;
        is_each &= number(one, "count") == 50;
    }
    json_decref(o);
    return statement(count == 2 && is_each,
                     "of samples/redblack: %zu exchanges in each of 50 iterations, one after the "
                     "red points and one after the black ones",
                     count);
}

/* Of 64 processors and N = 512, the slowest over the fastest of some distributions. */
static double spread(const char *const *distributions, int count)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < count; i++) {
        const double time =
            seconds("redblack/redblack", "%s --procs 64 --set N=512 --distribute 'T(%s)'", nCUBE_1,
                    distributions[i]);
        least = fmin(least, time);
        most = fmax(most, time);
    }
    return most / least;
}

/* Twice the time is a strong influence. */
static figure partitioning_matters(void)
{
    static const char *const all[] = {"block,block",  "block,*",      "*,block",
                                      "cyclic,*",     "*,cyclic",     "block,cyclic",
                                      "cyclic,block", "cyclic,cyclic"};
    const double of_blocks = spread(all, 3), of_all = spread(all, 8);
    return statement(of_all >= 2,
                     "red-black on 64 processors of an nCUBE-1, N = 512: the slowest of eight "
                     "distributions takes %.1f times as long as the fastest; of the three that are "
                     "rectangles, which the paper has, %.2f times",
                     of_all, of_blocks);
}

static figure few_large_messages(void)
{
    const double small = pattern_time("ncube1", "isr", 64, ""),
                 large = pattern_time("ncube1", "vsr", 64, "");
    return statement(large < small,
                     "64 floats on an nCUBE-1: %.1f ms element by element, %.2f as one message",
                     1e3 * small, 1e3 * large);
}

/* Columns are faster below, blocks above. */
static figure crossing_near(int procs, double papers)
{
    const lines_cross first = lines_crossing(COLUMNS, procs, nCUBE_1),
                      second = lines_crossing(COLUMNS, procs, nCUBE_2),
                      third = lines_crossing(COLUMNS, procs, implied_1);
    return beside(first.at, papers,
                  "%.0f by an nCUBE-1: columns are better up to %d and blocks from %d on, of sizes "
                  "that %d divides, and straight lines between the two cross there; %.0f with its "
                  "startup worth 186 bytes (%d to %d), %.0f by an nCUBE-2 (%d to %d)",
                  first.at, first.from, first.to, procs, third.at, third.from, third.to, second.at,
                  second.from, second.to);
}

static figure crossing_16(void)
{
    return crossing_near(16, 180);
}

static figure crossing_64(void)
{
    return crossing_near(64, 128);
}

static figure crossings_accurate(void)
{
    const double on_16 = lines_crossing(COLUMNS, 16, nCUBE_1).at,
                 on_64 = lines_crossing(COLUMNS, 64, nCUBE_1).at,
                 longer_16 = lines_crossing(COLUMNS, 16, implied_1).at,
                 longer_64 = lines_crossing(COLUMNS, 64, implied_1).at;
    const double off = fmax(fabs(on_16 / 180 - 1), fabs(on_64 / 128 - 1));
    return statement(off <= 0.1,
                     "by an nCUBE-1 %.0f on 16 processors, where 180 was measured, and %.0f on 64, "
                     "where 128 was; with its startup worth 186 bytes %.0f and %.0f",
                     on_16, on_64, longer_16, longer_64);
}

/* Between the two crossings the better one is another on 16 than on 64. */
static figure depends_on_both(void)
{
    const double on_16 = lines_crossing(COLUMNS, 16, nCUBE_1).at,
                 on_64 = lines_crossing(COLUMNS, 64, nCUBE_1).at;
    return statement(on_64 > 0 && on_16 > on_64,
                     "by an nCUBE-1 blocks are better above N = %.0f on 16 processors, above %.0f "
                     "on 64",
                     on_16, on_64);
}

static figure crossing_shifts(void)
{
    char longer[256];
    snprintf(longer, sizeof longer, "%s --param cube.communication.call_overhead_us=50", nCUBE_1);
    const int first = crossing(COLUMNS, 16, 16, nCUBE_1),
              second = crossing(COLUMNS, 16, 16, nCUBE_2),
              other = crossing(COLUMNS, 16, 16, longer),
              apart = crossing("T(*,block)", 16, 16, nCUBE_1);
    return statement(first != second && first != other && first != apart,
                     "on 16 processors of an nCUBE-1 N = %d; %d by an nCUBE-2, %d with 50 µs more "
                     "a call, %d where columns lie apart in memory",
                     first, second, other, apart);
}

/* The largest step of an iteration's time from one size to the next, and where it is. */
typedef struct step {
    double factor;
    int at;
} step;

static step largest_step(const char *distribution)
{
    iteration its[64];
    step s = {0};
    const unsigned count = iterations(&redblack, "128:176:1", its, 64,
                                      "%s --procs 16 --distribute '%s'", nCUBE_1, distribution);
    for (unsigned i = 1; i < count; i++) {
        if (its[i].time / its[i - 1].time > s.factor)
            s = (step){its[i].time / its[i - 1].time, its[i].size};
    }
    return s;
}

static int parts_rounded(int n, int parts)
{
    return (n + parts - 1) / parts;
}

/* A step is where one more row or column does not divide. */
static bool grows_at(int n, int parts)
{
    return parts_rounded(n, parts) > parts_rounded(n - 1, parts);
}

static figure steps_are_imbalance(void)
{
    const step blocks = largest_step(BLOCKS), columns = largest_step(COLUMNS);
    return statement(grows_at(columns.at, 16) && grows_at(blocks.at, 4),
                     "16 processors, N = 128 … 176: columns' largest step is at %d, where the "
                     "widest has %d columns instead of %d; blocks' at %d, with edges of %d instead "
                     "of %d",
                     columns.at, parts_rounded(columns.at, 16), parts_rounded(columns.at - 1, 16),
                     blocks.at, parts_rounded(blocks.at, 4), parts_rounded(blocks.at - 1, 4));
}

static figure steps_of_columns(void)
{
    const step blocks = largest_step(BLOCKS), columns = largest_step(COLUMNS);
    return statement(columns.factor > blocks.factor,
                     "largest steps on 16 processors, N = 128 … 176: %.1f %% of columns, %.1f %% "
                     "of blocks",
                     100 * (columns.factor - 1), 100 * (blocks.factor - 1));
}

/* By hand, of M floats on an nCUBE-1: 384 + 2.6 n us for n bytes. */
static double message_by_hand(int floats)
{
    return 384e-6 + 2.6e-6 * 4 * floats;
}

static bool is_close(double a, double b)
{
    return fabs(a / b - 1) < 1e-9;
}

static figure isr_and_vsr(void)
{
    const double isr = pattern_time("ncube1", "isr", 256, ""),
                 vsr = pattern_time("ncube1", "vsr", 256, "");
    return statement(is_close(isr, 256 * message_by_hand(1)) && is_close(vsr, message_by_hand(256)),
                     "256 floats among 64 processors of an nCUBE-1: %.1f ms and %.2f, by hand "
                     "256 · (384 + 2.6 · 4) µs and 384 + 2.6 · 1024",
                     1e3 * isr, 1e3 * vsr);
}

static figure exch(void)
{
    const double ours = pattern_time("ncube1", "exch", 256, "");
    return statement(is_close(ours, 2 * message_by_hand(256)),
                     "two stages of 256 floats: %.2f ms, by hand 2 · (384 + 2.6 · 1024) µs",
                     1e3 * ours);
}

static figure bcast(void)
{
    const double all = pattern_time("ncube1", "bcast", 256, ""),
                 one = pattern_time("ncube1", "vsr", 256, "");
    return statement(is_close(all, 6 * message_by_hand(256)) && all > one,
                     "256 floats to 64 processors: %.1f ms until all have them, 6 messages one "
                     "after another; a shift takes %.2f. On average a processor takes part in 2 · "
                     "63 / 64 messages, %.2f ms by hand",
                     1e3 * all, 1e3 * one, 1e3 * 2 * 63 / 64 * one);
}

static figure combn(void)
{
    const double ours = pattern_time("ncube1", "combn", 256, ""),
                 once = pattern_time("ncube1", "bcast", 256, "");
    return statement(is_close(ours, 2 * once),
                     "256 sums of 64 processors: messages of %.1f ms, those of a tree up and of a "
                     "broadcast, 2 · %.1f",
                     1e3 * ours, 1e3 * once);
}

static figure packets(void)
{
    static const char machine[] = "--param 'cube.communication.pieces[0].packet_bytes=512' "
                                  "--param 'cube.communication.pieces[0].per_packet_us=200'";
    const double one = pattern_time("ncube1", "vsr", 128, machine),
                 two = pattern_time("ncube1", "vsr", 129, machine);
    return statement(is_close(one, message_by_hand(128) + 200e-6) &&
                         is_close(two, message_by_hand(129) + 400e-6),
                     "with packets of 512 bytes, 200 µs each: %.4f ms for 512 bytes and %.4f for "
                     "516, by hand 384 + 2.6 n + 200 and + 400 µs; fits find such steps",
                     1e3 * one, 1e3 * two);
}

const measure balasundaram_measures[] = {
    {"parts_8", parts_8},
    {"parts_64", parts_64},
    {"parts_32", parts_32},
    {"two_exchanges", two_exchanges},
    {"partitioning_matters", partitioning_matters},
    {"few_large_messages", few_large_messages},
    {"crossing_16", crossing_16},
    {"crossing_64", crossing_64},
    {"crossings_accurate", crossings_accurate},
    {"depends_on_both", depends_on_both},
    {"crossing_shifts", crossing_shifts},
    {"steps_are_imbalance", steps_are_imbalance},
    {"steps_of_columns", steps_of_columns},
    {"isr_and_vsr", isr_and_vsr},
    {"exch", exch},
    {"bcast", bcast},
    {"combn", combn},
    {"packets", packets},
    {0},
};
