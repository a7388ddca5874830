#include "codegen/data/followed_pointer.h"

#include <string.h>

#include "codegen/data/local_pointer.h"
#include "codegen/data/place.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

/* --- What they are set to ----------------------------------------------------------------------
 */

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

static bool is_pointer(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->program->followed_count; i++)
        if (e->planned->program->followed[i].pointer == v)
            return true;
    return false;
}

/* In the statements of an exchange, whose arrays are exchanged in their place? */
static bool is_in_exchange(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->exchanges.count; i++)
        for (int k = 0; k < e->exchanges.data[i]->statement_count; k++)
            if (is_in(n->where, e->exchanges.data[i]->statements[k]))
                return true;
    return false;
}

/* A null pointer may be set to another, and passed to what knows the array by its formal. */
static bool refuse_value(void *data, const outline_name *n)
{
    emitter *e = data;
    bool is_value = n->use == NAME_READ && !n->is_pointed && !n->subscript_count;
    if (n->use == NAME_UPDATE && n->var && is_pointer(e, n->var) && !n->is_pointed)
        is_value = true;
    if (n->var && is_value && !n->is_argument && is_pointer(e, n->var) &&
        !mention_is_left_out(e, n) && !is_in_exchange(e, n))
        emit_refuse(e, n->where,
                    "'%s' points into a distributed array, and its value is looked at here: use "
                    "it only to name elements",
                    n->word);
    return false;
}

bool emit_is_followed_here(const emitter *e, const outline_name *n)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->followed_count && n->var; i++)
        for (int k = 0; k < e->left_out.count && p->followed[i].pointer == n->var; k++)
            if (source_range_equal(p->followed[i].value, e->left_out.data[k]))
                return true;
    return false;
}

static void leave_out(emitter *e, source_range value)
{
    emit_edit(e, value.file, emit_begin(value), emit_end(value), "0");
}

void emit_leave_out_followed(emitter *e, const instance *f)
{
    const program *p = e->planned->program;
    bool is_any = false;
    e->left_out.count = 0;
    for (int i = 0; i < p->followed_count; i++) {
        const followed_pointer *one = &p->followed[i];
        const array_info *a =
            is_in(one->value, f->function->text) ? mention_array_of(e, one->base) : NULL;
        if (!a)
            continue;
        VEC_PUSH(e->ctx->arena, &e->left_out, one->value);
        leave_out(e, one->value);
        is_any = true;
    }
    if (is_any)
        mention_some(f->function->outline, refuse_value, e);
}

/* --- Elements ----------------------------------------------------------------------------------
 */

/* A name of an element's subscripts that stands for another value there than where a pointer was
 * set: by another variable of the name, or another loop of the variable. */
typedef struct renamed_search {
    const char *word;
    source_range from, to;
} renamed_search;

static bool is_renamed(void *data, const outline_name *n)
{
    const renamed_search *s = data;
    bool is_set = n->use == NAME_WRITE || n->use == NAME_UPDATE || n->use == NAME_DECLARE ||
                  n->use == NAME_ADDRESS;
    return is_set && n->where.file == s->to.file && strcmp(n->word, s->word) == 0 &&
           emit_begin(n->where) >= emit_end(s->from) && emit_begin(n->where) < emit_begin(s->to);
}

/* May a variable of the expression have been set between a pointer's value and the element? Those
 * of loops that begin after the value are the element's own. */
static bool may_differ(const emitter *e, const expr *x, source_range value, source_range element)
{
    bool is_loop = x->kind == EXPR_LOOP_VAR, is_param = x->kind == EXPR_PARAM;
    if (is_loop || is_param) {
        source_range loop = is_loop ? x->u.var->where : (source_range){0};
        renamed_search s = {is_loop ? x->u.var->name : x->u.param->name, value, element};
        bool is_own = loop.file == value.file && emit_begin(loop) >= emit_end(value);
        return !is_own && mention_some(e->at->function->outline, is_renamed, &s);
    }
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        if (may_differ(e, x->u.op.operand[i], value, element))
            return true;
    return false;
}

static bool has_other_names(const emitter *e, const reference *r)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->followed_count; i++) {
        source_range value = p->followed[i].value;
        bool is_before = is_in(value, e->at->function->text) && value.file == r->where.file &&
                         emit_end(value) <= emit_begin(r->where);
        for (int d = 0; is_before && d < r->var->rank; d++)
            if (may_differ(e, r->sub[d].value, value, r->where))
                return true;
    }
    return false;
}

static bool is_known(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
    return true;
}

bool emit_names_followed(const emitter *e, const reference *r)
{
    return is_known(r) && !has_other_names(e, r);
}

/* Behind the `.` or `->` after the pointer and its own subscript, b[j].p[k]. */
static size_t end_of_pointer(const outline_name *n)
{
    const char *text = source_text(n->whole.file);
    size_t from = emit_end(n->where), at = from;
    for (int i = 0; i < 2; i++) {
        for (at = from; text[at] != '.' && strncmp(text + at, "->", 2) != 0; at++)
            if (at >= emit_end(n->whole))
                return 0;
        if (!n->subscript_count || emit_begin(n->subscript[0]) > at)
            break;
        from = emit_end(n->subscript[0]);
    }
    return at + (text[at] == '.' ? 1 : 2);
}

/* The brackets that begin before the pointer and end behind its member, (b->s).w, stay. */
static const char *open_brackets(emitter *e, const outline_name *n, size_t end)
{
    const char *text = source_text(n->whole.file), *kept = "";
    int open = 0;
    for (size_t at = emit_begin(n->whole); at < emit_begin(n->where); at++)
        open += text[at] == '(';
    for (size_t at = emit_end(n->where); at < end; at++)
        open -= text[at] == ')';
    for (; open > 0; open--)
        kept = arena_printf(e->ctx->arena, "%s(", kept);
    return kept;
}

/* The element in the place of the pointer; what follows, members and subscripts, stays. */
static void edit_pointer(emitter *e, const reference *r, const outline_name *n)
{
    const size_t end = n->member ? end_of_pointer(n) : emit_end(n->whole);
    const char *element = emit_element_text(e, r);
    if (n->member)
        element = arena_printf(e->ctx->arena, "%s%s.", open_brackets(e, n, end), element);
    emit_edit(e, n->whole.file, emit_begin(n->whole), end, element);
}

void emit_edit_followed(emitter *e, const reference *r)
{
    const outline_name *n = mention_at(e, r->where);
    bool is_element =
        n && is_known(r) && (!n->member || end_of_pointer(n)) && !has_other_names(e, r);
    if (!is_element)
        emit_refuse(e, r->where,
                    "this is an element of '%s', which is distributed, by a pointer, and which one "
                    "it is cannot be said here: write %s and its subscripts",
                    r->var->name, r->var->name);
    else if (n->origin != NAME_OF_FILE)
        emit_refuse_macro(e, n->expansion, r->where,
                          "a macro names an element of '%s', which is distributed, by a pointer: "
                          "write it out",
                          r->var->name);
    else
        edit_pointer(e, r, n);
}
