#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/option_setters.h"

bool option_set_trace_form(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"otf2", TRACE_AS_OTF2},
                                        {"text", TRACE_AS_TEXT},
                                        {"chrome", TRACE_AS_CHROME},
                                        {"paje", TRACE_AS_PAJE},
                                        {"ti", TRACE_AS_TI}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->form = (trace_form)chosen;
    o->has_form = true;
    return true;
}

bool option_set_trace_limit(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    char *end;
    const long long value = strtoll(text, &end, 10);
    (void)ctx;
    if (end == text || *end || value < 1)
        return options_usage_error(o, "--%s is a number of events, not '%s'", spec->name, text);
    o->trace_limit = (uint64_t)value;
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

bool option_set_window(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    const double time = read_time(text);
    *(strcmp(spec->name, "from") == 0 ? &o->from : &o->to) = time;
    o->has_window = true;
    return time >= 0 ||
           options_usage_error(o, "--%s: '%s' is no time: 1.5s, 20ms, 300us", spec->name, text);
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
