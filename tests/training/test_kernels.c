/* What a machine file prices is measured, and nothing else: names, tallies, and
 * what the kernels declare. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"
#include "training/train_kernel.h"

enum { TABLES = 4, KEYS_BESIDE = 5 };

/* Of `processing` in machine files (docs/machines.md), beside the operations. */
static const char *const beside[KEYS_BESIDE] = {"loop_setup", "loop_iteration", "condition",
                                                "branch_taken", "call"};

static void tables(train_kernels table[TABLES])
{
    table[0] = train_arithmetic_kernels();
    table[1] = train_conversion_kernels();
    table[2] = train_library_kernels();
    table[3] = train_control_kernels();
}

static bool is_priced(const char *name, size_t length)
{
    for (int op = 0; op < (int)SAG_OP_COUNT; op++) {
        const char *known = sag_op_name((sag_op)op);
        if (strlen(known) == length && strncmp(known, name, length) == 0)
            return true;
    }
    for (int i = 0; i < KEYS_BESIDE; i++) {
        if (strlen(beside[i]) == length && strncmp(beside[i], name, length) == 0)
            return true;
    }
    return false;
}

static bool is_kernel_of(const train_kernel *kernel, const char *key, const char *how)
{
    const size_t length = strlen(key);
    return strncmp(kernel->name, key, length) == 0 && kernel->name[length] == '.' &&
           (how == NULL || strncmp(kernel->name + length + 1, how, strlen(how)) == 0);
}

static bool has_kernel(const char *key, const char *how)
{
    train_kernels table[TABLES];
    tables(table);
    for (int t = 0; t < TABLES; t++) {
        for (int k = 0; k < table[t].count; k++) {
            if (is_kernel_of(&table[t].kernel[k], key, how))
                return true;
        }
    }
    return false;
}

static void each_operation_is_measured_beside_and_after_others(void **state)
{
    (void)state;
    for (int op = 0; op < (int)SAG_OP_COUNT; op++) {
        const char *name = sag_op_name((sag_op)op);
        assert_true(has_kernel(name, "throughput"));
        /* The chain of conversions to floating point comes back from it: one
         * kernel for both. */
        if (op != (int)SAG_OP_int_to_float)
            assert_true(has_kernel(name, "chain"));
    }
    for (int i = 0; i < KEYS_BESIDE; i++)
        assert_true(has_kernel(beside[i], NULL));
}

/* Calls `each` for every "name:count" of a tally. */
static void each_of_tally(const char *tally, void *data,
                          void (*each)(void *data, const char *name, size_t length, double count))
{
    for (const char *at = tally; *at != '\0';) {
        const char *colon = strchr(at, ':');
        assert_non_null(colon);
        char *end;
        const double count = strtod(colon + 1, &end);
        assert_true(end > colon + 1 && count > 0 && (*end == ' ' || *end == '\0'));
        each(data, at, (size_t)(colon - at), count);
        at = *end == ' ' ? end + 1 : end;
    }
}

static void check_priced(void *data, const char *name, size_t length, double count)
{
    (void)data;
    (void)count;
    assert_true(is_priced(name, length));
}

static void tallies_have_the_names_of_machine_files(void **state)
{
    (void)state;
    train_kernels table[TABLES];
    tables(table);
    for (int t = 0; t < TABLES; t++) {
        for (int k = 0; k < table[t].count; k++) {
            const train_kernel *kernel = &table[t].kernel[k];
            each_of_tally(kernel->operations, NULL, check_priced);
            const char *dot = strchr(kernel->name, '.');
            assert_non_null(dot);
            assert_true(is_priced(kernel->name, (size_t)(dot - kernel->name)));
        }
    }
}

/* Additions, multiplications, divisions and roots of floating point numbers. */
static void add_flops(void *data, const char *name, size_t length, double count)
{
    static const char *const flops[] = {"float_add",  "float_multiply",  "float_divide",
                                        "double_add", "double_multiply", "double_divide",
                                        "sqrt"};
    for (size_t i = 0; i < sizeof flops / sizeof *flops; i++) {
        if (strlen(flops[i]) == length && strncmp(name, flops[i], length) == 0)
            *(double *)data += count;
    }
}

static void add_bytes(void *data, const char *name, size_t length, double count)
{
    if ((length == 4 && strncmp(name, "load", 4) == 0) ||
        (length == 5 && strncmp(name, "store", 5) == 0))
        *(double *)data += 8 * count;
}

static void flops_and_bytes_are_those_of_the_tally(void **state)
{
    (void)state;
    train_kernels table[TABLES];
    tables(table);
    for (int t = 0; t < TABLES; t++) {
        for (int k = 0; k < table[t].count; k++) {
            double flops = 0, bytes = 0;
            each_of_tally(table[t].kernel[k].operations, &flops, add_flops);
            each_of_tally(table[t].kernel[k].operations, &bytes, add_bytes);
            if (table[t].kernel[k].flops != flops || table[t].kernel[k].bytes != bytes)
                fail_msg("%s declares %g flops and %g bytes; its tally has %g and %g",
                         table[t].kernel[k].name, table[t].kernel[k].flops,
                         table[t].kernel[k].bytes, flops, bytes);
        }
    }
}

static void names_are_different(void **state)
{
    (void)state;
    train_kernels table[TABLES];
    tables(table);
    for (int t = 0; t < TABLES; t++) {
        for (int k = 0; k < table[t].count; k++) {
            int same = 0;
            for (int u = 0; u < TABLES; u++) {
                for (int l = 0; l < table[u].count; l++)
                    same += strcmp(table[t].kernel[k].name, table[u].kernel[l].name) == 0;
            }
            assert_int_equal(same, 1);
        }
    }
}

static double run(const char *name, int64_t iterations)
{
    train_kernels table[TABLES];
    tables(table);
    for (int t = 0; t < TABLES; t++) {
        for (int k = 0; k < table[t].count; k++) {
            if (strcmp(table[t].kernel[k].name, name) == 0)
                return table[t].kernel[k].compute(iterations);
        }
    }
    fail_msg("there is no kernel %s", name);
    return 0;
}

/* What the kernels compute, by hand: they do all of what they declare. */
static void kernels_do_what_they_declare(void **state)
{
    (void)state;
    /* 1 + 16 * 10 * 3 */
    assert_true(run("int_add.chain", 10) == 481);
    /* eight of 1 + 2 * 10 * 3 */
    assert_true(run("int_add.throughput", 10) == 488);
    /* 3^16, modulo 2^32: 43046721 */
    assert_true(run("int_multiply.chain", 1) == 43046721);
    /* 1.5 + 16 * 10 * 0.25 */
    assert_true(run("double_add.chain", 10) == 41.5);
    assert_true(run("float_add.chain", 10) == 41.5);
    /* eight of 1.5 + 2 * 10 * 0.25 */
    assert_true(run("double_add.throughput", 10) == 52);
    /* an even number of 2.3 / x comes back */
    assert_true(fabs(run("double_divide.chain", 10) - 1.7) < 1e-12);
    /* 2000000011 / 31607 = 63277, 2000000011 / 63277 = 31607, and so on */
    assert_true(run("int_divide.chain", 10) == 31607);
    /* once round the ring of 16: where it began */
    assert_true(run("load.chain", 10) == 0);
    /* ten loops of four */
    assert_true(run("loop_setup.short", 10) == 40);
    assert_true(run("loop_iteration.empty", 10) == 10);
    /* x = 1 is added 16 times an iteration, or never */
    assert_true(run("branch_taken.always", 10) == 0);
    assert_true(run("condition.not_taken", 10) == 160);
}

/* exp(-x) + 0.3 and the others stay where programs mostly are. */
static void arguments_stay_near_one(void **state)
{
    (void)state;
    const train_kernels table = train_library_kernels();
    for (int k = 0; k < table.count; k++) {
        const double x = table.kernel[k].compute(1000);
        if (!(x >= 0 && x < 4))
            fail_msg("%s comes to %g", table.kernel[k].name, x);
    }
}

/* Round and round: each access is made, and a chase visits every place once. */
static void memory_kernels_go_round(void **state)
{
    (void)state;
    enum { SIZE = 8192, STRIDE = 64, PLACES = SIZE / STRIDE };
    const train_kernels table = train_memory_kernels();
    double *memory = calloc(SIZE, 1), *other = calloc(SIZE, 1);
    assert_non_null(memory);
    assert_non_null(other);
    const train_workspace space = {(char *)memory, (char *)other, SIZE};
    for (int k = 0; k < table.count; k++) {
        const train_point point = {.kernel = &table.kernel[k],
                                   .value = {[TRAIN_size] = SIZE, [TRAIN_stride] = STRIDE}};
        table.kernel[k].prepare(&space, &point);
        if (strcmp(table.kernel[k].name, "memory.chase") == 0) {
            int visits[PLACES] = {0};
            for (int i = 1; i <= PLACES; i++)
                visits[(int)table.kernel[k].access(&space, &point, i) / STRIDE]++;
            for (int i = 0; i < PLACES; i++)
                assert_int_equal(visits[i], 1);
        }
        if (strcmp(table.kernel[k].name, "memory.copy") == 0) {
            for (int i = 0; i < SIZE / 8; i++)
                memory[i] = i;
            memset(other, 0, SIZE);
            (void)table.kernel[k].access(&space, &point, PLACES);
            for (int i = 0; i < SIZE / 8; i++)
                assert_true(other[i] == (i % (STRIDE / 8) == 0 ? i : 0));
        }
    }
    free(memory);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_is_measured_beside_and_after_others),
        cmocka_unit_test(tallies_have_the_names_of_machine_files),
        cmocka_unit_test(flops_and_bytes_are_those_of_the_tally),
        cmocka_unit_test(names_are_different),
        cmocka_unit_test(kernels_do_what_they_declare),
        cmocka_unit_test(arguments_stay_near_one),
        cmocka_unit_test(memory_kernels_go_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
