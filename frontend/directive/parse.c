#include "frontend/directive/parse.h"

#include <stdarg.h>
#include <string.h>

directive *parse_append(parser *p, directive_kind kind)
{
    directive *d = ARENA_NEW(p->ctx->arena, directive);
    d->kind = kind;
    d->spelling = p->spelling;
    d->word = intern(p->ctx->names, p->word->text);
    d->where = p->where;
    d->word_at = p->word_at;
    if (p->last)
        p->last->next = d;
    else
        p->first = d;
    p->last = d;
    return d;
}

bool parse_fail(parser *p, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(p->ctx->arena, format, arguments);
    va_end(arguments);
    diag *d = diag_report(p->ctx->diags, DIAG_ERROR, "malformed-directive", where, "%s", text);
    if (p->word && p->word->form)
        diag_note(d, (source_range){0}, "it is written: %s", p->word->form);
    return false;
}

bool parse_not_analysed(parser *p, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(p->ctx->arena, format, arguments);
    va_end(arguments);
    diag_report(p->ctx->diags, DIAG_ERROR, "not-analysed", where, "%s", text);
    return false;
}

bool parse_take(parser *p, const char *punct)
{
    bool is_there = token_is(p->at, punct);
    p->at += is_there;
    return is_there;
}

bool parse_take_word(parser *p, const char *word)
{
    bool is_there = token_is_word(p->at, word);
    p->at += is_there;
    return is_there;
}

static bool fail_expected(parser *p, const char *expected)
{
    if (p->at->kind == TOKEN_END)
        return parse_fail(p, p->at->where, "expected %s at the end of the directive", expected);
    return parse_fail(p, p->at->where, "expected %s before '%s'", expected, p->at->text);
}

bool parse_expect(parser *p, const char *punct)
{
    return parse_take(p, punct) || fail_expected(p, arena_printf(p->ctx->arena, "'%s'", punct));
}

bool parse_expect_word(parser *p, const char *word)
{
    return parse_take_word(p, word) || fail_expected(p, arena_printf(p->ctx->arena, "'%s'", word));
}

bool parse_at_end(const parser *p)
{
    return p->at->kind == TOKEN_END;
}

/* lev[2].u: of an array of structures, the member of that element. */
static void parse_element(parser *p, directive_name *out)
{
    bool is_element = token_is(p->at, "[") && p->at[1].kind == TOKEN_NUMBER &&
                      token_is(&p->at[2], "]") && token_is(&p->at[3], ".");
    if (!is_element)
        return;
    out->text =
        intern(p->ctx->names, arena_printf(p->ctx->arena, "%s[%s]", out->text, p->at[1].text));
    out->where = token_span(out->where, p->at[2].where);
    p->at += 3;
}

bool parse_name(parser *p, const char *what, directive_name *out)
{
    if (p->at->kind != TOKEN_NAME)
        return fail_expected(p, what);
    out->text = p->at->text;
    out->where = p->at->where;
    p->at++;
    parse_element(p, out);
    while (parse_take(p, ".")) { /* a member of a structure */
        if (p->at->kind != TOKEN_NAME)
            return fail_expected(p, "the name of a member");
        out->text =
            intern(p->ctx->names, arena_printf(p->ctx->arena, "%s.%s", out->text, p->at->text));
        out->where = token_span(out->where, p->at->where);
        p->at++;
        parse_element(p, out);
    }
    if (token_is(p->at, "->"))
        return parse_not_analysed(
            p, token_span(out->where, p->at->where),
            "a directive names members of a variable, as in 's.a', or of all structures of a "
            "type, as in 'tag.a', which pointers lead to, too: "
            "write the type's name for the pointer's");
    return true;
}

bool parse_names(parser *p, const char *what, int *count, const directive_name **out)
{
    VEC(directive_name) names = {0};
    if (!parse_expect(p, "("))
        return false;
    do {
        directive_name name;
        if (!parse_name(p, what, &name))
            return false;
        if (token_is(p->at, "[") || token_is(p->at, "("))
            return parse_not_analysed(p, token_span(name.where, p->at->where),
                                      "a part of '%s' is not analysed here in this version; name "
                                      "the whole of it",
                                      name.text);
        VEC_PUSH(p->ctx->arena, &names, name);
    } while (parse_take(p, ","));
    *count = names.count;
    *out = names.data;
    return parse_expect(p, ")");
}

bool parse_expr(parser *p, directive_expr *out)
{
    const directive_token *first = p->at;
    int depth = 0, choices = 0;
    for (; p->at->kind != TOKEN_END; p->at++) {
        bool opens = token_is(p->at, "(") || token_is(p->at, "[");
        bool closes = token_is(p->at, ")") || token_is(p->at, "]");
        bool is_colon = token_is(p->at, ":");
        bool ends_choice = is_colon && depth == 0 && choices > 0;
        if (depth == 0 && (closes || token_is(p->at, ",") || (is_colon && !ends_choice)))
            break;
        depth += opens - closes;
        choices += depth == 0 ? token_is(p->at, "?") - ends_choice : 0;
    }
    if (p->at == first)
        return fail_expected(p, "an expression");
    out->tokens = first;
    out->count = (int)(p->at - first);
    out->where = token_span(first->where, p->at[-1].where);
    return true;
}

bool parse_expr_in_parens(parser *p, directive_expr *out)
{
    return parse_expect(p, "(") && parse_expr(p, out) && parse_expect(p, ")");
}

bool parse_skip_brackets(parser *p)
{
    int depth = 0;
    if (!token_is(p->at, "("))
        return fail_expected(p, "'('");
    for (; p->at->kind != TOKEN_END; p->at++) {
        depth += token_is(p->at, "(") - token_is(p->at, ")");
        if (depth == 0) {
            p->at++;
            return true;
        }
    }
    return fail_expected(p, "')'");
}

static bool ends_subscript(const directive_token *t)
{
    return token_is(t, ",") || token_is(t, ")") || token_is(t, "]");
}

/* /periodic/ or /unbound/ before a width */
static bool parse_modifier(parser *p, directive_subscript *out)
{
    if (!parse_take(p, "/"))
        return true;
    directive_name modifier;
    if (!parse_name(p, "'periodic' or 'unbound'", &modifier) || !parse_expect(p, "/"))
        return false;
    out->is_unbound = strcmp(modifier.text, "unbound") == 0;
    if (out->is_unbound)
        return true;
    if (strcmp(modifier.text, "periodic") != 0)
        return parse_not_analysed(p, modifier.where,
                                  "'/%s/' is not analysed in this version; "
                                  "leave it out",
                                  modifier.text);
    out->is_periodic = true;
    return true;
}

static bool parse_subscript(parser *p, directive_subscript *out)
{
    const directive_token *first = p->at;
    if (!parse_modifier(p, out))
        return false;
    if (token_is(p->at, "*") && ends_subscript(p->at + 1)) {
        out->kind = DIRECTIVE_SUB_STAR;
        out->where = p->at->where;
        p->at++;
        return true;
    }
    if (!token_is(p->at, ":") && !parse_expr(p, &out->value))
        return false;
    if (parse_take(p, ":")) {
        out->kind = DIRECTIVE_SUB_RANGE;
        if (!ends_subscript(p->at) && !token_is(p->at, ":") && !parse_expr(p, &out->upper))
            return false;
        if (parse_take(p, ":") && !parse_expr(p, &out->step))
            return false;
    }
    out->where = token_span(first->where, p->at[-1].where);
    return true;
}

bool parse_subscripts(parser *p, directive_ref *out)
{
    VEC(directive_subscript) subs = {0};
    out->spelling = p->spelling;
    out->is_square = token_is(p->at, "[");
    if (!token_is(p->at, "(") && !out->is_square)
        return fail_expected(p, "'(' or '['");
    source_range first = p->at->where;
    p->at++;
    do {
        directive_subscript sub = {0};
        if (!parse_subscript(p, &sub))
            return false;
        VEC_PUSH(p->ctx->arena, &subs, sub);
        if (out->is_square && !parse_expect(p, "]"))
            return false;
    } while (parse_take(p, out->is_square ? "[" : ","));
    if (!out->is_square && !parse_expect(p, ")"))
        return false;
    out->count = subs.count;
    out->sub = subs.data;
    out->where = token_span(source_range_is_set(out->where) ? out->where : first, p->at[-1].where);
    return true;
}

bool parse_ref(parser *p, const char *what, directive_ref *out)
{
    *out = (directive_ref){.spelling = p->spelling};
    if (!parse_name(p, what, &out->name))
        return false;
    out->where = out->name.where;
    if (token_is(p->at, "(") || token_is(p->at, "["))
        return parse_subscripts(p, out);
    return true;
}
