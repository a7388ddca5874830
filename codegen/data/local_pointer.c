/* What functions call the elements of arrays: a pointer for each array that they use, and what
 * their text has for it. */

#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/place.h"
#include "codegen/data/struct_member.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"

const char *emit_pointer_name(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->pointers.count; i++)
        if (e->pointers.data[i].array->var == v)
            return e->pointers.data[i].name;
    return emit_is_copy(e, v) ? emit_copy_name(e, v) : v->name;
}

static const variable *declared(const variable *v)
{
    return v->version_of ? v->version_of : v;
}

/* Formal i, where the array is passed for it; or null. */
static const variable *formal_of(const instance *f, int i, const variable *v)
{
    const argument *actual = &f->call->arguments[i];
    const variable *formal = f->function->formals[i];
    bool is = actual->array && !actual->is_part && formal;
    return is && declared(actual->array) == declared(v) ? formal : NULL;
}

/* What the function at hand calls an array that each processor has all of, where it is passed;
 * null: as its caller does. */
static const char *word_of_formal(const emitter *e, const variable *v)
{
    const instance *f = e->at && e->at->call && !emit_array(e, v) ? e->at : NULL;
    for (int i = 0; f && i < f->call->argument_count && i < f->function->formal_count; i++)
        if (formal_of(f, i, v))
            return f->function->formals[i]->name;
    return NULL;
}

const char *emit_indexed_name(const emitter *e, const variable *v)
{
    const char *word = word_of_formal(e, v);
    const char *name = word ? word : emit_pointer_name(e, v);
    for (int i = 0; i < e->pointers.count; i++)
        if (e->pointers.data[i].array->var == v)
            return e->pointers.data[i].is_whole ? arena_printf(e->ctx->arena, "(*%s)", name) : name;
    return name;
}

const char *emit_head_text(const emitter *e, const outline_name *n, const variable *v)
{
    const char *name = emit_pointer_name(e, v), *element = emit_indexed_name(e, v);
    const char *text = element;
    if (n->var && declared(n->var)->is_whole_pointer && !n->is_first) /* the text has *a */
        text = element == name ? arena_printf(e->ctx->arena, "(&%s)", name) : name;
    return n->is_first || emit_is_member(v) || strcmp(n->word, text) != 0 ? text : NULL;
}

int emit_formals_of(const instance *f)
{
    int count = f->call ? f->call->argument_count : 0;
    return count < f->function->formal_count ? count : f->function->formal_count;
}

static const variable *any_formal_of(const instance *f, const variable *v)
{
    for (int i = 0; i < emit_formals_of(f); i++)
        if (formal_of(f, i, v))
            return formal_of(f, i, v);
    return NULL;
}

const char *emit_text_name(const instance *f, const variable *v)
{
    const variable *formal = any_formal_of(f, v);
    return formal ? formal->name : v->text.file ? declared(v)->name : NULL;
}

/* `by_name`: otherwise than by a formal that gets a part of it. */
static bool mentions(const node *list, const variable *v, bool by_name);

static bool is_mention(const reference *r, const variable *v, bool by_name)
{
    return r && r->var == v && !(by_name && r->is_by_row);
}

static bool mentions_in(const node *n, const variable *v, bool by_name)
{
    const node *inner[2];
    int lists = n->kind == NODE_CALL ? 0 : node_below(n, inner);
    if (n->kind == NODE_STATEMENT) {
        if (is_mention(n->u.stmt.write, v, by_name))
            return true;
        for (int i = 0; i < n->u.stmt.read_count; i++)
            if (is_mention(n->u.stmt.reads[i], v, by_name))
                return true;
    }
    for (int i = 0; n->kind == NODE_IF && i < n->u.cond.read_count; i++)
        if (is_mention(n->u.cond.reads[i], v, by_name))
            return true;
    for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++) {
        const argument *a = &n->u.call.arguments[i];
        if (a->array == v && !(by_name && a->first && a->first->is_by_row))
            return true;
    }
    for (int i = 0; i < lists; i++)
        if (mentions(inner[i], v, by_name))
            return true;
    return false;
}

static bool mentions(const node *list, const variable *v, bool by_name)
{
    for (const node *n = list; n; n = n->next)
        if (mentions_in(n, v, by_name))
            return true;
    return false;
}

bool emit_mentions_in(const node *n, const variable *v)
{
    return mentions_in(n, v, false);
}

bool emit_mentions(const node *list, const variable *v)
{
    return mentions(list, v, false);
}

bool emit_is_pointer_name(const emitter *e, const char *name)
{
    for (int i = 0; i < e->pointers.count; i++)
        if (strcmp(e->pointers.data[i].name, name) == 0)
            return true;
    return false;
}

/* An array of the whole file that is passed for a formal, too, may be named in calls by its own
 * name. */
static void add_own_names(emitter *e, const instance *f)
{
    for (int i = 0, count = f->function->intrinsic ? 0 : e->pointers.count; i < count; i++) {
        const array_info *a = e->pointers.data[i].array;
        const variable *v = declared(a->var);
        if (!v->owner && v->text.file && !emit_is_member(v) && !emit_is_pointer_name(e, v->name) &&
            mention_names_variable(f->function, v))
            VEC_PUSH(e->ctx->arena, &e->pointers,
                     ((pointer){.array = a, .name = v->name, .is_whole = v->is_whole_pointer}));
    }
}

/* The arrays that the function uses. The first of those that its text has one name for
 * is called so. */
void emit_find_pointers(emitter *e, const instance *f)
{
    e->pointers.count = 0;
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (!mentions(f->body, a->var, true))
            continue;
        const char *name = emit_text_name(f, a->var);
        if (!name || emit_is_pointer_name(e, name))
            name = a->own_name;
        const variable *formal = any_formal_of(f, a->var);
        bool is_whole = (formal ? formal : declared(a->var))->is_whole_pointer;
        VEC_PUSH(e->ctx->arena, &e->pointers,
                 ((pointer){.array = a, .name = name, .is_whole = is_whole}));
    }
    add_own_names(e, f);
}

bool emit_reaches(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (emit_mentions_in(n, v))
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (emit_reaches(inner[i], v))
                return true;
    }
    return false;
}

bool emit_is_pointed_to(const emitter *e, const array_info *a)
{
    for (int i = 0; i < e->pointers.count; i++)
        if (e->pointers.data[i].array == a)
            return true;
    return false;
}

bool emit_is_told(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE && !(r->by_scalar && r->by_scalar[d].scalar))
            return false;
    return true;
}

/* A subscript by a scalar's value is that name, which the text has there, too. */
static const reference *by_names(emitter *e, const reference *r)
{
    expr_pool *pool = e->planned->program->pool;
    reference *named = arena_copy(e->ctx->arena, r, sizeof *r);
    for (int d = 0; d < r->var->rank; d++) {
        const scalar_subscript *by = r->by_scalar ? &r->by_scalar[d] : NULL;
        if (r->sub[d].kind == SUBSCRIPT_VALUE || !by || !by->scalar)
            continue;
        const expr *name = expr_param(
            pool, expr_new_param(pool, PARAM_INDEX, by->scalar->name, by->scalar->where));
        named->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_add(pool, name, by->offset)};
    }
    return named;
}

void emit_element(emitter *e, const reference *r)
{
    if (emit_apart(e, r))
        return;
    fputs(emit_indexed_name(e, r->var), e->out);
    emit_subscripts(e, by_names(e, r));
}
