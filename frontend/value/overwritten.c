#include "frontend/value/overwritten.h"

#include "frontend/value/syntax_copy.h"

typedef struct overwriting {
    fp_context *ctx;
    c_program *source;
    const decl *function; /* main */
    const syntax *block;  /* its body */
    int at;               /* which of the body's statements is looked at */
} overwriting;

/* How often the text changes the variable, or takes its address. */
static int changes(const syntax *s, const decl *d)
{
    if (!s)
        return 0;
    const bool is_target =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    int count = is_target && syntax_scalar_name(s->child[0]) == d;
    for (int i = 0; i < s->child_count; i++)
        count += changes(syntax_part(s, i), d);
    return count;
}

static bool is_changed_once(const overwriting *o, const decl *d)
{
    int count = 0;
    for (int i = 0; i < o->source->function_count; i++)
        count += changes(o->source->functions[i]->body, d);
    for (int i = 0; i < o->source->decl_count; i++)
        if (!o->source->decls[i]->function)
            count += changes(o->source->decls[i]->init, d);
    return count == 1;
}

static bool calls_program(const syntax *s)
{
    if (!s || syntax_is_program_call(s))
        return s != NULL;
    for (int i = 0; i < s->child_count; i++)
        if (calls_program(syntax_part(s, i)))
            return true;
    return false;
}

static bool is_declared_by(const syntax *s, const decl *d)
{
    for (int i = 0; s && s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl == d)
            return true;
    return false;
}

/* int n = 64, m = 2; where nothing else of it is lost with the 64, or looks at it */
static bool is_free_to_go(const syntax *declaration, const decl *d)
{
    bool is_needed = syntax_has(d->init, SYNTAX_CALL) || syntax_assigns(d->init);
    for (int i = 0; i < declaration->child_count; i++)
        is_needed |= syntax_names(declaration->child[i]->decl->init, d);
    return !is_needed;
}

/* Does nothing before the statement that assigns it look at what the variable holds? */
static bool is_unread_before(const overwriting *o, const decl *d)
{
    for (int i = o->at - 1; i >= 0; i--) {
        const syntax *s = o->block->child[i];
        if (is_declared_by(s, d))
            return is_free_to_go(s, d);
        if (syntax_names(s, d) || (!d->function && calls_program(s)))
            return false;
    }
    return !d->function;
}

/* n = 200; executed whenever main is, and before anything else sees the variable. */
static void put(const overwriting *o, syntax *s)
{
    const decl *d =
        s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE ? syntax_scalar_name(s->child[0]) : NULL;
    const syntax *value = d ? syntax_without_casts(s->child[1]) : NULL;
    if (!d || value->kind != SYNTAX_INT || d->kind != DECL_VARIABLE ||
        (d->function && d->function != o->function) || d->is_static || d->is_replaceable ||
        d->is_coarray || d->type->is_volatile || !is_changed_once(o, d) || !is_unread_before(o, d))
        return;
    o->source->decls[d->id]->init = s->child[1];
    *s = *syntax_new_at(o->ctx, s, SYNTAX_EMPTY, 0);
}

/* The statement, or those of a block, or of an `if` that is decided. */
static void look_at(const overwriting *o, syntax *s)
{
    if (s->kind == SYNTAX_IF && s->child[0]->kind == SYNTAX_INT && s->child[0]->value)
        look_at(o, (syntax *)s->child[1]);
    else if (s->kind == SYNTAX_BLOCK && s->child_count == 1)
        look_at(o, (syntax *)s->child[0]);
    else
        put(o, s);
}

void value_put_overwritten(fp_context *ctx, c_program *source, const decl *f)
{
    if (!f->body || f->body->kind != SYNTAX_BLOCK || syntax_has(f->body, SYNTAX_LABEL))
        return;
    overwriting o = {.ctx = ctx, .source = source, .function = f, .block = f->body};
    for (o.at = 0; o.at < f->body->child_count; o.at++)
        look_at(&o, (syntax *)f->body->child[o.at]);
}
