/* Copies of trees: value/syntax_copy.h. */

#include "frontend/value/syntax_copy.h"

#include <string.h>

syntax_copying syntax_copy_begin(fp_context *ctx, c_program *source)
{
    return (syntax_copying){
        .ctx = ctx,
        .source = source,
        .count = source->decl_count,
        .copy = ARENA_ARRAY(ctx->arena, source->decl_count + 1, decl *),
    };
}

/* --- Trees ------------------------------------------------------------------------------------ */

syntax *syntax_new_at(fp_context *ctx, const syntax *at, syntax_kind kind, int children)
{
    syntax *s = ARENA_NEW(ctx->arena, syntax);
    *s = (syntax){.kind = kind,
                  .where = at->where,
                  .unit = at->unit,
                  .macro = at->macro,
                  .in_macro = at->in_macro,
                  .child_count = children,
                  .child = children ? ARENA_ARRAY(ctx->arena, children, const syntax *) : NULL};
    return s;
}

syntax *syntax_number_at(fp_context *ctx, const syntax *at, const c_type *type, int64_t value)
{
    syntax *number = syntax_new_at(ctx, at, SYNTAX_INT, 0);
    number->type = type;
    number->converted = at->converted;
    number->value = value;
    return number;
}

const syntax *syntax_path_at(fp_context *ctx, const syntax *at, const decl *whole, const char *path,
                             const c_type *type)
{
    syntax *name = syntax_new_at(ctx, at, SYNTAX_NAME, 0);
    name->type = whole->type;
    name->decl = (decl *)whole;
    while (*path) {
        const char *end = path + strcspn(path, ".");
        syntax *member = syntax_new_at(ctx, at, SYNTAX_MEMBER, 1);
        member->type = type;
        member->member = intern(ctx->names, arena_strndup(ctx->arena, path, (size_t)(end - path)));
        member->child[0] = name;
        name = member;
        path = *end ? end + 1 : end;
    }
    return name;
}

static const int64_t *number_of(const syntax_copying *c, const decl *d)
{
    for (int i = 0; i < c->number_count; i++)
        if (c->variable[i] == d)
            return &c->number[i];
    return NULL;
}

static decl *copy_of(const syntax_copying *c, const decl *d)
{
    return d && d->id < c->count ? c->copy[d->id] : NULL;
}

syntax *syntax_copy_tree(syntax_copying *c, const syntax *s)
{
    if (!s)
        return NULL;
    arena *a = c->ctx->arena;
    const int64_t *number = s->kind == SYNTAX_NAME ? number_of(c, s->decl) : NULL;
    if (number)
        return syntax_number_at(c->ctx, s, s->decl->type, *number);
    syntax *copy = arena_copy(a, s, sizeof *copy);
    if (copy_of(c, s->decl))
        copy->decl = copy_of(c, s->decl);
    copy->label = syntax_copy_tree(c, s->label);
    copy->child = s->child_count ? ARENA_ARRAY(a, s->child_count, const syntax *) : NULL;
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = syntax_copy_tree(c, s->child[i]);
    return copy;
}

/* --- Declarations ----------------------------------------------------------------------------- */

decl *syntax_copy_decl(syntax_copying *c, const decl *d)
{
    c_program *source = c->source;
    arena *a = c->ctx->arena;
    const int count = source->decl_count;
    decl *copy = arena_copy(a, d, sizeof *copy);
    decl **decls = ARENA_ARRAY(a, count + 1, decl *);
    c_unit *units =
        arena_copy(a, source->units, (size_t)source->unit_count * sizeof *source->units);
    memcpy(decls, source->decls, (size_t)count * sizeof *decls);
    copy->id = count;
    copy->origin = d->origin ? d->origin : d;
    decls[count] = copy;
    for (int i = 0; i < source->unit_count; i++) {
        bool *is_declared = ARENA_ARRAY(a, count + 1, bool);
        memcpy(is_declared, units[i].is_declared,
               (size_t)units[i].declared_count * sizeof *is_declared);
        is_declared[count] = c_unit_declares(&units[i], d);
        units[i].is_declared = is_declared;
        units[i].declared_count = count + 1;
    }
    source->decls = decls;
    source->decl_count = count + 1;
    source->units = units;
    if (d->id < c->count)
        c->copy[d->id] = copy;
    return copy;
}

void syntax_fill_decl(syntax_copying *c, const decl *d)
{
    decl *copy = copy_of(c, d);
    for (int i = 0; i < d->rank; i++)
        copy->extent[i] = syntax_copy_tree(c, d->extent[i]);
    copy->init = syntax_copy_tree(c, d->init);
    copy->whole = copy_of(c, d->whole) ? copy_of(c, d->whole) : d->whole;
    decl **members = ARENA_ARRAY(c->ctx->arena, d->member_count + 1, decl *);
    for (int i = 0; i < d->member_count; i++)
        members[i] = copy_of(c, d->members[i]) ? copy_of(c, d->members[i]) : d->members[i];
    copy->members = members;
}

static void fill_all(syntax_copying *c, const decl *but)
{
    for (int i = 0; i < c->count; i++)
        if (c->copy[i] && c->copy[i] != but)
            syntax_fill_decl(c, c->source->decls[i]);
}

static void copy_declared(syntax_copying *c, const syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++) {
        decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->kind == DECL_VARIABLE && !d->is_static && !copy_of(c, d)) {
            syntax_copy_decl(c, d);
            for (int k = 0; k < d->member_count; k++)
                syntax_copy_decl(c, d->members[k]);
        }
        copy_declared(c, s->child[i]);
    }
}

syntax *syntax_copy_scope(syntax_copying *c, const decl *function, const syntax *s)
{
    copy_declared(c, s);
    for (int i = 0; i < c->count; i++)
        if (c->copy[i])
            c->copy[i]->function = (decl *)function;
    fill_all(c, NULL);
    return syntax_copy_tree(c, s);
}

/* --- Functions -------------------------------------------------------------------------------- */

/* After those of the same text. */
static void add_function(syntax_copying *c, const decl *f, decl *copy)
{
    c_program *source = c->source;
    decl **functions = ARENA_ARRAY(c->ctx->arena, source->function_count + 1, decl *);
    int at = 0;
    for (int i = 0; i < source->function_count; i++) {
        const decl *one = source->functions[i];
        if (one == f || one->twin_of == f)
            at = i + 1;
    }
    memcpy(functions, source->functions, (size_t)at * sizeof *functions);
    functions[at] = copy;
    memcpy(functions + at + 1, source->functions + at,
           (size_t)(source->function_count - at) * sizeof *functions);
    source->functions = functions;
    source->function_count++;
}

decl *syntax_copy_function(syntax_copying *c, const decl *f, const syntax *body)
{
    decl *to = syntax_copy_decl(c, f);
    to->twin_of = f->twin_of ? f->twin_of : f;
    for (int i = 0; i < c->count; i++) {
        const decl *d = c->source->decls[i];
        bool is_own = d->function == f && d->kind != DECL_ENUMERATOR && d->kind != DECL_FUNCTION;
        if (is_own)
            syntax_copy_decl(c, d)->function = to;
    }
    decl **formals = ARENA_ARRAY(c->ctx->arena, f->formal_count + 1, decl *);
    for (int i = 0; i < f->formal_count; i++)
        formals[i] = copy_of(c, f->formals[i]);
    to->formals = formals;
    fill_all(c, to);
    c->copy[f->id] = NULL; /* a call of itself stays one of the first */
    to->body = syntax_copy_tree(c, body);
    add_function(c, to->twin_of, to);
    return to;
}
