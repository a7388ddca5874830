/* Functions that get the numbers of elements have a form for each: value/structure_unroll.h. */

#include "frontend/value/structure_unroll.h"

#include <string.h>

#include "frontend/value/structure_clone.h"
#include "frontend/value/syntax_copy.h"

/* Is it a number, and only read? */
static bool is_number_formal(const structure_arrays *w, const decl *d)
{
    return decl_is_integer(d) && w->is_number.data[d->id] && !w->is_set.data[level_origin(d)->id];
}

/* Is it one that the function goes on from, as n in { lev[l].n = n; n /= 2; }? */
static bool is_start_formal(const structure_arrays *w, const decl *d)
{
    return decl_is_integer(d) && w->is_number.data[d->id] && w->is_index.data[d->id] &&
           w->is_set.data[level_origin(d)->id] && !d->type->is_volatile && d->function &&
           !level_has_address(d->function->body, d);
}

const syntax *level_text_of(structure_arrays *w, const decl *f)
{
    for (int i = 0; i < w->pristine.count; i++)
        if (w->pristine.data[i].f == f)
            return w->pristine.data[i].body;
    syntax_copying c = syntax_copy_begin(w->pass->ctx, w->pass->source);
    const syntax *body = syntax_copy_tree(&c, f->body);
    VEC_PUSH(w->pass->ctx->arena, &w->pristine, ((pristine_body){f, body}));
    return body;
}

/* For these numbers. Null: there can be none. */
static decl *form_for(const expansion *from, const decl *f, int count, const decl *const *formals,
                      const int64_t *numbers)
{
    structure_arrays *w = from->w;
    fp_context *ctx = w->pass->ctx;
    for (int i = 0; i < w->forms.count; i++) {
        const number_form *one = &w->forms.data[i];
        if (one->of == f && one->count == count &&
            memcmp(one->formal, formals, (size_t)count * sizeof(const decl *)) == 0 &&
            memcmp(one->number, numbers, (size_t)count * sizeof *numbers) == 0)
            return one->form;
    }
    if (w->copies >= COPIES_MOST || structure_has_own_memory(w->pass->source, w->pass->pragmas, f))
        return NULL;
    syntax_copying c = syntax_copy_begin(ctx, w->pass->source);
    const decl *kept[MAX_RANK];
    int64_t kept_number[MAX_RANK];
    for (int i = 0; i < count; i++)
        if (is_number_formal(w, formals[i])) {
            kept[c.number_count] = formals[i];
            kept_number[c.number_count++] = numbers[i];
        }
    c.variable = kept;
    c.number = kept_number;
    decl *form = syntax_copy_function(&c, f, level_text_of(w, f));
    level_know_copies(w);
    w->copies++;
    VEC_PUSH(ctx->arena, &w->forms,
             ((number_form){f, form, count,
                            arena_copy(ctx->arena, formals, (size_t)count * sizeof(const decl *)),
                            arena_copy(ctx->arena, numbers, (size_t)count * sizeof *numbers)}));
    expansion e = {.w = w, .function = form, .choices = from->choices};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < f->formal_count && is_start_formal(w, formals[i]); k++)
            if (f->formals[k] == formals[i]) {
                e.start[e.start_count] = form->formals[k];
                e.start_value[e.start_count++] = numbers[i];
            }
    level_expand(&e, (syntax *)form->body);
    return form;
}

/* A call with numbers is one of the function's form for them. */
void level_specialise(expansion *e, syntax *call)
{
    structure_arrays *w = e->w;
    const decl *f = level_callee(call), *formals[MAX_RANK];
    int64_t numbers[MAX_RANK];
    int count = 0;
    if (!f || strcmp(f->name, "main") == 0 || f->is_replaceable || f->intrinsic || f->twin_of)
        return;
    for (int i = 0; i < f->formal_count && i + 1 < call->child_count && count < MAX_RANK; i++) {
        const decl *d = f->formals[i];
        if ((!is_number_formal(w, d) && !is_start_formal(w, d)) ||
            !structure_number(w, call->child[i + 1], &numbers[count]))
            continue;
        level_fix(w, call->child[i + 1]);
        formals[count++] = d;
    }
    decl *form = count ? form_for(e, f, count, formals, numbers) : NULL;
    if (form)
        ((syntax *)call->child[0])->decl = form;
}

bool level_gets_numbers(const structure_arrays *w, const decl *f)
{
    for (int i = 0; i < f->formal_count; i++)
        if (is_number_formal(w, f->formals[i]) || is_start_formal(w, f->formals[i]))
            return true;
    return false;
}

static bool is_used(const c_program *source, const decl *f)
{
    for (int i = 0; i < source->function_count; i++)
        if (source->functions[i] != f && syntax_names(source->functions[i]->body, f))
            return true;
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function && syntax_names(source->decls[i]->init, f))
            return true;
    return false;
}

/* Of functions that all have a form of, nothing is executed: they only have the text. */
void level_empty_functions(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < w->forms.count; i++) {
            decl *f = (decl *)w->forms.data[i].of;
            if (!f->body->child_count || is_used(source, f))
                continue;
            syntax *nothing = arena_copy(w->pass->ctx->arena, f->body, sizeof *nothing);
            nothing->child_count = 0;
            f->body = nothing;
            has_changed = true;
        }
    }
}
