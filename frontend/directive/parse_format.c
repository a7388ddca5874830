/* The formats of a DISTRIBUTE as they are written. */

#include "frontend/directive/parse_format.h"

#include "support/suggest.h"

/* (/10, 20, 30/) in its parentheses. The last slash reads as a division at first. */
static bool parse_size_list(parser *p, directive_format *out)
{
    VEC(directive_expr) list = {0};
    bool is_last = false;
    p->at += 2;
    do {
        directive_expr e;
        if (!parse_expr(p, &e))
            return false;
        is_last = token_is(&e.tokens[e.count - 1], "/");
        e.count -= is_last;
        if (e.count == 0)
            return parse_fail(p, e.where, "expected a size");
        e.where = token_span(e.tokens[0].where, e.tokens[e.count - 1].where);
        VEC_PUSH(p->ctx->arena, &list, e);
    } while (!is_last && parse_take(p, ","));
    out->list_count = list.count;
    out->list = list.data;
    if (!is_last)
        return parse_fail(p, p->at->where, "expected '/)' at the end of the sizes");
    return parse_expect(p, ")") && parse_expect(p, ")");
}

static bool parse_gen_block(parser *p, directive_format *out)
{
    out->kind = DIRECTIVE_FORMAT_GEN_BLOCK;
    if (!parse_expect(p, "("))
        return false;
    out->is_open = parse_take(p, "*");
    if (out->is_open)
        return parse_expect(p, ")");
    if (token_is(p->at, "(") && token_is(p->at + 1, "/"))
        return parse_size_list(p, out);
    p->at--;
    return parse_expr_in_parens(p, &out->size);
}

static bool parse_format_word(parser *p, directive_format *out)
{
    static const char *const known[] = {"block", "cyclic", "gblock", "gen_block"};
    directive_name name;
    if (!parse_name(p, "block, cyclic or '*'", &name))
        return false;
    p->at--;
    if (parse_take_word(p, "gblock") || parse_take_word(p, "gen_block"))
        return parse_gen_block(p, out);
    if (parse_take_word(p, "block"))
        out->kind = DIRECTIVE_FORMAT_BLOCK;
    else if (parse_take_word(p, "cyclic"))
        out->kind = DIRECTIVE_FORMAT_CYCLIC;
    else {
        const char *near = suggest_closest(name.text, known, 4);
        return parse_fail(p, name.where, "'%s' is not a distribution format%s%s%s", name.text,
                          near ? "; did you mean '" : "; use block, cyclic or '*'",
                          near ? near : "", near ? "'?" : "");
    }
    return !token_is(p->at, "(") || parse_expr_in_parens(p, &out->size);
}

static bool parse_format(parser *p, directive_format *out)
{
    const directive_token *first = p->at;
    if (!parse_take(p, "*") && !parse_format_word(p, out))
        return false;
    out->where = token_span(first->where, p->at[-1].where);
    return true;
}

bool parse_formats(parser *p, format_list *out)
{
    VEC(directive_format) formats = {0};
    out->is_square = parse_take(p, "[");
    if (!out->is_square && !parse_expect(p, "("))
        return false;
    do {
        directive_format format = {.kind = DIRECTIVE_FORMAT_STAR};
        if (!parse_format(p, &format))
            return false;
        VEC_PUSH(p->ctx->arena, &formats, format);
        if (out->is_square && !parse_expect(p, "]"))
            return false;
    } while (parse_take(p, out->is_square ? "[" : ","));
    out->count = formats.count;
    out->formats = formats.data;
    return out->is_square || parse_expect(p, ")");
}
