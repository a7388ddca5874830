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
#define FINANCE SAMPLES "finance/finance.c"
#define NBODY SAMPLES "nbody/nbody.c"

static json_t *predict(const char *source, int procs, int size)
{
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' estimate '%s' --machine ipsc860 --procs %d --set N=%d --format json -- -I "
             "'" FP_SOURCE_DIR "/frontend/include'",
             fpredict, source, procs, size);
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

/* --- The facts ------------------------------------------------------------- */

/* "The first application (Approximation of pi) scales well with increased number
 * of processors": of the sizes of table 4, shown for the largest, 4,096. */
static void fact_004_458_pi_scales_to_32_processors(void **state)
{
    (void)state;
    double before = time_of(PI, 1, 4096);
    const double alone = before;
    for (int procs = 2; procs <= 32; procs *= 2) {
        const double time = time_of(PI, procs, 4096);
        assert_true(time < before);
        before = time;
    }
    assert_true(alone / before > 10);
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

/* "Each phase requires n/2 circular shifts of the data; consequently their
 * communication profiles are similar. However, Phase 1 performs more computation." */
static void fact_004_492_nbody_phases_communicate_alike_and_compute_unlike(void **state)
{
    (void)state;
    const int second = line_of(NBODY, "/* phase 2 */");
    const phase one = {line_of(NBODY, "/* phase 1 */"), second - 1};
    const phase two = {second, line_of(NBODY, "double pull = 0.0") - 1};
    json_t *o = predict(NBODY, 8, 1024);
    /* one body of 48 bytes across each of 8 borders, in each of 512 shifts */
    assert_true(moved(o, one, "messages") == 512 * 8);
    assert_true(moved(o, one, "bytes") == 512 * 8 * 48);
    assert_true(moved(o, two, "messages") == 512 * 8);
    assert_true(moved(o, two, "bytes") == 512 * 8 * 48);
    /* 512 × (76 + 0.4 × 48 + 11) µs */
    assert_true(fabs(spent(o, one, "communication_s") - 54.3744e-3) < 1e-9);
    assert_true(fabs(spent(o, two, "communication_s") - 54.3744e-3) < 1e-9);
    assert_true(spent(o, one, "computation_s") > 2 * spent(o, two, "computation_s"));
    json_decref(o);
}

/* "Phase 1 creates the (distributed) option price lattice while Phase 2, which
 * requires no communication, computes the call prices of stock options." */
static void fact_004_494_finance_prices_need_no_communication(void **state)
{
    (void)state;
    const int second = line_of(FINANCE, "/* phase 2 */");
    const phase one = {line_of(FINANCE, "/* phase 1 */"), second - 1};
    const phase two = {second, line_of(FINANCE, "const double p =") - 1};
    json_t *o = predict(FINANCE, 8, 256);
    /* 257 columns, 33 a processor: a price crosses the border at 33 b as soon as
     * the lattice is that wide, in steps 33 b to 256 */
    double prices = 0;
    for (int border = 33; border <= 256; border += 33)
        prices += 256 - border + 1;
    assert_true(moved(o, one, "messages") == prices);
    assert_true(moved(o, one, "bytes") == 8 * prices);
    assert_true(moved(o, two, "messages") == 0);
    assert_true(spent(o, two, "communication_s") == 0);
    assert_true(spent(o, two, "computation_s") > spent(o, one, "computation_s"));
    json_decref(o);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fact_004_458_pi_scales_to_32_processors),
        cmocka_unit_test(fact_004_458_finance_needs_16_and_32_only_for_large_sizes),
        cmocka_unit_test(fact_004_492_nbody_phases_communicate_alike_and_compute_unlike),
        cmocka_unit_test(fact_004_494_finance_prices_need_no_communication),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
