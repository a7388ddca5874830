#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/papers/measure/measure.h"

/* Neither the text nor the figures of Mohr and others 1995 say the sizes of their programs: 128
 * is ours, and where another one decides, the text of a figure says so. */
#define SIZE 128

/* --- Matrix multiplication on the CM-5: section 6 and figure 9 ----------------------------------
 */

/* The seconds of several predictions, in their order: "estimate", and what stands here. */
__attribute__((format(printf, 3, 4))) static void all_seconds(double *times, size_t count,
                                                              const char *format, ...)
{
    char options[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    json_t *all = json_of("estimate %s --format json --no-warnings -- -I '" FP_SOURCE_DIR
                          "/frontend/include'",
                          options);
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(all, i);
        times[i] = number(one, "time_s");
        if (json_array_size(all) != count || !json_is_true(json_object_get(one, "complete")))
            exit((fprintf(stderr, "%s: not %zu predictions that are complete\n", options, count),
                  1));
    }
    json_decref(all);
}

enum { POWERS = 5, PROCS = 7 };
static const int powers[POWERS] = {2, 4, 8, 16, 32}, procs[PROCS] = {2, 4, 8, 9, 16, 25, 32};
#define ON_POWERS "2,4,8,16,32"
#define ON_PROCS "2,4,8,9,16,25,32"
#define MATMUL "'" FP_SOURCE_DIR "/samples/matmul/matmul.c' --machine cm5"

static void matmul(double *times, size_t count, const char *on, int size, const char *distribution)
{
    all_seconds(times, count, MATMUL " --procs %s --set N=%d --distribute 'T(%s)'", on, size,
                distribution);
}

#define WHOLE_WHOLE "*,*"
#define BLOCK_WHOLE "block,*"
#define BLOCK_BLOCK "block,block"

/* Of the eight distributions but (whole,whole), the least time and the most. */
static void others(double *least, double *most)
{
    static const char *const format[] = {"block", "cyclic", "*"};
    double times[POWERS];
    for (int k = 0; k < 8; k++) {
        char distribution[32];
        snprintf(distribution, sizeof distribution, "%s,%s", format[k / 3], format[k % 3]);
        matmul(times, POWERS, ON_POWERS, SIZE, distribution);
        for (int i = 0; i < POWERS; i++) {
            least[i] = k ? fmin(least[i], times[i]) : times[i];
            most[i] = k ? fmax(most[i], times[i]) : times[i];
        }
    }
}

static figure whole_is_worst(void)
{
    double least[POWERS], most[POWERS], whole[POWERS];
    bool is_worst = true;
    others(least, most);
    matmul(whole, POWERS, ON_POWERS, SIZE, WHOLE_WHOLE);
    for (int i = 0; i < POWERS; i++)
        is_worst &= whole[i] > most[i];
    return statement(is_worst,
                     "N = 128: the next slower one is %.1f times as fast on 2, %.1f on 32",
                     whole[0] / most[0], whole[POWERS - 1] / most[POWERS - 1]);
}

/* A list: "2, 4". */
static void add(char *list, size_t room, int number)
{
    const size_t length = strlen(list);
    snprintf(list + length, room - length, "%s%d", length ? ", " : "", number);
}

/* On most numbers of processors, as none is faster. */
static figure rows_in_general(void)
{
    double least[POWERS], most[POWERS], rows[POWERS];
    char on[64] = "";
    int best = 0;
    others(least, most);
    matmul(rows, POWERS, ON_POWERS, SIZE, BLOCK_WHOLE);
    for (int i = 0; i < POWERS; i++)
        if (rows[i] <= least[i]) {
            best++;
            add(on, sizeof on, powers[i]);
        }
    return statement(2 * best > POWERS, "the fastest on %s, of 2, 4, 8, 16, 32 (N = 128)",
                     best ? on : "none");
}

/* The processors on which blocks beat rows; are they the squares? */
static bool beats_on_squares(int size, char *on, size_t room)
{
    double blocks[PROCS], rows[PROCS];
    bool is_so = true;
    *on = '\0';
    matmul(blocks, PROCS, ON_PROCS, size, BLOCK_BLOCK);
    matmul(rows, PROCS, ON_PROCS, size, BLOCK_WHOLE);
    for (int i = 0; i < PROCS; i++) {
        const int side = (int)sqrt(procs[i]);
        is_so &= (blocks[i] < rows[i]) == (side * side == procs[i]);
        if (blocks[i] < rows[i])
            add(on, room, procs[i]);
    }
    return is_so;
}

static figure blocks_win_on_squares(void)
{
    char on[3][64];
    const bool is_so = beats_on_squares(SIZE, on[1], sizeof on[1]);
    beats_on_squares(64, on[0], sizeof on[0]);
    beats_on_squares(256, on[2], sizeof on[2]);
    return statement(is_so,
                     "N = 128: of 2, 4, 8, 9, 16, 25 and 32, (block,block) beats (block,whole) on "
                     "%s; N = 64: on %s; N = 256: on %s",
                     on[1], on[0], on[2]);
}

static figure blocks_beat_rows_on_16(void)
{
    double rows[4], blocks[4];
    all_seconds(rows, 4, MATMUL " --procs 16 --set N=64,128,256,512 --distribute 'T(block,*)'");
    all_seconds(blocks, 4,
                MATMUL " --procs 16 --set N=64,128,256,512 --distribute 'T(block,block)'");
    return statement(rows[1] > blocks[1],
                     "%.3f times as fast (N = 128); %.3f, %.3f and %.3f where N = 64, 256, 512",
                     rows[1] / blocks[1], rows[0] / blocks[0], rows[2] / blocks[2],
                     rows[3] / blocks[3]);
}

/* --- Poisson on the CM-5: section 6 and figure 10 -----------------------------------------------
 */

typedef struct poisson {
    double sine, reduction, whole;      /* seconds */
    double sine_sends, reduction_sends; /* messages */
} poisson;

static poisson poisson_on(int nodes)
{
    json_t *o = estimate("poisson/poisson", "--machine cm5 --procs %d --set N=%d", nodes, SIZE);
    const poisson p = {.sine = region(o, "sine", "time_s"),
                       .reduction = region(o, "reduction", "time_s"),
                       .whole = number(o, "time_s"),
                       .sine_sends = region(o, "sine", "messages"),
                       .reduction_sends = region(o, "reduction", "messages")};
    json_decref(o);
    return p;
}

static figure sine_speedup_32(void)
{
    const double ours = poisson_on(1).sine / poisson_on(32).sine;
    return beside(ours, 28.69, "%.2f (N = 128)", ours);
}

/* The last doubling gains less than half of what it could, and less than the one before. */
static figure reduction_flattens(void)
{
    const double one = poisson_on(1).reduction, eight = poisson_on(8).reduction,
                 sixteen = poisson_on(16).reduction, all = poisson_on(32).reduction;
    return statement(sixteen / all < 1.5 && sixteen / all < eight / sixteen,
                     "%.2f on 8, %.2f on 16, %.2f on 32 (N = 128)", one / eight, one / sixteen,
                     one / all);
}

static figure sine_sends_nothing(void)
{
    double sum = 0;
    for (int i = 0; i < POWERS; i++)
        sum += poisson_on(powers[i]).sine_sends;
    return statement(sum == 0, "%.0f messages on 2 to 32", sum);
}

static figure reduction_sends_more(void)
{
    char sends[64] = "";
    double before = 0;
    bool grows = true;
    for (int i = 0; i < POWERS; i++) {
        const double now = poisson_on(powers[i]).reduction_sends;
        grows &= now > before;
        before = now;
        add(sends, sizeof sends, (int)now);
    }
    return statement(grows, "%s messages on 2, 4, 8, 16, 32 (N = 128)", sends);
}

static figure whole_between(void)
{
    const poisson one = poisson_on(1);
    bool is_between = true;
    poisson p = one;
    for (int i = 0; i < POWERS; i++) {
        p = poisson_on(powers[i]);
        is_between &= one.whole / p.whole > one.reduction / p.reduction &&
                      one.whole / p.whole < one.sine / p.sine;
    }
    return statement(is_between, "on 2 to 32; on 32 %.2f, %.2f and %.2f (N = 128)",
                     one.reduction / p.reduction, one.whole / p.whole, one.sine / p.sine);
}

/* A part loses what all processors spend on it beyond what one would. */
static figure reduction_is_bottleneck(void)
{
    const poisson one = poisson_on(1), all = poisson_on(32);
    const double sine = 32 * all.sine - one.sine, reduction = 32 * all.reduction - one.reduction;
    return statement(reduction > sine,
                     "on 32 processors it loses %.0f ms of their time, the transforms %.0f "
                     "(N = 128)",
                     1e3 * reduction, 1e3 * sine);
}

/* --- Barriers: section 3.3 and table 1 ----------------------------------------------------------
 */

/* A copy of the iPSC/860 whose barrier goes by an algorithm; the caller removes it. */
static void write_machine(char *path, const char *algorithm)
{
    static const char *const original = FP_SOURCE_DIR "/sysmodels/machines/ipsc860.yaml";
    static const char key[] = "algorithm: {value: ";
    char line[4096];
    bool is_barrier = false;
    const int to = mkstemp(path);
    FILE *in = fopen(original, "r"), *out = to < 0 ? NULL : fdopen(to, "w");
    if (!in || !out)
        exit((perror(in ? path : original), 1));
    while (fgets(line, sizeof line, in)) {
        char *value = is_barrier ? strstr(line, key) : NULL;
        if (value) {
            value += sizeof key - 1;
            fprintf(out, "%.*s%s%s", (int)(value - line), line, algorithm, strchr(value, ','));
        } else
            fputs(line, out);
        is_barrier = strcmp(line, "        barrier:\n") == 0;
    }
    fclose(in);
    if (fclose(out) != 0)
        exit((perror(path), 1));
}

static void barrier_us(double *times, const char *algorithm)
{
    char path[] = "/tmp/fpredict-papers.XXXXXX";
    write_machine(path, algorithm);
    all_seconds(times, POWERS,
                "'" FP_SOURCE_DIR
                "/tests/papers/programs/barrier.c' --machine %s --procs " ON_POWERS,
                path);
    remove(path);
    for (int i = 0; i < POWERS; i++)
        times[i] *= 1e6;
}

/* A message of 0 bytes to each of 31 slaves and one of each, on a cube of 32, in which 80 hops
 * lead from a node to all others. */
static figure linear_barrier(void)
{
    const double by_hand = 2 * (31 * 76 + 80 * 11);
    double ours[POWERS];
    barrier_us(ours, "linear");
    return beside(ours[POWERS - 1], by_hand,
                  "%.0f µs on 32 nodes of the iPSC/860; by hand 2 · (31 · 76 + 80 · 11) = %.0f",
                  ours[POWERS - 1], by_hand);
}

static figure linear_is_most(void)
{
    static const char *const algorithms[] = {"recursive_doubling", "binomial", "direct", "ring"};
    double times[4][POWERS], linear[POWERS];
    bool is_most = true;
    barrier_us(linear, "linear");
    for (int k = 0; k < 4; k++) {
        barrier_us(times[k], algorithms[k]);
        for (int i = 0; i < POWERS; i++)
            is_most &= times[k][i] <= linear[i];
    }
    return statement(is_most,
                     "on 2 to 32 nodes of the iPSC/860; on 32 it takes %.0f µs, and %.0f by "
                     "doubling, %.0f by a tree, %.0f all to all, %.0f round a ring",
                     linear[4], times[0][4], times[1][4], times[2][4], times[3][4]);
}

/* The last to come enters, the master looks, begins to lower, a slave looks, and leaves. */
static figure barrier_of_table_1(void)
{
    const double papers = 5 + 2 + 10 + 2 + 5,
                 ours = machine_value("cm5", "cube.communication.collectives.barrier.pieces[0]."
                                             "startup_us");
    return beside(ours, papers,
                  "%.0f µs, the whole barrier of the CM-5; those of the table, in µs, are 5 + 2 + "
                  "10 + 2 + 5 = %.0f for the last one, without messages",
                  ours, papers);
}

const measure mohr_measures[] = {
    {"whole_is_worst", whole_is_worst},
    {"rows_in_general", rows_in_general},
    {"blocks_win_on_squares", blocks_win_on_squares},
    {"blocks_beat_rows_on_16", blocks_beat_rows_on_16},
    {"sine_speedup_32", sine_speedup_32},
    {"reduction_flattens", reduction_flattens},
    {"sine_sends_nothing", sine_sends_nothing},
    {"reduction_sends_more", reduction_sends_more},
    {"whole_between", whole_between},
    {"reduction_is_bottleneck", reduction_is_bottleneck},
    {"linear_barrier", linear_barrier},
    {"linear_is_most", linear_is_most},
    {"barrier_of_table_1", barrier_of_table_1},
    {0},
};
