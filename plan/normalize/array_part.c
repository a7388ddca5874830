#include "plan/normalize/array_part.h"

#include <string.h>

static subscript sum_of(planner *p, subscript a, subscript b)
{
    if (b.kind == SUBSCRIPT_WHOLE)
        return b;
    if (a.kind != SUBSCRIPT_VALUE || b.kind != SUBSCRIPT_VALUE)
        return (subscript){SUBSCRIPT_INDIRECT, NULL};
    return (subscript){SUBSCRIPT_VALUE, expr_add(p->pool, a.value, b.value)};
}

/* One subscript for all dimensions, which is to be proved to stay in its row; if all is known. */
static void make_linear(planner *p, reference *r)
{
    const variable *v = r->var;
    const expr *index = expr_int(p->pool, 0);
    for (int d = 0; d < v->rank; d++) {
        if (r->sub[d].kind != SUBSCRIPT_VALUE || (d > 0 && !v->extent[d]))
            return;
        index = expr_add(p->pool, d > 0 ? expr_mul(p->pool, index, v->extent[d]) : index,
                         r->sub[d].value);
    }
    r->sub[0].value = index;
    for (int d = 1; d < v->rank; d++)
        r->sub[d] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    r->is_linear = v->rank > 1;
}

/* Which row the part begins in says a scalar, as of one subscript for all dimensions; or the row's
 * own subscript is one. What is left of the subscripts is further on in the row. */
static void keep_scalars(planner *p, const reference *first, subscript inner, int fixed,
                         reference *copy)
{
    const scalar_subscript *from = first->by_scalar;
    scalar_subscript *by = ARENA_ARRAY(p->arena, MAX_RANK, scalar_subscript);
    if (!from)
        return;
    if (!copy->is_linear)
        memcpy(by, from, (size_t)fixed * sizeof *by);
    else if (from[0].scalar && from[0].factor && inner.kind == SUBSCRIPT_VALUE)
        by[0] = (scalar_subscript){from[0].scalar, expr_add(p->pool, from[0].offset, inner.value),
                                   from[0].factor};
    copy->by_scalar = by;
}

void array_part_place(planner *p, const reference *first, const reference *ref, reference *copy)
{
    const variable *v = first->var;
    int fixed = v->is_flat ? 0 : v->rank - ref->var->rank;
    subscript inner[MAX_RANK];
    memcpy(inner, copy->sub, sizeof inner);
    copy->is_by_row = true;
    copy->by_scalar = NULL;
    copy->sources = NULL;
    for (int d = 0; d < v->rank; d++)
        copy->sub[d] = d < fixed    ? first->sub[d]
                       : d == fixed ? sum_of(p, first->sub[d], inner[0])
                                    : inner[d - fixed];
    copy->is_linear = v->is_flat || first->is_linear;
    if (copy->is_linear || ref->is_linear)
        for (int d = 0; d < v->rank; d++)
            copy->sub[d] = d == 0 && !ref->is_linear && ref->var->rank == 1
                               ? sum_of(p, first->sub[0], inner[0])
                               : (subscript){SUBSCRIPT_INDIRECT, NULL};
    else
        make_linear(p, copy);
    if (!ref->is_linear)
        keep_scalars(p, first, inner[0], fixed, copy);
}

bool array_part_fits(const variable *formal, const argument *a)
{
    const variable *v = a->array;
    if (!a->first || formal->align || formal->is_flat || formal->elem_bytes != v->elem_bytes ||
        formal->kind != v->kind || formal->rank < 1 || formal->rank > (v->is_flat ? 1 : v->rank))
        return false;
    for (int d = 1; d < formal->rank; d++) {
        const expr *extent = v->extent[v->rank - formal->rank + d];
        if (formal->extent[d] && formal->extent[d] != extent)
            return false;
    }
    return true;
}

const reference *array_part_first(planner *p, const variable *formal, source_range where)
{
    reference *r = ARENA_NEW(p->arena, reference);
    r->var = formal;
    r->where = where;
    for (int d = 0; d < formal->rank; d++)
        r->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_int(p->pool, 0)};
    return r;
}

static void warn_part_passed(planner *p, const node *call, const variable *formal,
                             const variable *actual)
{
    if (formal->rank == actual->rank) {
        diag_report(p->ctx->diags, DIAG_WARNING, "argument-part", call->where,
                    "a part of '%s' is passed for '%s'; accesses through '%s' are predicted as "
                    "local. Pass the whole array, and where to begin, to have them analysed",
                    actual->name, formal->name, formal->name);
        return;
    }
    diag_report(p->ctx->diags, DIAG_WARNING, "argument-rank", call->where,
                "'%s' of %d dimensions is passed for '%s' of %d; accesses through '%s' are "
                "predicted as local. Pass the whole array, with its own dimensions, to have "
                "them analysed",
                actual->name, actual->rank, formal->name, formal->rank, formal->name);
}

const unknown_effect *array_part_effect(planner *p, const node *call, const variable *actual,
                                        const unknown_effect *others)
{
    unknown_effect *u = ARENA_NEW(p->arena, unknown_effect);
    const variable **arrays = ARENA_ARRAY(p->arena, 1, const variable *);
    arrays[0] = actual->version_of ? actual->version_of : actual;
    *u = (unknown_effect){.kind = UNKNOWN_FLOW,
                          .where = call->where,
                          .reason = arena_printf(p->arena, "a part of '%s' is passed to '%s'",
                                                 actual->name, call->u.call.callee->name),
                          .array_count = 1,
                          .arrays = arrays,
                          .next = others};
    return u;
}

const unknown_effect *array_part_unknown(planner *p, const node *call, const variable *formal,
                                         const variable *actual, const unknown_effect *others)
{
    warn_part_passed(p, call, formal, actual);
    return array_part_effect(p, call, actual, others);
}
