/* What names elements of arrays of structures otherwise: value/structure_array.h. */

#include "frontend/value/structure_array.h"
#include "frontend/value/structure_state.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

static const structure_array *array_named(const structure_arrays *w, const syntax *s)
{
    for (int i = 0; s && s->kind == SYNTAX_NAME && i < w->all.count; i++)
        if (!w->all.data[i].member && w->all.data[i].d == s->decl)
            return &w->all.data[i];
    return NULL;
}

/* --- Formals that are the array --------------------------------------------------------------- */

static bool is_name_of(const syntax *s, const decl *d)
{
    s = s ? syntax_without_casts(s) : NULL;
    return s && s->kind == SYNTAX_NAME && s->decl == d;
}

/* Is it asked for other elements than the first, there or where it is passed on? */
static bool is_indexed(const syntax *s, const decl *d, int depth)
{
    enum { DEPTH_MOST = 8 };
    if (!s || depth == DEPTH_MOST)
        return depth == DEPTH_MOST;
    bool is_first =
        s->kind == SYNTAX_SUBSCRIPT && s->child[1]->kind == SYNTAX_INT && s->child[1]->value == 0;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        const decl *formal =
            f && f->body && i > 0 && i <= f->formal_count ? f->formals[i - 1] : NULL;
        bool is_here = is_name_of(part, d);
        if (is_here && ((s->kind == SYNTAX_SUBSCRIPT && !is_first) ||
                        (s->kind == SYNTAX_BINARY && s->op <= OPERATOR_SUB)))
            return true;
        if (is_here && formal && formal != d && is_indexed(f->body, formal, depth + 1))
            return true;
        if (is_indexed(part, d, depth))
            return true;
    }
    return false;
}

/* What calls pass to the formal: one array; null: something else, or several. */
typedef struct passed {
    structure_arrays *w;
    const decl *function;
    int position;
    const decl *array;
    bool is_other;
} passed;

static void find_passed(passed *f, const syntax *s)
{
    if (!s)
        return;
    bool is_call = s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl &&
                   s->child[0]->decl == f->function;
    if (is_call) {
        const syntax *given = f->position + 1 < s->child_count
                                  ? syntax_without_casts(s->child[f->position + 1])
                                  : NULL;
        const decl *d = given && given->kind == SYNTAX_NAME ? given->decl : NULL;
        bool is_itself = d && d == f->function->formals[f->position];
        f->is_other |= !d || (f->array && d != f->array && !is_itself);
        f->array = is_itself ? f->array : d;
    }
    for (int i = is_call ? 1 : 0; i < s->child_count; i++)
        find_passed(f, syntax_part(s, i));
    f->is_other |= s->kind == SYNTAX_NAME && s->decl == f->function;
}

static const decl *only_array(structure_arrays *w, const decl *f, int position)
{
    const c_program *source = w->pass->source;
    const decl *formal = f->formals[position];
    passed found = {.w = w, .function = f, .position = position};
    if ((formal->type->kind != TYPE_POINTER && formal->type->kind != TYPE_ARRAY) ||
        syntax_sets(f->body, formal) || !is_indexed(f->body, formal, 0))
        return NULL;
    for (int i = 0; i < source->function_count; i++)
        find_passed(&found, source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            find_passed(&found, source->decls[i]->init);
    const syntax name = {.kind = SYNTAX_NAME, .decl = (decl *)found.array};
    return found.is_other || !array_named(w, &name) ? NULL : found.array;
}

static void rename_all(syntax *s, const decl *from, const decl *to)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == from) {
        s->decl = (decl *)to;
        s->type = to->type;
    }
    for (int i = 0; i < s->child_count; i++) {
        rename_all((syntax *)syntax_part(s, i), from, to);
        if (s->kind != SYNTAX_DECLARATION)
            continue;
        for (int k = 0; k < s->child[i]->decl->rank; k++)
            rename_all((syntax *)s->child[i]->decl->extent[k], from, to);
    }
}

/* A function that passes its formal on to itself passes what that is. */
static void name_arrays(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool has_changed = w->all.count > 0;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < source->function_count; i++) {
            const decl *f = source->functions[i];
            for (int k = 0; k < f->formal_count; k++) {
                const decl *array = only_array(w, f, k);
                if (!array)
                    continue;
                rename_all((syntax *)f->body, f->formals[k], array);
                has_changed |= !w->is_named.data[f->formals[k]->id];
                w->is_named.data[f->formals[k]->id] = true;
            }
        }
    }
}

/* --- Elements --------------------------------------------------------------------------------- */

static syntax *element(structure_arrays *w, const structure_array *a, const syntax *name,
                       const syntax *index)
{
    static const c_type of_int = {.kind = TYPE_INT, .bytes = 4};
    syntax *s = syntax_new_at(w->pass->ctx, name, SYNTAX_SUBSCRIPT, 2);
    s->type = a->d->element;
    s->child[0] = name;
    s->child[1] = index ? index : syntax_number_at(w->pass->ctx, name, &of_int, 0);
    return s;
}

static syntax *address(structure_arrays *w, const syntax *at, const syntax *of)
{
    syntax *s = syntax_new_at(w->pass->ctx, at, SYNTAX_UNARY, 1);
    s->op = OPERATOR_ADDRESS;
    s->type = at->type;
    s->child[0] = of;
    return s;
}

/* `m.lev`, an array that is a member. */
static const structure_array *member_named(const structure_arrays *w, const syntax *s)
{
    bool is_array = s->kind == SYNTAX_MEMBER && s->type && s->type->kind == TYPE_ARRAY;
    for (int i = 0; is_array && i < w->all.count; i++) {
        const structure_array *a = &w->all.data[i];
        if (a->member == s->member && s->type->target->bytes == a->d->element->bytes)
            return a;
    }
    return NULL;
}

static const structure_array *structures_named(const structure_arrays *w, const syntax *s)
{
    if (!s)
        return NULL;
    s = syntax_without_casts(s);
    const structure_array *a = array_named(w, s) ? array_named(w, s) : member_named(w, s);
    return a && !a->has_pointers ? a : NULL;
}

/* Does what child i of `s` goes to keep to the first element? */
static bool takes_first(const structure_arrays *w, const decl *in, const syntax *s, int i)
{
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (f)
        return f->body && i > 0 && i <= f->formal_count &&
               !w->is_named.data[f->formals[i - 1]->id] &&
               !is_indexed(f->body, f->formals[i - 1], 0);
    const decl *to = s->kind == SYNTAX_ASSIGN && i == 1 && s->child[0]->kind == SYNTAX_NAME
                         ? s->child[0]->decl
                         : NULL;
    return to && to->function == in && !is_indexed(in->body, to, 0);
}

/* Does nothing in the block change what is in `s`? */
static bool stays(const syntax *block, const syntax *s)
{
    bool is_plain = s->kind == SYNTAX_INT || s->kind == SYNTAX_BINARY ||
                    (s->kind == SYNTAX_NAME && s->decl && s->decl->function &&
                     !s->decl->is_static && !syntax_sets(block, s->decl));
    for (int i = 0; i < s->child_count; i++)
        is_plain &= stays(block, s->child[i]);
    return is_plain;
}

/* An element that a pointer which the block declares leads to all the time; null: it is none. */
static const syntax *element_of(structure_arrays *w, const syntax *block, const decl *d)
{
    const syntax *s = d && d->init ? syntax_without_casts(d->init) : NULL;
    bool is = s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
              structure_array_of(w, s->child[0]) && !syntax_sets(block, d);
    return is && stays(block, s->child[0]->child[1]) ? s->child[0] : NULL;
}

/* `g + 1` and `g[1]`, g being &lev[l], are what they are of the array. */
static void name_near(structure_arrays *w, syntax *s, const decl *d, const syntax *of)
{
    if (!s)
        return;
    bool is_sum = s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB);
    bool is_near = (is_sum || s->kind == SYNTAX_SUBSCRIPT) && is_name_of(s->child[0], d) &&
                   s->child[1]->kind == SYNTAX_INT;
    if (is_near) {
        syntax *there = arena_copy(w->pass->ctx->arena, of, sizeof *there);
        syntax *index = syntax_new_at(w->pass->ctx, s, SYNTAX_BINARY, 2);
        index->op = is_sum ? s->op : OPERATOR_ADD;
        index->type = of->child[1]->type;
        index->child[0] = of->child[1];
        index->child[1] = s->child[1];
        there->where = s->where;
        there->child = ARENA_ARRAY(w->pass->ctx->arena, 2, const syntax *);
        there->child[0] = of->child[0];
        there->child[1] = index;
        *s = is_sum ? *address(w, s, there) : *there;
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        name_near(w, (syntax *)syntax_part(s, i), d, of);
}

static void name_in(structure_arrays *w, const decl *in, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const structure_array *a = s->child_count ? structures_named(w, s->child[0]) : NULL;
    if (a && s->kind == SYNTAX_MEMBER && s->is_arrow) {
        s->child[0] = element(w, a, syntax_without_casts(s->child[0]), NULL);
        s->is_arrow = false;
    } else if (a && s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) {
        *s = *element(w, a, syntax_without_casts(s->child[0]), NULL);
    } else if (a && s->kind == SYNTAX_BINARY && s->op == OPERATOR_ADD) {
        *s = *address(w, s, element(w, a, syntax_without_casts(s->child[0]), s->child[1]));
    }
    for (int i = 0; s->kind == SYNTAX_BLOCK && i < s->child_count; i++)
        for (int k = 0; s->child[i]->kind == SYNTAX_DECLARATION && k < s->child[i]->child_count;
             k++) {
            const decl *d = s->child[i]->child[k]->decl;
            const syntax *of = element_of(w, s, d);
            if (of)
                name_near(w, s, d, of);
        }
    for (int i = 0; i < s->child_count; i++) {
        const structure_array *given = structures_named(w, s->child[i]);
        decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        const structure_array *first = d ? structures_named(w, d->init) : NULL;
        if (given && takes_first(w, in, s, i))
            s->child[i] =
                address(w, s->child[i], element(w, given, syntax_without_casts(s->child[i]), NULL));
        if (first && !is_indexed(in->body, d, 0) && !syntax_sets(in->body, d))
            d->init = address(w, d->init, element(w, first, syntax_without_casts(d->init), NULL));
        name_in(w, in, (syntax *)syntax_part(s, i));
    }
}

void structure_name_elements(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    name_arrays(w);
    for (int i = 0; i < source->function_count; i++)
        name_in(w, source->functions[i], (syntax *)source->functions[i]->body);
}
