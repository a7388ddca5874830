/* Declarations of distributed arrays are left out: their elements are in local memory. What
 * else is declared with them stays; so do values, from which each processor takes its own. */

#include <string.h>

#include "codegen/data/allocation.h"
#include "codegen/data/declaration.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"

static array_info *distributed(emitter *e, const variable *v)
{
    if (v && v->is_made)
        return (array_info *)mention_array_of(e, v);
    for (int i = 0; i < e->arrays.count; i++)
        if (v && e->arrays.data[i].var == v)
            return &e->arrays.data[i];
    return NULL;
}

/* Is it set to memory that malloc has, in place of which it has its own? */
static bool is_allocated(const outline_declarator *d)
{
    return d->value.file && allocation_of(d->names, d->value) != ALLOCATION_NONE;
}

/* Is it set to what a function makes, which fills the elements? */
static bool is_made(const outline_declarator *d)
{
    bool is = false;
    for (int i = 0; d->value.file && i < d->names.count; i++) {
        const function *f = d->names.data[i].use == NAME_CALL ? d->names.data[i].function : NULL;
        is |= f && f->formal_count && f->formals[f->formal_count - 1] &&
              f->formals[f->formal_count - 1]->is_made;
    }
    return is;
}

/* Their elements are what it says before the program, or the function, begins. */
static void keep_values(emitter *e, const outline_declarator *d)
{
    array_info *a = distributed(e, d->var);
    const variable *v = d->var->is_made ? d->var : a->var;
    if (v->is_made) { /* and 0 from the function's beginning on, where that is said */
        emit_warn_of_allocation(e, d);
    } else if (is_allocated(d)) {
        emit_warn_of_allocation(e, d);
        a->is_zeroed = v->has_zero_rows || allocation_of(d->names, d->value) == ALLOCATION_ZERO;
    } else if (v->owner && !d->is_zero)
        emit_refuse(e, v->text,
                    "'%s' is distributed and declared with values in a function: declare it "
                    "outside, or assign them",
                    v->name);
    else if (!d->is_zero && d->origin != NAME_OF_FILE)
        emit_refuse_macro(e, d->where, v->text,
                          "'%s' is distributed, and a macro declares it with values: write the "
                          "declaration out",
                          v->name);
    else if (d->is_zero)
        a->is_zeroed = v->owner && !v->is_static;
    else
        a->values = arena_printf(e->ctx->arena, "%s_values", v->name);
}

/* Where the first variable of a declaration begins: with what makes it a pointer. */
static size_t after_type(const outline_declarator *first)
{
    const char *text = source_text(first->where.file);
    size_t at = emit_begin(first->name), most = emit_begin(first->where);
    while (at > most && strchr("*( \t\n", text[at - 1]))
        at--;
    return at;
}

/* Some of what is declared stays. */
static void drop_parts(emitter *e, const outline_declaration *d)
{
    const source_file *file = d->where.file;
    bool is_some_kept = false;
    for (int k = 0; k < d->count; k++) {
        const outline_declarator *p = &d->declarators[k];
        const array_info *a = distributed(e, p->var);
        if (a && p->value.file)
            keep_values(e, p);
        if (a && a->values) {
            size_t name = emit_begin(p->name);
            emit_edit(e, file, name, name + strlen(a->var->name), a->values);
        } else if (a && p->shares_text) {
            emit_refuse_macro(
                e, p->where, a->var->text,
                "'%s' is distributed, and a macro declares it with others that are not: "
                "declare them apart",
                a->var->name);
        } else if (a && is_some_kept) {
            emit_edit(e, file, emit_end(d->declarators[k - 1].where), emit_end(p->where), "");
        } else if (a && k + 1 < d->count) { /* else it is refused */
            if (k == 0 && p->origin != NAME_OF_FILE)
                emit_refuse_macro(
                    e, p->where, a->var->text,
                    "'%s' is distributed, and a macro declares it before others that are "
                    "not: declare them apart",
                    a->var->name);
            size_t begin = k ? emit_begin(p->where) : after_type(p);
            emit_edit(e, file, begin, emit_begin(d->declarators[k + 1].where), k ? "" : " ");
        }
        is_some_kept |= !a || a->values;
    }
}

/* All that is declared is left out, but for a type that is defined there, too. */
static void drop_whole(emitter *e, const outline_declaration *d)
{
    const source_file *file = d->where.file;
    const char *text = source_text(file);
    size_t begin = emit_begin(d->where), end = emit_end(d->where);
    for (int k = 0; k < d->count; k++)
        if (d->declarators[k].value.file)
            keep_values(e, &d->declarators[k]);
    if (d->defines_type)
        emit_edit(e, file, emit_begin(d->declarators[0].name), end - (text[end - 1] == ';'), "");
    else
        emit_edit(e, file, begin, end + (text[end] == '\n'), "");
}

/* A type that its definition gives no name cannot be written again. */
static void check_type(emitter *e, const variable *v)
{
    if (strchr(v->type, '('))
        emit_refuse(e, v->text, "the type of the elements of '%s' has no name: give it one",
                    v->name);
}

/* Of variables that are set to what functions make, the assignments stay. */
static void keep_calls(emitter *e, const outline_declaration *d)
{
    bool is_first = true;
    size_t from = emit_begin(d->where);
    for (int k = 0; k < d->count; k++) {
        const outline_declarator *p = &d->declarators[k];
        if (is_made(p)) {
            emit_edit(e, d->where.file, from, emit_begin(p->name), is_first ? "" : "; ");
            is_first = false;
        } else {
            if (p->value.file)
                keep_values(e, p);
            emit_edit(e, d->where.file, from, emit_end(p->where), "");
        }
        from = emit_end(p->where);
    }
}

static bool is_left_out(emitter *e, const outline_declarator *d)
{
    return distributed(e, d->var) && (!d->value.file || d->is_zero || is_allocated(d));
}

/* What declares the variable; null: a macro does. */
static const outline_declaration *declaration_of(emitter *e, const variable *v)
{
    check_type(e, v);
    if (!v->declared)
        emit_refuse_macro(e, v->where, v->where,
                          "a macro writes the declaration of '%s', which is "
                          "distributed: write it out",
                          v->name);
    return v->declared;
}

static void drop_declaration(emitter *e, const outline_declaration *d)
{
    bool is_whole = true, is_kept = false, has_call = false;
    for (int k = 0; k < d->count; k++) {
        bool is = distributed(e, d->declarators[k].var) && is_made(&d->declarators[k]);
        is_whole &= is_left_out(e, &d->declarators[k]);
        has_call |= is;
        is_kept |= !is && !is_left_out(e, &d->declarators[k]);
    }
    if (has_call && !is_kept && !d->defines_type)
        keep_calls(e, d);
    else if (is_whole)
        drop_whole(e, d);
    else
        drop_parts(e, d);
}

void emit_drop_declarations(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        if (!v->text.file || v->version_of)
            continue;
        const outline_declaration *d = declaration_of(e, v);
        bool is_known = !d;
        for (int k = 0; k < i && d; k++) /* with an array before */
            is_known |= e->arrays.data[k].var->declared == d && !e->arrays.data[k].var->version_of;
        if (!is_known)
            drop_declaration(e, d);
    }
}

void emit_drop_made(emitter *e, const variable *formal)
{
    const outline_declaration *d = distributed(e, formal) ? declaration_of(e, formal) : NULL;
    if (d)
        drop_declaration(e, d);
}
