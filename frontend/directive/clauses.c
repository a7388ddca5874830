/* What clauses of several directives have in common: reductions, async, and what no clause is. */

#include "frontend/directive/clauses.h"

#include <string.h>
#include <strings.h>

#include "support/suggest.h"

/* --- Reductions ------------------------------------------------------------ */

static const struct {
    const char *text;
    reduce_op op;
} reduce_ops[] = {
    {"+", REDUCE_SUM},          {"*", REDUCE_PRODUCT},     {"-", REDUCE_SUM},
    {"&", REDUCE_AND},          {"|", REDUCE_OR},          {"^", REDUCE_XOR},
    {"&&", REDUCE_LOGICAL_AND}, {"||", REDUCE_LOGICAL_OR}, {"max", REDUCE_MAX},
    {"min", REDUCE_MIN},        {"firstmax", REDUCE_MAX},  {"firstmin", REDUCE_MIN},
    {"lastmax", REDUCE_MAX},    {"lastmin", REDUCE_MIN},
};
#define REDUCE_OPS ((int)(sizeof reduce_ops / sizeof *reduce_ops))

static bool parse_reduce_op(parser *p, directive_reduction *out)
{
    const char *words[REDUCE_OPS];
    for (int i = 0; i < REDUCE_OPS; i++) {
        words[i] = reduce_ops[i].text;
        if (p->at->kind != TOKEN_END && strcasecmp(p->at->text, words[i]) == 0) {
            out->op = reduce_ops[i].op;
            out->word = words[i];
            out->needs_location =
                strncmp(words[i], "first", 5) == 0 || strncmp(words[i], "last", 4) == 0;
            out->spelling = p->spelling;
            p->at++;
            return parse_expect(p, ":");
        }
    }
    const char *near = p->at->kind == TOKEN_NAME && token_is(p->at + 1, ":")
                           ? suggest_closest(p->at->text, words, REDUCE_OPS)
                           : NULL;
    if (near)
        return parse_fail(p, p->at->where, "'%s' is not a reduction; did you mean '%s'?",
                          p->at->text, near);
    return parse_fail(p, p->at->where,
                      "expected a reduction's operator and ':' (one of + * - & | ^ && || max min "
                      "firstmax firstmin lastmax lastmin)");
}

/* A part of an array is written in XcalableMP's brackets. */
static bool check_part(parser *p, const directive_ref *ref, const char *what)
{
    if (ref->count == 0)
        return true;
    if (p->spelling != DIALECT_XMP)
        return parse_not_analysed(p, ref->where,
                                  "%s of a part of '%s' is not analysed in this version; name the "
                                  "whole of it",
                                  what, ref->name.text);
    return ref->is_square ||
           parse_fail(p, ref->where, "write the part of '%s' in brackets: '%s[base:length]'",
                      ref->name.text, ref->name.text);
}

/* /i, k[1][:]/ : what goes with the extreme value. */
static bool parse_locations(parser *p, directive_reduction *out)
{
    VEC(directive_ref) locations = {0};
    if (!parse_take(p, "/"))
        return true;
    do {
        directive_ref ref;
        if (!parse_ref(p, "the name of a variable", &ref) || !check_part(p, &ref, "a location"))
            return false;
        VEC_PUSH(p->ctx->arena, &locations, ref);
    } while (parse_take(p, ","));
    out->location_count = locations.count;
    out->locations = locations.data;
    return parse_expect(p, "/");
}

static bool at_reduce_op(const parser *p)
{
    return p->at->kind != TOKEN_END && token_is(p->at + 1, ":");
}

/* A variable, or in XMP's brackets elements of an array. */
bool parse_item(parser *p, directive_reduction *item, const char *what)
{
    directive_ref ref;
    if (!parse_ref(p, "the name of a variable", &ref))
        return false;
    item->var = ref.name;
    if (ref.count)
        item->part = arena_copy(p->ctx->arena, &ref, sizeof ref);
    return check_part(p, &ref, what);
}

/* (op:v, w/i,j/, ..) */
bool parse_reductions(parser *p, reduction_list *out)
{
    if (!parse_expect(p, "("))
        return false;
    directive_reduction item = {0};
    do {
        item.part = NULL;
        item.location_count = 0;
        if ((item.op == REDUCE_NONE || at_reduce_op(p)) && !parse_reduce_op(p, &item))
            return false;
        if (!parse_item(p, &item, "a reduction") || !parse_locations(p, &item))
            return false;
        VEC_PUSH(p->ctx->arena, out, item);
    } while (parse_take(p, ","));
    return parse_expect(p, ")");
}

/* --- Clauses ---------------------------------------------------------------- */

const char *parse_home_name(const parser *p)
{
    return p->spelling == DIALECT_XMP ? "the name of a template or of nodes"
                                      : "the name of an array, a template or processors";
}

bool parse_takes_async(parser *p, const directive *d)
{
    return !d->async.count && d->kind != DIRECTIVE_REFLECT_INIT && parse_take_word(p, "async");
}

/* (id), which its wait_async names. */
bool parse_async(parser *p, directive *d)
{
    return parse_expr_in_parens(p, &d->async);
}

/* Is the word at hand in the directive already? */
static bool is_said_before(const parser *p)
{
    for (const directive_token *t = p->begin; t < p->at; t++) {
        if (p->at->kind == TOKEN_NAME && token_is_word(t, p->at->text))
            return true;
    }
    return false;
}

bool parse_clause_end(parser *p)
{
    static const char *const clauses[] = {
        "width",         "orthogonal", "async", "reduction", "expand",
        "peel_and_wait", "on",         "from",  "margin",    "new"};
    enum { CLAUSES = (int)(sizeof clauses / sizeof *clauses) };
    if (parse_at_end(p))
        return true;
    if (is_said_before(p))
        return parse_fail(p, p->at->where, "'%s' is written twice; keep one of the two",
                          p->at->text);
    for (int i = 0; i < CLAUSES; i++) {
        if (token_is_word(p->at, clauses[i]))
            return parse_fail(p, p->at->where, "'%s' is not allowed in '%s'", clauses[i],
                              p->word->text);
    }
    const char *near =
        p->at->kind == TOKEN_NAME ? suggest_closest(p->at->text, clauses, CLAUSES) : NULL;
    return near ? parse_fail(p, p->at->where, "unexpected '%s'; did you mean '%s'?", p->at->text,
                             near)
                : parse_fail(p, p->at->where, "unexpected '%s'", p->at->text);
}
