/* What samples/adi/README.md says of figures. */

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

#define ADI FP_SOURCE_DIR "/samples/adi/adi.c"

static const char *fpredict; /* the program */

static json_t *predict(const char *options)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' estimate '" ADI "' --format json %s", fpredict,
             options);
    return json_of(command);
}

static json_t *json_of_compared(const char *options)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' compare '" ADI "' --format json --no-warnings %s",
             fpredict, options);
    return json_of(command);
}

/* Of several predictions, that with one distribution of this text. */
static const json_t *named(const json_t *all, const char *distribution)
{
    size_t i;
    const json_t *one;
    json_array_foreach(all, i, one)
    {
        const json_t *list = json_object_get(one, "distributions");
        if (json_array_size(list) == 1 &&
            strcmp(json_string_value(json_array_get(list, 0)), distribution) == 0)
            return one;
    }
    return NULL;
}

static double time_of(const char *machine, int procs, const char *distribution)
{
    char options[256];
    snprintf(options, sizeof options, "--machine %s --procs %d %s%s%s", machine, procs,
             distribution ? "--distribute '" : "", distribution ? distribution : "",
             distribution ? "'" : "");
    json_t *o = predict(options);
    double time = json_number_value(json_object_get(o, "time_s"));
    json_decref(o);
    return time;
}

/* What is redistributed of one array, in all. */
static void moved(const json_t *o, const char *array, double *messages, double *bytes)
{
    size_t i;
    json_t *one;
    *messages = *bytes = 0;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "kind")), "redistribute") != 0 ||
            strcmp(json_string_value(json_object_get(one, "array")), array) != 0)
            continue;
        *messages += json_number_value(json_object_get(one, "messages"));
        *bytes += json_number_value(json_object_get(one, "bytes"));
    }
}

/* 20 steps of two; each of P processors sends N / P x N / P doubles to each other one. */
static void everything_on_t_moves(void **state)
{
    (void)state;
    static const char *const arrays[] = {"u", "w"};
    for (int procs = 2; procs <= 16; procs *= 2) {
        char options[64];
        snprintf(options, sizeof options, "--procs %d", procs);
        json_t *o = predict(options);
        for (int i = 0; i < 2; i++) {
            double messages, bytes;
            moved(o, arrays[i], &messages, &bytes);
            assert_true(messages == 40.0 * procs * (procs - 1));
            assert_true(bytes == 40.0 * procs * (procs - 1) * (128 / procs) * (128 / procs) * 8);
        }
        /* Else only the reduction: one result to or from each but one, twice. */
        assert_int_equal(json_array_size(json_object_get(o, "communications")), 5);
        json_decref(o);
    }
}

static void one_distribution_moves_nothing_between(void **state)
{
    (void)state;
    json_t *o = predict("--distribute 'T(block,*)'");
    double messages, bytes;
    moved(o, "u", &messages, &bytes);
    assert_true(messages == 0);
    moved(o, "w", &messages, &bytes);
    assert_true(messages == 0);
    json_decref(o);
}

static void it_pays_where_messages_are_cheap_or_processors_many(void **state)
{
    (void)state;
    static const char *const machines[] = {"cm5", "t3e", "hdr-cluster"};
    double ratio = time_of("ipsc860", 4, NULL) / time_of("ipsc860", 4, "T(block,*)");
    assert_true(ratio > 2.1 && ratio < 2.3);
    for (int i = 0; i < 3; i++) {
        double time = time_of(machines[i], 16, NULL);
        assert_true(time < time_of(machines[i], 16, "T(block,*)"));
        double blocks = time_of(machines[i], 16, "T(block,block)");
        /* On the CM-5 what moving costs is as much as what blocks wait for. */
        assert_true(i == 0 ? fabs(blocks - time) < 0.1 * time : time < blocks);
    }
}

/* Plans of one comparison have their loops' variables from one pool: the later ones, whose numbers
 * are past 63, must be what they are alone. */
static void a_distribution_is_the_same_in_company(void **state)
{
    (void)state;
    static const char *const columns[] = {"(*,block)",     "(*,cyclic)",    "(*,cyclic(2))",
                                          "(*,cyclic(4))", "(*,cyclic(8))", "(*,cyclic(16))"};
    json_t *all =
        json_of_compared("--machine cs2 --procs 16 --set N=64 --alternatives 'T: (block,*) "
                         "(cyclic,*) (cyclic(2),*) (cyclic(4),*) (cyclic(8),*) "
                         "(block,block) (*,block) (*,cyclic) (*,cyclic(2)) (*,cyclic(4)) "
                         "(*,cyclic(8)) (*,cyclic(16))'");
    assert_true(json_array_size(all) >= 12);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        char options[128], name[32];
        snprintf(name, sizeof name, "T%s", columns[i]);
        snprintf(options, sizeof options, "--machine cs2 --procs 16 --set N=64 --distribute '%s'",
                 name);
        json_t *alone = predict(options);
        const json_t *one = named(all, name);
        assert_non_null(one);
        assert_true(json_number_value(json_object_get(one, "time_s")) ==
                    json_number_value(json_object_get(alone, "time_s")));
        json_decref(alone);
    }
    json_decref(all);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_on_t_moves),
        cmocka_unit_test(one_distribution_moves_nothing_between),
        cmocka_unit_test(it_pays_where_messages_are_cheap_or_processors_many),
        cmocka_unit_test(a_distribution_is_the_same_in_company),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
