/* Pointers for the elements that an integer tells which goes round: value/structure_turn.h. */

#include "frontend/value/structure_turn_state.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

static decl *new_pointer(turning *t, const syntax *at, int64_t element)
{
    structure_arrays *w = t->w;
    fp_context *ctx = w->pass->ctx;
    const decl *array = t->of->d;
    syntax_copying c = syntax_copy_begin(ctx, w->pass->source);
    decl *p = syntax_copy_decl(&c, array);
    bool_list *const lists[] = {&w->is_index, &w->is_number, &w->is_set, &w->is_named};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        VEC_PUSH(ctx->arena, lists[k], false);
    c_type *type = ARENA_NEW(ctx->arena, c_type);
    *type = (c_type){.kind = TYPE_POINTER, .bytes = 8, .target = array->type->target};
    p->kind = DECL_VARIABLE;
    p->type = t->of->has_pointers ? array->type->target : type;
    p->name = intern(ctx->names, arena_printf(ctx->arena, "%s[%s]", array->name, t->v->name));
    p->where = t->v->where;
    p->function = NULL;
    p->origin = NULL;
    p->scope = (source_range){0};
    p->is_external = p->is_static = false;
    p->rank = 1;
    p->extent[0] = NULL;
    p->count[0] = -1;
    p->element = p->type->target;
    p->member_count = 0;
    p->init = NULL;
    if (element < 0)
        return p;
    syntax *name = syntax_new_at(ctx, at, SYNTAX_NAME, 0);
    name->decl = (decl *)array;
    name->type = array->type;
    syntax *one = syntax_new_at(ctx, at, SYNTAX_SUBSCRIPT, 2);
    one->type = array->type->target;
    one->child[0] = name;
    one->child[1] = syntax_number_at(ctx, at, t->v->type, element);
    syntax *address = syntax_new_at(ctx, at, SYNTAX_UNARY, 1);
    address->op = OPERATOR_ADDRESS;
    address->type = p->type;
    address->child[0] = one;
    p->init = t->of->has_pointers ? one : address;
    return p;
}

static syntax *name_of(const turning *t, const syntax *at, const decl *d)
{
    syntax *name = syntax_new_at(t->w->pass->ctx, at, SYNTAX_NAME, 0);
    name->decl = (decl *)d;
    name->type = d->type;
    return name;
}

/* The pointer that leads to the element which `s` names; null: `s` is none. */
static syntax *pointer_for(turning *t, const syntax *s)
{
    int64_t element;
    bool is = s->kind == SYNTAX_SUBSCRIPT && structure_array_of(t->w, s) == t->of &&
              turn_names(t, s->child[1]) && turn_value_with(t, s->child[1], t->value[0], &element);
    return is ? name_of(t, s, t->pointer[element]) : NULL;
}

/* A variable that has its address is that pointer, too. */
static void name_pointer(turning *t, syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME && turn_is_told_pointer(t, s->decl) ? s->decl : NULL;
    const syntax *value = d ? syntax_without_casts(turn_told_value(t, d)) : NULL;
    bool is_done = value && value->kind == SYNTAX_NAME; /* its declaration has been rewritten */
    const syntax *pointer = is_done ? value : value ? pointer_for(t, value->child[0]) : NULL;
    if (pointer)
        s->decl = pointer->decl;
}

static syntax *assignment(const turning *t, const syntax *at, const decl *to, const decl *from)
{
    syntax *s = syntax_new_at(t->w->pass->ctx, at, SYNTAX_ASSIGN, 2);
    s->type = to->type;
    s->child[0] = name_of(t, at, to);
    s->child[1] = name_of(t, at, from);
    return s;
}

/* Each pointer gets what the one of the next element has. */
static void exchange(turning *t, syntax *s)
{
    const syntax *step[2 * TURNS_MOST];
    bool is_done[TURNS_MOST] = {false};
    int count = 0;
    for (int64_t first = 0; first < t->of->count; first++) {
        if (!t->takes_part[first] || is_done[first] || t->next[first] == first)
            continue;
        const decl *kept = new_pointer(t, s, -1);
        int64_t at = first;
        step[count++] = assignment(t, s, kept, t->pointer[first]);
        for (; t->next[at] != first; at = t->next[at]) {
            is_done[at] = true;
            step[count++] = assignment(t, s, t->pointer[at], t->pointer[t->next[at]]);
        }
        is_done[at] = true;
        step[count++] = assignment(t, s, t->pointer[at], kept);
    }
    arena *a = t->w->pass->ctx->arena;
    syntax *last = NULL;
    for (int i = 0; i < count; i++) {
        syntax *both = last ? syntax_new_at(t->w->pass->ctx, s, SYNTAX_BINARY, 2) : NULL;
        if (both) {
            both->op = OPERATOR_COMMA;
            both->type = s->type;
            both->child[0] = last;
            both->child[1] = step[i];
        }
        last = both ? both : arena_copy(a, step[i], sizeof *last);
    }
    if (last)
        *s = *last;
}

static void rewrite(turning *t, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (turn_value(t, s)) {
        level_fix(t->w, turn_value(t, s));
        exchange(t, s);
        return;
    }
    name_pointer(t, s);
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    syntax *pointer = is_address && !t->of->has_pointers ? pointer_for(t, s->child[0]) : NULL;
    if (pointer) {
        pointer->where = s->where;
        pointer->type = s->type;
        *s = *pointer;
        return;
    }
    for (int i = 0; i < s->child_count; i++) {
        syntax *part = (syntax *)syntax_part(s, i);
        syntax *there = part ? pointer_for(t, part) : NULL;
        if (there && t->of->has_pointers) {
            *part = *there;
        } else if (there && s->kind == SYNTAX_MEMBER) {
            s->child[0] = there;
            s->is_arrow = true;
        } else if (there) {
            syntax *target = syntax_new_at(t->w->pass->ctx, part, SYNTAX_UNARY, 1);
            target->op = OPERATOR_DEREF;
            target->type = part->type;
            target->child[0] = there;
            *part = *target;
        } else {
            rewrite(t, part);
        }
    }
}

void turn_name_elements(turning *t)
{
    const c_program *source = t->w->pass->source;
    for (int64_t i = 0; i < t->of->count; i++)
        if (t->takes_part[i])
            t->pointer[i] = new_pointer(t, source->functions[0]->body, i);
    for (int i = 0; i < source->function_count; i++)
        rewrite(t, (syntax *)source->functions[i]->body);
}
