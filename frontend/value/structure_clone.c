/* One function for each structure that it gets: value/structure_clone.h. */

#include "frontend/value/structure_clone.h"

#include <string.h>

#include "frontend/value/syntax_copy.h"
#include "support/vec.h"

/* So many functions there may be besides those of the text. */
enum { CLONES_MOST = 256 };

typedef struct division {
    fp_context *ctx;
    c_program *source;
    const structure_flow *flow;
    const pragma_list *pragmas;
    structure_is_mapped is_mapped;
    void *data;
} division;

typedef VEC(syntax *) call_list;

/* --- Which ------------------------------------------------------------------------------------ */

static void find_calls(call_list *calls, arena *a, const decl *f, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl == f)
        VEC_PUSH(a, calls, (syntax *)s);
    for (int i = 0; i < s->child_count; i++)
        find_calls(calls, a, f, syntax_part(s, i));
}

static call_list calls_of(const division *w, const decl *f)
{
    call_list calls = {0};
    for (int i = 0; i < w->source->function_count; i++)
        find_calls(&calls, w->ctx->arena, f, w->source->functions[i]->body);
    return calls;
}

bool structure_declares(const pragma_list *pragmas, int unit, source_range text)
{
    for (int i = 0; i < pragmas->count; i++) {
        const pragma *p = &pragmas->data[i];
        bool is_within = p->unit == unit && source_contains(text, p->text);
        for (const directive *d = p->directives; d && is_within; d = d->next)
            if (directive_is_declaration(d->kind))
                return true;
    }
    return false;
}

bool structure_has_own_memory(const c_program *source, const pragma_list *pragmas, const decl *f)
{
    for (int i = 0; i < source->decl_count; i++)
        if (source->decls[i]->function == f && source->decls[i]->is_static)
            return true;
    return structure_declares(pragmas, f->unit, f->text);
}

/* Does a function of that text call itself, also through others? */
static bool reaches(const decl *f, const syntax *s, bool *is_seen)
{
    if (!s)
        return false;
    const decl *callee = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (callee == f)
        return true;
    if (callee && !is_seen[callee->id]) {
        is_seen[callee->id] = true;
        if (reaches(f, callee->body, is_seen))
            return true;
    }
    for (int i = 0; i < s->child_count; i++)
        if (reaches(f, syntax_part(s, i), is_seen))
            return true;
    return false;
}

bool structure_calls_itself(const c_program *source, fp_context *ctx, const decl *f)
{
    return reaches(f, f->body, ARENA_ARRAY(ctx->arena, source->decl_count, bool));
}

static bool may_clone(const division *w, const decl *f)
{
    return strcmp(f->name, "main") != 0 && !f->is_replaceable && !f->intrinsic && !f->is_open &&
           !structure_flow_is_pointed(w->flow, f) &&
           !structure_has_own_memory(w->source, w->pragmas, f) &&
           !structure_calls_itself(w->source, w->ctx, f);
}

static bool is_same_set(structure_set a, structure_set b)
{
    bool is_same = a.count == b.count && a.is_open == b.is_open;
    for (int i = 0; i < a.count && is_same; i++)
        is_same = a.data[i].whole == b.data[i].whole && a.data[i].path == b.data[i].path;
    return is_same;
}

static bool is_structure_formal(const division *w, const decl *d)
{
    bool is_pointer = d->type->kind == TYPE_POINTER && d->type->target->kind == TYPE_RECORD;
    return (is_pointer || d->type->kind == TYPE_RECORD) && w->is_mapped(w->data, d);
}

/* What a formal of that type gets from `s`. */
static structure_set structures_of(const division *w, const decl *formal, const syntax *s)
{
    structure_flow *flow = (structure_flow *)w->flow;
    return formal->type->kind == TYPE_RECORD ? structure_flow_place(flow, s)
                                             : structure_flow_pointer(flow, s);
}

/* Do both calls pass the same structures? */
static bool is_alike(const division *w, const decl *f, const syntax *a, const syntax *b)
{
    for (int i = 0; i < f->formal_count; i++)
        if (is_structure_formal(w, f->formals[i]) && i + 1 < a->child_count &&
            i + 1 < b->child_count &&
            !is_same_set(structures_of(w, f->formals[i], a->child[i + 1]),
                         structures_of(w, f->formals[i], b->child[i + 1])))
            return false;
    return true;
}

static bool gets_several(const division *w, const decl *f)
{
    for (int i = 0; i < f->formal_count; i++) {
        const decl *d = f->formals[i];
        const syntax name = {.kind = SYNTAX_NAME, .decl = (decl *)d, .type = d->type};
        if (is_structure_formal(w, d) && structures_of(w, d, &name).count > 1)
            return true;
    }
    return false;
}

/* A function that is called more than once, on the way from main to one that makes a structure. */
static const decl *maker(const division *w)
{
    for (int i = 0; i < w->source->decl_count; i++) {
        const decl *d = w->source->decls[i];
        const decl *f = d->function;
        bool is_made = f && d->kind == DECL_VARIABLE && d->record &&
                       (d->rank == 1 ? structure_flow_is_made_again(w->flow, d)
                                     : d->rank == 0 && structure_flow_is_returned(w->flow, d));
        if (!is_made || !w->is_mapped(w->data, d))
            continue;
        f = structure_flow_called_again(w->flow, f);
        if (f)
            return f;
    }
    return NULL;
}

static int clone_count(const division *w)
{
    int count = 0;
    for (int i = 0; i < w->source->function_count; i++)
        count += w->source->functions[i]->twin_of != NULL;
    return count;
}

static decl *copy_function(const division *w, const decl *f)
{
    syntax_copying c = syntax_copy_begin(w->ctx, w->source);
    return syntax_copy_function(&c, f, f->body);
}

/* Each call of the list that is not like one before has a function of its own. */
static bool divide(division *w, const decl *f, bool is_maker)
{
    call_list calls = calls_of(w, f);
    int *group = ARENA_ARRAY(w->ctx->arena, calls.count + 1, int), count = 0;
    const syntax **first = ARENA_ARRAY(w->ctx->arena, calls.count + 1, const syntax *);
    for (int i = 0; i < calls.count; i++) { /* all, before any is another function's */
        int k = 0;
        while (k < count && (is_maker || !is_alike(w, f, first[k], calls.data[i])))
            k++;
        if (k == count)
            first[count++] = calls.data[i];
        group[i] = k;
    }
    if (count < 2 || clone_count(w) + count > CLONES_MOST)
        return false;
    decl **own = ARENA_ARRAY(w->ctx->arena, count, decl *);
    for (int i = 0; i < calls.count; i++) {
        if (group[i] && !own[group[i]])
            own[group[i]] = copy_function(w, f);
        if (group[i])
            ((syntax *)calls.data[i]->child[0])->decl = own[group[i]];
    }
    return true;
}

bool structure_clone_next(fp_context *ctx, c_program *source, const structure_flow *flow,
                          const pragma_list *pragmas, structure_is_mapped is_mapped, void *data)
{
    division w = {ctx, source, flow, pragmas, is_mapped, data};
    const decl *f = maker(&w);
    if (f && may_clone(&w, f) && divide(&w, f, true))
        return true;
    for (int i = 0; i < source->function_count; i++) {
        f = source->functions[i];
        if (gets_several(&w, f) && may_clone(&w, f) && divide(&w, f, false))
            return true;
    }
    return false;
}
