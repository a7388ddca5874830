/* sizeof in a directive: of a type by its name, of a variable, and of what is
 * after its subscripts. */

#include "frontend/directive/sizeof.h"

#include <string.h>

typedef struct operand {
    expr_reader *r;
    const directive_names *names;
    const directive_token *at, *end;
} operand;

static bool take(operand *o, const char *punct)
{
    if (o->at == o->end || !token_is(o->at, punct))
        return false;
    o->at++;
    return true;
}

/* --- Types ----------------------------------------------------------------- */

/* C's basic types, by their words. */
typedef struct basic {
    int longs;
    const char *kind; /* char, short, float, double, _Bool; null: an int */
    bool has_any, is_unsigned, is_signed;
} basic;

static bool take_basic(operand *o, basic *b)
{
    static const char *const kinds[] = {"char", "short", "float", "double", "_Bool"};
    static const char *const others[] = {"int", "signed", "unsigned", "const", "volatile"};
    if (o->at == o->end || o->at->kind != TOKEN_NAME)
        return false;
    const char *word = o->at->text;
    bool is_long = strcmp(word, "long") == 0, is_other = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        is_other |= strcmp(word, others[i]) == 0 || strcmp(word, kinds[i]) == 0;
        b->kind = strcmp(word, kinds[i]) == 0 ? kinds[i] : b->kind;
    }
    b->longs += is_long;
    b->is_unsigned |= strcmp(word, "unsigned") == 0;
    b->is_signed |= strcmp(word, "signed") == 0;
    b->has_any |= is_long || is_other;
    o->at += is_long || is_other;
    return is_long || is_other;
}

static const char *basic_name(const basic *b)
{
    if (b->kind)
        return b->longs ? "long double" : b->kind;
    return b->longs > 1 ? "long long" : b->longs ? "long" : "int";
}

static bool is_tag(const directive_token *t)
{
    return t->kind == TOKEN_NAME &&
           (strcmp(t->text, "struct") == 0 || strcmp(t->text, "union") == 0);
}

/* The type that begins here, up to a parenthesis; false: none does. */
static bool take_type(operand *o, named_type *out)
{
    fp_context *ctx = o->r->ctx;
    basic b = {0};
    const char *name = NULL;
    if (!o->names->type)
        return false;
    while (take_basic(o, &b))
        continue;
    if (b.has_any) {
        name = basic_name(&b);
    } else if (o->end - o->at > 1 && is_tag(o->at) && o->at[1].kind == TOKEN_NAME) {
        name = arena_printf(ctx->arena, "%s %s", o->at->text, o->at[1].text);
        o->at += 2;
    } else if (o->at < o->end && o->at->kind == TOKEN_NAME) {
        name = o->at++->text;
    }
    bool is_pointer = false;
    while (take(o, "*"))
        is_pointer = true;
    name = is_pointer ? "void *" : name;
    if (!name || !o->names->type(o->names->data, intern(ctx->names, name), out))
        return false;
    if (b.has_any && !is_pointer)
        out->integer.is_unsigned = b.is_unsigned || (out->integer.is_unsigned && !b.is_signed);
    return true;
}

bool type_read(expr_reader *r, const directive_names *names, const directive_token **at,
               const directive_token *end, named_type *out)
{
    operand o = {r, names, *at, end};
    bool is_one = take_type(&o, out);
    *at = o.at;
    return is_one;
}

/* --- Variables ------------------------------------------------------------- */

/* Skips [e]; false: there is none. */
static bool take_subscript(operand *o)
{
    int depth = 0;
    const directive_token *t = o->at;
    for (; t < o->end; t++) {
        depth += token_is(t, "[") - token_is(t, "]");
        if (depth <= 0)
            break;
    }
    bool is_whole = t < o->end && t > o->at;
    if (is_whole)
        o->at = t + 1;
    return is_whole;
}

/* NAME, NAME[e], *NAME, in parentheses or not. */
static const expr *object_bytes(operand *o)
{
    int level = 0, open = 0;
    for (;;) {
        if (take(o, "*"))
            level++;
        else if (take(o, "("))
            open++;
        else
            break;
    }
    if (o->at == o->end || o->at->kind != TOKEN_NAME || !o->names->object_bytes)
        return NULL;
    const directive_token *name = o->at++;
    while (take_subscript(o) || (open > 0 && take(o, ")") && open--))
        level += token_is(o->at - 1, "]");
    return open ? NULL : o->names->object_bytes(o->names->data, name->text, name->where, level);
}

const expr *sizeof_read(expr_reader *r, const directive_names *names, const directive_token **at,
                        const directive_token *end)
{
    operand type = {r, names, *at, end}, object = type;
    named_type named = {0};
    if (take(&type, "(") && take_type(&type, &named) && take(&type, ")")) {
        *at = type.at;
        return expr_int(r->pool, named.bytes);
    }
    const expr *value = object_bytes(&object);
    *at = object.at;
    return value;
}
