#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

/* The whole way, from source to JSON, against figures worked out by hand from
 * the message function of the iPSC/860 (Sarukkai and Malony 1993): 76 + 0.4n + 11h µs below
 * 100 bytes, 136 + 0.4n + 33h from 100, one hop between neighbours. */

static const char *fpredict; /* the program */

#define SAMPLES FP_SOURCE_DIR "/samples/"
#define LAPLACE SAMPLES "laplace/laplace.c"

static json_t *predict(const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "'%s' %s --format json", fpredict, arguments);
    return json_of(command);
}

static double number(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static void equals(double got, double expected)
{
    if (!is_near(got, expected))
        print_error("got %.12g, expected %.12g\n", got, expected);
    assert_true(is_near(got, expected));
}

/* The only shift of `array`. */
static json_t *shift_of(json_t *o, const char *array)
{
    json_t *found = NULL, *one;
    size_t i;
    json_array_foreach(
        json_object_get(o, "communications"), i,
        one) if (strcmp(json_string_value(json_object_get(one, "kind")), "shift") == 0 &&
                 strcmp(json_string_value(json_object_get(one, "array")), array) == 0)
    {
        assert_null(found);
        found = one;
    }
    assert_non_null(found);
    return found;
}

static void shift_is(const char *arguments, double messages, double bytes, double time_us)
{
    json_t *o = predict(arguments);
    json_t *shift = shift_of(o, "u");
    equals(number(shift, "count"), 1);
    equals(number(shift, "messages"), messages);
    equals(number(shift, "bytes"), bytes);
    equals(number(shift, "time_s"), time_us * 1e-6);
    json_decref(o);
}

#define SWEEP "estimate " LAPLACE " --set niter=1 --set N=20 "

/* The interior is 1…18. Columns on 4: 3 borders, 2 ways, 18 elements each; an
 * inner processor has 2 messages of 72 bytes, 2 × (76 + 28.8 + 11). */
static void columns_of_a_small_sweep(void **state)
{
    (void)state;
    shift_is(SWEEP "--procs 4 --distribute 'T(*,block)'", 6, 6 * 72, 231.6);
    shift_is(SWEEP "--procs 4 --distribute 'T(block,*)'", 6, 6 * 72, 231.6);
    /* On 8 columns are 3 wide, the last processor has none: 6 borders, and
     * 18 = 6 × 3 puts the seventh's interior at one column, 18. */
    shift_is(SWEEP "--procs 8 --distribute 'T(*,block)'", 12, 12 * 72, 231.6);
}

/* 2×2: 4 borders of 9 elements, 2 ways; 2 × (76 + 14.4 + 11).
 * 2×4: columns are 4, 5, 5 and 4 wide inside, rows 9. Across rows 2 × 4
 * messages with 2 × 18 elements, across columns 2 × 3 × 2 with 9 each: 20 with
 * 144. An inner one: 95.0 of 5 elements and twice 101.4 of 9.
 * 4×4: each way 24 messages with 6 × 18 elements; an inner one: 4 of 5. */
static void blocks_of_a_small_sweep(void **state)
{
    (void)state;
    shift_is(SWEEP "--procs 2x2", 8, 8 * 36, 202.8);
    shift_is(SWEEP "--procs 2x4", 20, 4 * 144, 297.8);
    shift_is(SWEEP "--procs 4x4", 48, 4 * 216, 380.0);
}

/* N = 256 on 4: strips send 254 elements, 1,016 bytes: 2 × 575.4. Blocks 127,
 * 508 bytes: 2 × 372.2 posted, and 4 × 372.2 one direction after the other. */
static void the_exchange_rule_decides_at_256(void **state)
{
    (void)state;
#define LARGE "estimate " LAPLACE " --set niter=1 --set N=256 "
    shift_is(LARGE "--procs 2x2 --exchange posted", 8, 8 * 508, 744.4);
    shift_is(LARGE "--procs 2x2 --exchange phased", 8, 8 * 508, 1488.8);
    shift_is(LARGE "--procs 2x2 --exchange sendrecv", 8, 8 * 508, 1488.8);
    shift_is(LARGE "--procs 4 --distribute 'T(block,*)' --exchange posted", 6, 6 * 1016, 1150.8);
    shift_is(LARGE "--procs 4 --distribute 'T(block,*)' --exchange phased", 6, 6 * 1016, 1150.8);
}

/* A reflect moves all 20 rows: 80 bytes, 2 × (76 + 32 + 11). */
static void a_reflect_moves_the_whole_shadow(void **state)
{
    (void)state;
    shift_is("estimate " FP_TEST_DIR "/programs/reflect.c", 6, 6 * 80, 238.0);
}

static json_t *unit_of(json_t *o, int line, const char *kind)
{
    json_t *found = NULL, *one;
    size_t i;
    json_array_foreach(json_object_get(o, "lines"), i,
                       one) if ((int)number(one, "line") == line &&
                                strcmp(json_string_value(json_object_get(one, "aau")), kind) == 0)
    {
        assert_null(found);
        found = one;
    }
    assert_non_null(found);
    return found;
}

/* Processor 0 has 8 of 16 elements. In line 13 it gets 4 more, next to its own: they come
 * where they belong, and a loop copies the 8. In line 14 it sends 4 and gets 4 that lie
 * apart: 4 into the message, and 8 times either what it has or what is in a message. At 40 MHz
 * a loop costs 8 clocks, an iteration 4, a load 2 and a store 1. */
static void what_is_received_is_copied_once(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/received.c");
    equals(number(unit_of(o, 13, "Comm"), "overhead_s"), 0);
    equals(number(unit_of(o, 14, "Comm"), "overhead_s"), 4 * (4 + 2 + 1) * 25e-9);
    for (int line = 13; line <= 14; line++) {
        equals(number(unit_of(o, line, "Comm"), "communication_s"), (76 + 0.4 * 32 + 11) * 1e-6);
        equals(number(unit_of(o, line, "IterD"), "overhead_s"), (8 + 8 * 4) * 25e-9);
        equals(number(unit_of(o, line, "Seq"), "count"), 8);
    }
    json_decref(o);
}

static double time_of(const char *arguments)
{
    json_t *o = predict(arguments);
    double time = number(o, "time_s");
    json_decref(o);
    return time;
}

/* Sun and others 1999, figure 3: at n = 20 blocks are faster on 4, columns from 8. */
static void blocks_and_columns_cross_between_4_and_8(void **state)
{
    (void)state;
#define FIGURE3 "estimate " LAPLACE " --set N=20 "
    assert_true(time_of(FIGURE3 "--procs 2x2") <
                time_of(FIGURE3 "--procs 4 --distribute 'T(*,block)'"));
    assert_true(time_of(FIGURE3 "--procs 2x4") >
                time_of(FIGURE3 "--procs 8 --distribute 'T(*,block)'"));
    assert_true(time_of(FIGURE3 "--procs 4x4") >
                time_of(FIGURE3 "--procs 16 --distribute 'T(*,block)'"));
}

/* The sentence below a comparison tells of the same crossing; on 2 processors
 * blocks, on 1×2, are columns. */
static void a_comparison_tells_of_the_crossing(void **state)
{
    (void)state;
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' compare " LAPLACE
             " --set N=20 --procs 4 --alternatives 'T: (block,block) (*,block)'",
             fpredict);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char text[8192];
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    /* On 2 processors, as 1x2, the two are the same. */
    assert_non_null(strstr(text, "T(block,block) is fastest on 4 processors, T(*,block) on 8"));
}

/* 15 rows need the one before, on the next processor, in 4 strips of 3: 24 bytes, 76 +
 * 9.6 + 11 µs each. Processor 1 has rows 1, 5, 9 and 13, and sends and receives 16. The
 * wave goes round without a break: nothing else takes a tenth of that. */
static void a_wave_over_a_cyclic_axis_goes_round(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/round.c");
    json_t *shift = shift_of(o, "a");
    equals(number(shift, "messages"), 60);
    equals(number(shift, "bytes"), 60 * 24);
    equals(number(shift, "time_s"), 32 * 96.6e-6);
    assert_true(number(o, "time_s") > 32 * 96.6e-6);
    assert_true(number(o, "time_s") < 1.1 * 32 * 96.6e-6);
    json_decref(o);
}

/* --- Files of MPI --------------------------------------------------------------------------- */

static double file_time(const char *options)
{
    char command[256];
    snprintf(command, sizeof command, "estimate " FP_TEST_DIR "/programs/mpi_file.c %s", options);
    json_t *o = predict(command);
    assert_true(json_is_true(json_object_get(o, "complete")));
    double seconds = number(o, "time_s");
    json_decref(o);
    return seconds;
}

/* The first processor writes 3 of the 9 rows. With 100 elements of 8 bytes more in each that is
 * 2,400 bytes, each 1 µs on the host's disk and 0.4 µs on the link. Without the host, as many calls
 * take as long whatever they move. */
static void files_of_mpi_take_what_the_host_says(void **state)
{
    (void)state;
    double more = file_time("--host --set M=200") - file_time("--host --set M=100");
    equals(more, 2400 * 1.4e-6);
    equals(file_time("--set M=200"), file_time("--set M=100"));
}

/* --- What if the compiler optimised? ------------------------------------------- */

#define OPTIMIZED "estimate " FP_TEST_DIR "/programs/optimized.c "

/* Rows 2, 6 and 10 go to the next processor: 15 elements each, one by one while the
 * loop over them is outside, each 76 + 3.2 + 11 µs; together when it is inside: 120
 * bytes, 136 + 48 + 33. */
static void loop_order_joins_messages(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        double messages, time_us;
    } cases[] = {{OPTIMIZED, 45, 15 * 90.2}, {OPTIMIZED "--optimize loop-order", 3, 217}};
    for (int i = 0; i < 2; i++) {
        json_t *o = predict(cases[i].arguments);
        json_t *comms = json_object_get(o, "communications");
        assert_int_equal(json_array_size(comms), 1);
        equals(number(json_array_get(comms, 0), "messages"), cases[i].messages);
        equals(number(json_array_get(comms, 0), "bytes"), 3 * 15 * 8);
        json_decref(o);
    }
    json_t *o = predict(cases[1].arguments), *one;
    size_t i, said = 0;
    json_array_foreach(json_object_get(o, "assumptions"), i, one) said +=
        number(one, "line") == 15 &&
        strcmp(json_string_value(json_object_get(one, "text")),
               "the loops over j, i run in the order i, j, as loop-order says") == 0;
    assert_int_equal(said, 1);
    json_decref(o);
}

/* 16 calls of 14 clocks at 40 MHz, on each processor: 5.6 µs. */
static void inlined_calls_cost_nothing(void **state)
{
    (void)state;
    equals(time_of(OPTIMIZED) - time_of(OPTIMIZED "--optimize inline"), 16 * 14 / 40e6);
    equals(time_of(OPTIMIZED "--optimize loop-order") -
               time_of(OPTIMIZED "--optimize loop-order --optimize inline"),
           16 * 14 / 40e6);
}

/* --- What holds of every prediction ---------------------------------------- */

static void check_sums(json_t *o)
{
    double time = number(o, "time_s"), sum = 0, parts = 0;
    size_t i;
    const char *key;
    json_t *value;
    json_array_foreach(json_object_get(o, "lines"), i, value)
    {
        double line = number(value, "time_s");
        equals(number(value, "computation_s") + number(value, "communication_s") +
                   number(value, "overhead_s") + number(value, "waiting_s"),
               line);
        sum += line;
    }
    json_object_foreach(json_object_get(o, "breakdown_s"), key, value) parts +=
        json_number_value(value);
    equals(sum, time);
    equals(parts, time);
    assert_true(time > 0);
    assert_true(number(o, "low_s") <= time && time <= number(o, "high_s"));
}

static const char *const samples[] = {"laplace/laplace.c", "pi/pi.c", "redblack/redblack.c",
                                      "xmp/membrane.c"};
enum { SAMPLE_COUNT = sizeof samples / sizeof *samples };

static void lines_and_parts_of_every_sample_add_up(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        char arguments[1024];
        snprintf(arguments, sizeof arguments, "estimate " SAMPLES "%s", samples[i]);
        json_t *o = predict(arguments);
        check_sums(o);
        assert_string_equal(json_string_value(json_object_get(o, "schema")), "fpredict/estimate/1");
        assert_string_equal(json_string_value(json_object_get(o, "machine")), "ipsc860");
        json_decref(o);
    }
}

static void every_combination_is_predicted(void **state)
{
    (void)state;
    json_t *all = predict("estimate " SAMPLES "pi/pi.c --set N=1024:4096:*2 --procs 1,2,4,8");
    assert_int_equal(json_array_size(all), 12);
    static const int procs[] = {1, 2, 4, 8}, sizes[] = {1024, 2048, 4096};
    for (size_t i = 0; i < 12; i++) {
        json_t *o = json_array_get(all, i);
        check_sums(o);
        equals(json_number_value(json_array_get(json_object_get(o, "processors"), 0)),
               procs[i % 4]);
        equals(number(json_object_get(o, "parameters"), "N"), sizes[i / 4]);
    }
    json_decref(all);
}

/* One processor sends nothing; a reduction over P counts P - 1 each way. */
static void a_reduction_counts_both_ways(void **state)
{
    (void)state;
    static const int procs[] = {1, 2, 4, 8};
    for (int i = 0; i < 4; i++) {
        char arguments[1024];
        snprintf(arguments, sizeof arguments, "estimate " SAMPLES "pi/pi.c --procs %d", procs[i]);
        json_t *o = predict(arguments), *one;
        double messages = 0, bytes = 0;
        size_t k;
        json_array_foreach(json_object_get(o, "communications"), k, one)
        {
            messages += number(one, "messages");
            bytes += number(one, "bytes");
        }
        equals(messages, 2 * (procs[i] - 1));
        equals(bytes, 8 * 2 * (procs[i] - 1));
        json_decref(o);
    }
}

static void same_inputs_give_the_same_bytes(void **state)
{
    (void)state;
    char command[4096];
    snprintf(command, sizeof command,
             "test \"$('%s' compare " LAPLACE " --procs 4)\" = \"$('%s' compare " LAPLACE
             " --procs 4)\"",
             fpredict, fpredict);
    assert_int_equal(system(command), 0);
}

/* Jacobi with an exchange after each sweep: the ranking must name all three. */
static void a_comparison_is_ranked_by_time(void **state)
{
    (void)state;
    json_t *all = predict("compare " LAPLACE
                          " --procs 4 --alternatives 'T: (block,block) (block,*) (*,block)'");
    assert_int_equal(json_array_size(all), 3);
    double last = 0;
    for (size_t i = 0; i < 3; i++) {
        json_t *o = json_array_get(all, i);
        check_sums(o);
        assert_true(number(o, "time_s") >= last);
        last = number(o, "time_s");
    }
    json_decref(all);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_a_small_sweep),
        cmocka_unit_test(blocks_of_a_small_sweep),
        cmocka_unit_test(the_exchange_rule_decides_at_256),
        cmocka_unit_test(a_reflect_moves_the_whole_shadow),
        cmocka_unit_test(what_is_received_is_copied_once),
        cmocka_unit_test(blocks_and_columns_cross_between_4_and_8),
        cmocka_unit_test(a_comparison_tells_of_the_crossing),
        cmocka_unit_test(a_wave_over_a_cyclic_axis_goes_round),
        cmocka_unit_test(files_of_mpi_take_what_the_host_says),
        cmocka_unit_test(loop_order_joins_messages),
        cmocka_unit_test(inlined_calls_cost_nothing),
        cmocka_unit_test(lines_and_parts_of_every_sample_add_up),
        cmocka_unit_test(every_combination_is_predicted),
        cmocka_unit_test(a_reduction_counts_both_ways),
        cmocka_unit_test(same_inputs_give_the_same_bytes),
        cmocka_unit_test(a_comparison_is_ranked_by_time),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
