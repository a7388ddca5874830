#include "frontend/pragma/pragma.h"

#include "frontend/pragma/expand.h"

/* Macros that stand for a part of a directive: a format, a clause, a list, a name. What stands for
 * a value stays, and is read with its name where the directive is. */

typedef struct part_reader {
    fp_context *ctx;
    const c_program *source;
    const c_unit *unit;
    const unit_macros *macros;
} part_reader;

/* Macros being expanded, innermost first: C does not expand them again inside. */
typedef struct guard {
    const c_macro *macro;
    const struct guard *outer;
} guard;

static bool is_undefined(const c_macro *m, const unit_macros *macros, source_range at)
{
    for (int i = 0; i < macros->undef_count; i++) {
        const pragma_undef *u = &macros->undefs[i];
        bool is_after = !m->where.file || m->where.file != u->where.file ||
                        source_is_before(m->where, u->where);
        if (u->name == m->name && is_after && u->where.file == at.file &&
            source_is_before(u->where, at))
            return true;
    }
    return false;
}

const c_macro *pragma_find_macro(const unit_macros *macros, const char *name, source_range at)
{
    const c_macro *m = macro_index_find(macros->index, name, at);
    return m && !is_undefined(m, macros, at) ? m : NULL;
}

static bool begins_part(const directive_token *t)
{
    static const char *const words[] = {
        "block",  "cyclic", "gblock",    "gen_block",     "onto", "with",
        "on",     "new",    "reduction", "width",         "from", "async",
        "expand", "margin", "in",        "peel_and_wait", "out",  "orthogonal"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is_word(t, words[i]))
            return true;
    return false;
}

/* Are there commas outside of parentheses? */
static bool is_list(const token_list *body)
{
    int depth = 0;
    for (int i = 0; i < body->count; i++) {
        const directive_token *t = &body->data[i];
        depth += token_is(t, "(") || token_is(t, "[");
        depth -= token_is(t, ")") || token_is(t, "]");
        if (depth == 0 && token_is(t, ","))
            return true;
    }
    return false;
}

/* A variable without extents, or an enumerator: what directives read as a value. */
static bool is_value(const part_reader *r, const char *name)
{
    for (int i = 0; i < r->source->decl_count; i++) {
        const decl *d = r->source->decls[i];
        if (d->name == name && d->rank == 0 && d->kind != DECL_FUNCTION &&
            c_unit_declares(r->unit, d))
            return true;
    }
    return false;
}

/* Does `body` stand for more than a value, as word `at` of a directive? The directive's own word
 * is 1; what stands in brackets right after that is no value. */
static bool is_part(const part_reader *r, const token_list *body, int at)
{
    const directive_token *first = body->data;
    if (body->count == 0)
        return true;
    bool is_name = first->kind == TOKEN_NAME, is_alone = body->count == 1;
    return (at == 1 && is_name) || begins_part(first) || is_list(body) ||
           (is_alone && token_is(first, "*")) ||
           (is_alone && is_name && !is_value(r, first->text)) ||
           (at == 2 && (token_is(first, "(") || token_is(first, "[")));
}

static void expand(part_reader *r, const token_list *tokens, int first, const guard *inside,
                   token_list *out)
{
    for (int i = 0; i < tokens->count; i++) {
        const directive_token *t = &tokens->data[i];
        const c_macro *m = t->kind == TOKEN_NAME && first + i > 0
                               ? pragma_find_macro(r->macros, t->text, t->where)
                               : NULL;
        for (const guard *g = inside; g && m; g = g->outer)
            m = g->macro == m ? NULL : m;
        token_list body = {0}, whole = {0};
        if (m && !m->is_function_like && m->body) {
            const guard own = {m, inside};
            token_scan_text(r->ctx, m->body, t->where, &body);
            expand(r, &body, first + i, &own, &whole);
            if (is_part(r, &whole, first + i)) {
                for (int k = 0; k < whole.count; k++)
                    VEC_PUSH(r->ctx->arena, out, whole.data[k]);
                continue;
            }
        }
        VEC_PUSH(r->ctx->arena, out, *t);
    }
}

token_list pragma_expand_parts(fp_context *ctx, const c_program *source, int unit,
                               const unit_macros *macros, const token_list *tokens)
{
    part_reader r = {ctx, source, &source->units[unit], macros};
    token_list out = {0};
    if (tokens->count > 0)
        expand(&r, tokens, 0, NULL, &out);
    return out;
}
