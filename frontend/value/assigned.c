#include "frontend/value/assigned.h"

static const decl *integer_name(const syntax *s)
{
    return s && s->kind == SYNTAX_NAME && s->decl && decl_is_integer(s->decl) ? s->decl : NULL;
}

const decl *value_assigned_by(const syntax *s, const syntax **value)
{
    *value = NULL;
    if (s->kind == SYNTAX_ASSIGN) {
        if (s->op == OPERATOR_NONE)
            *value = s->child[1];
        return integer_name(s->child[0]);
    }
    if (s->kind == SYNTAX_UNARY && (s->op >= OPERATOR_PRE_INC || s->op == OPERATOR_ADDRESS))
        return integer_name(s->child[0]);
    return NULL;
}

bool value_is_assigned_by(const syntax *s, const decl *d)
{
    const syntax *value;
    return value_assigned_by(s, &value) == d;
}

bool value_is_assigned_in(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (value_is_assigned_by(s, d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (value_is_assigned_in(syntax_part(s, i), d))
            return true;
    return false;
}

int value_assignments_in(const syntax *s, const decl *d)
{
    if (!s)
        return 0;
    int count = value_is_assigned_by(s, d);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        count += value_assignments_in(part, d);
        count += s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d && part;
    }
    return count;
}

/* Is the variable assigned before the end of `at`, in the order of the text? */
static bool is_assigned_before_end(const syntax *s, const decl *d, source_range at)
{
    const source_range end = {.line = at.end_line, .column = at.end_column};
    if (!s)
        return false;
    if (value_is_assigned_by(s, d) && source_is_before(s->where, end))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_assigned_before_end(syntax_part(s, i), d, at))
            return true;
    return false;
}

static bool names_changed(const lowering *lo, const syntax *s, source_range at)
{
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind == DECL_FORMAL && d->function && lo->info[d->id].assignments > 0 &&
        is_assigned_before_end(d->function->body, d, at))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (names_changed(lo, syntax_part(s, i), at))
            return true;
    return false;
}

bool value_names_changed_formal(const lowering *lo, const syntax *s)
{
    return names_changed(lo, s, s->where);
}

static void add_assigned(lowering *lo, decl_ids *out, const syntax *s)
{
    if (!s)
        return;
    const syntax *value;
    const decl *d = value_assigned_by(s, &value);
    if (d && decl_ids_has(&lo->fn.tracked, d->id))
        decl_ids_add(lo->ctx->arena, out, d->id);
    for (int i = 0; i < s->child_count; i++)
        add_assigned(lo, out, syntax_part(s, i));
}

decl_ids value_assigned_in(lowering *lo, const syntax *s)
{
    decl_ids found = {0};
    add_assigned(lo, &found, s);
    decl_ids_sort(&found);
    return found;
}
