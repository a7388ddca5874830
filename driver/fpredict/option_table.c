#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/options.h"
#include "support/suggest.h"

/* --- Setters: what an option does with its argument ---------------------------- */

static bool set_flag(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx, (void)text;
    *(bool *)((char *)o + spec->field) = true;
    return true;
}

static bool set_text(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    *(const char **)((char *)o + spec->field) = text;
    return true;
}

static bool set_number(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    enum { MOST = 1000000 };
    char *end;
    long value = strtol(text, &end, 10);
    (void)ctx;
    if (end == text || *end || value < 1 || value > MOST)
        return options_usage_error(o, "--%s is a number from 1 to 1,000,000, not '%s'", spec->name,
                                   text);
    *(int *)((char *)o + spec->field) = (int)value;
    return true;
}

/* A word that an option takes, and the value that it stands for. */
typedef struct option_word {
    const char *word;
    int value;
} option_word;

#define CHOOSE(ctx, o, spec, words, text, chosen)                                                  \
    choose(ctx, o, spec, sizeof(words) / sizeof *(words), words, text, chosen)

/* Puts into *chosen the value of the word that the text is; or says which words there are. */
static bool choose(fp_context *ctx, const options *o, const option_spec *spec, size_t count,
                   const option_word *words, const char *text, int *chosen)
{
    const char **all = ARENA_ARRAY(ctx->arena, count, const char *);
    const char *shown = "";
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words[i].word, text) == 0) {
            *chosen = words[i].value;
            return true;
        }
        all[i] = words[i].word;
        shown = arena_printf(ctx->arena, "%s%s%s", shown, i ? ", " : "", all[i]);
    }
    const char *near = suggest_closest(text, all, (int)count);
    return options_usage_error(o, "--%s is one of %s, not '%s'%s%s%s", spec->name, shown, text,
                               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool not_understood(const options *o, const option_spec *spec, const char *text,
                           const char *why)
{
    return options_usage_error(o, "--%s: '%s' is not understood: %s", spec->name, text, why);
}

static bool set_machine(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->machines, text);
    return true;
}

static bool set_procs(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_procs(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

static bool set_size(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_set(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

static bool set_lines(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_at(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

static bool set_distribute(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->distributes, text);
    return true;
}

static bool set_format(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"csv", FORMAT_CSV}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->format = (output_format)chosen;
    return true;
}

static bool set_validation_format(fp_context *ctx, options *o, const option_spec *spec,
                                  const char *text)
{
    static const option_word words[] = {
        {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"markdown", FORMAT_MARKDOWN}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->format = (output_format)chosen;
    return true;
}

static bool set_table(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"unit", REPORT_BY_UNIT}, {"line", REPORT_BY_LINE}, {"region", REPORT_BY_REGION}};
    int chosen;
    o->has_table = CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->has_table)
        o->table = (report_table)chosen;
    return o->has_table;
}

static bool set_exchange(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"posted", EXCHANGE_POSTED},
                                        {"phased", EXCHANGE_PHASED},
                                        {"pushed", EXCHANGE_PUSHED},
                                        {"adapter", EXCHANGE_ADAPTER}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->estimating.exchange = (exchange_rule)chosen;
    o->estimating.override_exchange = true;
    return true;
}

static bool set_overlap(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    char *end;
    double f = strtod(text, &end);
    (void)ctx, (void)spec;
    if (end == text || *end || !(f >= 0 && f <= 1))
        return options_usage_error(o, "--overlap is a fraction from 0 to 1, not '%s'", text);
    o->estimating.overlap = f;
    return true;
}

/* What if the compiler did this? */
static bool set_optimization(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    enum { INLINE, LOOP_ORDER };
    static const option_word words[] = {{"inline", INLINE}, {"loop-order", LOOP_ORDER}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->estimating.inline_calls |= chosen == INLINE;
    o->graphs.plan.orders_loops |= chosen == LOOP_ORDER;
    return true;
}

/* Reads what --scale, --load or --param changes: what is wrong with the text is an error of use. */
static bool add_change(fp_context *ctx, options *o, const option_spec *spec, const char *text,
                       bool (*read)(fp_context *ctx, const char *text, sag_change *out))
{
    fp_context aside = *ctx;
    sag_change change;
    source_range where;
    aside.diags = diag_list_new(ctx->arena);
    if (!read(&aside, text, &change))
        return options_usage_error(o, "--%s: %s", spec->name,
                                   diag_first_error(aside.diags, &where));
    VEC_PUSH(ctx->arena, &o->changes, ((change_request){read, text}));
    return true;
}

static bool set_scale(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_scale);
}

static bool set_load(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_load);
}

static bool set_param(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_param);
}

static bool set_granularity(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"statement", AAG_BY_STATEMENT}, {"line", AAG_BY_LINE}, {"block", AAG_BY_BLOCK}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->graphs.granularity = (aag_granularity)chosen;
    return true;
}

static bool set_stage(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"directives", STAGE_DIRECTIVES},
                                        {"program", STAGE_PROGRAM},
                                        {"plan", STAGE_PLAN},
                                        {"aag", STAGE_AAG},
                                        {"saag", STAGE_SAAG},
                                        {"sag", STAGE_SAG}};
    int chosen;
    o->has_stage = CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->has_stage)
        o->stage = (stage)chosen;
    return o->has_stage;
}

static bool set_unknown_pragmas(fp_context *ctx, options *o, const option_spec *spec,
                                const char *text)
{
    static const option_word words[] = {{"warning", DIAG_WARNING}, {"error", DIAG_ERROR}};
    int chosen;
    o->tells_pragmas = CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->tells_pragmas)
        o->pragma_severity = (diag_severity)chosen;
    return o->tells_pragmas;
}

static bool set_dump_format(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"text", DUMP_TEXT}, {"dot", DUMP_DOT}, {"json", DUMP_JSON}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->as = (dump_format)chosen;
    return true;
}

static bool set_tolerance(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    char *end;
    (void)ctx, (void)spec;
    o->tolerance = strtod(text, &end);
    o->has_tolerance = end != text && !*end && o->tolerance >= 0 && o->tolerance < 1;
    return o->has_tolerance ||
           options_usage_error(o, "--tolerance is a fraction below 1, such as 1e-9, not '%s'",
                               text);
}

static bool set_completion(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"bash", SHELL_BASH}, {"zsh", SHELL_ZSH}, {"fish", SHELL_FISH}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->completion = (completion_shell)chosen;
    return true;
}

static bool set_color(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"auto", COLOR_AUTO}, {"always", COLOR_ALWAYS}, {"never", COLOR_NEVER}};
    int chosen;
    if (!CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->color = (color_choice)chosen;
    return true;
}

/* --- The table ------------------------------------------------------------------ */

/* The last column: a setter that several options share, with its field, or an option's own. */
#define FLAG(name) set_flag, offsetof(options, name)
#define TEXT(name) set_text, offsetof(options, name)
#define NUMBER(name) set_number, offsetof(options, name)
#define OWN(setter) setter, 0

#define E (1u << COMMAND_ESTIMATE)
#define C (1u << COMMAND_COMPARE)
#define A (1u << COMMAND_ANNOTATE)
#define M (1u << COMMAND_MACHINES)
#define D (1u << COMMAND_DUMP)
#define S (1u << COMMAND_EMIT)
#define T (1u << COMMAND_TRAIN)
#define V (1u << COMMAND_VALIDATE)
#define H (1u << COMMAND_HELP)
#define N (1u << COMMAND_COUNT) /* before a command */

const option_spec option_table[] = {
    {"machine", "NAME|FILE", E | C | A | D,
     "the machine, by name or as a file; repeatable (ipsc860)", OWN(set_machine)},
    {"machine", "NAME|FILE", S, "whose collective algorithms it uses, name or file (ipsc860)",
     OWN(set_machine)},
    {"machine", "NAME|FILE", V, "the machine that programs run on (ipsc860)", OWN(set_machine)},
    {"procs", "P[xP...][,...]", E | C | A | V, "processors: 4, 2x2, or several: 1,2,4,8",
     OWN(set_procs)},
    {"procs", "P[xP...]", S, "processors: 4, or 2x2", OWN(set_procs)},
    {"set", "NAME=V[,...]", E | C | A | V,
     "a size; N=64:1024:*2 and N=8:64:8 are ranges; repeatable", OWN(set_size)},
    {"set", "NAME=V", S, "a size: the program as if the source said so; repeatable", OWN(set_size)},
    {"distribute", "T(F,...)", E | C | A | D | S | V,
     "instead of the directive: 'T(block,*)'; repeatable", OWN(set_distribute)},
    {"alternatives", "LIST", C | V, "what to compare: 'T: (block,*) (*,block)'",
     TEXT(alternatives)},
    {"format", "text|json|csv", E | C, "form of the output (text)", OWN(set_format)},
    {"format", "text|json|markdown", V, "form of the output (text)", OWN(set_validation_format)},
    {"jobs", "N", E | C | A, "predict N at once (as many as there are processors)", NUMBER(jobs)},
    {"at", "LINE[-LINE]", E, "the arithmetic of these lines, step by step", OWN(set_lines)},
    {"by", "unit|line|region", E, "one table: of units and branches, lines or regions",
     OWN(set_table)},
    {"remarks", NULL, E, "only remarks on standard error, as clang writes them", FLAG(remarks)},
    {"no-remarks", NULL, E, "only warnings and errors on standard error", FLAG(no_remarks)},
    {"entry", "NAME", E | C | A | D, "predict this function (main)", TEXT(entry)},
    {"exchange", "posted|phased|pushed|adapter", E | C | A | S,
     "how neighbours exchange (as the machine's file says)", OWN(set_exchange)},
    {"overlap", "FRACTION", E | C | A, "share of communication hidden by computation",
     OWN(set_overlap)},
    {"ask", NULL, E, "ask at the terminal for values that are not known", FLAG(ask)},
    {"host", NULL, E | C | A, "include starting the nodes, and input and output",
     FLAG(estimating.host)},
    {"optimize", "inline|loop-order", E | C | A | D | S,
     "what if the compiler did this; repeatable", OWN(set_optimization)},
    {"scale", "WHAT=FACTOR", E | C | A | M,
     "what if: processor=2, memory=2 or bandwidth=0.5; repeatable", OWN(set_scale)},
    {"load", "WHAT=FRACTION", E | C | A | M, "what if others use this: network=0.3, processor=0.2",
     OWN(set_load)},
    {"param", "PATH=VALUE", E | C | A | M,
     "what if: a value of the machine, by its path; repeatable", OWN(set_param)},
    {"granularity", "statement|line|block", E | C | A | D,
     "how many statements are one unit (line)", OWN(set_granularity)},
    {"output", "FILE", A, "write a copy there that compiles", TEXT(output)},
    {"output", "FILE", S, "write the program there", TEXT(output)},
    {"output", "FILE", V, "write the tables there", TEXT(output)},
    {"mpirun", "COMMAND", V, "starts a program; -np and the program are added (mpirun)",
     TEXT(mpirun)},
    {"mpicc", "COMMAND", V, "compiles a program (mpicc -O1)", TEXT(mpicc)},
    {"serial", NULL, V, "the sequential program instead, directives ignored", FLAG(is_serial)},
    {"cc", "COMMAND", V, "compiles the sequential programs (cc -O1)", TEXT(cc)},
    {"under", "COMMAND", V, "--serial: runs a program: 'taskset -c 1'", TEXT(under)},
    {"repetitions", "N", V, "runs of each program (3; counted operations: 1)", NUMBER(repetitions)},
    {"time-limit", "S", V, "seconds that one run may take (120)", NUMBER(time_limit)},
    {"jobs", "N", V, "N runs at once, of simulated time: with --count-work (1)", NUMBER(jobs)},
    {"tolerance", "PART", V, "how far printed numbers may be off sequential ones (1e-9)",
     OWN(set_tolerance)},
    {"result-cache", "FILE", V, "keep results in FILE, and take those that it has", TEXT(cache)},
    {"plots", "DIR", V, "draw time over processors of each program (gnuplot)", TEXT(plots)},
    {"count-work", NULL, S | V, "the program counts its operations, for simulation",
     FLAG(counts_work)},
    {"stage", "NAME", D, "directives, program, plan, aag, saag or sag", OWN(set_stage)},
    {"as", "text|dot|json", D, "form of aag and saag (text)", OWN(set_dump_format)},
    {"show", "NAME|FILE", M, "the machine's values, with their provenance", TEXT(show)},
    {"costs", "NAME|FILE", M, "what each operation takes, for programs that count", TEXT(costs)},
    {"warnings-as-errors", NULL, E | C | A | D | S | V,
     "a warning, or an incomplete prediction, makes the exit code 1", FLAG(warnings_as_errors)},
    {"no-warnings", NULL, E | C | A | D | S | V, "errors only", FLAG(no_warnings)},
    {"quiet-compiler", NULL, E | C | A | D | S | V,
     "do not repeat what the compiler says about the source", FLAG(quiet_compiler)},
    {"unknown-pragmas", "warning|error", E,
     "report unknown pragmas, as a compiler does that was told not to", OWN(set_unknown_pragmas)},
    {"color", "auto|always|never", E | C | A | M | D | S | V,
     "auto: on terminals, as NO_COLOR and CLICOLOR_FORCE say", OWN(set_color)},
    {"output", "FILE", T, "the machine file; raw data stay beside it", TEXT(output)},
    {"mpirun", "COMMAND", T, "how ranks are started: 'mpirun -n 2'", TEXT(mpirun)},
    {"mpicc", "COMMAND", T, "the MPI compiler (that of mpirun)", TEXT(mpicc)},
    {"quick", NULL, T, "few sizes and repetitions, for a trial", FLAG(quick)},
    {"repetitions", "N", T, "measure each point N times (15)", NUMBER(repetitions)},
    {"patience", "S", T, "end it when nothing is measured for S seconds (120)", NUMBER(patience)},
    {"time-limit", "S", T, "begin no measurement after S seconds", NUMBER(time_limit)},
    {"node-of", "NAME|FILE", T, "take the node from this machine", TEXT(node_of)},
    {"network-of", "NAME|FILE", T, "take the network's topology from this machine",
     TEXT(network_of)},
    {"name", "NAME", T, "its name, instead of the host's", TEXT(name)},
    {"plots", "DIR", T, "draw each function over its data, as SVG (gnuplot)", TEXT(plots)},
    {"color", "auto|always|never", T, "auto: on terminals, as NO_COLOR and CLICOLOR_FORCE say",
     OWN(set_color)},
    {"help", NULL, T, "this help", FLAG(help)},
    {"version", NULL, T, "the version", FLAG(version)},
    {"man", NULL, H, "as a man page (troff)", FLAG(man)},
    {"completion", "bash|zsh|fish", H, "what this shell completes command lines with",
     OWN(set_completion)},
    {"help", NULL, E | C | A | M | D | S | H | V | N, "this help", FLAG(help)},
    {"version", NULL, E | C | A | M | D | S | H | V | N, "the version", FLAG(version)},
};
const int option_table_count = sizeof option_table / sizeof *option_table;

static const char *const names[COMMAND_COUNT] = {
    "estimate", "compare", "annotate", "machines", "dump", "emit", "train", "validate", "help"};

const char *command_name(command c)
{
    return names[c];
}

command command_by_name(const char *name)
{
    int c = 0;
    while (c < COMMAND_COUNT && strcmp(names[c], name) != 0)
        c++;
    return (command)c;
}
