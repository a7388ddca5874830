/* What the papers say of these programs, each test named after where it stands:
 * the number of the paper and the line of the text that was read (docs/machines.md
 * lists the papers). */

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"

static const char *fpredict; /* the program */

#define SAMPLES FP_SOURCE_DIR "/samples/"
#define PI SAMPLES "pi/pi.c"
#define REDBLACK SAMPLES "redblack/redblack.c"
#define FINANCE SAMPLES "finance/finance.c"
#define NBODY SAMPLES "nbody/nbody.c"
#define MATMUL SAMPLES "matmul/matmul.c"
#define POISSON SAMPLES "poisson/poisson.c"
#define LU SAMPLES "lu/lu.c"
#define OCEAN SAMPLES "ocean/ocean.c"
#define CG SAMPLES "cg/cg.c"
#define LAPLACE SAMPLES "laplace/laplace"

static json_t *predict_as(const char *source, const char *machine, const char *distribution,
                          int procs, int size)
{
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' estimate '%s' --machine %s --procs %d --set N=%d %s%s%s --format json -- -I "
             "'" FP_SOURCE_DIR "/frontend/include'",
             fpredict, source, machine, procs, size, distribution ? "--distribute '" : "",
             distribution ? distribution : "", distribution ? "'" : "");
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *o = json_loadf(pipe, JSON_REJECT_DUPLICATES, &error);
    if (!o)
        print_error("%s\nline %d: %s\n", command, error.line, error.text);
    assert_non_null(o);
    assert_int_equal(pclose(pipe), 0);
    return o;
}

static json_t *predict(const char *source, int procs, int size)
{
    return predict_as(source, "ipsc860", NULL, procs, size);
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static double time_of(const char *source, int procs, int size)
{
    json_t *o = predict(source, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* --- Phases ---------------------------------------------------------------- */

/* Lines first to last of a source, both included. */
typedef struct phase {
    int first, last;
} phase;

/* The line of `source` in which `text` stands first. */
static int line_of(const char *source, const char *text)
{
    FILE *file = fopen(source, "r");
    char line[1024];
    int at = 0;
    assert_non_null(file);
    do {
        assert_non_null(fgets(line, sizeof line, file));
        at++;
    } while (!strstr(line, text));
    fclose(file);
    return at;
}

static bool is_in(phase p, const json_t *item)
{
    const int line = (int)number(item, "line");
    return p.first <= line && line <= p.last;
}

/* What a phase's lines add up to, of a kind of time. */
static double spent(const json_t *o, phase p, const char *kind)
{
    double sum = 0;
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(o, "lines"), i, line)
    {
        if (is_in(p, line))
            sum += number(line, kind);
    }
    return sum;
}

static double moved(const json_t *o, phase p, const char *what)
{
    double sum = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (is_in(p, one))
            sum += number(one, what);
    }
    return sum;
}

/* What the regions of a name have, of a kind of time or count. */
static double region(const json_t *o, const char *name, const char *kind)
{
    double sum = 0;
    int found = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "regions"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "name")), name) != 0)
            continue;
        sum += number(one, kind);
        found++;
    }
    assert_true(found > 0);
    return sum;
}

/* --- The facts ------------------------------------------------------------- */

/* "The first application (Approximation of pi) scales well with increased number
 * of processors": of the sizes of table 4, 128 to 4,096, the largest gains from each
 * doubling up to 32. It is then a third of the way to 32 times as fast, not near it. */
static void fact_004_458_pi_gains_up_to_32_processors_at_4096(void **state)
{
    (void)state;
    double before = time_of(PI, 1, 4096);
    const double alone = before;
    for (int procs = 2; procs <= 32; procs *= 2) {
        const double time = time_of(PI, procs, 4096);
        assert_true(time < before);
        before = time;
    }
    assert_true(alone / before > 32 / 3.0 && alone / before < 12);
}

/* Why not nearer: the points are divided by P, and the reduction has log2 P steps of
 * 76 + 0.4 × 8 + 11 µs. So 1,024 points are done soonest on 16 processors, 128 on 2. */
static void pi_is_points_and_a_reduction(void **state)
{
    (void)state;
    for (int size = 128; size <= 4096; size *= 2) {
        double best = time_of(PI, 1, size);
        int best_on = 1;
        for (int steps = 1; steps <= 5; steps++) {
            json_t *o = predict(PI, 1 << steps, size);
            const json_t *parts = json_object_get(o, "breakdown_s");
            assert_true(fabs(number(parts, "communication") - steps * 90.2e-6) < 1e-12);
            assert_true(number(parts, "waiting") == 0);
            if (number(o, "time_s") < best) {
                best = number(o, "time_s");
                best_on = 1 << steps;
            }
            json_decref(o);
        }
        assert_true(size != 128 || best_on == 2);
        assert_true(size != 1024 || best_on == 16);
        assert_true(size != 4096 || best_on == 32);
    }
}

/* Larger than any of the paper's: half of 32 processors' worth, and then nearly all. */
static void beyond_the_papers_sizes_pi_scales_well(void **state)
{
    (void)state;
    assert_true(time_of(PI, 1, 8192) / time_of(PI, 32, 8192) > 16);
    assert_true(time_of(PI, 1, 65536) / time_of(PI, 32, 65536) > 28);
}

/* "In the second application (Parallel Stock Option Pricing), larger configurations
 * are beneficial only for larger problem sizes." Those of table 4 are 32 to 512. */
static void fact_004_458_finance_needs_16_and_32_only_for_large_sizes(void **state)
{
    (void)state;
    double before = 0;
    for (int size = 32; size <= 512; size *= 2) {
        const double gain = time_of(FINANCE, 8, size) / time_of(FINANCE, 32, size);
        assert_true(gain > before);
        before = gain;
        if (size == 32) /* four times the processors */
            assert_true(gain < 1.5);
    }
    assert_true(before > 3);
}

/* What bounds it: of 32 blocks of a triangle's columns the widest has twice the mean. */
static void finance_is_bounded_by_its_triangle(void **state)
{
    (void)state;
    json_t *o = predict(FINANCE, 32, 512);
    const double bound = 32 * region(o, "prices", "load_balance");
    const double faster = time_of(FINANCE, 1, 512) / number(o, "time_s");
    assert_true(bound > 14 && bound < 17);
    assert_true(faster < bound && faster > 0.8 * bound);
    json_decref(o);
}

/* "Each phase requires n/2 circular shifts of the data; consequently their
 * communication profiles are similar. However, Phase 1 performs more computation." */
static void fact_004_492_nbody_phases_communicate_alike_and_compute_unlike(void **state)
{
    (void)state;
    json_t *o = predict(NBODY, 8, 1024);
    static const char *const phases[] = {"phase1", "phase2"};
    for (int k = 0; k < 2; k++) {
        /* one body of 48 bytes across each of 8 borders, in each of 512 shifts */
        assert_true(region(o, phases[k], "messages") == 512 * 8);
        assert_true(region(o, phases[k], "bytes") == 512 * 8 * 48);
        /* 512 × (76 + 0.4 × 48 + 11) µs; each sends one and receives one, all have as
         * many bodies and end together */
        assert_true(fabs(region(o, phases[k], "communication_s") - 54.3744e-3) < 1e-9);
        assert_true(region(o, phases[k], "contention_s") == 0);
        assert_true(region(o, phases[k], "waiting_s") == 0);
        assert_true(fabs(region(o, phases[k], "load_balance") - 1) < 1e-3);
    }
    assert_true(region(o, "phase1", "computation_s") > 2 * region(o, "phase2", "computation_s"));
    json_decref(o);
}

/* "Phase 1 creates the (distributed) option price lattice while Phase 2, which
 * requires no communication, computes the call prices of stock options." */
static void fact_004_494_finance_prices_need_no_communication(void **state)
{
    (void)state;
    json_t *o = predict(FINANCE, 8, 256);
    /* 257 columns, 33 a processor: a price crosses the border at 33 b as soon as
     * the lattice is that wide, in steps 33 b to 256 */
    double prices = 0;
    for (int border = 33; border <= 256; border += 33)
        prices += 256 - border + 1;
    assert_true(region(o, "lattice", "messages") == prices);
    assert_true(region(o, "lattice", "bytes") == 8 * prices);
    assert_true(region(o, "prices", "messages") == 0);
    assert_true(region(o, "prices", "communication_s") == 0);
    assert_true(region(o, "prices", "computation_s") > region(o, "lattice", "computation_s"));
    json_decref(o);
}

static double matmul_time(const char *distribution, int procs, int size)
{
    json_t *o = predict_as(MATMUL, "cm5", distribution, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* "Using a (WHOLE/WHOLE) distribution for the data is obviously a bad choice": of the
 * nine, on any number of processors. */
static void fact_000_154_matmul_whole_is_worst(void **state)
{
    static const char *const format[] = {"block", "cyclic", "*"};
    (void)state;
    for (int procs = 2; procs <= 32; procs *= 2) {
        const double whole = matmul_time("T(*,*)", procs, 128);
        for (int k = 0; k < 8; k++) {
            char distribution[32];
            snprintf(distribution, sizeof distribution, "T(%s,%s)", format[k / 3], format[k % 3]);
            assert_true(matmul_time(distribution, procs, 128) < whole / 1.9);
        }
    }
}

/* "In general, the predicted results suggest to use a (BLOCK, WHOLE) distribution. …
 * (BLOCK, BLOCK) wins if the number of processors is a perfect square which even
 * beats (BLOCK, WHOLE) on 16 processors." The size of the matrices is not said. */
static void fact_000_154_matmul_blocks_beat_rows_on_16(void **state)
{
    (void)state;
    for (int procs = 2; procs <= 4; procs *= 2)
        assert_true(matmul_time("T(block,*)", procs, 128) <
                    matmul_time("T(block,block)", procs, 128));
    for (int size = 32; size <= 256; size *= 2)
        assert_true(matmul_time("T(block,block)", 16, size) < matmul_time("T(block,*)", 16, size));
}

/* Poisson's two phases, and the whole, on so many processors of the CM-5. */
typedef struct poisson_times {
    double sine, reduction, whole, exchanged;
} poisson_times;

static poisson_times poisson_on(int procs)
{
    json_t *o = predict_as(POISSON, "cm5", NULL, procs, 128);
    const poisson_times times = {region(o, "sine", "time_s"), region(o, "reduction", "time_s"),
                                 number(o, "time_s"), region(o, "sine", "messages")};
    json_decref(o);
    return times;
}

/* "While the code for sine transforms scales up very well with a speedup of 28.69 for
 * 32 processors, the speedup curve for cyclic reduction starts to flatten after 16
 * processors. … There are no remote accesses in the sine transform part. … The overall
 * speedup for Poisson is predicted to be in between." For N = 128. */
static void fact_000_159_poisson_phases_scale_differently(void **state)
{
    (void)state;
    const poisson_times one = poisson_on(1), eight = poisson_on(8), sixteen = poisson_on(16),
                        all = poisson_on(32);
    assert_true(all.exchanged == 0);
    assert_true(one.sine / all.sine >= 28 && one.sine / all.sine <= 32);
    assert_true(eight.reduction / sixteen.reduction > 1.3);
    assert_true(sixteen.reduction / all.reduction < 1.3);
    assert_true(one.whole / all.whole > one.reduction / all.reduction);
    assert_true(one.whole / all.whole < one.sine / all.sine);
}

/* Each pass of the reduction over rows i = 2s, 4s, … needs rows i - s and i + s, and on
 * the way back i = s, 3s, …: counted here row by row. */
static void cyclic_reduction_moves_what_a_walk_does(void **state)
{
    enum { N = 128, P = 4, ROWS = N / P };
    (void)state;
    double messages = 0, rows = 0;
    for (int back = 0; back < 2; back++) {
        for (int s = back ? N / 4 : 1; back ? s > 0 : s < N / 2; s = back ? s / 2 : s * 2) {
            bool is_sent[P][P][N] = {{{false}}}, has[P][P] = {{false}};
            for (int i = back ? s : 2 * s; i < N; i += 2 * s)
                for (int from = i - s; from <= i + s && from < N; from += 2 * s)
                    if (from / ROWS != i / ROWS) {
                        rows += !is_sent[from / ROWS][i / ROWS][from];
                        messages += !has[from / ROWS][i / ROWS];
                        is_sent[from / ROWS][i / ROWS][from] = has[from / ROWS][i / ROWS] = true;
                    }
        }
    }
    json_t *o = predict(POISSON, P, N);
    assert_true(region(o, "reduction", "messages") == messages);
    assert_true(region(o, "reduction", "bytes") == rows * (N - 1) * 8);
    json_decref(o);
}

/* --- LU: cyclic against block ---------------------------------------------- */

typedef struct lu_result {
    double time, updates; /* of elements, on the slowest of four processors */
    double balance;       /* of the elimination */
} lu_result;

static lu_result lu(const char *distribution, int size)
{
    const int at = line_of(LU, "a[i][j] -= a[i][k] * a[k][j];");
    json_t *o = predict_as(LU, "ipsc860", distribution, 4, size);
    const lu_result r = {number(o, "time_s"), spent(o, (phase){at, at}, "count"),
                         region(o, "elimination", "load_balance")};
    json_decref(o);
    return r;
}

/* Updates on the busiest of four processors, and the mean over that. */
static lu_result lu_updates(bool is_cyclic, int size)
{
    double most = 0, sum = 0;
    for (int p = 0; p < 4; p++) {
        double updates = 0;
        for (int k = 0; k < size - 1; k++)
            for (int i = k + 1; i < size; i++)
                if ((is_cyclic ? i % 4 : i / (size / 4)) == p)
                    updates += size - k;
        most = fmax(most, updates);
        sum += updates;
    }
    return (lu_result){0, most, sum / 4 / most};
}

/* What `compare` says of LU, on one line. */
static const char *lu_compared(int procs, int size)
{
    static char text[8192];
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' compare '" LU
             "' --procs %d --set N=%d --alternatives 'T: (cyclic,*) (block,*)' | tr -s '\\n ' ' '",
             fpredict, procs, size);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return text;
}

/* Does `compare` say that dealt-out rows are the fastest from that size on? */
static bool is_named(int size)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, " T(cyclic,*) at %d to ", size);
    return strstr(lu_compared(4, 200), wanted) != NULL;
}

static const char *lu_faster(int procs, int size)
{
    double times[2];
    for (int i = 0; i < 2; i++) {
        json_t *o = predict_as(LU, "ipsc860", i ? "T(cyclic,*)" : "T(block,*)", procs, size);
        times[i] = number(o, "time_s");
        json_decref(o);
    }
    return times[1] < times[0] ? "T(cyclic,*)" : "T(block,*)";
}

/* On 8 processors the faster one changes to and fro, with the last rows that a block
 * gets: each change that a walk over the sizes finds is told of, and no other. */
static void lu_changes_to_and_fro_are_all_told(void **state)
{
    (void)state;
    const char *text = lu_compared(8, 200), *range = strstr(text, "and every one from ");
    int first, last, told = 0, found = 0;
    assert_non_null(range);
    assert_int_equal(sscanf(range, "and every one from %d to %d.", &first, &last), 2);
    for (const char *at = text; (at = strstr(at, ",*) at ")) && at < range; at++)
        told++;
    const char *faster = lu_faster(8, first);
    for (int size = first + 1; size <= last; size++) {
        const char *now = lu_faster(8, size);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "%s at %d ", now, size);
        assert_true(now == faster || strstr(text, wanted));
        found += now != faster;
        faster = now;
    }
    assert_true(found > 1);
    assert_int_equal(told, found);
}

/* Dealt-out rows share the updates evenly, blocks do not: they are faster from one size
 * on, which `compare` names, and slower below it. */
static void lu_cyclic_beats_block_from_a_size_on(void **state)
{
    (void)state;
    bool was_faster = false;
    int crossings = 0, last = 0;
    for (int size = 8; size <= 512; size += 24) {
        const bool is_faster = lu("T(cyclic,*)", size).time < lu("T(block,*)", size).time;
        crossings += is_faster != was_faster;
        last = is_faster != was_faster ? size : last;
        was_faster = is_faster;
    }
    assert_true(was_faster && crossings == 1);
    while (lu("T(cyclic,*)", last - 1).time < lu("T(block,*)", last - 1).time)
        last--;
    assert_true(is_named(last));
    const lu_result cyclic = lu("T(cyclic,*)", 256), block = lu("T(block,*)", 256);
    const lu_result dealt = lu_updates(true, 256), cut = lu_updates(false, 256);
    assert_true(cyclic.updates == dealt.updates);
    assert_true(block.updates == cut.updates);
    assert_true(block.updates > 1.3 * cyclic.updates);
    /* updates are nearly all that the elimination does */
    assert_true(fabs(cyclic.balance - dealt.balance) < 0.005);
    assert_true(fabs(block.balance - cut.balance) < 0.005);
}

/* "In the code, each matrix is divided into slabs of columns. Each slab is divided into
 * P blocks, with the pth block communicated to processor p": in each of 20 steps six
 * transposes, and two at the end. */
static void fact_003_166_ocean_sends_blocks_of_slabs(void **state)
{
    (void)state;
    json_t *o = predict(OCEAN, 8, 64);
    const int at = line_of(OCEAN, "to[i][j] = from[j][i];");
    const phase transposes = {at, at};
    assert_true(moved(o, transposes, "messages") == (20 * 6 + 2) * 8 * 7);
    assert_true(moved(o, transposes, "bytes") == (20 * 6 + 2) * 8 * 7 * 8 * 8 * 8.0);
    json_decref(o);
}

/* The shifts of each size from `first` on in steps of 4, on the processor that
 * transmits longest. */
static void shift_times(const char *distribution, int procs, int first, int count, double *out)
{
    char command[4096];
    /* Half a boundary of red or black floats a message: the crossings of figure 3
     * imply startup / per_byte = 186 bytes (2 messages against 4: N = 2 * 186 /
     * (4 * (1 - 2 / sqrt P)), so 186 on 16 and 124 on 64); 0.57 us a byte. */
    snprintf(command, sizeof command,
             "'%s' estimate '" REDBLACK "' --machine ncube2 --param "
             "'cube.communication.pieces[0].startup_us=106.02' --procs %d --set N=%d:%d:4 "
             "--distribute '%s' --format json --no-warnings",
             fpredict, procs, first, first + 4 * (count - 1), distribution);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *all = json_loadf(pipe, 0, NULL), *one, *c;
    assert_int_equal(pclose(pipe), 0);
    assert_int_equal(json_array_size(all), count);
    size_t i, k;
    json_array_foreach(all, i, one)
    {
        out[i] = 0;
        json_array_foreach(json_object_get(one, "communications"), k, c)
        {
            if (strcmp(json_string_value(json_object_get(c, "kind")), "shift") == 0)
                out[i] += number(c, "time_s");
        }
    }
    json_decref(all);
}

/* The size from which on columns communicate longer than blocks; it must be one. */
static int crossing(int procs, int first, int count)
{
    double blocks[64], columns[64];
    int at = 0;
    shift_times("T(block,block)", procs, first, count, blocks);
    shift_times("T(*,block)", procs, first, count, columns);
    for (int i = 0; i < count; i++) {
        const bool is_longer = columns[i] > blocks[i];
        if (is_longer && !at)
            at = first + 4 * i;
        assert_true(!at || is_longer);
    }
    assert_true(at > first);
    return at;
}

/* "For 16 processors, column partitioning is more efficient than block partitioning
 * for data domain sizes less than 180x180, whereas for 64 processors, the critical
 * domain size is 128x128": in communication, within 10 %. */
static void fact_002_93_redblack_crosses_on_16_and_64_processors(void **state)
{
    (void)state;
    const int on_16 = crossing(16, 140, 25), on_64 = crossing(64, 92, 25);
    assert_true(on_16 >= 162 && on_16 <= 198);
    assert_true(on_64 > 115 && on_64 < 141);
}

static double time_with(const char *source, const char *change, int procs, int size)
{
    char with[512];
    snprintf(with, sizeof with, "ipsc860 %s", change);
    json_t *o = predict_as(source, with, NULL, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* "The increase/decrease in application execution times is greater for larger
 * processor configurations"; "the effect of network load is more pronounced for
 * larger system configurations" (004:456). */
static void fact_004_454_bandwidth_and_load_matter_more_on_more_processors(void **state)
{
    (void)state;
    double slower_before = 1, loaded_before = 1;
    for (int procs = 2; procs <= 16; procs *= 2) {
        const double time = time_of(NBODY, procs, 1024);
        const double slower = time_with(NBODY, "--scale bandwidth=0.5", procs, 1024) / time;
        const double loaded = time_with(NBODY, "--load network=0.3", procs, 1024) / time;
        assert_true(slower > slower_before);
        assert_true(loaded > loaded_before);
        slower_before = slower;
        loaded_before = loaded;
    }
}

/* "Performance deteriorates rapidly as the network gets saturated": each further fifth of
 * the network that others use costs more than the one before. */
static void fact_004_456_load_costs_more_and_more(void **state)
{
    (void)state;
    double before = 0, last = time_of(NBODY, 8, 1024);
    for (int fifths = 1; fifths < 5; fifths++) {
        char load[32];
        snprintf(load, sizeof load, "--load network=0.%d", 2 * fifths);
        const double time = time_with(NBODY, load, 8, 1024);
        assert_true(time - last > 1.2 * before);
        before = time - last;
        last = time;
    }
}

/* "The effect of increasing/decreasing the speed of each processor", 2, 3 and 4 times:
 * what the processor does shrinks to a part, the memory's and the network's share stays,
 * so the times lie on a + b / speed. */
static void fact_004_432_processors_speed_up_their_own_part(void **state)
{
    (void)state;
    const double one = time_of(LAPLACE ".c", 4, 128);
    double time[5] = {0, one};
    for (int speed = 2; speed <= 4; speed++) {
        char scale[32];
        snprintf(scale, sizeof scale, "--scale processor=%d", speed);
        time[speed] = time_with(LAPLACE ".c", scale, 4, 128);
    }
    const double own = 2 * (one - time[2]);
    assert_true(own > 0.3 * one && own < one);
    for (int speed = 2; speed <= 4; speed++)
        assert_true(fabs(time[speed] - (one - own + own / speed)) < 1e-6 * one);
}

/* "The steps in the curves are caused by load imbalance effects … resulting in larger step
 * sizes for the column-partitioned case": on 16 processors the widest part is ⌈N / 16⌉
 * columns, or ⌈N / 4⌉² points. The largest step is the columns', where ⌈N / 16⌉ grows. */
static void fact_002_103_redblack_steps_are_load_imbalance(void **state)
{
    (void)state;
    static const char *const distribution[] = {"T(block,block)", "T(*,block)"};
    double largest[2] = {0};
    int at[2] = {0};
    for (int k = 0; k < 2; k++) {
        double before = 0;
        for (int size = 128; size <= 176; size++) {
            json_t *o = predict_as(REDBLACK, "ncube2", distribution[k], 16, size);
            const double time = number(o, "time_s");
            if (before > 0 && time / before > largest[k]) {
                largest[k] = time / before;
                at[k] = size;
            }
            before = time;
            json_decref(o);
        }
    }
    assert_true(largest[1] > largest[0]);
    assert_true((at[1] + 15) / 16 > (at[1] - 1 + 15) / 16);
}

/* What the pages of the Purdue set say of their phases: products and values need
 * nothing, and a sum is one reduction over 4 processors of the hypercube: two doublings of
 * 8 bytes, 2 × (76 + 0.4 × 8 + 11) µs, 3 messages each way. */
static void purdue_phases_communicate_in_sums(void **state)
{
    (void)state;
    static const char *const program[] = {"pbs1/pbs1.c", "pbs2/pbs2.c", "pbs3/pbs3.c"};
    for (int k = 0; k < 3; k++) {
        char source[512];
        snprintf(source, sizeof source, SAMPLES "%s", program[k]);
        json_t *o = predict(source, 4, 128);
        assert_true(region(o, k == 0 ? "values" : "products", "messages") == 0);
        assert_true(region(o, "sum", "messages") == 6);
        assert_true(region(o, "sum", "bytes") == 48);
        assert_true(fabs(region(o, "sum", "communication_s") - 180.4e-6) < 1e-12);
        json_decref(o);
    }
}

/* In each of 40 iterations everybody receives a quarter of p from each of three others,
 * 1,024 values of 8 bytes; two inner products are 6 messages each. */
static void cg_product_gathers(void **state)
{
    (void)state;
    json_t *o = predict(CG, 4, 4096);
    assert_true(region(o, "product", "messages") == 40 * 12);
    assert_true(region(o, "product", "bytes") == 40 * 12 * 1024 * 8.0);
    assert_true(region(o, "solver", "messages") == 40 * (12 + 2 * 6));
    assert_true(region(o, "matrix", "messages") == 0);
    json_decref(o);
}

/* 100 sweeps, each with an exchange in two dimensions. Of a message, 17 us are latency
 * on 1 GbE and nothing on the iPSC/860: 200 * 17 us pass while the inner points are
 * computed, which on 2 x 2 processors takes longer, and nobody waits. */
static void laplace_hides_the_latency(void **state)
{
    (void)state;
    static const char *const machines[] = {"ethernet1g", "ipsc860"};
    for (int i = 0; i < 2; i++) {
        json_t *plain = predict_as(LAPLACE "_xmp.c", machines[i], NULL, 4, 256);
        json_t *split = predict_as(LAPLACE "_overlap.c", machines[i], NULL, 4, 256);
        const json_t *before = json_object_get(plain, "breakdown_s");
        const json_t *after = json_object_get(split, "breakdown_s");
        const double saved = number(before, "communication") - number(after, "communication");
        assert_true(fabs(saved - (i == 0 ? 200 * 17e-6 : 0)) < 1e-9);
        assert_true(number(after, "waiting") == 0);
        assert_true((number(split, "time_s") < number(plain, "time_s")) == (i == 0));
        json_decref(plain);
        json_decref(split);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fact_004_458_pi_gains_up_to_32_processors_at_4096),
        cmocka_unit_test(pi_is_points_and_a_reduction),
        cmocka_unit_test(beyond_the_papers_sizes_pi_scales_well),
        cmocka_unit_test(fact_004_458_finance_needs_16_and_32_only_for_large_sizes),
        cmocka_unit_test(finance_is_bounded_by_its_triangle),
        cmocka_unit_test(fact_004_492_nbody_phases_communicate_alike_and_compute_unlike),
        cmocka_unit_test(fact_004_494_finance_prices_need_no_communication),
        cmocka_unit_test(fact_000_154_matmul_whole_is_worst),
        cmocka_unit_test(fact_000_154_matmul_blocks_beat_rows_on_16),
        cmocka_unit_test(fact_000_159_poisson_phases_scale_differently),
        cmocka_unit_test(cyclic_reduction_moves_what_a_walk_does),
        cmocka_unit_test(lu_cyclic_beats_block_from_a_size_on),
        cmocka_unit_test(lu_changes_to_and_fro_are_all_told),
        cmocka_unit_test(fact_002_93_redblack_crosses_on_16_and_64_processors),
        cmocka_unit_test(fact_004_454_bandwidth_and_load_matter_more_on_more_processors),
        cmocka_unit_test(fact_004_456_load_costs_more_and_more),
        cmocka_unit_test(fact_004_432_processors_speed_up_their_own_part),
        cmocka_unit_test(fact_002_103_redblack_steps_are_load_imbalance),
        cmocka_unit_test(purdue_phases_communicate_in_sums),
        cmocka_unit_test(cg_product_gathers),
        cmocka_unit_test(fact_003_166_ocean_sends_blocks_of_slabs),
        cmocka_unit_test(laplace_hides_the_latency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
