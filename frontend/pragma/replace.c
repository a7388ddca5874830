#include "frontend/pragma/replace.h"

#include <string.h>

static int formal_index(const replacement *r, const directive_token *t)
{
    for (int i = 0; r->arguments && i < r->macro->formal_count; i++)
        if (t->kind == TOKEN_NAME && t->text == r->macro->formals[i])
            return i;
    return -1;
}

/* Nothing, where ## wants something. */
static expanded_token placemarker(const replacement *r, bool has_space)
{
    directive_token t = {.kind = TOKEN_END,
                         .text = intern(r->ctx->names, ""),
                         .where = r->use->token.where,
                         .has_space = has_space};
    return (expanded_token){.token = t};
}

static bool is_placemarker(const expanded_token *t)
{
    return t->token.kind == TOKEN_END;
}

static expanded_token stringized(const replacement *r, const expanded_list *passed, bool has_space)
{
    arena *a = r->ctx->arena;
    size_t room = 3;
    for (int i = 0; i < passed->count; i++)
        room += 2 * strlen(passed->data[i].token.text) + 1;
    char *text = arena_alloc(a, room), *to = text;
    *to++ = '"';
    for (int i = 0; i < passed->count; i++) {
        const directive_token *t = &passed->data[i].token;
        if (i && t->has_space)
            *to++ = ' ';
        bool is_literal = t->kind == TOKEN_TEXT;
        for (const char *c = t->text; *c; c++) {
            if (is_literal && (*c == '"' || *c == '\\'))
                *to++ = '\\';
            *to++ = *c;
        }
    }
    *to++ = '"';
    directive_token t = {.kind = TOKEN_TEXT,
                         .text = intern_n(r->ctx->names, text, (size_t)(to - text)),
                         .where = r->use->token.where,
                         .has_space = has_space};
    return (expanded_token){.token = t, .part_count = passed->count, .part = passed->data};
}

/* Puts two tokens together. */
static void paste(const replacement *r, expanded_list *out, const expanded_token *right)
{
    expanded_token *left = &out->data[out->count - 1];
    if (is_placemarker(right))
        return;
    if (is_placemarker(left)) {
        bool has_space = left->token.has_space;
        *left = *right;
        left->token.has_space = has_space;
        return;
    }
    fp_context *ctx = r->ctx;
    const char *text = arena_printf(ctx->arena, "%s%s", left->token.text, right->token.text);
    token_list tokens = {0};
    token_scan_text(ctx, text, r->use->token.where, &tokens);
    bool has_space = left->token.has_space;
    out->count--;
    for (int i = 0; i < tokens.count; i++) {
        tokens.data[i].has_space = i == 0 && has_space;
        VEC_PUSH(ctx->arena, out, ((expanded_token){.token = tokens.data[i]}));
    }
}

/* Appends tokens, the first as `#` or ## has prepared it. */
static void append(const replacement *r, expanded_list *out, const expanded_token *tokens,
                   int count, bool has_space, bool is_pasted)
{
    expanded_token none = placemarker(r, has_space);
    for (int i = 0; i < (count ? count : 1); i++) {
        expanded_token t = count ? tokens[i] : none;
        if (i == 0)
            t.token.has_space = has_space;
        if (i == 0 && is_pasted && out->count)
            paste(r, out, &t);
        else
            VEC_PUSH(r->ctx->arena, out, t);
    }
}

static bool replace(const replacement *r, const expanded_list *body, expanded_list *out);

/* The index after the parenthesis that closes the one at `open`. */
static int after_parentheses(const expanded_list *body, int open)
{
    int depth = 0;
    for (int i = open; i < body->count; i++) {
        depth += token_is(&body->data[i].token, "(") - token_is(&body->data[i].token, ")");
        if (depth == 0)
            return i + 1;
    }
    return body->count;
}

/* __VA_OPT__(content) at *at: its content when there are variable arguments. */
static bool replace_optional(const replacement *r, const expanded_list *body, int *at,
                             bool is_pasted, expanded_list *out)
{
    const expanded_token *name = &body->data[*at];
    int open = *at + 1, after = after_parentheses(body, open);
    expanded_list content = {0}, replaced = {0}, rest = {0};
    for (int i = open + 1; i < after - 1; i++)
        VEC_PUSH(r->ctx->arena, &content, body->data[i]);
    *at = after;
    if (!r->expand(r->data, &r->arguments->data[r->macro->formal_count - 1], &rest))
        return false;
    if (rest.count && !replace(r, &content, &replaced))
        return false;
    append(r, out, replaced.data, replaced.count, name->token.has_space, is_pasted);
    return true;
}

static bool is_optional(const replacement *r, const expanded_list *body, int at)
{
    return r->arguments && r->macro->is_variadic && at + 1 < body->count &&
           strcmp(body->data[at].token.text, "__VA_OPT__") == 0 &&
           token_is(&body->data[at + 1].token, "(");
}

/* A formal of the macro; before and after ## the argument as it is written. */
static bool replace_formal(const replacement *r, const expanded_list *body, int at, int formal,
                           bool is_pasted, expanded_list *out)
{
    const expanded_list *passed = &r->arguments->data[formal];
    const expanded_token *t = &body->data[at];
    bool is_before = at + 1 < body->count && token_is(&body->data[at + 1].token, "##");
    bool is_variable = r->macro->is_variadic && formal == r->macro->formal_count - 1;
    if (is_pasted && is_variable && out->count && token_is(&out->data[out->count - 1].token, ",")) {
        if (r->lacks_rest)
            out->count--; /* the comma */
        append(r, out, passed->data, passed->count,
               passed->count && passed->data[0].token.has_space, false);
        return true;
    } else if (is_pasted || is_before) {
        append(r, out, passed->data, passed->count, t->token.has_space, is_pasted);
        return true;
    }
    expanded_list expanded = {0};
    if (!r->expand(r->data, passed, &expanded))
        return false;
    append(r, out, expanded.data, expanded.count, t->token.has_space, false);
    return true;
}

static bool replace(const replacement *r, const expanded_list *body, expanded_list *out)
{
    bool is_pasted = false; /* by the ## before */
    for (int i = 0; i < body->count;) {
        const expanded_token *t = &body->data[i];
        int formal = formal_index(r, &t->token);
        int next = i + 1 < body->count ? formal_index(r, &body->data[i + 1].token) : -1;
        if (out->count && token_is(&t->token, "##")) {
            is_pasted = true;
            i++;
            continue;
        }
        if (next >= 0 && token_is(&t->token, "#")) {
            expanded_token string = stringized(r, &r->arguments->data[next], t->token.has_space);
            append(r, out, &string, 1, t->token.has_space, is_pasted);
            i += 2;
        } else if (is_optional(r, body, i)) {
            if (!replace_optional(r, body, &i, is_pasted, out))
                return false;
        } else if (formal >= 0) {
            if (!replace_formal(r, body, i, formal, is_pasted, out))
                return false;
            i++;
        } else {
            append(r, out, t, 1, t->token.has_space, is_pasted);
            i++;
        }
        is_pasted = false;
    }
    return true;
}

/* A blank before nothing is one before the next token; returns whether that is
 * one after the list. `has_space`: before the list. */
static bool drop_placemarkers(expanded_list *list, bool has_space)
{
    int kept = 0;
    bool is_pending = false;
    for (int i = 0; i < list->count; i++) {
        expanded_token *t = &list->data[i];
        is_pending |= t->token.has_space;
        if (is_placemarker(t))
            continue;
        t->token.has_space = kept ? is_pending : has_space;
        is_pending = false;
        list->data[kept++] = *t;
    }
    list->count = kept;
    return is_pending || (kept == 0 && has_space);
}

bool pragma_replace(const replacement *r, expanded_list *out, bool *ends_in_space)
{
    token_list plain = {0};
    expanded_list body = {0};
    token_scan_text(r->ctx, r->macro->body, r->use->token.where, &plain);
    for (int i = 0; i < plain.count; i++)
        VEC_PUSH(r->ctx->arena, &body, ((expanded_token){.token = plain.data[i]}));
    if (!replace(r, &body, out))
        return false;
    *ends_in_space = drop_placemarkers(out, r->use->token.has_space);
    return true;
}
