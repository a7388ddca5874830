#include "plan/normalize/renaming.h"

#include "plan/normalize/array_part.h"
#include "plan/normalize/temporary.h"

const expr *renaming_expr(planner *p, const renaming *r, const expr *e)
{
    if (!e || !r || r->values.count == 0)
        return e;
    return expr_substitute(p->pool, e, &r->values);
}

/* A local array of the callee, of an extent that a value of this call decides: one for
 * each such extent. */
static const variable *sized_variable(planner *p, const renaming *r, const variable *v)
{
    const expr *extent[MAX_RANK];
    bool is_same = true;
    for (int d = 0; d < v->rank; d++) {
        extent[d] = renaming_expr(p, r, v->extent[d]);
        is_same &= extent[d] == v->extent[d];
    }
    if (is_same)
        return v;
    for (int i = 0; i < p->temporaries.count; i++) {
        const variable *known = p->temporaries.data[i].var;
        bool is_this = known->owner == v->owner && known->where.line == v->where.line &&
                       known->where.column == v->where.column;
        for (int d = 0; is_this && d < v->rank; d++)
            is_this = known->extent[d] == extent[d];
        if (is_this)
            return known;
    }
    return temporary_sized(p, v, extent);
}

const variable *renaming_variable(planner *p, const renaming *r, const variable *v)
{
    if (v && r && r->names)
        return v->id < r->names->count ? r->names->of[v->id] : v;
    if (!v || !r || !r->callee || v->owner != r->callee)
        return v;
    if (v->formal_index < 0)
        return v->align ? v : sized_variable(p, r, v);
    const variable *actual = r->actual[v->formal_index];
    return actual ? actual : v;
}

const reference *renaming_first(const renaming *r, const variable *v)
{
    bool is_formal = r && r->callee && v->owner == r->callee && v->formal_index >= 0;
    return is_formal && r->actual[v->formal_index] ? r->first[v->formal_index] : NULL;
}

static const scalar_subscript *clone_by_scalar(planner *p, const renaming *r, const reference *ref)
{
    if (!ref->by_scalar)
        return NULL;
    /* Of a formal by which a flat array is passed, the actual has more dimensions. */
    scalar_subscript *copy = ARENA_ARRAY(p->arena, MAX_RANK, scalar_subscript);
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->by_scalar[d].scalar)
            copy[d] = (scalar_subscript){renaming_variable(p, r, ref->by_scalar[d].scalar),
                                         renaming_expr(p, r, ref->by_scalar[d].offset),
                                         renaming_expr(p, r, ref->by_scalar[d].factor)};
    return copy;
}

static const index_source *clone_sources(planner *p, const renaming *r, const reference *ref)
{
    if (!ref->sources)
        return NULL;
    index_source *copy = ARENA_ARRAY(p->arena, MAX_RANK, index_source); /* likewise */
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sources[d].of)
            copy[d] = (index_source){renaming_variable(p, r, ref->sources[d].of),
                                     renaming_expr(p, r, ref->sources[d].factor),
                                     renaming_expr(p, r, ref->sources[d].offset)};
    return copy;
}

const reference *renaming_reference(planner *p, const renaming *r, const reference *ref)
{
    if (!ref || !r)
        return ref;
    reference *copy = arena_copy(p->arena, ref, sizeof *ref);
    copy->var = renaming_variable(p, r, ref->var);
    copy->is_linear |= copy->var->is_flat && !ref->var->is_flat;
    copy->where = r->place ? *r->place : ref->where;
    for (int d = 0; d < ref->var->rank; d++)
        copy->sub[d].value = renaming_expr(p, r, ref->sub[d].value);
    copy->only_where = renaming_expr(p, r, ref->only_where);
    copy->by_scalar = clone_by_scalar(p, r, ref);
    copy->sources = clone_sources(p, r, ref);
    if (renaming_first(r, ref->var))
        array_part_place(p, renaming_first(r, ref->var), ref, copy);
    return copy;
}

int renaming_declared_rank(const variable *v)
{
    return v->is_flat ? 1 : v->rank;
}

const argument *renaming_led_by(const renaming *r, const variable *v)
{
    bool is_formal =
        r && r->callee && r->arguments && v && v->owner == r->callee && v->formal_index >= 0 &&
        v->formal_index < r->call->u.call.argument_count; /* one too few may be passed */
    return is_formal && r->arguments[v->formal_index].led_to_count ? &r->arguments[v->formal_index]
                                                                   : NULL;
}

/* `ref`, a copy, of an array that the formal may lead into: at the same place, or at any. */
static const reference *reference_of(planner *p, const reference *ref, const variable *array,
                                     bool is_each)
{
    reference *copy = arena_copy(p->arena, ref, sizeof *ref);
    copy->is_by_pointer = true;
    bool is_same = is_each && renaming_declared_rank(array) == renaming_declared_rank(ref->var);
    copy->var = array;
    if (is_same)
        return copy;
    *copy = (reference){.var = array, .is_by_pointer = true, .where = ref->where};
    for (int d = 0; d < array->rank; d++)
        copy->sub[d].kind = SUBSCRIPT_INDIRECT;
    return copy;
}

const reference *const *renaming_reads(planner *p, const renaming *r, int *count,
                                       const reference *const *reads)
{
    VEC(const reference *) copy = {0};
    for (int i = 0; i < *count; i++)
        VEC_PUSH(p->arena, &copy, renaming_reference(p, r, reads[i]));
    for (int i = 0; i < *count; i++) {
        const argument *a = renaming_led_by(r, reads[i]->var);
        for (int k = 0; a && k < a->led_to_count; k++)
            VEC_PUSH(
                p->arena, &copy,
                reference_of(p, copy.data[i], a->led_to[k], a->is_each && !reads[i]->is_linear));
    }
    *count = copy.count;
    return copy.data;
}

const array_exchange *renaming_exchange(planner *p, const renaming *r, const array_exchange *x)
{
    const variable **arrays = ARENA_ARRAY(p->arena, x->count + 1, const variable *);
    bool is_same = true;
    for (int i = 0; i < x->count; i++) {
        arrays[i] = renaming_variable(p, r, x->array[i]);
        is_same &= arrays[i] == x->array[i];
    }
    if (is_same)
        return x;
    for (int i = 0; i < p->exchanged.count; i++) { /* the statements that are one have one */
        const array_exchange *known = p->exchanged.data[i];
        bool is_this = known->statements == x->statements && known->from == x->from &&
                       known->is_undone == x->is_undone && known->count == x->count;
        for (int k = 0; is_this && k < x->count; k++)
            is_this = known->array[k] == arrays[k];
        if (is_this)
            return known;
    }
    array_exchange *copy = arena_copy(p->arena, x, sizeof *x);
    copy->array = arrays;
    VEC_PUSH(p->arena, &p->exchanged, copy);
    return copy;
}

const on_clause *renaming_clause(planner *p, const renaming *r, const on_clause *clause)
{
    if (!clause || !r)
        return clause;
    on_clause *copy = arena_copy(p->arena, clause, sizeof *clause);
    copy->ref = renaming_reference(p, r, clause->ref);
    for (int d = 0; d < MAX_RANK; d++) {
        copy->index[d] = renaming_expr(p, r, clause->index[d]);
        copy->last[d] = renaming_expr(p, r, clause->last[d]);
    }
    return copy;
}

const reduction *renaming_reductions(planner *p, const renaming *r, int count,
                                     const reduction *items)
{
    reduction *copy = ARENA_ARRAY(p->arena, count + 1, reduction);
    for (int i = 0; i < count; i++) {
        copy[i] = items[i];
        copy[i].var = renaming_variable(p, r, items[i].var);
        copy[i].elements = renaming_expr(p, r, items[i].elements);
        copy[i].first = renaming_expr(p, r, items[i].first);
    }
    return copy;
}

const variable *const *renaming_scalars(planner *p, const renaming *r, int count,
                                        const variable *const *list)
{
    const variable **scalars = ARENA_ARRAY(p->arena, count + 1, const variable *);
    for (int i = 0; i < count; i++)
        scalars[i] = renaming_variable(p, r, list[i]);
    return scalars;
}

const unknown_effect *renaming_unknowns(planner *p, const renaming *r, const unknown_effect *list)
{
    if (!list || !r || (!r->callee && !r->names))
        return list;
    unknown_effect *copy = arena_copy(p->arena, list, sizeof *list);
    const variable **arrays = ARENA_ARRAY(p->arena, copy->array_count + 1, const variable *);
    for (int i = 0; i < copy->array_count; i++)
        arrays[i] = renaming_variable(p, r, copy->arrays[i]);
    copy->arrays = arrays;
    copy->next = renaming_unknowns(p, r, copy->next);
    return copy;
}
