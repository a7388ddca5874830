/* The words that begin a directive, and directive_parse_tokens. */

#include <string.h>
#include <strings.h>

#include "frontend/directive/parse_declarative.h"
#include "frontend/directive/parse_executable.h"
#include "support/suggest.h"

#define ANALYSED(text, spelling, kind, parse, form)                                                \
    {                                                                                              \
        text, DIALECT_##spelling, DIRECTIVE_##kind, parse, form, NULL, DIAG_ERROR                  \
    }
/* An error where leaving it out would make a prediction wrong. */
#define NOT_ANALYSED(text, spelling, severity, remedy)                                             \
    {                                                                                              \
        text, DIALECT_##spelling, DIRECTIVE_UNANALYSED, NULL, NULL, remedy, DIAG_##severity        \
    }

#define REMOTE "use 'reflect', 'bcast' or a loop with 'loop on' for remote data"
#define PAIRS "synchronise with 'barrier'"

static const directive_word words[] = {
    ANALYSED("processors", HPF, NODES, parse_nodes, "processors P(extent, ..)"),
    ANALYSED("template", HPF, TEMPLATE, parse_template, "template T(extent, ..)"),
    ANALYSED("dimension", HPF, DIMENSION, parse_dimension, "dimension A(extent, ..)"),
    ANALYSED("distribute", HPF, DISTRIBUTE, parse_distribute,
             "distribute T(block | block(n) | cyclic | cyclic(n) | gen_block(m) | *, ..) "
             "[onto P]"),
    ANALYSED("align", HPF, ALIGN, parse_align, "align A(i, j, ..) with T(i, j, ..)"),
    ANALYSED("shadow", HPF, SHADOW, parse_shadow, "shadow A(width | low:high, ..)"),
    ANALYSED("independent", HPF, INDEPENDENT, parse_independent,
             "independent [, new(x, ..)] [, reduction(op:x, ..)] [, on home(A(i, ..))]"),
    ANALYSED("on", HPF, ON_HOME, parse_on_home, "on home(A(i, ..)) [, new(x, ..)]"),
    ANALYSED("redistribute", HPF, REDISTRIBUTE, parse_redistribute,
             "redistribute T(block | block(n) | cyclic | cyclic(n) | gen_block(m) | *, ..) "
             "[onto P]"),
    ANALYSED("realign", HPF, REALIGN, parse_realign, "realign A(i, j, ..) with T(i, j, ..)"),
    ANALYSED("dynamic", HPF, DYNAMIC, parse_dynamic, "dynamic A, T, .."),
    ANALYSED("forall", HPF, FORALL, parse_forall, "forall [, on home(A(i, ..))]"),
    ANALYSED("where", HPF, WHERE, parse_where, "where [(mask)]"),
    ANALYSED("elsewhere", HPF, ELSEWHERE, parse_elsewhere, "elsewhere"),
    ANALYSED("inherit", HPF, INHERIT, parse_inherit, "inherit A, .."),
    NOT_ANALYSED("sequence", HPF, WARNING, "C arrays are stored in sequence anyway"),
    NOT_ANALYSED("task_region", HPF, ERROR, "use 'on home' at each statement"),
    NOT_ANALYSED("resident", HPF, WARNING, "leave it out: what is local is found by analysis"),
    NOT_ANALYSED("range", HPF, WARNING, "it promises what 'distribute' says here anyway"),

    ANALYSED("nodes", XMP, NODES, parse_nodes, "nodes P[extent].. or P(extent, ..)"),
    ANALYSED("template", XMP, TEMPLATE, parse_template,
             "template T[extent].. or T(lower:upper, ..)"),
    ANALYSED("template_fix", XMP, TEMPLATE_FIX, parse_template_fix,
             "template_fix [block | gblock(m) ..].. T[extent].. or (block, ..) T(lower:upper, ..)"),
    ANALYSED("distribute", XMP, DISTRIBUTE, parse_distribute,
             "distribute T[block | block(n) | cyclic | cyclic(n) | gblock(m) | *].. onto P, or "
             "T(block, ..) onto P"),
    ANALYSED("align", XMP, ALIGN, parse_align, "align A[i][j].. with T[i][j].. or T(j, i, ..)"),
    ANALYSED("shadow", XMP, SHADOW, parse_shadow, "shadow A[width | low:high].."),
    ANALYSED("coarray", XMP, COARRAY, parse_coarray, "coarray A, .. : [*]"),
    ANALYSED("loop", XMP, LOOP, parse_loop,
             "loop [(i, j, ..)] on T[i][j].. or T(j, i, ..) [reduction(op:x, ..)] "
             "[expand(w, ..) | margin(w, ..) | peel_and_wait(id, w, ..)]"),
    ANALYSED("reflect", XMP, REFLECT, parse_reflect,
             "reflect (A, ..) [width(w | low:high, ..)] [orthogonal] [async(id)]"),
    ANALYSED("reduction", XMP, REDUCTION, parse_xmp_reduction,
             "reduction (op:x | op:x[base:length].., ..) [on P or T(..)] [async(id)]"),
    ANALYSED("bcast", XMP, BCAST, parse_bcast,
             "bcast (x | x[base:length].., ..) [from P(..) or T(..)] [on P or T(..)] [async(id)]"),
    ANALYSED("barrier", XMP, BARRIER, parse_barrier, "barrier [on P or T(..)]"),
    ANALYSED("wait_async", XMP, WAIT_ASYNC, parse_wait_async,
             "wait_async (id, ..) [on P or T(..)]"),
    ANALYSED("task", XMP, TASK, parse_task, "task on P(..) or T(..)"),
    ANALYSED("tasks", XMP, TASKS, parse_tasks, "tasks"),
    ANALYSED("gmove", XMP, GMOVE, parse_gmove, "gmove [in | out] [async(id)]"),
    ANALYSED("array", XMP, ARRAY, parse_array, "array on T[..] or T(..)"),
    ANALYSED("reflect_init", XMP, REFLECT_INIT, parse_reflect_init,
             "reflect_init (A, ..) [width(w | low:high, ..)] [orthogonal]"),
    ANALYSED("reflect_do", XMP, REFLECT_DO, parse_reflect_do, "reflect_do (A, ..) [async(id)]"),
    ANALYSED("reduce_shadow", XMP, REFLECT, parse_reflect,
             "reduce_shadow (A, ..) [width(w | low:high, ..)] [orthogonal] [async(id)]"),
    ANALYSED("post", XMP, POST, parse_post, "post (P(..), tag)"),
    ANALYSED("wait", XMP, WAIT, parse_wait, "wait [(P(..) [, tag])]"),
    NOT_ANALYSED("lock", XMP, ERROR, PAIRS),
    NOT_ANALYSED("unlock", XMP, ERROR, PAIRS),
    NOT_ANALYSED("image", XMP, ERROR, REMOTE),
    NOT_ANALYSED("local_alias", XMP, ERROR, "use the array under its own name"),
    NOT_ANALYSED("save_desc", XMP, WARNING, "it costs nothing"),
    NOT_ANALYSED("static_desc", XMP, WARNING, "it costs nothing"),

    ANALYSED("trip", NONE, TRIP, parse_trip, "trip(count)"),
    ANALYSED("pipeline", NONE, PIPELINE, parse_pipeline, "pipeline(length of a strip)"),
    ANALYSED("probability", NONE, PROBABILITY, parse_probability, "probability(0 to 1)"),
    ANALYSED("region", NONE, REGION, parse_region, "region NAME"),
};
#define WORDS ((int)(sizeof words / sizeof *words))

static const directive_word *find_word(dialect spelling, const char *text)
{
    for (int i = 0; i < WORDS; i++) {
        if (words[i].spelling == spelling && strcasecmp(words[i].text, text) == 0)
            return &words[i];
    }
    return NULL;
}

static const char *pragma_name(dialect spelling)
{
    switch (spelling) {
    case DIALECT_HPF:
        return "hpf";
    case DIALECT_XMP:
        return "xmp";
    case DIALECT_NONE:
        break;
    }
    return "fpredict";
}

/* The other spelling's word for the same thing. */
static const char *counterpart(const char *word)
{
    static const char *const pairs[][2] = {{"nodes", "processors"}, {"loop", "independent"}};
    for (int i = 0; i < 2; i++) {
        if (strcasecmp(word, pairs[i][0]) == 0)
            return pairs[i][1];
        if (strcasecmp(word, pairs[i][1]) == 0)
            return pairs[i][0];
    }
    return NULL;
}

static void report_unknown_word(parser *p, const char *word)
{
    diag_list *diags = p->ctx->diags;
    const char *pragma = pragma_name(p->spelling);
    for (int i = 0; i < WORDS; i++) {
        if (strcasecmp(words[i].text, word) != 0)
            continue;
        const char *other = counterpart(word);
        diag_report(diags, DIAG_ERROR, "unknown-directive", p->word_at,
                    "'%s' is a word of '#pragma %s', not of '#pragma %s'%s%s%s", word,
                    pragma_name(words[i].spelling), pragma, other ? "; write '" : "",
                    other ? other : "", other ? "'" : "");
        return;
    }
    const char *known[WORDS];
    int count = 0;
    for (int i = 0; i < WORDS; i++) {
        if (words[i].spelling == p->spelling)
            known[count++] = words[i].text;
    }
    const char *near = suggest_closest(word, known, count);
    if (near)
        diag_report(diags, DIAG_ERROR, "unknown-directive", p->word_at,
                    "'%s' is not a directive of '#pragma %s'; did you mean '%s'?", word, pragma,
                    near);
    else
        diag_report(diags, DIAG_ERROR, "unknown-directive", p->word_at,
                    "'%s' is not a directive of '#pragma %s'; docs/directives.md lists them", word,
                    pragma);
}

static bool has_double_colon(const parser *p)
{
    for (const directive_token *t = p->at; t->kind != TOKEN_END; t++) {
        if (token_is(t, "::"))
            return true;
    }
    return false;
}

static bool parse_after_word(parser *p)
{
    const directive_word *w = p->word;
    if (w->kind == DIRECTIVE_UNANALYSED) {
        diag_report(p->ctx->diags, w->severity, "not-analysed", p->word_at,
                    "'%s' is not analysed in this version; %s", w->text, w->remedy);
        parse_append(p, DIRECTIVE_UNANALYSED);
        return true;
    }
    bool takes_list = directive_is_declaration(w->kind) || w->kind == DIRECTIVE_REDISTRIBUTE ||
                      w->kind == DIRECTIVE_REALIGN;
    bool is_combined = takes_list && has_double_colon(p);
    if (!(is_combined ? parse_combined(p) : w->parse(p)))
        return false;
    return parse_at_end(p) ||
           parse_fail(p, p->at->where, "unexpected '%s' after the directive", p->at->text);
}

/* Inside brackets `::` is two colons, of a section without an upper bound. */
static token_list split_double_colons(fp_context *ctx, const directive_token *tokens, int count)
{
    token_list out = {0};
    int depth = 0;
    for (int i = 0; i < count; i++) {
        directive_token t = tokens[i];
        depth += token_is(&t, "(") || token_is(&t, "[");
        depth -= token_is(&t, ")") || token_is(&t, "]");
        if (depth > 0 && token_is(&t, "::")) {
            directive_token half = t;
            half.text = intern(ctx->names, ":");
            half.where.end_column--;
            VEC_PUSH(ctx->arena, &out, half);
            t.text = half.text;
            t.where.column++;
        }
        VEC_PUSH(ctx->arena, &out, t);
    }
    return out;
}

static bool pragma_dialect(const directive_token *t, dialect *spelling)
{
    if (t->kind != TOKEN_NAME)
        return false;
    if (strcmp(t->text, "hpf") == 0)
        *spelling = DIALECT_HPF;
    else if (strcmp(t->text, "xmp") == 0)
        *spelling = DIALECT_XMP;
    else if (strcmp(t->text, "fpredict") == 0)
        *spelling = DIALECT_NONE;
    else
        return false;
    return true;
}

bool directive_is_ours(const directive_token *tokens, int count)
{
    dialect spelling;
    return count > 0 && pragma_dialect(&tokens[0], &spelling);
}

const char *directive_meant(const directive_token *tokens, int count)
{
    static const char *const ours[] = {"hpf", "xmp", "fpredict"};
    if (count == 0 || tokens[0].kind != TOKEN_NAME || directive_is_ours(tokens, count) ||
        strcmp(tokens[0].text, "omp") == 0) /* OpenMP's is one edit from xmp */
        return NULL;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (suggest_is_near(tokens[0].text, ours[i]))
            return ours[i];
    return NULL;
}

directive *directive_parse_tokens(fp_context *ctx, const directive_token *pragma_tokens, int count)
{
    parser p = {.ctx = ctx};
    if (count == 0 || !pragma_dialect(&pragma_tokens[0], &p.spelling))
        return NULL;
    token_list tokens = split_double_colons(ctx, pragma_tokens, count);
    source_range last = tokens.data[tokens.count - 1].where;
    directive_token end = {.kind = TOKEN_END, .text = intern(ctx->names, ""), .where = last};
    end.where.line = last.end_line;
    end.where.column = last.end_column;
    end.where.end_column++;
    VEC_PUSH(ctx->arena, &tokens, end);

    p.where = token_span(tokens.data[0].where, last);
    p.word_at = tokens.data[1].where;
    p.begin = p.at = &tokens.data[2];
    const directive_token *word = &tokens.data[1];
    if (word->kind != TOKEN_NAME) {
        diag_report(ctx->diags, DIAG_ERROR, "malformed-directive", p.word_at,
                    "expected a directive after '#pragma %s'; docs/directives.md lists them",
                    pragma_name(p.spelling));
        return NULL;
    }
    p.word = find_word(p.spelling, word->text);
    if (!p.word) {
        report_unknown_word(&p, word->text);
        return NULL;
    }
    if (parse_after_word(&p))
        return p.first;
    if (!directive_is_declaration(p.word->kind))
        return NULL;
    parse_append_broken(&p);
    return p.first;
}

bool directive_is_declaration(directive_kind kind)
{
    return kind == DIRECTIVE_NODES || kind == DIRECTIVE_TEMPLATE ||
           kind == DIRECTIVE_TEMPLATE_FIX || kind == DIRECTIVE_DIMENSION ||
           kind == DIRECTIVE_DISTRIBUTE || kind == DIRECTIVE_ALIGN || kind == DIRECTIVE_SHADOW ||
           kind == DIRECTIVE_COARRAY || kind == DIRECTIVE_DYNAMIC || kind == DIRECTIVE_INHERIT;
}
