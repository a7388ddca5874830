#include "codegen/data/row_argument.h"

#include <stdlib.h>

#include "codegen/data/descriptors.h"
#include "codegen/data/followed_pointer.h"
#include "codegen/data/local_pointer.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

/* Do both have the subscript, whose value only the run may know? */
static bool has_same_subscript(const reference *a, const reference *b, int d)
{
    const scalar_subscript *x = a->by_scalar ? &a->by_scalar[d] : NULL;
    const scalar_subscript *y = b->by_scalar ? &b->by_scalar[d] : NULL;
    if (a->sub[d].kind == SUBSCRIPT_VALUE || b->sub[d].kind == SUBSCRIPT_VALUE)
        return a->sub[d].kind == b->sub[d].kind && a->sub[d].value == b->sub[d].value;
    return x && y && x->scalar && x->scalar == y->scalar && x->offset == y->offset;
}

/* How many subscripts the part has. */
static int rank_of_part(const variable *formal, const reference *first)
{
    return first->var->is_flat ? 1 : formal->rank;
}

/* Has the function's text the elements where they are in local memory? Where they have several
 * subscripts, the rows must be as long as the formal says. */
static bool has_its_shape(const array_info *a, const variable *formal, const reference *first)
{
    int rank = rank_of_part(formal, first);
    if (rank > 1 && a->var->is_row_table)
        return false;
    for (int d = a->var->rank - rank + 1; d < a->var->rank; d++)
        if (!a->is_whole[d] || a->is_round[d])
            return false;
    return true;
}

static const char *address_text(emitter *e, const reference *r)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    fputc('&', e->out);
    emit_element(e, r);
    fclose(e->out);
    e->out = out;
    const char *kept = arena_strdup(e->ctx->arena, text);
    free(text);
    return kept;
}

/* A name in a part that is passed, which a macro has. */
typedef struct named_by_macro {
    source_range where, expansion;
} named_by_macro;

static bool is_of_macro_in(void *data, const outline_name *n)
{
    named_by_macro *s = data;
    if (n->origin == NAME_OF_FILE || !is_in(n->where, s->where))
        return false;
    s->expansion = n->expansion;
    return true;
}

static void edit_argument(emitter *e, const reference *first)
{
    named_by_macro s = {.where = first->where};
    if (mention_some(e->at->function->outline, is_of_macro_in, &s))
        emit_refuse_macro(e, s.expansion, first->where,
                          "a macro names the part of '%s', which is distributed, that is passed "
                          "here: write it out",
                          first->var->name);
    else
        emit_edit(e, first->where.file, emit_begin(first->where), emit_end(first->where),
                  address_text(e, first));
}

static void pass(emitter *e, const node *call, int i)
{
    const argument *actual = &call->u.call.arguments[i];
    const array_info *a = emit_array(e, actual->array);
    const function *f = call->u.call.callee;
    const variable *formal = i < f->formal_count ? f->formals[i] : NULL;
    const reference *first = actual->first;
    if (!a)
        return;
    if (!formal || !first || !emit_is_told(first))
        emit_refuse(
            e, call->where,
            "'%s' gets a part of '%s', which may be on other processors: pass it the whole, "
            "and where to begin",
            f->name, actual->array->name);
    else if (!has_its_shape(a, formal, first))
        emit_refuse(e, call->where,
                    "'%s' gets a part of '%s' with several subscripts, and a processor has other "
                    "numbers of elements: pass it the whole, and where to begin",
                    f->name, actual->array->name);
    else if (first->is_by_pointer && !emit_names_followed(e, first))
        emit_refuse(e, call->where,
                    "which part of '%s' is passed here by a pointer cannot be said: write %s and "
                    "its subscripts",
                    actual->array->name, actual->array->name);
    else if (!first->is_by_row && (first->is_by_pointer || first->is_split))
        edit_argument(e, first);
}

void emit_row_arguments(emitter *e, const node *call)
{
    for (int i = 0; i < call->u.call.argument_count; i++)
        if (call->u.call.arguments[i].is_part)
            pass(e, call, i);
}

/* Does the part that begins there have the element's row? */
static bool is_row_of(const variable *formal, const reference *first, const reference *r)
{
    bool is = first && first->var == r->var && formal && emit_is_told(r) && emit_is_told(first);
    for (int d = 0; is && d < r->var->rank - rank_of_part(formal, first); d++)
        is = has_same_subscript(first, r, d);
    return is;
}

void emit_check_row_element(emitter *e, const reference *r)
{
    const outline_name *n = mention_at(e, r->where);
    const call_node *c = e->at->call;
    const function *f = e->at->function;
    for (int i = 0; c && i < c->argument_count && i < f->formal_count; i++) {
        bool is_this = n && (n->var == f->formals[i] || r->is_by_pointer);
        if (is_this && is_row_of(f->formals[i], c->arguments[i].first, r))
            return;
    }
    emit_refuse(e, r->where,
                "this element of '%s', of which '%s' gets a part, may be in another row than the "
                "part begins in: pass the whole, and where to begin",
                r->var->name, f->name);
}
