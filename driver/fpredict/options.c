#include "driver/fpredict/options.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "driver/compiler_option.h"
#include "support/suggest.h"

bool options_usage_error(const options *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (o->asked) {
        diag_report(o->asked->diags, DIAG_ERROR, NULL, (source_range){0}, "%s",
                    arena_vprintf(o->asked->arena, format, args));
        va_end(args);
        return false;
    }
    fputs("fpredict: error: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry 'fpredict%s%s --help'.\n", o->command == COMMAND_COUNT ? "" : " ",
            o->command == COMMAND_COUNT ? "" : command_name(o->command));
    return false;
}

static bool is_of_traces(const options *o)
{
    return o->command >= COMMAND_TRACES && o->command < COMMAND_HELP;
}

/* Does the command take compile flags after `--`? */
static bool takes_flags(const options *o)
{
    return o->command != COMMAND_COUNT && o->command != COMMAND_HELP &&
           o->command != COMMAND_MACHINES && o->command != COMMAND_COMPILERS && !is_of_traces(o);
}

/* The command's option that is nearest to a word, or null. */
static const char *nearest_option(const options *o, const char *word)
{
    const char *names[OPTIONS_MOST];
    int count = 0;
    for (int i = 0; i < option_table_count; i++)
        if (o->command == COMMAND_COUNT || option_table[i].commands >> o->command & 1)
            names[count++] = option_table[i].name;
    return suggest_closest(word, names, count);
}

static bool is_taken(const options *o, const option_spec *spec)
{
    return spec->commands >> o->command & 1;
}

/* Returns the command's option of that name, or null. */
static const option_spec *spec_by_name(const options *o, const char *name)
{
    for (int i = 0; i < option_table_count; i++)
        if (is_taken(o, &option_table[i]) && strcmp(option_table[i].name, name) == 0)
            return &option_table[i];
    return NULL;
}

/* A word with one dash: a flag of the compiler's, most likely. */
static bool misplaced_flag(const options *o, const char *text)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 1, "="), text + 1);
    const char *value = NULL, *near = nearest_option(o, word);
    const bool is_flag = compiler_option_find(text, &value) || text[1] == 'O' ||
                         strcmp(word, "std") == 0 || strcmp(word, "march") == 0;
    if (spec_by_name(o, word))
        near = word;
    if (near && (near == word || !is_flag))
        return options_usage_error(o, "unknown option '%s'; did you mean '--%s'?", text, near);
    return options_usage_error(
        o,
        is_flag ? "'%s' is a compile flag: these stand at the end, after '--', as in "
                  "'fpredict %s FILE.c -- %s'"
                : "unknown option '%s'; a compile flag stands at the end, after '--', as in "
                  "'fpredict %s FILE.c -- %s'",
        text, command_name(o->command), text);
}

/* What getopt_long did not know, with the nearest option of the command. */
static bool unknown_option(const options *o, const char *text)
{
    size_t dashes = strspn(text, "-"), length = strcspn(text + dashes, "=");
    if (dashes == 1 && takes_flags(o))
        return misplaced_flag(o, text);
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), text + dashes);
    const char *near = nearest_option(o, word);
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

/* The word with the option that getopt_long did not know. It is past a long one, and past a
 * short one that was the last letter of its word; else it is still in the word. */
static const char *unknown_word(char **argv)
{
    const char *last = argv[optind - 1];
    const bool is_short = optopt > 0;
    const bool is_past = last[0] == '-' && last[1] != '-' && last[strlen(last) - 1] == optopt;
    return !is_short || is_past ? last : argv[optind];
}

/* What getopt_long returns for a long option: past every short one. */
enum { LONG_OPTION = 256 };

static void fill_getopt(const options *o, struct option *out)
{
    int count = 0;
    for (int i = 0; i < option_table_count; i++)
        if (is_taken(o, &option_table[i]))
            out[count++] = (struct option){
                option_table[i].name, option_table[i].argument ? required_argument : no_argument,
                NULL, LONG_OPTION + i};
    out[count] = (struct option){0};
}

/* The word after `fpredict trace`. */
static bool take_wish(options *o, const char *word)
{
    static const char *const words[TRACE_WISH_COUNT] = {[TRACE_SHOW] = "show",
                                                        [TRACE_CONVERT] = "convert",
                                                        [TRACE_DRAW] = "draw",
                                                        [TRACE_COMPARE] = "compare",
                                                        [TRACE_STATS] = "stats"};
    for (int i = TRACE_SHOW; i < TRACE_WISH_COUNT; i++)
        if (strcmp(word, words[i]) == 0)
            o->wish = (trace_wish)i;
    return o->wish != TRACE_NOTHING ||
           options_usage_error(o,
                               "'%s': what shall be done with a trace? 'fpredict trace show %s', "
                               "convert, draw, compare or stats",
                               word, word);
}

/* Reads the options of argv[1..argc), and the operands that getopt_long has
 * moved after them. */
static bool parse_arguments(fp_context *ctx, int argc, char **argv, options *o)
{
    struct option known[OPTIONS_MOST + 1];
    fill_getopt(o, known);
    opterr = 0;
    optind = 1;
    int c;
    const char *shorts =
        arena_printf(ctx->arena, ":h%s%s%s", spec_by_name(o, "output") ? "o:" : "",
                     spec_by_name(o, "jobs") ? "j:" : "", spec_by_name(o, "build") ? "p:" : "");
    while ((c = getopt_long(argc, argv, shorts, known, NULL)) != -1) {
        if (c == ':')
            return options_usage_error(o, "'%s' needs an argument", argv[optind - 1]);
        if (c == '?' && optopt >= LONG_OPTION)
            return options_usage_error(o, "--%s takes no argument",
                                       option_table[optopt - LONG_OPTION].name);
        if (c == '?')
            return unknown_option(o, unknown_word(argv));
        const option_spec *spec = c == 'h'   ? spec_by_name(o, "help")
                                  : c == 'o' ? spec_by_name(o, "output")
                                  : c == 'j' ? spec_by_name(o, "jobs")
                                  : c == 'p' ? spec_by_name(o, "build")
                                             : &option_table[c - LONG_OPTION];
        if (!spec->set(ctx, o, spec, optarg))
            return false;
    }
    if (o->help || o->version)
        return true;
    if (o->command == COMMAND_TRAIN && optind < argc && strcmp(argv[optind], "fit") == 0) {
        o->is_fit = true;
        optind++;
    } else if (o->command == COMMAND_TRAIN && optind < argc &&
               strcmp(argv[optind], "overhead") == 0) {
        o->is_overhead = true;
        optind++;
    }
    if (o->command == COMMAND_TRACE && optind < argc && !take_wish(o, argv[optind++]))
        return false;
    const char **operand = o->command == COMMAND_HELP ? &o->topic : &o->file;
    if (optind < argc)
        *operand = argv[optind++];
    if (o->file)
        VEC_PUSH(ctx->arena, &o->files, o->file);
    while (optind < argc && o->command != COMMAND_HELP && o->command != COMMAND_TRAIN &&
           (!is_of_traces(o) ||
            ((o->wish == TRACE_COMPARE || o->wish == TRACE_STATS) && o->files.count == 1)))
        VEC_PUSH(ctx->arena, &o->files, argv[optind++]);
    if (optind < argc)
        return options_usage_error(o, "'%s' is one word too many", argv[optind]);
    return true;
}

const char *options_mistake(fp_context *ctx, const char *command_word, const char *word)
{
    fp_context aside = *ctx;
    aside.diags = diag_list_new(ctx->arena);
    options o = {
        .asked = &aside, .command = command_by_name(command_word), .estimating = {.overlap = -1}};
    char *argv[] = {arena_strdup(ctx->arena, command_word), arena_strdup(ctx->arena, word), NULL};
    source_range where;
    return parse_arguments(&aside, 2, argv, &o) ? NULL : diag_first_error(aside.diags, &where);
}

bool options_parse(fp_context *ctx, int argc, char **argv, options *out)
{
    *out = (options){.command = COMMAND_COUNT,
                     .graphs.granularity = AAG_BY_LINE,
                     .estimating = {.overlap = -1},
                     .patience = 120,
                     .to = -1};
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
    if (out->command == COMMAND_COUNT && out->script)
        return out->file || out->flag_count
                   ? options_usage_error(out, "--script FILE stands alone: its lines say the rest")
                   : true;
    if (out->command == COMMAND_COUNT)
        return options_usage_error(out, "which command?");
    const char *why = "";
    if (out->command != COMMAND_TRAIN && out->command != COMMAND_RECORD &&
        !options_keep_flags(ctx, out, &why))
        return options_usage_error(out, "%s", why);
    return options_check(out);
}
