#include "frontend/value/callee_effects.h"

#include <string.h>

#include "frontend/value/assigned.h"
#include "frontend/value/one_value.h"
#include "frontend/value/points_to.h"
#include "frontend/value/stored.h"

/* What the program's functions do to variables that outlive a call. */

typedef VEC(int) id_list;

/* By decl id. */
struct callee_effects {
    id_list *callers;      /* of a function: those that call it by its name, */
    bool *calls_any;       /* or may call any, by a pointer or through a function elsewhere */
    id_list *assigned_by;  /* of a variable: the functions that do so themselves */
    store_widths *stores;  /* of a function: what it stores itself through addresses, */
    store_widths all;      /* and all functions */
    bool has_any_calls;    /* some function calls any */
    const bool **setters;  /* of a variable: may calling the function assign it? null: not asked */
    const bool **leads_to; /* of a function: does calling the other lead to it? null: not asked */
    id_list drawing;       /* functions that go on in a sequence themselves, */
    const bool *draws;     /* or by what they call; null: not asked */
};

/* Functions of the library that go on in a sequence of which each process has its own. */
static bool is_drawing(const syntax *call)
{
    static const char *const drawing[] = {"rand", "random", "drand48", "lrand48", "mrand48"};
    const char *name = syntax_callee_name(call);
    if (!name || call->child[0]->decl->body)
        return false;
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
        if (strcmp(name, drawing[i]) == 0)
            return true;
    return false;
}

/* Which function a pointer calls, nothing tells. */
static const decl *callee_of(lowering *lo, const syntax *call, bool *is_any)
{
    const decl *callee = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    *is_any = !callee || points_to_calls_back(lo, call);
    return callee && callee->body ? callee : NULL;
}

/* Or its address does. */
static bool outlives_call(lowering *lo, const decl *d)
{
    return !d->function || d->is_static || value_is_changed_afar(lo, d);
}

static void note_body(lowering *lo, struct callee_effects *x, const syntax *s, int f)
{
    if (!s)
        return;
    const syntax *value;
    const decl *d = value_assigned_by(s, &value);
    if (d && (!d->function || d->is_static))
        VEC_PUSH(lo->ctx->arena, &x->assigned_by[d->id], f);
    x->stores[f] |= value_stored_by(s);
    if (s->kind == SYNTAX_CALL) {
        bool is_any;
        const decl *callee = callee_of(lo, s, &is_any);
        x->calls_any[f] |= is_any;
        if (is_drawing(s))
            VEC_PUSH(lo->ctx->arena, &x->drawing, f);
        if (callee)
            VEC_PUSH(lo->ctx->arena, &x->callers[callee->id], f);
    }
    for (int i = 0; i < s->child_count; i++)
        note_body(lo, x, syntax_part(s, i), f);
}

static struct callee_effects *effects_of(lowering *lo)
{
    if (lo->effects)
        return lo->effects;
    arena *a = lo->ctx->arena;
    const int count = lo->source->decl_count;
    struct callee_effects *x = ARENA_NEW(a, struct callee_effects);
    x->callers = ARENA_ARRAY(a, count, id_list);
    x->calls_any = ARENA_ARRAY(a, count, bool);
    x->assigned_by = ARENA_ARRAY(a, count, id_list);
    x->stores = ARENA_ARRAY(a, count, store_widths);
    x->setters = ARENA_ARRAY(a, count, const bool *);
    x->leads_to = ARENA_ARRAY(a, count, const bool *);
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *f = lo->source->functions[i];
        note_body(lo, x, f->body, f->id);
        x->all |= x->stores[f->id];
        x->has_any_calls |= x->calls_any[f->id];
    }
    lo->effects = x;
    return x;
}

/* Those of the list, and all that call them. */
static const bool *with_callers(lowering *lo, const struct callee_effects *x, id_list work)
{
    bool *may = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
    while (work.count) {
        const int f = work.data[--work.count];
        if (may[f])
            continue;
        may[f] = true;
        for (int i = 0; i < x->callers[f].count; i++)
            VEC_PUSH(lo->ctx->arena, &work, x->callers[f].data[i]);
    }
    return may;
}

/* Does what is stored through addresses change the variable? */
static bool is_reached(lowering *lo, const decl *d, store_widths stores)
{
    return value_store_fits(stores, d->type) && value_is_changed_afar(lo, d);
}

static const bool *setters_of(lowering *lo, const decl *d)
{
    struct callee_effects *x = effects_of(lo);
    if (x->setters[d->id])
        return x->setters[d->id];
    id_list work = {0};
    for (int i = 0; i < x->assigned_by[d->id].count; i++)
        VEC_PUSH(lo->ctx->arena, &work, x->assigned_by[d->id].data[i]);
    for (int i = 0; i < lo->source->function_count; i++)
        if (is_reached(lo, d, x->stores[lo->source->functions[i]->id]))
            VEC_PUSH(lo->ctx->arena, &work, lo->source->functions[i]->id);
    for (int i = 0; work.count && i < lo->source->function_count; i++)
        if (x->calls_any[lo->source->functions[i]->id])
            VEC_PUSH(lo->ctx->arena, &work, lo->source->functions[i]->id);
    x->setters[d->id] = with_callers(lo, x, work);
    return x->setters[d->id];
}

bool value_calls(lowering *lo, const decl *from, const decl *to)
{
    struct callee_effects *x = effects_of(lo);
    if (!x->leads_to[to->id]) {
        id_list work = {0};
        VEC_PUSH(lo->ctx->arena, &work, to->id);
        x->leads_to[to->id] = with_callers(lo, x, work);
    }
    return x->leads_to[to->id][from->id];
}

bool value_draws(lowering *lo, const syntax *s)
{
    if (!s)
        return false;
    struct callee_effects *x = effects_of(lo);
    if (!x->draws)
        x->draws = with_callers(lo, x, x->drawing);
    if (s->kind == SYNTAX_CALL && syntax_callee_name(s) &&
        (is_drawing(s) || x->draws[s->child[0]->decl->id]))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (value_draws(lo, syntax_part(s, i)))
            return true;
    return false;
}

static bool call_assigns(lowering *lo, const syntax *call, const decl *d)
{
    bool is_any;
    const decl *callee = callee_of(lo, call, &is_any);
    const struct callee_effects *x = effects_of(lo);
    return (callee && setters_of(lo, d)[callee->id]) ||
           (is_any && (x->assigned_by[d->id].count || is_reached(lo, d, x->all)));
}

static bool calls_assign(lowering *lo, const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_CALL && call_assigns(lo, s, d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (calls_assign(lo, syntax_part(s, i), d))
            return true;
    return false;
}

static bool stores_fit(const syntax *s, const decl *d)
{
    bool fits = s && value_store_fits(value_stored_by(s), d->type);
    for (int i = 0; s && i < s->child_count && !fits; i++)
        fits = stores_fit(syntax_part(s, i), d);
    return fits;
}

bool value_is_stored_in(lowering *lo, const syntax *s, const decl *d)
{
    return value_is_changed_afar(lo, d) && (stores_fit(s, d) || calls_assign(lo, s, d));
}

bool value_may_be_stored(lowering *lo, const decl *d)
{
    return value_is_changed_afar(lo, d) && value_store_fits(effects_of(lo)->all, d->type);
}

bool value_is_set_unseen(lowering *lo, const decl *d)
{
    const struct callee_effects *x = effects_of(lo);
    return value_may_be_stored(lo, d) || (x->has_any_calls && x->assigned_by[d->id].count);
}

bool value_callees_assign(lowering *lo, const syntax *s, const decl *d)
{
    return outlives_call(lo, d) && calls_assign(lo, s, d);
}

void value_find_last_change(lowering *lo, const syntax *s, const decl *d, source_range *last)
{
    if (!s)
        return;
    bool changes = value_is_assigned_by(s, d) || is_reached(lo, d, value_stored_by(s)) ||
                   (s->kind == SYNTAX_CALL && outlives_call(lo, d) && call_assigns(lo, s, d));
    if (changes && (!source_range_is_set(*last) || source_is_before(*last, s->where)))
        *last = s->where;
    for (int i = 0; i < s->child_count; i++)
        value_find_last_change(lo, syntax_part(s, i), d, last);
}
