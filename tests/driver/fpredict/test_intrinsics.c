#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

/* The whole way, from source to JSON: what intrinsic functions cost, by hand. On the
 * iPSC/860 a message takes 76 + 0.4n + 11h µs below 100 bytes, 136 + 0.4n + 33h from 100
 * (Sarukkai and Malony 1993), and one of a reduction by the library has a startup of its own. */

static const char *fpredict; /* the program */

#define PROGRAM FP_SOURCE_DIR "/tests/driver/programs/intrinsics.c"

/* One communication: the whole of its line. */
typedef struct moved {
    const char *name; /* of the function */
    int messages, bytes;
    double time_us; /* transmission, on the slowest processor */
} moved;

static const moved on_ipsc860[] = {
    /* An element to the left neighbour; the first one's goes round. */
    {"cshift", 4, 4 * 8, 76 + 3.2 + 11},
    {"eoshift", 3, 3 * 8, 76 + 3.2 + 11},
    /* Two steps of the cube, 8 bytes each; a place makes it 12. */
    {"sum", 6, 6 * 8, 2 * (210 + 3.2 + 11)},
    {"product", 6, 6 * 8, 2 * (210 + 3.2 + 11)},
    {"dot_product", 6, 6 * 8, 2 * (434 + 3.2 + 11)},
    {"maxval", 6, 6 * 8, 2 * (507 + 3.2 + 11)},
    {"maxloc", 6, 6 * 12, 2 * (507 + 4.8 + 11)},
    /* A block of 64 × 64 to each other, of whom one is two hops away. */
    {"transpose", 12, 12 * 64 * 64 * 8, 3 * (136 + 0.4 * 32768) + 33 * (1 + 1 + 2)},
    /* 64 elements of each in the first step, 128 in the second; 16 rows of 64, and 32. */
    {"spread", 12, 12 * 512, 136 + 0.4 * 512 + 33 + 136 + 0.4 * 1024 + 33},
    {"matmul", 12, 12 * 8192, 136 + 0.4 * 8192 + 33 + 136 + 0.4 * 16384 + 33},
};

enum { FUNCTIONS = sizeof on_ipsc860 / sizeof *on_ipsc860 };

static json_t *predict(const char *options)
{
    char command[2048];
    snprintf(command, sizeof command,
             "'%s' estimate '" PROGRAM "' %s --no-warnings --format json -- -I '" FP_SOURCE_DIR
             "/frontend/include'",
             fpredict, options);
    return json_of(command);
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const json_t *communication_of(const json_t *o, const char *name)
{
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "intrinsic")), name) == 0)
            return one;
    }
    fail_msg("%s does not communicate", name);
    return NULL;
}

/* What the lines of a function add up to: of one class of units, or of all. */
static double spent(const json_t *o, const char *name, const char *aau, const char *kind)
{
    const double line = number(communication_of(o, name), "line");
    const json_t *one;
    double sum = 0;
    size_t i;
    json_array_foreach(json_object_get(o, "lines"), i, one)
    {
        if (number(one, "line") == line &&
            (!aau || strcmp(json_string_value(json_object_get(one, "aau")), aau) == 0))
            sum += number(one, kind);
    }
    return sum;
}

static void is_us(double seconds, double us)
{
    if (fabs(seconds - us * 1e-6) > 1e-12 + 1e-9 * fabs(seconds))
        fail_msg("%.12g s, expected %.12g µs", seconds, us);
}

static void each_has_its_communication(void **state)
{
    (void)state;
    json_t *o = predict("--machine ipsc860");
    for (int i = 0; i < FUNCTIONS; i++) {
        const moved *want = &on_ipsc860[i];
        const json_t *one = communication_of(o, want->name);
        assert_true(number(one, "messages") == want->messages);
        assert_true(number(one, "bytes") == want->bytes);
        is_us(spent(o, want->name, NULL, "communication_s"), want->time_us);
    }
    json_decref(o);
}

/* 256 elements of 1,024 are copied on each processor, one statement works out the shift;
 * one call of 14 clocks, two loops of 8, 256 iterations of 4, at 40 MHz. */
static void what_is_not_shifted_is_copied(void **state)
{
    (void)state;
    json_t *o = predict("--machine ipsc860");
    assert_true(spent(o, "cshift", "Seq", "count") == 256 + 1);
    is_us(spent(o, "cshift", NULL, "overhead_s"), (14 + 2 * 8 + 256 * 4) / 40.0);
    json_decref(o);
}

/* The rows of a block go to three others, each a quarter of every row: they are gathered,
 * 3 × 64 × 64 elements on either side, by a load of 2 clocks, a store of 1 and an iteration
 * of 4. An element is a quarter of a line; the 128 KiB are not in the cache: a quarter of
 * 18 clocks on one side, of 2 on the other. The array's pages are. */
static void exchanged_indices_are_gathered(void **state)
{
    (void)state;
    json_t *o = predict("--machine ipsc860");
    is_us(spent(o, "transpose", "Comm", "overhead_s"),
          3 * 64 * 64 * (7 + 18 / 4.0 + 7 + 2 / 4.0) / 40);
    json_decref(o);
}

/* A function of its own is made for the one that is named, and its kind keeps its own. */
static void each_can_be_changed(void **state)
{
    (void)state;
    json_t *o = predict("--machine ipsc860 --param cube.communication.cshift.startup_us=40");
    is_us(spent(o, "cshift", NULL, "communication_s"), 40 + 3.2 + 11);
    is_us(spent(o, "eoshift", NULL, "communication_s"), 76 + 3.2 + 11);
    json_decref(o);
    o = predict("--machine ipsc860 --param cube.communication.reduce.algorithm=linear");
    /* the first receives from three, one and one and two hops away, and sends to them */
    is_us(spent(o, "sum", NULL, "communication_s"), 2 * (3 * (210 + 3.2) + 11 * (1 + 1 + 2)));
    json_decref(o);
}

/* The control network of the CM-5 combines for all: 25 µs and 1.28 a byte. Four nodes are
 * below one switch: 80 µs and 0.124 a byte for a shift. */
static void the_cm5_combines_in_its_network(void **state)
{
    (void)state;
    json_t *o = predict("--machine cm5");
    is_us(spent(o, "sum", NULL, "communication_s"), 25 + 1.28 * 8);
    is_us(spent(o, "maxloc", NULL, "communication_s"), 25 + 1.28 * 12);
    is_us(spent(o, "cshift", NULL, "communication_s"), 80 + 0.124 * 8);
    json_decref(o);
}

/* A shift on the T3E has the function of Sun and others' table 1, whoever shifts: 1-d, short. */
static void a_shift_on_the_t3e_is_a_shift(void **state)
{
    (void)state;
    json_t *o = predict("--machine t3e");
    is_us(spent(o, "cshift", NULL, "communication_s"), 35.6 + 0.02 * 8);
    is_us(spent(o, "sum", NULL, "communication_s"), 2 * (30 + 0.00435 * 8));
    json_decref(o);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_its_communication),
        cmocka_unit_test(what_is_not_shifted_is_copied),
        cmocka_unit_test(exchanged_indices_are_gathered),
        cmocka_unit_test(each_can_be_changed),
        cmocka_unit_test(the_cm5_combines_in_its_network),
        cmocka_unit_test(a_shift_on_the_t3e_is_a_shift),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
