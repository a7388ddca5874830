/* Sizes that the program reads: the statement that gives them their value, for good. */

#include <string.h>

#include "codegen/check/settled_size.h"
#include "codegen/data/allocation.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

/* So deep may functions that main calls be in each other. */
enum { CALLS_MOST = 8 };

typedef struct search {
    emitter *e;
    const param *size;
    const function *in; /* whose text is looked at */
    int id;             /* of its declaration; -1: a member that is assigned somewhere */
    int depth;
    bool looks_for_writes; /* else for arrays */
} search;

/* --- Sizes and arrays ------------------------------------------------------------------------ */

bool emit_depends_on_size(const expr *e, const param *size)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param == size ||
               (e->u.param->value && emit_depends_on_size(e->u.param->value, size));
    for (int i = 0; i < expr_operand_count(e); i++)
        if (emit_depends_on_size(e->u.op.operand[i], size))
            return true;
    return false;
}

static bool is_in(const expr *e, const param *size)
{
    return e && emit_depends_on_size(e, size);
}

bool emit_is_laid_out_by(const array_info *a, const param *size)
{
    for (int d = 0; d < a->var->rank; d++)
        if (is_in(a->var->extent[d], size))
            return true;
    const proc_grid *grid = a->map ? a->map->grid : NULL;
    for (int k = 0; grid && k < grid->rank; k++) {
        const axis_map *m = &a->map->axis[k];
        if (m->sizes || is_in(m->stride, size) || is_in(m->offset, size) || is_in(m->block, size) ||
            is_in(m->lower, size) || is_in(m->extent, size))
            return true;
    }
    return false;
}

/* --- What a statement does --------------------------------------------------------------- */

static bool is_place(source_range a, source_range b)
{
    return a.file == b.file && emit_begin(a) == emit_begin(b);
}

static bool sets_size(const search *s, const outline_name *n)
{
    if (n->use == NAME_READ || n->use == NAME_SIZEOF || n->use == NAME_CALL)
        return false;
    return s->id < 0 ? is_place(n->head, s->size->assigned) : n->id == s->id;
}

static bool is_laid_out(const emitter *e, const variable *named, const param *size)
{
    const array_info *a = named ? mention_array_of(e, named) : NULL;
    return a && emit_is_laid_out_by(a, size);
}

/* Does a call in the list pass a distributed array for the formal? */
static bool is_passed_array(const emitter *e, const node *list, const variable *formal,
                            const param *size)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            if (is_passed_array(e, inner[i], formal, size))
                return true;
        const call_node *c = n->kind == NODE_CALL ? &n->u.call : NULL;
        if (c && c->callee == formal->owner && formal->formal_index < c->argument_count &&
            is_laid_out(e, c->arguments[formal->formal_index].array, size))
            return true;
    }
    return false;
}

/* An array of the program, or a formal that gets one. */
static bool is_array(const search *s, const outline_name *n)
{
    if (n->use == NAME_SIZEOF || !n->var)
        return false;
    const array_info *a = mention_array(s->e, n);
    if (a)
        return emit_is_laid_out_by(a, s->size);
    return n->var->rank > 0 && n->var->formal_index >= 0 &&
           is_passed_array(s->e, s->e->planned->body, n->var, s->size);
}

static bool does(search *s, const outline *o);

static bool callee_does(search *s, const function *callee)
{
    search in = *s;
    if (!callee || !callee->outline || callee == s->in || s->depth >= CALLS_MOST)
        return callee && callee->outline && callee != s->in;
    in.in = callee;
    in.depth++;
    s->e->text_of = callee;
    const bool found = does(&in, callee->outline);
    s->e->text_of = s->in;
    return found;
}

static bool see(void *data, const outline_name *n)
{
    search *s = data;
    if (s->looks_for_writes ? sets_size(s, n) : is_array(s, n))
        return true;
    return n->function && callee_does(s, n->function);
}

/* Does the statement, or what it calls, set the size, or use an array? */
static bool does(search *s, const outline *o)
{
    if (o->kind == OUTLINE_SIMPLE && emit_is_allocation(s->e, o))
        return false;
    for (int i = 0; i < 3; i++)
        if (mention_some_of(o->head_names[i], see, s))
            return true;
    if (mention_some_of(o->names, see, s))
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (does(s, o->child[i]))
            return true;
    return false;
}

static bool does_any(const search *s, const outline *o, bool looks_for_writes)
{
    search one = *s;
    one.looks_for_writes = looks_for_writes;
    return does(&one, o);
}

/* --- The call that does it ------------------------------------------------------------------ */

typedef struct call_search {
    search *s;
    const function *found;
    int count;     /* of calls that set the size */
    bool is_other; /* something else there does, or has an array */
} call_search;

static bool see_call(void *data, const outline_name *n)
{
    call_search *c = data;
    search one = *c->s;
    one.looks_for_writes = true;
    if (n->function && callee_does(&one, n->function)) {
        c->found = n->function;
        c->count++;
    } else if (sets_size(c->s, n)) {
        c->is_other = true;
    }
    return false;
}

typedef struct call_count {
    const function *callee;
    int count;
} call_count;

static bool count_call(void *data, const outline_name *n)
{
    call_count *c = data;
    c->count += n->function == c->callee;
    return false;
}

static bool is_called_once(const emitter *e, const function *callee)
{
    call_count c = {callee, 0};
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline)
            mention_some(f->outline, count_call, &c);
    return c.count == 1;
}

/* --- The place ---------------------------------------------------------------------------------
 */

/* "g.n", as the function has it: p->n. */
static const char *text_in(const search *s)
{
    const source_range at = s->size->assigned;
    return s->id >= 0 ? s->size->name
                      : arena_strndup(s->e->ctx->arena, source_text(at.file) + emit_begin(at),
                                      emit_end(at) - emit_begin(at));
}

/* May the statement go on elsewhere than after it, or keep the size's address? */
static bool is_open(const search *s, const outline *o)
{
    bool calls = false, keeps = false;
    for (int i = 0; i < o->names.count; i++) {
        const outline_name *n = &o->names.data[i];
        calls |= n->use == NAME_CALL;
        keeps |= n->use == NAME_ADDRESS && n->id == s->id;
    }
    bool is = o->jump == JUMP_GOTO || (keeps && !calls);
    for (int i = 0; i < o->child_count && !is; i++)
        is = is_open(s, o->child[i]);
    return is;
}

static bool is_set_in(const search *s, const outline *o)
{
    const source_range at = s->size->assigned;
    return o->kind == OUTLINE_SIMPLE && !o->in_macro && o->where.file == at.file &&
           emit_begin(o->where) <= emit_begin(at) && emit_end(at) <= emit_end(o->where);
}

static bool find_in(search *s, const outline *block, settled_size *out);

/* The statement sets the size, and uses arrays. */
static bool find_inside(search *s, const outline *o, settled_size *out)
{
    if (o->kind == OUTLINE_BLOCK)
        return find_in(s, o, out);
    call_search c = {.s = s};
    mention_some(o, see_call, &c);
    const bool is_plain =
        o->kind == OUTLINE_SIMPLE || o->kind == OUTLINE_DECLARATION || o->kind == OUTLINE_RETURN;
    if (!is_plain || c.is_other || c.count != 1 || !c.found->outline || s->depth >= CALLS_MOST ||
        !is_called_once(s->e, c.found))
        return false;
    search in = *s;
    in.in = c.found;
    in.depth++;
    s->e->text_of = c.found;
    const bool found = find_in(&in, c.found->outline, out);
    s->e->text_of = s->in;
    return found;
}

static bool find_in(search *s, const outline *block, settled_size *out)
{
    int last = -1;
    for (int i = 0; i < block->child_count; i++)
        if (does_any(s, block->child[i], true))
            last = i;
    for (int i = 0; i < last; i++)
        if (does_any(s, block->child[i], false))
            return false;
    for (int i = 0; i <= last; i++)
        if (is_open(s, block->child[i]))
            return false;
    if (last < 0)
        return false;
    const outline *o = block->child[last];
    const bool is_here = s->id >= 0 ? !does_any(s, o, false) : is_set_in(s, o);
    if (!is_here)
        return find_inside(s, o, out);
    *out = (settled_size){s->in, o, text_in(s)};
    return true;
}

/* --- The declaration ------------------------------------------------------------------------ */

typedef struct declaration_search {
    const param *size;
    int id;
} declaration_search;

static bool is_of_size(void *data, const outline_name *n)
{
    declaration_search *s = data;
    if (is_place(n->where, s->size->where) || (n->var && is_place(n->var->where, s->size->where)))
        s->id = n->member ? -1 : n->id;
    return s->id >= 0;
}

static const function *first_in(const emitter *e, declaration_search *s)
{
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && f->text.file && mention_some(f->outline, is_of_size, s))
            return f;
    return NULL;
}

bool emit_find_settled(emitter *e, const param *size, settled_size *out)
{
    declaration_search declared = {size, -1};
    const function *f = size->assigned.file ? NULL : first_in(e, &declared), *entry = NULL;
    if (!size->assigned.file && !f)
        return false;
    const bool is_local = f && size->where.file == f->text.file &&
                          emit_begin(f->text) <= emit_begin(size->where) &&
                          emit_begin(size->where) < emit_end(f->text);
    entry = is_local ? f : e->planned->entry;
    search s = {.e = e, .size = size, .in = entry, .id = declared.id};
    e->text_of = entry;
    const bool found = entry->outline && find_in(&s, entry->outline, out);
    e->text_of = NULL;
    return found;
}
