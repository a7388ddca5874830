#include "frontend/value/stored.h"

#include "frontend/syntax/library_function.h"

/* Characters and parts of structures may be those of any integer. */
static const store_widths any_width = ~0u;

static store_widths width_of(const c_type *type)
{
    if (!type || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE ||
        type->kind == TYPE_POINTER)
        return 0;
    bool is_integer = type->kind == TYPE_INT && type->bytes > 1 && type->bytes <= 16;
    return is_integer ? 1u << type->bytes : any_width;
}

/* Is the place reached by a pointer's value? */
static bool is_through_address(const syntax *s)
{
    for (; s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER || s->kind == SYNTAX_CAST ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
         s = s->child[0])
        if (s->child[0]->type && s->child[0]->type->kind == TYPE_POINTER && s->kind != SYNTAX_CAST)
            return true;
    return false;
}

static store_widths stored_by_call(const syntax *call)
{
    const decl *callee = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    store_widths stored = 0;
    bool is_elsewhere = callee && !callee->body && library_kind_of(callee->name) != LIBRARY_FREES;
    for (int i = 1; is_elsewhere && i < call->child_count; i++) {
        const c_type *given = syntax_without_casts(call->child[i])->type;
        if (given && given->kind == TYPE_POINTER && !given->target->is_const &&
            library_may_write(callee, i - 1))
            stored |= width_of(given->target);
    }
    return stored;
}

store_widths value_stored_by(const syntax *s)
{
    if (s->kind == SYNTAX_CALL)
        return stored_by_call(s);
    if (s->kind == SYNTAX_OTHER && s->is_assembly && s->clobbers_memory)
        return any_width;
    bool is_assignment =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    return is_assignment && is_through_address(s->child[0]) ? width_of(s->child[0]->type) : 0;
}

bool value_store_fits(store_widths stored, const c_type *type)
{
    return (stored & width_of(type)) != 0;
}
