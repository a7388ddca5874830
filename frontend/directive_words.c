/* The words that begin a directive, and directive_parse. */

#include "frontend/directive_parse.h"

#include <string.h>
#include <strings.h>

#include "support/suggest.h"

#define MPI_REMEDY "use 'reflect', 'bcast' or a loop with 'loop on' for remote data"
#define PAIR_REMEDY "synchronise with 'barrier'"
#define ONE_AT_A_TIME                                                                              \
    "give each data set its one distribution with 'distribute', and predict the phases apart"

static const directive_word words[] = {
    {"processors", DIALECT_HPF, DIRECTIVE_NODES, parse_nodes, "processors P(extent, ..)", 0, 0},
    {"template", DIALECT_HPF, DIRECTIVE_TEMPLATE, parse_template, "template T(extent, ..)", 0, 0},
    {"distribute", DIALECT_HPF, DIRECTIVE_DISTRIBUTE, parse_distribute,
     "distribute T(block | block(n) | cyclic | cyclic(n) | *, ..) [onto P]", 0, 0},
    {"align", DIALECT_HPF, DIRECTIVE_ALIGN, parse_align, "align A(i, j, ..) with T(i, j, ..)", 0,
     0},
    {"shadow", DIALECT_HPF, DIRECTIVE_SHADOW, parse_shadow, "shadow A(width | low:high, ..)", 0, 0},
    {"independent", DIALECT_HPF, DIRECTIVE_INDEPENDENT, parse_independent,
     "independent [, new(x, ..)] [, reduction(op:x, ..)] [, on home(A(i, ..))]", 0, 0},
    {"on", DIALECT_HPF, DIRECTIVE_ON_HOME, parse_on_home, "on home(A(i, ..)) [, new(x, ..)]", 0, 0},
    {"redistribute", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL, ONE_AT_A_TIME, DIAG_ERROR},
    {"realign", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL, ONE_AT_A_TIME, DIAG_ERROR},
    {"dynamic", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "without 'redistribute' and 'realign' it changes nothing", DIAG_WARNING},
    {"forall", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "write the loop nest so that no iteration reads what another writes, and mark it "
     "'independent'",
     DIAG_ERROR},
    {"where", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "write an 'if' in a loop that is marked 'independent'", DIAG_ERROR},
    {"inherit", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "leave it out: formals take the mapping of their actual arrays", DIAG_ERROR},
    {"sequence", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "C arrays are stored in sequence anyway", DIAG_WARNING},
    {"task_region", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "use 'on home' at each statement", DIAG_ERROR},
    {"resident", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "leave it out: what is local is found by analysis", DIAG_WARNING},
    {"range", DIALECT_HPF, DIRECTIVE_UNANALYSED, NULL, NULL,
     "it promises what 'distribute' says here anyway", DIAG_WARNING},

    {"nodes", DIALECT_XMP, DIRECTIVE_NODES, parse_nodes, "nodes P[extent].. or P(extent, ..)", 0,
     0},
    {"template", DIALECT_XMP, DIRECTIVE_TEMPLATE, parse_template,
     "template T[extent].. or T(lower:upper, ..)", 0, 0},
    {"distribute", DIALECT_XMP, DIRECTIVE_DISTRIBUTE, parse_distribute,
     "distribute T[block | block(n) | cyclic | cyclic(n) | *].. onto P, or T(block, ..) onto P", 0,
     0},
    {"align", DIALECT_XMP, DIRECTIVE_ALIGN, parse_align,
     "align A[i][j].. with T[i][j].. or T(j, i, ..)", 0, 0},
    {"shadow", DIALECT_XMP, DIRECTIVE_SHADOW, parse_shadow, "shadow A[width | low:high]..", 0, 0},
    {"loop", DIALECT_XMP, DIRECTIVE_LOOP, parse_loop,
     "loop [(i, j, ..)] on T[i][j].. or T(j, i, ..) [reduction(op:x, ..)]", 0, 0},
    {"reflect", DIALECT_XMP, DIRECTIVE_REFLECT, parse_reflect,
     "reflect (A, ..) [width(w | low:high, ..)] [orthogonal]", 0, 0},
    {"reduction", DIALECT_XMP, DIRECTIVE_REDUCTION, parse_stated_reduction,
     "reduction (op:x, ..) [on P or T(..)]", 0, 0},
    {"bcast", DIALECT_XMP, DIRECTIVE_BCAST, parse_bcast,
     "bcast (x, ..) [from P(..) or T(..)] [on P or T(..)]", 0, 0},
    {"barrier", DIALECT_XMP, DIRECTIVE_BARRIER, parse_barrier, "barrier [on P or T(..)]", 0, 0},
    {"wait_async", DIALECT_XMP, DIRECTIVE_WAIT_ASYNC, parse_wait_async, "wait_async (id, ..)", 0,
     0},
    {"task", DIALECT_XMP, DIRECTIVE_TASK, parse_task, "task on P(..) or T(..)", 0, 0},
    {"tasks", DIALECT_XMP, DIRECTIVE_TASKS, parse_tasks, "tasks", 0, 0},
    {"gmove", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL,
     "copy in a loop with 'loop on', after a 'reflect' or 'bcast' of what it reads", DIAG_ERROR},
    {"array", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL,
     "write the array assignment as a loop with 'loop on'", DIAG_ERROR},
    {"template_fix", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL,
     "give the template its bounds in 'template', by macros that --set can change", DIAG_ERROR},
    {"reflect_init", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, "use 'reflect'", DIAG_ERROR},
    {"reflect_do", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, "use 'reflect'", DIAG_ERROR},
    {"reduce_shadow", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL,
     "add up into an array without shadow, and use 'reduction'", DIAG_ERROR},
    {"post", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, PAIR_REMEDY, DIAG_ERROR},
    {"wait", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, PAIR_REMEDY, DIAG_ERROR},
    {"lock", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, PAIR_REMEDY, DIAG_ERROR},
    {"unlock", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, PAIR_REMEDY, DIAG_ERROR},
    {"coarray", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, MPI_REMEDY, DIAG_ERROR},
    {"image", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, MPI_REMEDY, DIAG_ERROR},
    {"local_alias", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL,
     "use the array under its own name", DIAG_ERROR},
    {"save_desc", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, "it costs nothing", DIAG_WARNING},
    {"static_desc", DIALECT_XMP, DIRECTIVE_UNANALYSED, NULL, NULL, "it costs nothing",
     DIAG_WARNING},

    {"trip", DIALECT_NONE, DIRECTIVE_TRIP, parse_trip, "trip(count)", 0, 0},
    {"probability", DIALECT_NONE, DIRECTIVE_PROBABILITY, parse_probability,
     "probability(0 to 1)", 0, 0},
    {"region", DIALECT_NONE, DIRECTIVE_REGION, parse_region, "region NAME", 0, 0},
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
                    "'%s' is not a directive of '#pragma %s'; docs/directives.md lists them",
                    word, pragma);
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
    bool is_combined = directive_is_declaration(w->kind) && has_double_colon(p);
    if (!(is_combined ? parse_combined(p) : w->parse(p)))
        return false;
    return parse_at_end(p) ||
           parse_fail(p, p->at->where, "unexpected '%s' after the directive", p->at->text);
}

/* Inside brackets `::` is two colons, of a section without an upper bound. */
static token_list split_double_colons(fp_context *ctx, const token_list *tokens)
{
    token_list out = {0};
    int depth = 0;
    for (int i = 0; i < tokens->count; i++) {
        directive_token t = tokens->data[i];
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

directive *directive_parse(fp_context *ctx, source_range text)
{
    parser p = {.ctx = ctx};
    token_list scanned = {0};
    token_scan(ctx, text, &scanned);
    if (scanned.count == 0 || !pragma_dialect(&scanned.data[0], &p.spelling))
        return NULL;
    token_list tokens = split_double_colons(ctx, &scanned);
    source_range last = tokens.data[tokens.count - 1].where;
    directive_token end = {.kind = TOKEN_END, .text = intern(ctx->names, ""), .where = last};
    end.where.line = last.end_line;
    end.where.column = last.end_column;
    end.where.end_column++;
    VEC_PUSH(ctx->arena, &tokens, end);

    p.where = token_span(tokens.data[0].where, last);
    p.word_at = tokens.data[1].where;
    p.at = &tokens.data[2];
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
    return parse_after_word(&p) ? p.first : NULL;
}

bool directive_is_declaration(directive_kind kind)
{
    return kind == DIRECTIVE_NODES || kind == DIRECTIVE_TEMPLATE ||
           kind == DIRECTIVE_DISTRIBUTE || kind == DIRECTIVE_ALIGN || kind == DIRECTIVE_SHADOW;
}
