#include "tests/papers/measure/measure.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fpredict;

static _Noreturn void give_up(const char *command, const char *what)
{
    fprintf(stderr, "%s\n%s\n", command, what);
    exit(1);
}

figure beside(double ours, double papers, const char *format, ...)
{
    figure f = {.off = ours / papers - 1};
    va_list args;
    f.holds = fabs(f.off) <= 0.01;
    va_start(args, format);
    vsnprintf(f.text, sizeof f.text, format, args);
    va_end(args);
    return f;
}

figure statement(bool holds, const char *format, ...)
{
    figure f = {.holds = holds, .off = NAN};
    va_list args;
    va_start(args, format);
    vsnprintf(f.text, sizeof f.text, format, args);
    va_end(args);
    return f;
}

static json_t *run(const char *command)
{
    json_error_t error = {.text = ""};
    FILE *pipe = popen(command, "r");
    if (!pipe)
        give_up(command, "cannot be run");
    json_t *o = json_loadf(pipe, JSON_REJECT_DUPLICATES, &error);
    if (pclose(pipe) != 0)
        give_up(command, "ended with an error");
    if (!o)
        give_up(command, error.text);
    return o;
}

json_t *json_of(const char *format, ...)
{
    char arguments[4096], command[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    snprintf(command, sizeof command, "'%s' %s", fpredict, arguments);
    return run(command);
}

static json_t *estimate_with(const char *sample, const char *format, va_list args)
{
    char options[4096], command[8192];
    vsnprintf(options, sizeof options, format, args);
    snprintf(command, sizeof command,
             "'%s' estimate '" FP_SOURCE_DIR "/samples/%s.c' %s --format json --no-warnings "
             "-- -I '" FP_SOURCE_DIR "/frontend/include'",
             fpredict, sample, options);
    json_t *o = run(command);
    if (!json_is_true(json_object_get(o, "complete")))
        give_up(command, "the prediction is not one, or not complete");
    return o;
}

json_t *estimate(const char *sample, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *o = estimate_with(sample, format, args);
    va_end(args);
    return o;
}

double seconds(const char *sample, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *o = estimate_with(sample, format, args);
    va_end(args);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

double number(const json_t *o, const char *key)
{
    const json_t *value = json_object_get(o, key);
    if (!json_is_number(value))
        give_up(key, "is no number of what was predicted");
    return json_number_value(value);
}

double region(const json_t *o, const char *name, const char *key)
{
    double sum = 0;
    bool is_there = false;
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(o, "regions"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "name")), name) != 0)
            continue;
        sum += number(one, key);
        is_there = true;
    }
    if (!is_there)
        give_up(name, "is no region of what was predicted");
    return sum;
}

double communication(const json_t *o, const char *kind, const char *key)
{
    double sum = 0;
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (!kind || strcmp(json_string_value(json_object_get(one, "kind")), kind) == 0)
            sum += number(one, key);
    }
    return sum;
}
