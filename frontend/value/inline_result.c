#include "frontend/value/inline_result.h"

#include "frontend/value/integer.h"
#include "frontend/value/names.h"

/* The value of a call of one of the program's functions that only returns an integer
 * expression: `int half(int n) { return n / 2; }`. */

/* The only thing that the function does; null: it does more, or something else. */
static const syntax *returned(const decl *f)
{
    const syntax *body = f->body;
    while (body && body->kind == SYNTAX_BLOCK)
        body = body->child_count == 1 ? body->child[0] : NULL;
    return body && body->kind == SYNTAX_RETURN && body->child_count == 1 ? body->child[0] : NULL;
}

/* So deep may such functions call each other; deeper ones call themselves. */
enum { CALLS_MOST = 8 };

/* In terms of the formals' parameters. */
static const expr *value_inside(lowering *lo, decl *f, const syntax *value)
{
    const directive_names *names = lo->reading.names;
    if (lo->reading.result_depth >= CALLS_MOST)
        return NULL;
    lo->reading.names = value_names(lo, f, f->unit);
    lo->reading.result_depth++;
    const expr *inside = value_integer(lo, value, false);
    lo->reading.result_depth--;
    lo->reading.names = names;
    return inside;
}

static bool mentions(const expr *e, const param *p)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param == p || (e->u.param->value && mentions(e->u.param->value, p));
    for (int i = 0; i < expr_operand_count(e); i++)
        if (mentions(e->u.op.operand[i], p))
            return true;
    return false;
}

const expr *value_of_call(lowering *lo, const syntax *call, bool allow_unknown)
{
    if (!syntax_callee_name(call))
        return NULL;
    decl *f = call->child[0]->decl;
    const syntax *value = f->is_replaceable ? NULL : returned(f); /* another body may be called */
    if (!value || call->child_count != f->formal_count + 1)
        return NULL;
    const expr *inside = value_inside(lo, f, value);
    VEC(const param *) params = {0};
    VEC(const expr *) with = {0};
    for (int i = 0; inside && i < f->formal_count; i++) {
        const param *p = lo->info[f->formals[i]->id].formal;
        if (!p || !mentions(inside, p))
            continue;
        const expr *passed = value_integer(lo, call->child[i + 1], allow_unknown);
        if (!passed)
            return NULL;
        VEC_PUSH(lo->ctx->arena, &params, p);
        VEC_PUSH(lo->ctx->arena, &with, passed);
    }
    if (!inside || params.count == 0)
        return inside;
    return expr_substitute(
        lo->pool, inside,
        &(expr_substitution){.count = params.count, .params = params.data, .with = with.data});
}
