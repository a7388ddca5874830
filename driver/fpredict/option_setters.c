#include "driver/fpredict/option_setters.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "support/suggest.h"

bool option_set_flag(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx, (void)text;
    *(bool *)((char *)o + spec->field) = true;
    return true;
}

bool option_set_text(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    *(const char **)((char *)o + spec->field) = text;
    return true;
}

bool option_set_number(fp_context *ctx, options *o, const option_spec *spec, const char *text)
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

bool option_choose(fp_context *ctx, const options *o, const option_spec *spec, size_t count,
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

bool option_set_machine(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->machines, text);
    return true;
}

bool option_set_procs(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_procs(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

bool option_set_constant(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->constants, text);
    return true;
}

bool option_set_wish(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->wishes, text);
    return true;
}

bool option_set_size(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_set(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

bool option_set_tuned(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_tune(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

bool option_set_lines(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    const char *why = "";
    return options_parse_at(ctx, text, o, &why) || not_understood(o, spec, text, why);
}

bool option_set_distribute(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->distributes, text);
    return true;
}

bool option_set_format(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"csv", FORMAT_CSV}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->format = (output_format)chosen;
    o->has_format = true;
    return true;
}

bool option_set_validation_format(fp_context *ctx, options *o, const option_spec *spec,
                                  const char *text)
{
    static const option_word words[] = {
        {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"markdown", FORMAT_MARKDOWN}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->format = (output_format)chosen;
    return true;
}

bool option_set_formula(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"text", FORMULA_AS_TEXT},
                                        {"latex", FORMULA_AS_LATEX},
                                        {"json", FORMULA_AS_JSON},
                                        {"c", FORMULA_AS_C},
                                        {"python", FORMULA_AS_PYTHON}};
    int form;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &form))
        return false;
    o->formula = (formula_form)form;
    return o->has_formula = true;
}

bool option_set_table(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"unit", REPORT_BY_UNIT}, {"line", REPORT_BY_LINE}, {"region", REPORT_BY_REGION}};
    int chosen;
    o->has_table = OPTION_CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->has_table)
        o->table = (report_table)chosen;
    return o->has_table;
}

bool option_set_exchange(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    enum { SENDRECV = -1 }; /* no rule: who is busy when is as the machine says */
    static const option_word words[] = {{"posted", EXCHANGE_POSTED},
                                        {"phased", EXCHANGE_PHASED},
                                        {"pushed", EXCHANGE_PUSHED},
                                        {"adapter", EXCHANGE_ADAPTER},
                                        {"sendrecv", SENDRECV}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->estimating.is_sendrecv = chosen == SENDRECV;
    o->estimating.override_exchange = chosen != SENDRECV;
    if (chosen != SENDRECV)
        o->estimating.exchange = (exchange_rule)chosen;
    o->exchange = text;
    return true;
}

bool option_set_collectives(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"library", COLLECTIVES_LIBRARY}, {"own", COLLECTIVES_OWN}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->collectives = (collectives_choice)chosen;
    return true;
}

bool option_set_memory_model(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"sampled", MEMORY_SAMPLED}, {"reuse", MEMORY_REUSE}, {"paper", MEMORY_PAPER}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->estimating.memory = (memory_model)chosen;
    return true;
}

bool option_set_overlap(fp_context *ctx, options *o, const option_spec *spec, const char *text)
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
bool option_set_optimization(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    enum { INLINE, LOOP_ORDER };
    static const option_word words[] = {{"inline", INLINE}, {"loop-order", LOOP_ORDER}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
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

bool option_set_ranks_per_node(fp_context *ctx, options *o, const option_spec *spec,
                               const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_ranks);
}

bool option_set_placement(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_placement);
}

bool option_set_scale(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_scale);
}

bool option_set_load(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_load);
}

bool option_set_param(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    return add_change(ctx, o, spec, text, sag_change_param);
}

bool option_set_granularity(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"statement", AAG_BY_STATEMENT}, {"line", AAG_BY_LINE}, {"block", AAG_BY_BLOCK}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->graphs.granularity = (aag_granularity)chosen;
    return true;
}

bool option_set_stage(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"directives", STAGE_DIRECTIVES},
                                        {"program", STAGE_PROGRAM},
                                        {"plan", STAGE_PLAN},
                                        {"aag", STAGE_AAG},
                                        {"saag", STAGE_SAAG},
                                        {"sag", STAGE_SAG}};
    int chosen;
    o->has_stage = OPTION_CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->has_stage)
        o->stage = (stage)chosen;
    return o->has_stage;
}

bool option_set_unknown_pragmas(fp_context *ctx, options *o, const option_spec *spec,
                                const char *text)
{
    static const option_word words[] = {{"warning", DIAG_WARNING}, {"error", DIAG_ERROR}};
    int chosen;
    o->tells_pragmas = OPTION_CHOOSE(ctx, o, spec, words, text, &chosen);
    if (o->tells_pragmas)
        o->pragma_severity = (diag_severity)chosen;
    return o->tells_pragmas;
}

bool option_set_with(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->with, text);
    return true;
}

bool option_set_only(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->only, text);
    return true;
}

/* Words as the shell makes them of what stands after the program's name. */
bool option_set_arguments(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    wordexp_t words;
    int failure = wordexp(text, &words, WRDE_NOCMD | WRDE_UNDEF);
    if (failure)
        return not_understood(o, spec, text,
                              failure == WRDE_BADCHAR  ? "'|&;<>(){}' must be in quotes"
                              : failure == WRDE_BADVAL ? "a variable in it has no value"
                              : failure == WRDE_CMDSUB ? "no command in it is run"
                                                       : "a quote in it does not end");
    o->has_arguments = true;
    o->arguments.count = 0;
    for (size_t i = 0; i < words.we_wordc; i++)
        VEC_PUSH(ctx->arena, &o->arguments, arena_strdup(ctx->arena, words.we_wordv[i]));
    wordfree(&words);
    return true;
}

bool option_set_file_flags(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)spec;
    VEC_PUSH(ctx->arena, &o->file_flags, text);
    return true;
}

bool option_set_dump_format(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"text", DUMP_TEXT}, {"dot", DUMP_DOT}, {"json", DUMP_JSON}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->as = (dump_format)chosen;
    return true;
}

bool option_set_graph_format(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {{"dot", DUMP_DOT}, {"json", DUMP_JSON}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->as = (dump_format)chosen;
    return o->has_graph = true;
}

bool option_set_tolerance(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    char *end;
    (void)ctx, (void)spec;
    o->tolerance = strtod(text, &end);
    o->has_tolerance = end != text && !*end && o->tolerance >= 0 && o->tolerance < 1;
    return o->has_tolerance ||
           options_usage_error(o, "--tolerance is a fraction below 1, such as 1e-9, not '%s'",
                               text);
}

bool option_set_completion(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"bash", SHELL_BASH}, {"zsh", SHELL_ZSH}, {"fish", SHELL_FISH}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->completion = (completion_shell)chosen;
    return true;
}

bool option_set_color(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    static const option_word words[] = {
        {"auto", COLOR_AUTO}, {"always", COLOR_ALWAYS}, {"never", COLOR_NEVER}};
    int chosen;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    o->color = (color_choice)chosen;
    return true;
}
