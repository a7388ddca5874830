/* Calls. */

#include "frontend/clang/import.h"

/* The function itself, of *f, &f and **f. */
static const syntax *function_name(const syntax *callee)
{
    while (callee->kind == SYNTAX_UNARY &&
           (callee->op == OPERATOR_DEREF || callee->op == OPERATOR_ADDRESS))
        callee = callee->child[0];
    return callee->kind == SYNTAX_NAME && callee->decl && callee->decl->kind == DECL_FUNCTION
               ? callee
               : NULL;
}

syntax *clang_import_call(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_parts(in, SYNTAX_CALL, cursor, children);
    const syntax *name = function_name(s->child[0]);
    if (!name)
        return s;
    s->child[0] = name;
    VEC_PUSH(in->ctx->arena, &in->shared->calls, s);
    return s;
}

void clang_import_arguments(fp_context *ctx, const program_import *all)
{
    for (int i = 0; i < all->calls.count; i++) {
        const syntax *s = all->calls.data[i];
        const decl *f = s->child[0]->decl;
        for (int k = 0; k < f->formal_count && k + 1 < s->child_count; k++) {
            syntax *passed = (syntax *)s->child[k + 1];
            const c_type *to = f->formals[k]->type;
            if (passed->type && passed->type->kind == TYPE_INT && to->kind == TYPE_INT)
                clang_import_conversion(ctx, passed, to);
        }
    }
}
