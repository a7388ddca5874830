#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/option_setters.h"

bool option_set_trace_form(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"otf2", TRACE_AS_OTF2}, {"text", TRACE_AS_TEXT}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->form = (trace_form)chosen;
    return true;
}

/* "6us" in seconds; below 0: no time. */
static double read_time(const char *text)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}};
    char *end;
    const double value = strtod(text, &end);
    if (end == text || !(value >= 0 && value <= 1e6))
        return -1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0)
            return value * units[i].seconds;
    return -1;
}

/* One of the list: a time for all, or CLASS=TIME. */
static bool read_overhead(options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    const double time = read_time(equals ? equals + 1 : text);
    bool is_class = !equals;
    for (int c = 0; c < RECORDED_CLASS_COUNT; c++) {
        const char *name = recorded_class_name((recorded_class)c);
        const size_t length = strlen(name);
        if (equals && (strncmp(text, name, length) != 0 || text + length != equals))
            continue;
        o->perturbation.overhead[c] = time;
        is_class = true;
    }
    if (!is_class)
        return options_usage_error(o,
                                   "--overhead: '%s' is of no class of events: these are user, "
                                   "runtime, message and collective",
                                   text);
    return time >= 0 ||
           options_usage_error(o, "--overhead: '%s' is no time: 6us, 0.5ms, 200ns", text);
}

bool option_set_overhead(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    o->has_overhead = true;
    for (const char *at = text;;) {
        const size_t length = strcspn(at, ",");
        if (!read_overhead(o, arena_strndup(ctx->arena, at, length)))
            return false;
        if (!at[length])
            return true;
        at += length + 1;
    }
}

bool option_set_barrier_exit(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"as-recorded", EXIT_AS_RECORDED},
                                        {"last-in-first-out", EXIT_LAST_IN_FIRST_OUT}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->perturbation.exit = (barrier_exit)chosen;
    return true;
}

static bool read_speed(options *o, const char *text)
{
    static const char *const classes[TRACE_ROLE_COUNT] = {
        [TRACE_USER] = "user", [TRACE_RUNTIME] = "runtime"};
    const char *equals = strchr(text, '=');
    char *end;
    const double speed = strtod(equals ? equals + 1 : text, &end);
    bool is_class = !equals;
    if (*end || !(speed >= 1e-9 && speed <= 1e9))
        return options_usage_error(
            o, "--speed: '%s' is no ratio of speeds: 2 is twice as fast, 0.5 half as fast", text);
    for (int c = 0; c < TRACE_ROLE_COUNT; c++) {
        const size_t length = classes[c] ? strlen(classes[c]) : 0;
        if (equals &&
            (!classes[c] || strncmp(text, classes[c], length) != 0 || text + length != equals))
            continue;
        o->extrapolation.speed[c] = speed;
        is_class = true;
    }
    return is_class ||
           options_usage_error(
               o, "--speed: '%s' is of no class of events: these are user and runtime", text);
}

bool option_set_speed(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    for (const char *at = text;;) {
        const size_t length = strcspn(at, ",");
        if (!read_speed(o, arena_strndup(ctx->arena, at, length)))
            return false;
        if (!at[length])
            return true;
        at += length + 1;
    }
}
