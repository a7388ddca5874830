/* Names in statements: codegen/text/mention.h. */

#include "codegen/text/mention.h"
#include "codegen/text/edit.h"

#include <string.h>

/* --- Visits ------------------------------------------------------------------------------------
 */

bool mention_some_of(outline_names names, mention_visitor *see, void *data)
{
    for (int i = 0; i < names.count; i++)
        if (see(data, &names.data[i]))
            return true;
    return false;
}

/* `e`: null, or whoever knows which copy is looked at. */
static bool visit(emitter *e, const outline *o, mention_visitor *see, void *data)
{
    bool is_for = o->kind == OUTLINE_FOR || o->kind == OUTLINE_COPIES;
    bool is_do = o->kind == OUTLINE_DO;
    if (mention_some_of(o->names, see, data) || mention_some_of(o->head_names[0], see, data) ||
        (!is_do && mention_some_of(o->head_names[1], see, data)))
        return true;
    bool is_found = false;
    for (int i = 0; i < o->child_count && !is_found; i++) {
        if (e)
            emit_enter_copy(e, o->child[i]);
        is_found = visit(e, o->child[i], see, data);
        if (e)
            emit_leave_copy(e, o->child[i]);
    }
    return is_found || (is_do && mention_some_of(o->head_names[1], see, data)) ||
           (is_for && mention_some_of(o->head_names[2], see, data));
}

bool mention_some(const outline *o, mention_visitor *see, void *data)
{
    return visit(NULL, o, see, data);
}

void mention_edit_each(emitter *e, const outline *o, mention_visitor *see, void *data)
{
    visit(e, o, see, data);
}

/* --- Storage -----------------------------------------------------------------------------------
 */

storage storage_of(const outline_name *n)
{
    return (storage){n->id, n->is_pointed ? NULL : n->member, n->is_static};
}

typedef struct variable_search {
    const variable *v;
    const outline_name *found;
} variable_search;

static bool is_variable(void *data, const outline_name *n)
{
    variable_search *s = data;
    if (n->var == s->v && !(n->is_pointed && n->member))
        s->found = n;
    return s->found != NULL;
}

storage storage_of_variable(const function *f, const variable *v)
{
    variable_search s = {v, NULL};
    mention_some(f->outline, is_variable, &s);
    return s.found ? storage_of(s.found) : (storage){-1, NULL, !v->owner || v->is_static};
}

bool storage_equal(storage a, storage b)
{
    return a.id == b.id && a.id >= 0 && a.member == b.member;
}

/* Is one of the two members the other, or in it? */
static bool overlaps(const char *a, const char *b)
{
    if (!a || !b || a == b)
        return true;
    size_t m = strlen(a), n = strlen(b), least = m < n ? m : n;
    return strncmp(a, b, least) == 0 && (a[least] == '.' || b[least] == '.');
}

bool mention_is_of(const outline_name *n, storage s)
{
    return n->id == s.id && s.id >= 0 && overlaps(n->is_pointed ? NULL : n->member, s.member);
}

/* --- Arrays -------------------------------------------------------------------------------- */

static const variable *declared(const variable *v)
{
    return v->version_of ? v->version_of : v;
}

/* The array that the function at hand is passed for the formal; or null. */
static const variable *passed_for(const emitter *e, const variable *formal)
{
    const call_node *call = e->at ? e->at->call : NULL;
    for (int i = 0; call && i < call->argument_count; i++)
        if (i < e->at->function->formal_count && e->at->function->formals[i] == formal)
            return call->arguments[i].is_part ? NULL : call->arguments[i].array;
    return NULL;
}

static bool is_declared_here(const outline_name *n)
{
    bool begins = n->use == NAME_DECLARE || n->use == NAME_WRITE;
    return begins && n->subscript_count == 0 && n->var->where.file == n->where.file &&
           n->var->where.line == n->where.line && n->var->where.column == n->where.column;
}

const array_info *mention_array(const emitter *e, const outline_name *n)
{
    return n->var && !is_declared_here(n) ? mention_array_of(e, n->var) : NULL;
}

bool mention_is_left_out(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->left_out.count; i++) {
        source_range whole = e->left_out.data[i];
        if (n->where.file == whole.file && emit_begin(n->where) >= emit_begin(whole) &&
            emit_end(n->where) <= emit_end(whole))
            return true;
    }
    return false;
}

const array_info *mention_array_of(const emitter *e, const variable *named)
{
    const variable *actual = passed_for(e, named), *v = declared(actual ? actual : named);
    for (int i = 0; i < e->arrays.count; i++)
        if (declared(e->arrays.data[i].var) == v)
            return &e->arrays.data[i];
    return NULL;
}

typedef struct array_search {
    const emitter *e;
    const outline_name *found;
} array_search;

static bool is_array(void *data, const outline_name *n)
{
    array_search *s = data;
    bool is_looked_at = n->use != NAME_SIZEOF && !n->is_null_test && !mention_is_left_out(s->e, n);
    if (is_looked_at && mention_array(s->e, n))
        s->found = n;
    return s->found != NULL;
}

const outline_name *mention_find_array(const emitter *e, const outline *o)
{
    array_search s = {e, NULL};
    mention_some(o, is_array, &s);
    return s.found;
}

bool mention_names_variable(const function *f, const variable *v)
{
    variable_search s = {v, NULL};
    return f->outline && mention_some(f->outline, is_variable, &s);
}

/* --- Places ------------------------------------------------------------------------------------
 */

typedef struct place_search {
    const emitter *e;
    source_range where;
    const variable *v;
    const function *callee;
    const outline_name *found;
} place_search;

static bool begins_together(source_range a, source_range b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool is_reference(void *data, const outline_name *n)
{
    place_search *s = data;
    if (!begins_together(n->whole, s->where) || !n->var)
        return false;
    const variable *actual = passed_for(s->e, n->var);
    if (declared(n->var) == declared(s->v) || (actual && declared(actual) == declared(s->v)))
        s->found = n;
    return s->found != NULL;
}

static bool is_there(void *data, const outline_name *n)
{
    place_search *s = data;
    if (begins_together(n->whole, s->where) && emit_end(n->whole) == emit_end(s->where))
        s->found = n;
    return s->found != NULL;
}

const outline_name *mention_at(const emitter *e, source_range where)
{
    place_search s = {.e = e, .where = where};
    mention_some(e->at->function->outline, is_there, &s);
    return s.found;
}

const outline_name *mention_of(const emitter *e, source_range where, const variable *v)
{
    place_search s = {.e = e, .where = where, .v = v};
    mention_some(e->at->function->outline, is_reference, &s);
    return s.found;
}

static bool is_call(void *data, const outline_name *n)
{
    place_search *s = data;
    source_range within = s->where;
    bool is_in = n->where.file == within.file && emit_begin(n->where) >= emit_begin(within) &&
                 emit_begin(n->where) < emit_end(within);
    if (n->use == NAME_CALL && n->function == s->callee && is_in && !s->found)
        s->found = n;
    return s->found != NULL;
}

static bool begins_call(void *data, const outline_name *n)
{
    place_search *s = data;
    if (n->use == NAME_CALL && n->function == s->callee && n->where.file == s->where.file &&
        emit_begin(n->where) == emit_begin(s->where))
        s->found = n;
    return s->found != NULL;
}

const outline_name *mention_of_call(const emitter *e, const node *call)
{
    const function *callee = call->u.call.callee;
    place_search own = {.where = call->where, .callee = callee};
    place_search s = {.where = call->text, .callee = callee};
    if (call->where.file && mention_some(e->at->function->outline, begins_call, &own))
        return own.found; /* of several in the statement */
    mention_some(e->at->function->outline, is_call, &s);
    return s.found;
}

/* --- Edits -------------------------------------------------------------------------------------
 */

bool mention_is_in_file(const outline_name *n)
{
    return n->origin == NAME_OF_FILE ||
           (n->origin == NAME_OF_ARGUMENT && emit_end(n->whole) < emit_end(n->expansion) &&
            source_text(n->whole.file)[emit_end(n->whole) - 1] == ']');
}

bool mention_edit(emitter *e, const outline_name *n, const char *text)
{
    bool ends_in_macro = n->origin == NAME_OF_ARGUMENT && (n->member || n->is_first) &&
                         emit_end(n->head) >= emit_end(n->expansion);
    if (n->origin == NAME_OF_MACRO || n->is_quoted || ends_in_macro)
        return false;
    emit_edit(e, n->head.file, emit_begin(n->head), emit_end(n->head), text);
    return true;
}
