/* Every sample on every machine: predictions without errors, whose parts add up,
 * and that take nothing for granted but what is of a kind known here. */

#include <fnmatch.h>
#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

static const char *fpredict; /* the program */

enum { MACHINES_MAX = 64 };
static char machines[MACHINES_MAX][64];
static int machine_count;

/* The arrays of predictions that a command prints. Warnings may precede them on
 * standard error; the exit code says whether there were errors. */
static json_t *predict(const char *sources, const char *options)
{
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' estimate %s %s --format json --no-warnings -- -I '" FP_SOURCE_DIR
             "/frontend/include'",
             fpredict, sources, options);
    json_t *o = json_of(command);
    assert_true(json_is_array(o));
    return o;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static bool is_known_assumption(const char *text)
{
    static const char *const kinds[] = {
        "'if' taken * of the time",
        "'if' taken half of the time: nothing tells the value of 'argc'; *",
        "'if' never taken: *",
        "the loop over '*' runs to its end",
        "iterations of the loop over '*' between those counted are like them",
        "all that may be needed of '*' moves: which elements are needed is known only at run time",
        "all that may be needed of '*' moves: elements that several references or loops need may "
        "be counted more than once",
        "* = * from its initialiser",
        "* = * from its only assignment",
        "* = * stands for an index of '*' that is known only at run time",
        "'*' is known only at run time: another index of '*' in each iteration of the loop over "
        "'*', spread evenly over *",
        "references of loops miss as often as samples of their executions do",
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fnmatch(kinds[i], text, 0) == 0)
            return true;
    return false;
}

static void check_prediction(const json_t *o)
{
    const char *source = json_string_value(json_object_get(o, "source"));
    const char *machine = json_string_value(json_object_get(o, "machine"));
    const double time = number(o, "time_s");
    const json_t *parts = json_object_get(o, "breakdown_s"), *one;
    const double sum = number(parts, "computation") + number(parts, "communication") +
                       number(parts, "overhead") + number(parts, "waiting");
    bool ok = isfinite(time) && time > 0 && number(o, "low_s") <= time &&
              time <= number(o, "high_s") && fabs(sum - time) <= 1e-9 * time;
    if (!ok)
        print_error("%s on %s: %.12g s, the parts %.12g s\n", source, machine, time, sum);
    size_t i;
    json_array_foreach(json_object_get(o, "assumptions"), i, one)
    {
        const char *text = json_string_value(json_object_get(one, "text"));
        if (!is_known_assumption(text)) {
            print_error("%s on %s assumes: %s\n", source, machine, text);
            ok = false;
        }
    }
    assert_true(ok);
}

/* Predicts every sample with `options` and a size of these, each `count` times in one run. Where
 * the folder has a main.c, its files are one program, and the size is an argument. */
static void predict_all(const char *options, const char *sizes, size_t count)
{
    glob_t samples;
    assert_int_equal(glob(FP_SOURCE_DIR "/samples/*/*.c", 0, NULL, &samples), 0);
    for (size_t i = 0; i < samples.gl_pathc; i++) {
        const char *path = samples.gl_pathv[i], *slash = strrchr(path, '/');
        char all[2048], files[512], main_file[512];
        snprintf(main_file, sizeof main_file, "%.*s/main.c", (int)(slash - path), path);
        const bool is_several = access(main_file, F_OK) == 0;
        if (is_several && strcmp(path, main_file) != 0)
            continue;
        snprintf(files, sizeof files, is_several ? "%.*s/*.c" : "'%.*s%s'", (int)(slash - path),
                 path, slash);
        snprintf(all, sizeof all, is_several ? "%s --set n=%s --set steps=100" : "%s --set N=%s",
                 options, sizes);
        json_t *o = predict(files, all), *one;
        assert_int_equal(json_array_size(o), count);
        size_t k;
        json_array_foreach(o, k, one) check_prediction(one);
        json_decref(o);
    }
    globfree(&samples);
}

/* Sizes are powers of two, which some samples ask for. */
static void at_all_processor_counts(void **state)
{
    (void)state;
    predict_all("--procs 1,2,4,8,16,32,64", "16,128,1024", 21);
}

static void at_three_processors(void **state)
{
    (void)state;
    predict_all("--procs 3,13", "64", 2);
}

static void on_all_machines(void **state)
{
    (void)state;
    char options[MACHINES_MAX * 80] = "--procs 1,2,4,8,16,32,64";
    assert_true(machine_count > 0);
    for (int i = 0; i < machine_count; i++) {
        const size_t length = strlen(options);
        snprintf(options + length, sizeof options - length, " --machine %s", machines[i]);
    }
    predict_all(options, "64", 7 * (size_t)machine_count);
}

/* The first word of each line of `fpredict machines`, below its heading. */
static void list_machines(void)
{
    char command[4096], line[1024];
    bool is_heading = true;
    snprintf(command, sizeof command, "'%s' machines", fpredict);
    FILE *pipe = popen(command, "r");
    while (pipe && machine_count < MACHINES_MAX && fgets(line, sizeof line, pipe)) {
        if (!is_heading)
            machine_count += sscanf(line, "%63s", machines[machine_count]) == 1;
        is_heading = false;
    }
    if (pipe)
        pclose(pipe);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    list_machines();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_all_processor_counts),
        cmocka_unit_test(at_three_processors),
        cmocka_unit_test(on_all_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
