/* Elements as variables: frontend/syntax/element_variables.h. */

#include "frontend/syntax/element_variables.h"

#include <stdint.h>

#include "support/vec.h"

enum { ELEMENTS_MOST = 64 };

/* Of each array, by its id. */
typedef struct usage {
    bool is_other;   /* used otherwise than by constant indices */
    bool is_counter; /* a loop counts with an element */
    decl **element;  /* by index; null: not used */
} usage;

typedef struct splitting {
    fp_context *ctx;
    c_program *program;
    usage *of; /* by the id of a declaration */
    VEC(decl *) added;
} splitting;

static bool is_candidate(const decl *d)
{
    return d && d->kind == DECL_VARIABLE && (d->function ? !d->is_static : d->is_defined) &&
           !d->is_coarray && !d->is_on_images && !d->init && d->rank == 1 &&
           d->type->kind == TYPE_ARRAY && d->element && d->element->kind == TYPE_INT &&
           !d->element->is_volatile && d->count[0] > 0 && d->count[0] <= ELEMENTS_MOST;
}

/* The array of which `s` is an element of a constant index; null: it is something else. */
static decl *array_of(const syntax *s)
{
    if (!s || s->kind != SYNTAX_SUBSCRIPT || s->child[0]->kind != SYNTAX_NAME ||
        !is_candidate(s->child[0]->decl))
        return NULL;
    decl *d = s->child[0]->decl;
    const syntax *index = s->child[1];
    bool is_inside = index->kind == SYNTAX_INT && index->value >= 0 && index->value < d->count[0];
    return is_inside ? d : NULL;
}

/* --- Uses ------------------------------------------------------------------------------- */

/* What the third part of a `for` moves. */
static const syntax *moved_by(const syntax *step)
{
    bool is_step = step && (step->kind == SYNTAX_ASSIGN ||
                            (step->kind == SYNTAX_UNARY && step->op >= OPERATOR_PRE_INC));
    return is_step ? step->child[0] : NULL;
}

/* Calls `see` for each expression that a declaration has: its value, and extents. */
static void see_declared(splitting *p, const syntax *name,
                         void (*see)(splitting *, const syntax **))
{
    decl *d = name->decl;
    if (!d)
        return;
    if (d->init)
        see(p, &d->init);
    for (int k = 0; k < d->rank; k++)
        if (d->extent[k])
            see(p, &d->extent[k]);
}

static void find_uses(splitting *p, const syntax **at)
{
    const syntax *s = *at;
    decl *moved = s->kind == SYNTAX_FOR ? array_of(moved_by(s->child[2])) : NULL;
    if (moved)
        p->of[moved->id].is_counter = true;
    if (s->kind == SYNTAX_NAME && is_candidate(s->decl))
        p->of[s->decl->id].is_other = true;
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    if (is_address && array_of(s->child[0]))
        p->of[array_of(s->child[0])->id].is_other = true;
    if (array_of(s))
        return;
    for (int i = 0; i < s->child_count; i++)
        if (s->kind == SYNTAX_DECLARATION)
            see_declared(p, s->child[i], find_uses);
        else if (s->child[i])
            find_uses(p, &s->child[i]);
}

/* --- Variables -------------------------------------------------------------------------- */

static decl *element_of(splitting *p, decl *array, int64_t index)
{
    usage *u = &p->of[array->id];
    if (!u->element)
        u->element = ARENA_ARRAY(p->ctx->arena, array->count[0], decl *);
    if (u->element[index])
        return u->element[index];
    decl *d = ARENA_NEW(p->ctx->arena, decl);
    *d = *array;
    d->name = intern(p->ctx->names,
                     arena_printf(p->ctx->arena, "%s[%lld]", array->name, (long long)index));
    d->id = p->program->decl_count + p->added.count;
    d->type = array->element;
    d->rank = 0;
    VEC_PUSH(p->ctx->arena, &p->added, d);
    return u->element[index] = d;
}

static void replace(splitting *p, const syntax **at)
{
    const syntax *s = *at;
    decl *array = array_of(s);
    if (array && p->of[array->id].is_counter && !p->of[array->id].is_other) {
        syntax *name = ARENA_NEW(p->ctx->arena, syntax);
        *name = *s;
        name->kind = SYNTAX_NAME;
        name->decl = element_of(p, array, s->child[1]->value);
        name->child_count = 0;
        name->child = NULL;
        *at = name;
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        if (s->kind == SYNTAX_DECLARATION)
            see_declared(p, s->child[i], replace);
        else if (s->child[i])
            replace(p, &s->child[i]);
}

void syntax_split_counters(fp_context *ctx, c_program *program)
{
    splitting p = {.ctx = ctx, .program = program};
    p.of = ARENA_ARRAY(ctx->arena, program->decl_count + 1, usage);
    for (int i = 0; i < program->decl_count; i++)
        if (!program->decls[i]->function && program->decls[i]->init)
            find_uses(&p, &program->decls[i]->init);
    for (int i = 0; i < program->function_count; i++)
        find_uses(&p, &program->functions[i]->body);
    for (int i = 0; i < program->function_count; i++)
        replace(&p, &program->functions[i]->body);
    if (!p.added.count)
        return;
    decl **all = ARENA_ARRAY(ctx->arena, program->decl_count + p.added.count, decl *);
    for (int i = 0; i < program->decl_count; i++)
        all[i] = program->decls[i];
    for (int i = 0; i < p.added.count; i++)
        all[program->decl_count + i] = p.added.data[i];
    program->decls = all;
    program->decl_count += p.added.count;
}
