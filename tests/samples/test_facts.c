/* What the papers say of these programs, each test named after where it stands:
 * the number of the paper and the line of the text that was read (docs/machines.md
 * lists the papers). */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/samples/predicted.h"

/* "Each phase requires n/2 circular shifts of the data; consequently their
 * communication profiles are similar. However, Phase 1 performs more computation." */
static void parashar_figure_21_nbody_phases_communicate_alike_and_compute_unlike(void **state)
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
static void parashar_figure_23_finance_prices_need_no_communication(void **state)
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

/* The CM-5, with misses as the papers' tools found them: by sizes, whatever comes into which set.
 */
#define CM5_BY_SIZES "cm5 --memory-model paper"

static double matmul_on(const char *machine, const char *distribution, int procs, int size)
{
    json_t *o = predict_as(MATMUL, machine, distribution, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

static void expect_whole_worst(const char *machine, int procs, int size)
{
    static const char *const format[] = {"block", "cyclic", "*"};
    const double whole = matmul_on(machine, "T(*,*)", procs, size);
    for (int k = 0; k < 8; k++) {
        char distribution[32];
        snprintf(distribution, sizeof distribution, "T(%s,%s)", format[k / 3], format[k % 3]);
        assert_true(matmul_on(machine, distribution, procs, size) < whole / 1.9);
    }
}

/* "Using a (WHOLE/WHOLE) distribution for the data is obviously a bad choice": of the nine, on any
 * number of processors; and as the cache is, where rows do not meet in the same sets. */
static void mohr_figure_9_matmul_whole_is_worst(void **state)
{
    (void)state;
    for (int procs = 2; procs <= 32; procs *= 2)
        expect_whole_worst(CM5_BY_SIZES, procs, 128);
    expect_whole_worst("cm5", 2, 100);
    expect_whole_worst("cm5", 16, 100);
}

/* "In general, the predicted results suggest to use a (BLOCK, WHOLE) distribution. …
 * (BLOCK, BLOCK) wins if the number of processors is a perfect square which even
 * beats (BLOCK, WHOLE) on 16 processors." The size of the matrices is not said. By sizes, half of
 * the second one's columns fit in the cache at 64, and not all; in truth from 91 to 128, where 64
 * kilobytes hold them. Rows of powers of two meet in the sets of a cache with one way, which those
 * of 40, 72 and 200 elements do not. On two processors rows are no slower: with 200 the two are
 * 0.1 % apart, of misses that samples tell to some per cent. */
#define TIE 1.005
static void mohr_figure_9_matmul_blocks_beat_rows_on_16(void **state)
{
    static const struct {
        const char *machine;
        int size;
        bool half_fits;
    } cases[] = {{CM5_BY_SIZES, 32, false},  {CM5_BY_SIZES, 64, true}, {CM5_BY_SIZES, 128, false},
                 {CM5_BY_SIZES, 256, false}, {"cm5", 40, false},       {"cm5", 72, false},
                 {"cm5", 100, true},         {"cm5", 200, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *machine = cases[i].machine;
        const int size = cases[i].size;
        const double rows = matmul_on(machine, "T(block,*)", 2, size),
                     blocks = matmul_on(machine, "T(block,block)", 2, size);
        assert_true(cases[i].half_fits ? blocks < rows : rows < TIE * blocks);
        for (int procs = 4; procs <= 16; procs *= 4)
            assert_true(matmul_on(machine, "T(block,block)", procs, size) <
                        matmul_on(machine, "T(block,*)", procs, size));
    }
}

/* Poisson's two phases, and the whole, on so many processors of the CM-5. */
typedef struct poisson_times {
    double sine, reduction, whole, exchanged;
} poisson_times;

static poisson_times poisson_on(const char *machine, int procs)
{
    json_t *o = predict_as(POISSON, machine, NULL, procs, 128);
    const poisson_times times = {region(o, "sine", "time_s"), region(o, "reduction", "time_s"),
                                 number(o, "time_s"), region(o, "sine", "messages")};
    json_decref(o);
    return times;
}

/* "While the code for sine transforms scales up very well with a speedup of 28.69 for
 * 32 processors, the speedup curve for cyclic reduction starts to flatten after 16
 * processors. … There are no remote accesses in the sine transform part. … The overall
 * speedup for Poisson is predicted to be in between." For N = 128. The tool that predicted it knew
 * no sets: arrays of 128 kilobytes lie on the same ones of the CM-5's cache, so that on one
 * processor the transforms' two arrays drive each other out (cachegrind, 64 KB of one way, counts
 * 396,000 misses a transform where sizes alone say 53,000), and on 32, with 4 kilobytes of each,
 * they do not. */
static void mohr_figure_10_poisson_phases_scale_differently(void **state)
{
    (void)state;
    const poisson_times one = poisson_on(CM5_BY_SIZES, 1), eight = poisson_on(CM5_BY_SIZES, 8),
                        sixteen = poisson_on(CM5_BY_SIZES, 16), all = poisson_on(CM5_BY_SIZES, 32);
    assert_true(all.exchanged == 0);
    assert_true(one.sine / all.sine >= 28 && one.sine / all.sine <= 32);
    assert_true(eight.reduction / sixteen.reduction > 1.3);
    assert_true(sixteen.reduction / all.reduction < 1.3);
    assert_true(one.whole / all.whole > one.reduction / all.reduction);
    assert_true(one.whole / all.whole < one.sine / all.sine);
    assert_true(poisson_on("cm5", 1).sine > 1.5 * one.sine);
    assert_true(fabs(poisson_on("cm5", 32).sine / all.sine - 1) < 0.1);
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

/* "In the code, each matrix is divided into slabs of columns. Each slab is divided into
 * P blocks, with the pth block communicated to processor p": in each of 20 steps six
 * transposes, and two at the end. */
static void sarukkai_section_4_2_ocean_sends_blocks_of_slabs(void **state)
{
    (void)state;
    json_t *o = predict(OCEAN, 8, 64);
    const int at = line_of(OCEAN, "to[i][j] = from[j][i];");
    const phase transposes = {at, at};
    assert_true(moved(o, transposes, "messages") == (20 * 6 + 2) * 8 * 7);
    assert_true(moved(o, transposes, "bytes") == (20 * 6 + 2) * 8 * 7 * 8 * 8 * 8.0);
    json_decref(o);
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

static double laplace_time(const char *compiler, const char *distribution, int procs, int size)
{
    char machine[64];
    snprintf(machine, sizeof machine, "ipsc860 --compiler %s", compiler);
    json_t *o = predict_as(LAPLACE ".c", machine, distribution, procs, size);
    assert_string_equal(json_string_value(json_object_get(o, "compiler")), compiler);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* "For the Laplace solver, the (BLOCK,*) distribution is the appropriate choice", of three, on 2, 4
 * and 8 processors (one has no choice), for the sizes of table 4: fifteen cases. It is so by the
 * compiler of that paper; by one that posts all messages together it is not: of 256 x 256 on 2 x 2
 * a block exchanges for 744.4 us and a strip for 1150.8 (docs/model.md). */
static void parashar_section_5_2_1_laplace_rows_are_the_choice_of_f90d(void **state)
{
    (void)state;
    int cases = 0;
    for (int procs = 2; procs <= 8; procs *= 2)
        for (int size = 16; size <= 256; size *= 2, cases++) {
            const double rows = laplace_time("f90d", "T(block,*)", procs, size);
            assert_true(rows < laplace_time("f90d", "T(block,block)", procs, size));
            assert_true(rows < laplace_time("f90d", "T(*,block)", procs, size));
        }
    assert_int_equal(cases, 15);
    assert_true(laplace_time("vfcs", "T(block,block)", 4, 256) <
                laplace_time("vfcs", "T(block,*)", 4, 256));
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
        cmocka_unit_test(parashar_figure_21_nbody_phases_communicate_alike_and_compute_unlike),
        cmocka_unit_test(parashar_figure_23_finance_prices_need_no_communication),
        cmocka_unit_test(mohr_figure_9_matmul_whole_is_worst),
        cmocka_unit_test(mohr_figure_9_matmul_blocks_beat_rows_on_16),
        cmocka_unit_test(mohr_figure_10_poisson_phases_scale_differently),
        cmocka_unit_test(cyclic_reduction_moves_what_a_walk_does),
        cmocka_unit_test(sarukkai_section_4_2_ocean_sends_blocks_of_slabs),
        cmocka_unit_test(purdue_phases_communicate_in_sums),
        cmocka_unit_test(cg_product_gathers),
        cmocka_unit_test(parashar_section_5_2_1_laplace_rows_are_the_choice_of_f90d),
        cmocka_unit_test(laplace_hides_the_latency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
