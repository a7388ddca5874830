#include <stdio.h>
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

double option_time(const char *text)
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
    const double time = option_time(text);
    *(strcmp(spec->name, "from") == 0 ? &o->from : &o->to) = time;
    o->has_window = true;
    return time >= 0 ||
           options_usage_error(o, "--%s: '%s' is no time: 1.5s, 20ms, 300us", spec->name, text);
}

/* One of the list: a time for all, or CLASS=TIME. */
static bool read_overhead(options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    const double time = option_time(equals ? equals + 1 : text);
    bool is_class = !equals;
    for (int c = 0; c < RECORDED_CLASS_COUNT; c++) {
        if (!equals && c == RECORDED_CLOCK)
            continue; /* in the time of an event already */
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
                                   "runtime, message, collective, access and clock",
                                   text);
    return time >= 0 ||
           options_usage_error(o,
                               equals ? "--overhead: '%s' is no time: user=6us, clock=200ns"
                                      : "--overhead: '%s' is neither a time (6us, 0.5ms, 200ns) "
                                        "nor a file of 'fpredict train overhead'",
                               text);
}

/* What 'fpredict train overhead' has written: the first line that is no comment, and says
 * something; "": there is none; null: no file. */
static const char *overhead_of_file(fp_context *ctx, const char *path)
{
    char line[1024];
    const char *said = "";
    FILE *in = fopen(path, "r");
    if (!in)
        return NULL;
    while (!*said && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '#' && line[strspn(line, " \t")])
            said = arena_strdup(ctx->arena, line);
    }
    fclose(in);
    return said;
}

bool option_set_overhead(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    const char *in_file =
        strchr(text, '=') || option_time(text) >= 0 ? NULL : overhead_of_file(ctx, text);
    o->has_overhead = true;
    if (in_file && !*in_file)
        return options_usage_error(o,
                                   "--overhead: '%s' has no line of times: 6us, or "
                                   "user=2us,message=5us, as 'fpredict train overhead' writes",
                                   text);
    for (const char *at = in_file ? in_file : text;;) {
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

bool option_set_blind_receives(fp_context *ctx, options *o, const option_spec *spec,
                               const char *text)
{
    static const option_word words[] = {{"as-recorded", BLIND_AS_RECORDED},
                                        {"fifo", BLIND_FIRST_IN_FIRST_OUT},
                                        {"lifo", BLIND_LAST_IN_FIRST_OUT}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->perturbation.blind = (blind_order)chosen;
    return true;
}

bool option_set_synchronous(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    char *end;
    const long long value = strtoll(text, &end, 10);
    (void)ctx;
    if (end == text || *end || value < 1)
        return options_usage_error(o, "--%s is a number of bytes, 1 or more, not '%s'", spec->name,
                                   text);
    o->perturbation.synchronous_from = (uint64_t)value;
    return true;
}

bool option_set_record_classes(fp_context *ctx, options *o, const option_spec *spec,
                               const char *text)
{
    static const option_word words[] = {
        {"user", 0}, {"runtime", 0}, {"message", 0}, {"collective", 0}, {"access", 0}};
    int chosen;
    for (const char *at = text;;) {
        const size_t length = strcspn(at, ",");
        const char *word = arena_strndup(ctx->arena, at, length);
        if (!OPTION_CHOOSE(ctx, o, spec, words, word, &chosen))
            return false;
        if (!at[length])
            break;
        at += length + 1;
    }
    o->record_classes = text;
    return true;
}

bool option_set_record_cpu(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"calls", 0}, {"all", 0}, {"none", 0}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->record_cpu = text;
    return true;
}

bool option_set_replay_format(fp_context *ctx, options *o, const option_spec *spec,
                              const char *text)
{
    static const option_word words[] = {{"text", FORMAT_TEXT}, {"json", FORMAT_JSON}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->format = (output_format)chosen;
    o->has_format = true;
    return true;
}

/* A number above 0, with k, M, G or T behind it; 0: it is none. */
static double read_positive(const char *text)
{
    static const char letters[] = "kMGT";
    char *end;
    double value = strtod(text, &end);
    const char *letter = *end ? strchr(letters, *end) : NULL;
    for (long i = 0; letter && i <= letter - letters; i++)
        value *= 1e3;
    end += letter != NULL;
    return end != text && !*end && value > 0 && value <= 1e30 ? value : 0;
}

bool option_set_ratio(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    o->speed = read_positive(text);
    return o->speed > 0 ||
           options_usage_error(o, "--%s: '%s' is no ratio above 0: 2, 0.5", spec->name, text);
}

bool option_set_screen(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    char *end;
    const double value = strtod(text, &end);
    o->screen = strcmp(end, "%") == 0 ? value / 100 : value;
    return (end != text && (!*end || strcmp(end, "%") == 0) && o->screen > 0 && o->screen <= 100) ||
           options_usage_error(o, "--%s: '%s' is no part above 0: 10%%, 0.1", spec->name, text);
}

bool option_set_flops_rate(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    o->flops_rate = read_positive(text);
    return o->flops_rate > 0 ||
           options_usage_error(o, "--%s: '%s' is no rate: 2.5G, 1e9", spec->name, text);
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
