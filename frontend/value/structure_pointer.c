#include "frontend/value/structure_pointer.h"

#include <string.h>

#include "frontend/value/structure_counter.h"

typedef struct naming {
    fp_context *ctx;
    c_program *source;
    bool *is_whole; /* by a declaration's id: named otherwise than for a member */
    decl **named;   /* by a declaration's id: the member, if it is a variable from now on */
} naming;

static bool is_member_of_name(const syntax *s)
{
    return s->kind == SYNTAX_MEMBER && !s->is_arrow && s->child[0]->kind == SYNTAX_NAME;
}

static void find_whole(naming *n, const syntax *s, const syntax *around)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    bool is_declared = around && around->kind == SYNTAX_DECLARATION;
    if (s->kind == SYNTAX_NAME && s->decl && !is_declared && !(around && is_member_of_name(around)))
        n->is_whole[s->decl->id] = true;
    for (int i = 0; i < s->child_count; i++) {
        find_whole(n, s->child[i], s);
        if (s->kind == SYNTAX_DECLARATION)
            find_whole(n, s->child[i]->decl->init, NULL);
    }
}

static bool is_plain(const naming *n, const decl *d)
{
    return d->kind == DECL_VARIABLE && d->where.file && d->rank == 0 && d->type &&
           d->type->kind == TYPE_RECORD && !d->type->is_volatile && !d->is_replaceable &&
           !d->has_cleanup && !d->is_coarray && !n->is_whole[d->id];
}

static bool is_pointer_to_structure(const decl *d)
{
    return d->kind == DECL_MEMBER && d->type && d->type->kind == TYPE_POINTER && d->type->target &&
           d->type->target->kind == TYPE_RECORD && !d->type->is_volatile;
}

/* The list without what the member has of it. */
static void take_value(naming *n, const decl *d, const syntax *value)
{
    syntax *list = (syntax *)d->init;
    for (int i = 0; i < list->child_count; i++) {
        if (list->child[i] != value)
            continue;
        syntax *zero = arena_copy(n->ctx->arena, value, sizeof *zero);
        zero->kind = SYNTAX_INT;
        zero->value = 0;
        zero->child_count = 0;
        list->child[i] = zero;
    }
}

static void name_members(naming *n, decl *d)
{
    for (int i = 0; i < d->member_count; i++) {
        decl *m = d->members[i];
        const syntax *value = NULL;
        if (m->whole != d || !is_pointer_to_structure(m) ||
            (d->init && !structure_initial(m, d->init, &value)))
            continue;
        m->kind = DECL_VARIABLE;
        m->is_static = d->is_static;
        m->init = value;
        if (value)
            take_value(n, d, value);
        n->named[m->id] = m;
    }
}

/* The member as a variable; null: it is none. */
static decl *named_by(const naming *n, const syntax *s)
{
    const decl *d = is_member_of_name(s) ? s->child[0]->decl : NULL;
    for (int i = 0; d && i < d->member_count; i++) {
        decl *m = n->named[d->members[i]->id];
        if (m && strcmp(strrchr(m->name, '.') + 1, s->member) == 0)
            return m;
    }
    return NULL;
}

/* What is declared with values sets each of them. */
static void declare_members(naming *n, syntax *s)
{
    VEC(const syntax *) child = {0};
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        VEC_PUSH(n->ctx->arena, &child, s->child[i]);
        for (int k = 0; k < d->member_count; k++) {
            decl *m = n->named[d->members[k]->id];
            if (!m)
                continue;
            syntax *name = arena_copy(n->ctx->arena, s->child[i], sizeof *name);
            name->decl = m;
            name->type = m->type;
            VEC_PUSH(n->ctx->arena, &child, name);
        }
    }
    s->child_count = child.count;
    s->child = child.data;
}

static void rename_all(naming *n, syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_DECLARATION)
        declare_members(n, s);
    decl *m = named_by(n, s);
    if (m) {
        s->kind = SYNTAX_NAME;
        s->decl = m;
        s->child_count = 0;
    }
    for (int i = 0; i < s->child_count; i++)
        rename_all(n, (syntax *)syntax_part(s, i));
}

void structure_name_pointers(fp_context *ctx, c_program *source)
{
    const int count = source->decl_count;
    naming n = {.ctx = ctx, .source = source};
    n.is_whole = ARENA_ARRAY(ctx->arena, count + 1, bool);
    n.named = ARENA_ARRAY(ctx->arena, count + 1, decl *);
    for (int i = 0; i < source->function_count; i++)
        find_whole(&n, source->functions[i]->body, NULL);
    for (int i = 0; i < count; i++)
        if (!source->decls[i]->function)
            find_whole(&n, source->decls[i]->init, NULL);
    for (int i = 0; i < count; i++)
        if (is_plain(&n, source->decls[i]))
            name_members(&n, source->decls[i]);
    for (int i = 0; i < source->function_count; i++)
        rename_all(&n, (syntax *)source->functions[i]->body);
}
