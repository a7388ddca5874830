#include "frontend/value/record_member.h"

#include <string.h>

#include "frontend/syntax/syntax.h"

/* "vector", as the program calls the type of the structure; null: it has no name. */
static const char *record_of(const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (!d || !d->record)
        return NULL;
    const char *name = d->record_alias ? d->record_alias : d->record;
    return strncmp(name, "struct ", strlen("struct ")) == 0 ? name + strlen("struct ") : name;
}

const expr *value_of_any_member(lowering *lo, const syntax *s)
{
    const bool is_element = s->kind == SYNTAX_SUBSCRIPT;
    const syntax *member = is_element ? s->child[0] : s;
    if (!lo->reading.asks_members || lo->keeps_loops || member->kind != SYNTAX_MEMBER ||
        !member->child_count || !s->type || s->type->kind != TYPE_INT)
        return NULL;
    const char *record = record_of(member->child[0]);
    if (!record)
        return NULL;
    const char *name =
        intern(lo->ctx->names, arena_printf(lo->ctx->arena, "%s.%s", record, member->member));
    for (int i = 0; i < lo->found.members.count; i++)
        if (!lo->found.members.data[i].base && lo->found.members.data[i].name == name)
            return lo->found.members.data[i].value;
    param *p = expr_new_param(lo->pool, PARAM_VARIABLE, name, s->where);
    p->provenance = "not known before the program runs";
    const expr *value = expr_param(lo->pool, p);
    VEC_PUSH(lo->ctx->arena, &lo->found.members, ((member_param){NULL, name, value, is_element}));
    return value;
}

static bool is_asked(const lowering *lo, const expr *e, bool elements_only)
{
    for (int i = 0; i < lo->found.members.count; i++) {
        const member_param *m = &lo->found.members.data[i];
        if (!m->base && m->value == e)
            return m->is_element || !elements_only;
    }
    return false;
}

static bool asks(const lowering *lo, const expr *e, bool elements_only)
{
    if (e->kind == EXPR_PARAM)
        return is_asked(lo, e, elements_only) ||
               (e->u.param->value && asks(lo, e->u.param->value, elements_only));
    for (int i = 0; i < expr_operand_count(e); i++)
        if (asks(lo, e->u.op.operand[i], elements_only))
            return true;
    return false;
}

bool value_asks_members(const lowering *lo, const expr *e)
{
    return asks(lo, e, false);
}

bool value_asks_elements(const lowering *lo, const expr *e)
{
    return asks(lo, e, true);
}
