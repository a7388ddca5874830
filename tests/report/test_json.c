#include <jansson.h>
#include <math.h>
#include <string.h>

#include "report/json_write.h"
#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

static void print_one(fixture *f, FILE *out)
{
    const estimate *e = &f->estimate;
    assert_true(report_json(f->ctx, out, 1, &e));
}

static void print_two(fixture *f, FILE *out)
{
    const estimate *both[] = {&f->estimate, &f->estimate};
    assert_true(report_json(f->ctx, out, 2, both));
}

static void print_none(fixture *f, FILE *out)
{
    assert_true(report_json(f->ctx, out, 0, NULL));
}

static void keys_are(json_t *object, int count, const char *const *keys)
{
    int i = 0;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        assert_true(i < count);
        assert_string_equal(key, keys[i++]);
    }
    assert_int_equal(i, count);
}

#define KEYS_ARE(object, ...)                                                                      \
    do {                                                                                           \
        static const char *const keys_[] = {__VA_ARGS__};                                          \
        keys_are((object), (int)(sizeof keys_ / sizeof *keys_), keys_);                            \
    } while (0)

/* design: the keys of fpredict/estimate/1, in this order. */
static void keys_are_those_of_the_schema(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    json_t *o = json_loads(fixture_print(&f, print_one), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    KEYS_ARE(o, "schema", "source", "entry", "machine", "compiler", "processors", "parameters",
             "distributions", "time_s", "low_s", "high_s", "complete", "breakdown_s", "busy_s",
             "lines", "communications", "assumptions");
    assert_string_equal(json_string_value(json_object_get(o, "schema")), "fpredict/estimate/1");
    assert_true(json_is_true(json_object_get(o, "complete")));
    KEYS_ARE(json_object_get(o, "breakdown_s"), "computation", "communication", "overhead",
             "waiting");
    int procs = 1;
    for (size_t k = 0; k < json_array_size(json_object_get(o, "processors")); k++)
        procs *= (int)json_integer_value(json_array_get(json_object_get(o, "processors"), k));
    assert_int_equal(json_array_size(json_object_get(o, "busy_s")), procs);
    KEYS_ARE(json_array_get(json_object_get(o, "lines"), 0), "file", "line", "aau", "count",
             "time_s", "computation_s", "communication_s", "overhead_s", "waiting_s");
    KEYS_ARE(json_array_get(json_object_get(o, "communications"), 0), "file", "line", "kind",
             "array", "count", "messages", "bytes", "time_s");
    KEYS_ARE(json_array_get(json_object_get(o, "assumptions"), 0), "file", "line", "text");
    json_decref(o);
    fixture_free(&f);
}

/* Of many processors, those that are equally busy stand together. */
static void busy_ones_stand_together(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    f.estimate.busy = NULL;
    json_t *o = json_loads(fixture_print(&f, print_one), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    assert_null(json_object_get(o, "busy_s"));
    json_t *busy = json_object_get(o, "busy_classes"), *second = json_array_get(busy, 1);
    assert_int_equal(json_array_size(busy), 2);
    KEYS_ARE(second, "time_s", "processors", "first");
    assert_true(json_real_value(json_object_get(second, "time_s")) == 750e-6);
    assert_int_equal(json_integer_value(json_object_get(second, "processors")), 2);
    assert_int_equal(json_integer_value(json_object_get(second, "first")), 1);
    json_decref(o);
    fixture_free(&f);
}

/* What an intrinsic function sends has its name beside its kind. */
static void intrinsic_functions_are_named(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    comm_cost cost = f.estimate.comms[0];
    communication c = *cost.comm;
    c.intrinsic = "cshift";
    cost.comm = &c;
    f.estimate.comms = &cost;
    json_t *o = json_loads(fixture_print(&f, print_one), JSON_REJECT_DUPLICATES, NULL);
    const json_t *one = json_array_get(json_object_get(o, "communications"), 0);
    assert_string_equal(json_string_value(json_object_get(one, "kind")), "shift");
    assert_string_equal(json_string_value(json_object_get(one, "intrinsic")), "cshift");
    json_decref(o);
    fixture_free(&f);
}

static void lines_add_up_to_the_time(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    json_t *o = json_loads(fixture_print(&f, print_one), 0, NULL);
    double sum = 0;
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(o, "lines"), i, line) sum +=
        json_number_value(json_object_get(line, "time_s"));
    assert_true(fabs(sum - 1e-3) < 1e-15);
    json_t *comm = json_array_get(json_object_get(o, "communications"), 0);
    assert_int_equal((int)json_number_value(json_object_get(comm, "messages")), 60);
    assert_int_equal((int)json_number_value(json_object_get(comm, "bytes")), 480);
    json_decref(o);
    fixture_free(&f);
}

static void several_predictions_are_an_array(void **state)
{
    (void)state;
    fixture f = fixture_sweep();
    json_t *two = json_loads(fixture_print(&f, print_two), 0, NULL);
    assert_int_equal(json_array_size(two), 2);
    assert_true(json_equal(json_array_get(two, 0), json_array_get(two, 1)));
    json_decref(two);
    assert_string_equal(fixture_print(&f, print_none), "[]\n");
    fixture_free(&f);
}

/* A path need not be UTF-8; JSON must be. */
static void bytes_that_are_no_text_are_replaced(void **state)
{
    (void)state;
    fixture f = fixture_new("caf\xE9.c", "x\n");
    json_t *o = json_loads(fixture_print(&f, print_one), 0, NULL);
    assert_non_null(o);
    assert_string_equal(json_string_value(json_object_get(o, "source")), "caf\xEF\xBF\xBD.c");
    json_decref(o);
    fixture_free(&f);
}

static void numbers_have_the_digits_that_they_need(void **state)
{
    (void)state;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    json_t *numbers = json_array();
    json_array_append_new(numbers, json_real(231.6e-6));
    json_array_append_new(numbers, json_real(490));
    json_array_append_new(numbers, json_real(1.0 / 3));
    assert_true(json_write(numbers, out));
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "[0.0002316, 490, 0.3333333333333333]\n");
    free(text);
    json_decref(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_schema),
        cmocka_unit_test(busy_ones_stand_together),
        cmocka_unit_test(intrinsic_functions_are_named),
        cmocka_unit_test(lines_add_up_to_the_time),
        cmocka_unit_test(several_predictions_are_an_array),
        cmocka_unit_test(bytes_that_are_no_text_are_replaced),
        cmocka_unit_test(numbers_have_the_digits_that_they_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
