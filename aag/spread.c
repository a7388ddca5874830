#include "aag/aag_internal.h"

/* Indices that only the run knows, in communications. The node program names them, as the text of
 * the generated one has to; the graph has what they are taken to be in each iteration. */

static bool is_around(const aag_unit *parent, const loop_var *v)
{
    for (const aag_unit *u = parent; u; u = u->parent)
        if (u->loop && u->var == v)
            return true;
    return false;
}

/* Are all variables of it those of loops around? */
static bool has_values(expr_pool *pool, const expr *x, const aag_unit *parent)
{
    const loop_var **vars;
    for (int i = expr_loop_vars(pool, x, &vars); i-- > 0;)
        if (!is_around(parent, vars[i]))
            return false;
    return true;
}

static expr_substitution spreads_of(arena *a, expr_pool *pool, const aag_unit *parent)
{
    const int count = expr_pool_param_count(pool);
    const param **params = ARENA_ARRAY(a, count, const param *);
    const expr **with = ARENA_ARRAY(a, count, const expr *);
    expr_substitution all = {.params = params, .with = with};
    for (int i = 0; i < count; i++) {
        const param *p = expr_pool_param(pool, i);
        if (!p->spread || !has_values(pool, p->spread, parent))
            continue;
        params[all.count] = p;
        with[all.count++] = p->spread;
    }
    return all;
}

static const reference *spread_reference(arena *a, expr_pool *pool, const reference *ref,
                                         const expr_substitution *all)
{
    reference *copy = NULL;
    for (int d = 0; d < ref->var->rank; d++) {
        if (ref->sub[d].kind != SUBSCRIPT_VALUE || !ref->sub[d].value->uses_param)
            continue;
        const expr *value = expr_substitute(pool, ref->sub[d].value, all);
        if (value == ref->sub[d].value)
            continue;
        if (!copy)
            copy = arena_copy(a, ref, sizeof *ref);
        copy->sub[d].value = value;
    }
    return copy ? copy : ref;
}

const communication *aag_spread_indices(arena *a, expr_pool *pool, const communication *c,
                                        const aag_unit *parent)
{
    communication *copy = NULL;
    need *needs = NULL;
    const expr_substitution all = spreads_of(a, pool, parent);
    for (int i = 0; all.count && i < c->need_count; i++) {
        const reference *ref = spread_reference(a, pool, c->needs[i].ref, &all);
        if (ref == c->needs[i].ref)
            continue;
        if (!copy) {
            copy = arena_copy(a, c, sizeof *c);
            copy->needs = needs = arena_copy(a, c->needs, (size_t)c->need_count * sizeof *needs);
        }
        needs[i].ref = ref;
    }
    return copy ? copy : c;
}
