/* Declarations of distributed arrays are left out: their elements are in local memory. What
 * else is declared with them stays; so do values, from which each processor takes its own. */

#include <string.h>

#include "codegen/data/allocation.h"
#include "codegen/data/declaration.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"

static array_info *distributed(emitter *e, const variable *v)
{
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

/* Their elements are what it says before the program, or the function, begins. */
static void keep_values(emitter *e, const outline_declarator *d)
{
    array_info *a = distributed(e, d->var);
    const variable *v = a->var;
    if (is_allocated(d)) {
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

static bool is_left_out(emitter *e, const outline_declarator *d)
{
    return distributed(e, d->var) && (!d->value.file || d->is_zero || is_allocated(d));
}

void emit_drop_declarations(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        const outline_declaration *d = v->declared;
        if (!v->text.file || v->version_of)
            continue;
        check_type(e, v);
        if (!d) {
            emit_refuse_macro(e, v->where, v->where,
                              "a macro writes the declaration of '%s', which is "
                              "distributed: write it out",
                              v->name);
            continue;
        }
        bool is_known = false, is_whole = true;
        for (int k = 0; k < i; k++) /* with an array before */
            is_known |= e->arrays.data[k].var->declared == d && !e->arrays.data[k].var->version_of;
        if (is_known)
            continue;
        for (int k = 0; k < d->count; k++)
            is_whole &= is_left_out(e, &d->declarators[k]);
        if (is_whole)
            drop_whole(e, d);
        else
            drop_parts(e, d);
    }
}
