#include "driver/fpredict/options.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "support/suggest.h"

bool options_usage_error(const options *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("fpredict: error: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry 'fpredict%s%s --help'.\n", o->command == COMMAND_COUNT ? "" : " ",
            o->command == COMMAND_COUNT ? "" : command_name(o->command));
    return false;
}

/* Returns the place of `word` in `words`, or says what they are; -1. */
static int one_of(const options *o, const option_spec *spec, const char *word, int count,
                  const char *const *words)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    const char *near = suggest_closest(word, words, count);
    options_usage_error(o, "--%s is one of %s, not '%s'%s%s%s", spec->name,
                        spec->id == OPTION_STAGE ? "directives, program, plan, aag, saag, sag"
                                                 : spec->argument,
                        word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return -1;
}

#define ONE_OF(o, spec, word, field, type, ...)                                                    \
    do {                                                                                           \
        static const char *const words_[] = {__VA_ARGS__};                                         \
        int chosen_ = one_of((o), (spec), (word), (int)(sizeof words_ / sizeof *words_), words_);  \
        if (chosen_ < 0)                                                                           \
            return false;                                                                          \
        (field) = (type)chosen_;                                                                   \
    } while (0)

static bool parse_overlap(options *o, const char *text)
{
    char *end;
    double f = strtod(text, &end);
    if (end == text || *end || !(f >= 0 && f <= 1))
        return options_usage_error(o, "--overlap is a fraction from 0 to 1, not '%s'", text);
    o->estimating.overlap = f;
    return true;
}

static bool parse_tolerance(options *o, const char *text)
{
    char *end;
    o->tolerance = strtod(text, &end);
    o->has_tolerance = end != text && !*end && o->tolerance >= 0 && o->tolerance < 1;
    return o->has_tolerance ||
           options_usage_error(o, "--tolerance is a part of 1 such as 1e-9, not '%s'", text);
}

static bool parse_number(options *o, const option_spec *spec, const char *text, int *out)
{
    enum { MOST = 1000000 };
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 1 || value > MOST)
        return options_usage_error(o, "--%s is a number from 1 to 1,000,000, not '%s'", spec->name,
                                   text);
    *out = (int)value;
    return true;
}

/* What if the compiler did this? */
static bool parse_optimize(options *o, const char *text)
{
    if (!strcmp(text, "inline"))
        o->estimating.inline_calls = true;
    else if (!strcmp(text, "loop-order"))
        o->graphs.plan.orders_loops = true;
    else
        return options_usage_error(o, "--optimize is inline or loop-order, not '%s'", text);
    return true;
}

static bool parse_format(options *o, const option_spec *spec, const char *text)
{
    static const output_format of_validation[] = {FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN};
    int chosen;
    if (o->command != COMMAND_VALIDATE) {
        ONE_OF(o, spec, text, o->format, output_format, "text", "json", "csv");
        return true;
    }
    ONE_OF(o, spec, text, chosen, int, "text", "json", "markdown");
    o->format = of_validation[chosen];
    return true;
}

/* `why` is read after the parse: the order of a call's arguments is not given. */
static bool parsed(const options *o, bool ok, const option_spec *spec, const char *text,
                   const char *const *why)
{
    return ok || options_usage_error(o, "--%s: '%s' is not understood: %s", spec->name, text, *why);
}

static bool take_option(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    switch (spec->id) {
    case OPTION_MACHINE:
        VEC_PUSH(ctx->arena, &o->machines, text);
        return true;
    case OPTION_PROCS:
        return parsed(o, options_parse_procs(ctx, text, o, &why), spec, text, &why);
    case OPTION_SET:
        return parsed(o, options_parse_set(ctx, text, o, &why), spec, text, &why);
    case OPTION_DISTRIBUTE:
        VEC_PUSH(ctx->arena, &o->distributes, text);
        return true;
    case OPTION_ALTERNATIVES:
        o->alternatives = text;
        return true;
    case OPTION_FORMAT:
        return parse_format(o, spec, text);
    case OPTION_AT:
        return parsed(o, options_parse_at(ctx, text, o, &why), spec, text, &why);
    case OPTION_BY:
        ONE_OF(o, spec, text, o->table, report_table, "unit", "line", "region");
        o->has_table = true;
        return true;
    case OPTION_NO_REMARKS:
        o->no_remarks = true;
        return true;
    case OPTION_REMARKS:
        o->remarks = true;
        return true;
    case OPTION_ENTRY:
        o->entry = text;
        return true;
    case OPTION_EXCHANGE:
        ONE_OF(o, spec, text, o->estimating.exchange, exchange_rule, "posted", "phased", "pushed",
               "adapter");
        o->estimating.override_exchange = true;
        return true;
    case OPTION_OVERLAP:
        return parse_overlap(o, text);
    case OPTION_ASK:
        o->ask = true;
        return true;
    case OPTION_HOST:
        o->estimating.host = true;
        return true;
    case OPTION_OPTIMIZE:
        return parse_optimize(o, text);
    case OPTION_SCALE:
    case OPTION_LOAD:
    case OPTION_PARAM:
        VEC_PUSH(ctx->arena, &o->changes, ((change_request){spec->id, text}));
        return true;
    case OPTION_GRANULARITY:
        ONE_OF(o, spec, text, o->graphs.granularity, aag_granularity, "statement", "line", "block");
        return true;
    case OPTION_STAGE:
        ONE_OF(o, spec, text, o->stage, stage, "directives", "program", "plan", "aag", "saag",
               "sag");
        o->has_stage = true;
        return true;
    case OPTION_AS:
        ONE_OF(o, spec, text, o->as, dump_format, "text", "dot", "json");
        return true;
    case OPTION_COSTS:
        o->costs = text;
        return true;
    case OPTION_COUNT_WORK:
        o->counts_work = true;
        return true;
    case OPTION_SHOW:
        o->show = text;
        return true;
    case OPTION_OUTPUT:
        o->output = text;
        return true;
    case OPTION_MPIRUN:
        o->mpirun = text;
        return true;
    case OPTION_MPICC:
        o->mpicc = text;
        return true;
    case OPTION_REPETITIONS:
        return parse_number(o, spec, text, &o->repetitions);
    case OPTION_PATIENCE:
        return parse_number(o, spec, text, &o->patience);
    case OPTION_QUICK:
        o->quick = true;
        return true;
    case OPTION_SERIAL:
        o->is_serial = true;
        return true;
    case OPTION_CC:
        o->cc = text;
        return true;
    case OPTION_UNDER:
        o->under = text;
        return true;
    case OPTION_NODE_OF:
        o->node_of = text;
        return true;
    case OPTION_NETWORK_OF:
        o->network_of = text;
        return true;
    case OPTION_NAME:
        o->name = text;
        return true;
    case OPTION_PLOTS:
        o->plots = text;
        return true;
    case OPTION_TIME_LIMIT:
        return parse_number(o, spec, text, &o->time_limit);
    case OPTION_JOBS:
        return parse_number(o, spec, text, &o->jobs);
    case OPTION_TOLERANCE:
        return parse_tolerance(o, text);
    case OPTION_RESULT_CACHE:
        o->cache = text;
        return true;
    case OPTION_WARNINGS_AS_ERRORS:
        o->warnings_as_errors = true;
        return true;
    case OPTION_NO_WARNINGS:
        o->no_warnings = true;
        return true;
    case OPTION_QUIET_COMPILER:
        o->quiet_compiler = true;
        return true;
    case OPTION_COLOR:
        ONE_OF(o, spec, text, o->color, color_choice, "auto", "always", "never");
        return true;
    case OPTION_MAN:
        o->man = true;
        return true;
    case OPTION_HELP:
        o->help = true;
        return true;
    case OPTION_VERSION:
        o->version = true;
        return true;
    }
    return false;
}

enum { OPTIONS_MOST = 96 }; /* lines of the table */

/* What getopt_long did not know, with the nearest option of the command. */
static bool unknown_option(const options *o, const char *text)
{
    const char *names[OPTIONS_MOST];
    int count = 0;
    assert(option_table_count <= OPTIONS_MOST);
    for (int i = 0; i < option_table_count; i++)
        if (o->command == COMMAND_COUNT || option_table[i].commands >> o->command & 1)
            names[count++] = option_table[i].name;
    size_t dashes = strspn(text, "-"), length = strcspn(text + dashes, "=");
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), text + dashes);
    const char *near = suggest_closest(word, names, count);
    for (int i = 0; i < option_table_count; i++)
        if (strcmp(option_table[i].name, word) == 0)
            return o->command == COMMAND_COUNT
                       ? options_usage_error(o, "--%s comes after a command", word)
                       : options_usage_error(o, "--%s is no option of 'fpredict %s'", word,
                                             command_name(o->command));
    return options_usage_error(o, "unknown option '%.*s'%s%s%s", (int)(dashes + length), text,
                               near ? "; did you mean '--" : "", near ? near : "",
                               near ? "'?" : "");
}

static int fill_getopt(const options *o, struct option *out)
{
    int count = 0;
    for (int i = 0; i < option_table_count; i++) {
        const option_spec *spec = &option_table[i];
        if (o->command == COMMAND_COUNT ? spec->id == OPTION_HELP || spec->id == OPTION_VERSION
                                        : (int)(spec->commands >> o->command & 1))
            out[count++] = (struct option){
                spec->name, spec->argument ? required_argument : no_argument, NULL, (int)spec->id};
    }
    out[count] = (struct option){0};
    return count;
}

/* An option may say different things to different commands. */
static const option_spec *spec_by_id(const options *o, int id)
{
    const option_spec *found = NULL;
    for (int i = 0; i < option_table_count; i++) {
        const option_spec *spec = &option_table[i];
        bool is_ours = o->command != COMMAND_COUNT && spec->commands >> o->command & 1;
        if ((int)spec->id == id && (!found || is_ours))
            found = spec;
    }
    return found;
}

/* Reads the options of argv[1..argc), and the operands that getopt_long has
 * moved behind them. */
static bool parse_arguments(fp_context *ctx, int argc, char **argv, options *o)
{
    struct option known[OPTIONS_MOST + 1];
    fill_getopt(o, known);
    opterr = 0;
    optind = 1;
    int c;
    bool has_output = o->command == COMMAND_ANNOTATE || o->command == COMMAND_EMIT ||
                      o->command == COMMAND_TRAIN || o->command == COMMAND_VALIDATE;
    const char *shorts = has_output ? ":ho:" : ":h";
    while ((c = getopt_long(argc, argv, shorts, known, NULL)) != -1) {
        if (c == ':')
            return options_usage_error(o, "'%s' needs an argument", argv[optind - 1]);
        if (c == '?' && optopt && spec_by_id(o, optopt))
            return options_usage_error(o, "--%s takes no argument", spec_by_id(o, optopt)->name);
        if (c == '?')
            return unknown_option(o, argv[optind - 1]);
        int id = c == 'h' ? (int)OPTION_HELP : c == 'o' ? (int)OPTION_OUTPUT : c;
        if (!take_option(ctx, o, spec_by_id(o, id), optarg))
            return false;
    }
    if (o->help || o->version)
        return true;
    if (o->command == COMMAND_TRAIN && optind < argc && strcmp(argv[optind], "fit") == 0) {
        o->is_fit = true;
        optind++;
    }
    const char **operand = o->command == COMMAND_HELP ? &o->topic : &o->file;
    if (optind < argc)
        *operand = argv[optind++];
    if (o->file)
        VEC_PUSH(ctx->arena, &o->files, o->file);
    while (optind < argc && o->command == COMMAND_VALIDATE)
        VEC_PUSH(ctx->arena, &o->files, argv[optind++]);
    if (optind < argc)
        return options_usage_error(o, "'%s' is one file too many: each file is predicted by itself",
                                   argv[optind]);
    return true;
}

bool options_parse(fp_context *ctx, int argc, char **argv, options *out)
{
    *out = (options){.command = COMMAND_COUNT,
                     .graphs.granularity = AAG_BY_LINE,
                     .estimating = {.overlap = -1},
                     .patience = 120};
    int end = 1;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    if (end < argc) {
        out->flag_count = argc - end - 1;
        out->flags = (const char *const *)(argv + end + 1);
    }
    if (end > 1 && argv[1][0] != '-') {
        out->command = command_by_name(argv[1]);
        if (out->command == COMMAND_COUNT) {
            const char *names[COMMAND_COUNT];
            for (int i = 0; i < COMMAND_COUNT; i++)
                names[i] = command_name((command)i);
            const char *near = suggest_closest(argv[1], names, COMMAND_COUNT);
            return options_usage_error(out, "unknown command '%s'%s%s%s", argv[1],
                                       near ? "; did you mean '" : "", near ? near : "",
                                       near ? "'?" : "");
        }
        argv++;
        end--;
    } else if (end == 1) {
        out->command = COMMAND_HELP;
        return true;
    }
    char *saved = argv[end]; /* getopt_long reads up to the null */
    argv[end] = NULL;
    bool ok = parse_arguments(ctx, end, argv, out);
    argv[end] = saved;
    if (!ok || out->help || out->version)
        return ok;
    if (out->command == COMMAND_COUNT)
        return options_usage_error(out, "which command?");
    const char *why = "";
    if (out->command != COMMAND_TRAIN && !options_keep_flags(ctx, out, &why))
        return options_usage_error(out, "%s", why);
    return options_check(out);
}
