/* What may be touched by pointers, and by functions that they lead to: value/points_to.h. */

#include "frontend/syntax/library_function.h"
#include "frontend/value/alias.h"
#include "frontend/value/pointer_flow.h"
#include "frontend/value/points_to_state.h"

static array_list list_of(lowering *lo, const points_to *pt, const uint64_t *set)
{
    VEC(const variable *) list = {0};
    for (int i = 0; set && i < pt->count; i++)
        if (set[i / 64] >> i % 64 & 1)
            VEC_PUSH(lo->ctx->arena, &list, pt->arrays[i]);
    return (array_list){list.count, list.data};
}

/* --- Answers ----------------------------------------------------------------------- */

array_list points_to_of(lowering *lo, const syntax *address)
{
    bit_set set = points_new_set(lo, lo->points);
    points_value(lo, address, set);
    return list_of(lo, lo->points, set);
}

/* The part of `s` that is reached by an address; null: it is a variable's part. */
static const syntax *part_by_address(const syntax *s)
{
    for (; s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
         s = s->child[0])
        if (points_is_pointer(s->child[0]->type))
            return s;
    return NULL;
}

array_list points_to_through(lowering *lo, const syntax *s)
{
    const points_to *pt = lo->points;
    const syntax *part = part_by_address(s), *address = part ? part->child[0] : NULL;
    const decl *d = address ? points_actual(address) : NULL;
    const variable *v = d ? lo->info[d->id].var : NULL;
    bit_set set = points_new_set(lo, pt);
    if (!address || pointer_is_followed(lo, s))
        return (array_list){0};
    if (d && d->kind == DECL_FORMAL && !pt->is_moved[d->id])
        points_add_all(pt, set, pt->of[d->id]);
    else
        points_value(lo, address, set);
    points_leave_member(pt, part, set);
    array_list all = list_of(lo, pt, set);
    VEC(const variable *) list = {0};
    for (int i = 0; i < all.count; i++)
        if (!v || !v->align || !value_is_same_alignment(v->align, all.arrays[i]->align))
            VEC_PUSH(lo->ctx->arena, &list, all.arrays[i]);
    return (array_list){list.count, list.data};
}

array_list points_to_of_others(lowering *lo)
{
    return list_of(lo, lo->points, lo->points->others);
}

/* --- Callbacks --------------------------------------------------------------------- */

typedef struct mention_walk {
    lowering *lo;
    bit_set set;
    bool *is_seen; /* by a declaration's id */
} mention_walk;

static void note_mentions(mention_walk *w, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind == DECL_FUNCTION && d->body && !w->is_seen[d->id]) {
        w->is_seen[d->id] = true;
        note_mentions(w, d->body);
    } else if (d) {
        points_name(w->lo, d, w->set);
    }
    for (int i = 0; i < s->child_count; i++)
        note_mentions(w, s->child[i]);
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        note_mentions(w, s->child[i]->decl->init);
}

array_list points_to_of_callbacks(lowering *lo, const syntax *s)
{
    mention_walk w = {.lo = lo, .set = points_new_set(lo, lo->points)};
    w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
    note_mentions(&w, s);
    return list_of(lo, lo->points, w.set);
}

static void note_function(mention_walk *w, const decl *f)
{
    if (!w->is_seen[f->id]) {
        w->is_seen[f->id] = true;
        note_mentions(w, f->body);
    }
}

static bool has_function(const points_to *pt, const uint64_t *set, int i)
{
    int at = pt->count + i;
    return set[at / 64] >> at % 64 & 1;
}

called_list points_to_called(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    const syntax *callee = call->child[0];
    bit_set set = points_new_set(lo, pt);
    VEC(const decl *) list = {0};
    if (pt->has_elsewhere)
        return (called_list){0};
    while (callee->kind == SYNTAX_CAST ||
           (callee->kind == SYNTAX_UNARY && callee->op == OPERATOR_DEREF)) /* (*f)(x) is f(x) */
        callee = callee->child[0];
    points_value(lo, callee, set);
    for (int i = 0; i < pt->functions.count; i++)
        if (has_function(pt, set, i))
            VEC_PUSH(lo->ctx->arena, &list, pt->functions.data[i]);
    return (called_list){list.count, list.data};
}

static array_list touched_by(lowering *lo, called_list called)
{
    mention_walk w = {.lo = lo, .set = points_new_set(lo, lo->points)};
    w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
    for (int i = 0; i < called.count; i++)
        note_function(&w, called.functions[i]);
    return list_of(lo, lo->points, w.set);
}

bool points_to_of_pointed(lowering *lo, called_list called, array_list *touched)
{
    points_to *pt = lo->points;
    if (called.count) {
        *touched = touched_by(lo, called);
        return true;
    }
    if (!pt->pointed) {
        mention_walk w = {.lo = lo, .set = pt->pointed = points_new_set(lo, pt)};
        w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
        for (int i = 0; i < pt->functions.count; i++)
            note_function(&w, pt->functions.data[i]);
    }
    *touched = list_of(lo, pt, pt->pointed);
    return !pt->has_elsewhere;
}

/* Which functions of this source may the call of a function elsewhere lead to? */
static bit_set called_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    bit_set set = pt && pt->functions.count && f && !f->body && !f->is_const_function &&
                          library_kind_of(f->name) == LIBRARY_NONE
                      ? points_new_set(lo, pt)
                      : NULL;
    for (int i = 1; set && i < call->child_count; i++)
        points_value(lo, call->child[i], set);
    if (set && source_range_is_set(f->where))
        points_add_all(pt, set, pt->others);
    return set;
}

bool points_to_calls_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    bit_set set = called_back(lo, call);
    for (int i = 0; set && i < pt->functions.count; i++)
        if (has_function(pt, set, i))
            return true;
    return false;
}

array_list points_to_of_called_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    bit_set set = called_back(lo, call);
    mention_walk w = {.lo = lo};
    for (int i = 0; set && i < pt->functions.count; i++) {
        if (!has_function(pt, set, i))
            continue;
        if (!w.set) {
            w.set = points_new_set(lo, pt);
            w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
        }
        note_function(&w, pt->functions.data[i]);
    }
    return list_of(lo, pt, w.set);
}
