/* Members of structures that directives name: `c.a` of a variable, or in a declaration
 * `b.a` of all variables that are a `struct b`. Such a member is a variable of its own. */

#include "frontend/value/member.h"

#include <string.h>

#include "frontend/value/variable.h"

void value_add_member(lowering *lo, const decl *member)
{
    if (!lo->info[member->id].var)
        value_add_variable(lo, member);
}

const decl *value_mapped_member(const lowering *lo, const syntax *s)
{
    const decl *whole = s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    for (int i = 0; whole && !s->is_arrow && i < whole->member_count; i++) {
        const decl *m = whole->members[i];
        const variable *v = lo->info[m->id].var;
        if (strcmp(m->name + strlen(whole->name) + 1, s->member) == 0)
            return v && v->align ? m : NULL;
    }
    return NULL;
}

/* --- Of all variables of a structure ------------------------------------------------ */

/* The name that a declaration gives a mapping; null: it gives none. */
static directive_name *mapped_name(directive *d)
{
    if (d->kind == DIRECTIVE_ALIGN)
        return &d->u.align.source.name;
    if (d->kind == DIRECTIVE_DIMENSION)
        return &d->u.shape.name;
    if (d->kind == DIRECTIVE_SHADOW)
        return &d->u.shadow.name;
    return NULL;
}

static bool is_in_sight(const decl *d, const decl *f)
{
    bool is_variable = d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL;
    return is_variable && (!d->function || d->function == f);
}

/* Is the part of `name` before its dot what `d` is called? */
static bool begins_with(const char *name, size_t length, const char *whole)
{
    return whole && strlen(whole) == length && strncmp(name, whole, length) == 0;
}

/* A mapped member is analysed of single variables only, where the directive stands. */
static void reject_whole(lowering *lo, const decl *d, directive_name name)
{
    const char *member = strchr(name.text, '.') + 1;
    const char *what = !d->rank ? "declared in another scope than this stands in: move both to one"
                       : d->type->kind == TYPE_POINTER || d->kind == DECL_FORMAL
                           ? "a pointer to such structures, which is not followed: make the member "
                             "an array of its own"
                           : "an array of such structures, which is not analysed: make the member "
                             "an array of its own";
    diag *one = diag_report(lo->ctx->diags, DIAG_ERROR, "not-analysed", name.where,
                            "'%s' of all 'struct %s' is mapped here, but '%s' is %s", member,
                            d->record, d->name, what);
    diag_note(one, d->where, "'%s' is declared here", d->name);
}

/* Is it a variable's member, and no structure's? */
static bool names_variable(const lowering *lo, const decl *f, int unit, const char *text,
                           size_t length)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (is_in_sight(d, f) && begins_with(text, length, d->name) &&
            c_unit_declares(&lo->source->units[unit], d))
            return true;
    }
    return false;
}

int value_each_member(lowering *lo, const directive *d, decl *f, int unit,
                      const directive *const **out)
{
    directive copy = *d;
    directive_name *name = mapped_name(&copy);
    const char *dot = name && name->text ? strchr(name->text, '.') : NULL;
    VEC(const directive *) each = {0};
    bool is_structure = false;
    if (!dot || names_variable(lo, f, unit, name->text, (size_t)(dot - name->text)))
        return -1;
    directive_name named = *name;
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *v = lo->source->decls[i];
        bool is_variable = v->kind == DECL_VARIABLE || v->kind == DECL_FORMAL;
        if (!is_variable || (f && v->function && v->function != f) ||
            !c_unit_declares(&lo->source->units[unit], v) ||
            !begins_with(named.text, (size_t)(dot - named.text), v->record))
            continue;
        is_structure = true;
        if (v->rank || v->function != f) {
            reject_whole(lo, v, named);
            continue;
        }
        name->text = intern(lo->ctx->names, arena_printf(lo->ctx->arena, "%s%s", v->name, dot));
        const directive *one = arena_copy(lo->ctx->arena, &copy, sizeof copy);
        VEC_PUSH(lo->ctx->arena, &each, one);
    }
    *out = each.data;
    return is_structure ? each.count : -1;
}
