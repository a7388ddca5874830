/* Memory that functions make and return, as that of what is set to it: value/made_array.h. */

#include "frontend/value/made_array.h"

#include "frontend/value/made_pass.h"
#include "frontend/value/row_table.h"
#include "frontend/value/structure_clone.h"
#include "frontend/value/syntax_copy.h"

/* So often: what a function makes may be made by another. */
enum { ROUNDS_MOST = 8 };

bool value_is_made(const syntax *call)
{
    call = syntax_without_casts(call);
    const decl *f =
        call && call->kind == SYNTAX_CALL && syntax_callee_name(call) ? call->child[0]->decl : NULL;
    return f && f->formal_count && f->formals[f->formal_count - 1]->is_made &&
           call->child_count == f->formal_count + 1;
}

/* --- Which calls ------------------------------------------------------------------------------ */

static bool is_mapped(const made_pass *w, const decl *d)
{
    const decl *of = d->origin ? d->origin : d;
    bool is_named = of->id < w->named_count && w->is_named[of->id];
    bool is_pointer = d->type->kind == TYPE_POINTER && d->rank == 1 && !d->is_row_table;
    return is_pointer && (d->is_made || (is_named && d->kind == DECL_VARIABLE));
}

/* Does the function, or what it calls, name the variable? */
static bool sees(const made_pass *w, const syntax *s, const decl *d, bool *is_seen)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME && s->decl == d)
        return true;
    const decl *callee = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (callee && callee->kind == DECL_FUNCTION && callee->body && !is_seen[callee->id]) {
        is_seen[callee->id] = true;
        if (sees(w, callee->body, d, is_seen))
            return true;
    }
    for (int i = 0; i < s->child_count; i++)
        if (sees(w, syntax_part(s, i), d, is_seen))
            return true;
    return false;
}

/* May the variable's memory be that which the function makes? */
static bool may_stand_for(made_pass *w, const syntax *call, const decl *d)
{
    const decl *f = call->child[0]->decl;
    bool *is_seen = ARENA_ARRAY(w->ctx->arena, w->source->decl_count, bool);
    if (sees(w, f->body, d, is_seen))
        return false;
    for (int i = 1; i < call->child_count; i++)
        if (sees(w, call->child[i], d, is_seen))
            return false;
    return !made_has_other_name(w, d);
}

/* Notes the call if its value is all that a mapped variable is set to. */
static void note_call(made_pass *w, const decl *target, syntax *statement, const syntax *value)
{
    value = syntax_without_casts(value);
    bool is_call = target && value && value->kind == SYNTAX_CALL && syntax_callee_name(value) &&
                   is_mapped(w, target) && !value_is_made(value);
    const decl *f = is_call ? value->child[0]->decl : NULL;
    if (f && made_pointer_of(w, f) && value->child_count == f->formal_count + 1 &&
        may_stand_for(w, value, target))
        VEC_PUSH(w->ctx->arena, &w->calls, ((made_call){(decl *)target, statement, value, false}));
}

static void find_calls(made_pass *w, syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++) {
        syntax *part = (syntax *)s->child[i];
        if (!part)
            continue;
        if (s->kind == SYNTAX_DECLARATION)
            note_call(w, part->decl, NULL, part->decl->init);
        else if (part->kind == SYNTAX_ASSIGN && part->op == OPERATOR_NONE &&
                 syntax_is_statement(s, i))
            note_call(w, part->child[0]->kind == SYNTAX_NAME ? part->child[0]->decl : NULL, part,
                      part->child[1]);
        find_calls(w, part);
    }
}

/* --- What becomes of them --------------------------------------------------------------------- */

static int uses_of(const syntax *s, const decl *f)
{
    if (!s)
        return 0;
    int count = s->kind == SYNTAX_NAME && s->decl == f;
    for (int i = 0; i < s->child_count; i++)
        count += uses_of(syntax_part(s, i), f);
    return count;
}

/* Is all that the program does with the function to call it so? */
static bool is_only_called_so(const made_pass *w, const decl *f)
{
    int count = 0;
    for (int i = 0; i < w->calls.count; i++)
        count -= w->calls.data[i].call->child[0]->decl == f;
    for (int i = 0; i < w->source->function_count; i++)
        count += uses_of(w->source->functions[i]->body, f);
    for (int i = 0; i < w->source->decl_count; i++)
        if (!w->source->decls[i]->function)
            count += uses_of(w->source->decls[i]->init, f);
    return count == 0;
}

/* The twin that there is already; or null. */
static decl *twin_of(const made_pass *w, const decl *f)
{
    for (int i = 0; i < w->makers.count; i++)
        if (w->makers.data[i].of == f)
            return w->makers.data[i].maker;
    return NULL;
}

/* The function whose last formal is what it makes: this one, or a twin; null: there may be none. */
static decl *maker_for(made_pass *w, decl *f)
{
    decl *twin = twin_of(w, f);
    if (twin)
        return twin;
    bool is_own = is_only_called_so(w, f);
    if (!is_own && structure_has_own_memory(w->source, w->pragmas, f))
        return NULL;
    const decl *pointer = made_pointer_of(w, f);
    decl *maker = f;
    if (!is_own) {
        syntax_copying c = syntax_copy_begin(w->ctx, w->source);
        maker = syntax_copy_function(&c, f, f->body);
        pointer = c.copy[pointer->id];
        VEC_PUSH(w->ctx->arena, &w->makers, ((made_twin){f, maker}));
    }
    made_take(w, maker, (decl *)pointer);
    return maker;
}

static syntax *call_of(made_pass *w, const made_call *one, decl *maker)
{
    const syntax *call = one->call;
    syntax *made = syntax_new_at(w->ctx, call, SYNTAX_CALL, call->child_count + 1);
    const syntax *at = one->statement ? one->statement->child[0] : call;
    syntax *name = syntax_new_at(w->ctx, at, SYNTAX_NAME, 0);
    made->type = call->type;
    for (int i = 0; i < call->child_count; i++)
        made->child[i] = call->child[i];
    ((syntax *)made->child[0])->decl = maker;
    name->decl = one->target;
    name->type = one->target->type;
    made->child[call->child_count] = name;
    return made;
}

/* The calls of `f` pass their variables. */
static void pass(made_pass *w, const decl *f, decl *maker, const syntax *count)
{
    for (int i = 0; i < w->calls.count; i++) {
        const made_call *one = &w->calls.data[i];
        if (one->call->child[0]->decl != f || one->is_done)
            continue;
        w->calls.data[i].is_done = true;
        if (one->target->kind == DECL_VARIABLE && !one->target->extent[0])
            one->target->extent[0] = made_count_at(w, count, one->call);
        syntax *made = call_of(w, one, maker);
        if (!one->statement) {
            one->target->init = made;
            continue;
        }
        made->where = one->statement->where;
        made->in_macro = one->statement->in_macro;
        *one->statement = *made;
    }
}

/* Is there anything new? */
static bool take_all(made_pass *w)
{
    bool is_any = false;
    w->calls.count = 0;
    for (int i = 0; i < w->source->function_count; i++)
        find_calls(w, (syntax *)w->source->functions[i]->body);
    for (int i = 0; i < w->calls.count; i++) {
        decl *f = w->calls.data[i].call->child[0]->decl;
        const syntax *count = made_count(w, f);
        decl *maker = w->calls.data[i].is_done ? NULL : maker_for(w, f);
        if (!maker)
            continue;
        pass(w, f, maker, count);
        is_any = true;
    }
    return is_any;
}

/* After what the program has there for rows. */
static void keep_settings(made_pass *w)
{
    c_program *source = w->source;
    int count = source->row_count + w->settings.count;
    row_setting *rows = ARENA_ARRAY(w->ctx->arena, count + 1, row_setting);
    for (int i = 0; i < count; i++)
        rows[i] = i < source->row_count ? source->rows[i] : w->settings.data[i - source->row_count];
    source->rows = rows;
    source->row_count = count;
}

void value_find_made_arrays(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    made_pass w = {.ctx = ctx, .source = source, .pragmas = pragmas};
    w.named_count = source->decl_count;
    w.is_named = value_mapped_names(ctx, source, pragmas);
    for (int i = 0; i < ROUNDS_MOST && take_all(&w); i++)
        ;
    keep_settings(&w);
}
