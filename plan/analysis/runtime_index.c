#include "plan/analysis/runtime_index.h"

#include <string.h>

#include "plan/analysis/spread_index.h"
#include "plan/planner/sites.h"

/* Values known only at run time, as `e` in `e = c[0]; x = a[e];`: what is needed of them cannot
 * be said before the statement that sets them. */

typedef struct value_list {
    VEC(const param *) params;
} value_list;

static void add_values(planner *p, value_list *out, const expr *x)
{
    if (!x || !x->uses_param)
        return;
    const param *own = x->kind == EXPR_PARAM ? x->u.param : NULL;
    bool is_open =
        own && !own->value && (own->origin == PARAM_VARIABLE || own->origin == PARAM_FORMAL);
    if (own && (own->origin == PARAM_INDEX || is_open))
        VEC_PUSH(p->arena, &out->params, own);
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        add_values(p, out, x->u.op.operand[i]);
}

/* Does the loop's variable say who owns the site's iterations? */
static bool is_of_home(const site *at, const loop_var *v)
{
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++)
        if (at->at.axis[k].is_restricted && expr_mentions(at->at.axis[k].index, v))
            return true;
    return false;
}

bool range_tells(const site *at, const reference *ref, int step)
{
    const loop_var *v = step_loop(&at->path[step])->range.var;
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE && expr_mentions(ref->sub[d].value, v))
            return true;
    if (is_of_home(at, v))
        return true;
    for (int s = step + 1; s < at->depth; s++) {
        const loop_node *l = step_loop(&at->path[s]);
        bool is_bound = l && (expr_mentions(l->range.lower, v) || expr_mentions(l->range.upper, v));
        if (is_bound && range_tells(at, ref, s))
            return true;
    }
    return false;
}

static void add_range(planner *p, value_list *out, const loop_range *range)
{
    add_values(p, out, range->lower);
    add_values(p, out, range->upper);
    add_values(p, out, range->step);
}

/* Those that say which elements the reference is to, and who needs them. */
static value_list values_of(planner *p, const site *at, const reference *ref)
{
    value_list out = {0};
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE)
            add_values(p, &out, ref->sub[d].value);
    for (int s = 0; s < at->depth; s++)
        if (step_loop(&at->path[s]) && range_tells(at, ref, s))
            add_range(p, &out, &step_loop(&at->path[s])->range);
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++)
        if (at->at.axis[k].is_restricted)
            add_values(p, &out, at->at.axis[k].index);
    return out;
}

static bool sets_one(const site *s, const value_list *values)
{
    const variable *v = s->node->kind == NODE_STATEMENT ? s->node->u.stmt.scalar : NULL;
    for (int i = 0; v && i < values->params.count; i++)
        if (strcmp(values->params.data[i]->name, v->name) == 0)
            return true;
    return false;
}

/* --- Through addresses ---------------------------------------------------------- */

typedef struct address_list {
    VEC(const outline_name *) uses;
} address_list;

static void add_addresses(planner *p, address_list *out, const outline_names *names)
{
    for (int i = 0; i < names->count; i++)
        if (names->data[i].use == NAME_ADDRESS && !names->data[i].subscript_count)
            VEC_PUSH(p->arena, &out->uses, &names->data[i]);
}

static void add_addresses_in(planner *p, address_list *out, const outline *o)
{
    add_addresses(p, out, &o->names);
    for (int i = 0; i < 3; i++)
        add_addresses(p, out, &o->head_names[i]);
    for (int i = 0; i < o->child_count; i++)
        add_addresses_in(p, out, o->child[i]);
}

static const address_list *addresses_of(planner *p)
{
    if (p->addresses)
        return p->addresses;
    p->addresses = ARENA_NEW(p->arena, address_list);
    for (const function *f = p->program->functions; f; f = f->next)
        if (f->outline)
            add_addresses_in(p, p->addresses, f->outline);
    return p->addresses;
}

/* Does the site stand in a call, or is it one, that has the address of such a scalar? */
static bool is_given_one(planner *p, const site *s, const value_list *values)
{
    const address_list *all = values->params.count ? addresses_of(p) : NULL;
    for (int u = 0; all && u < all->uses.count; u++) {
        const outline_name *use = all->uses.data[u];
        bool is_there = source_contains(s->node->text, use->where), is_one = false;
        for (int i = 0; i < s->depth && !is_there; i++)
            is_there = s->path[i].child->kind == NODE_CALL &&
                       source_contains(s->path[i].child->text, use->where);
        for (int i = 0; i < values->params.count && is_there; i++)
            is_one |= strcmp(values->params.data[i]->name, use->word) == 0;
        if (is_one)
            return true;
    }
    return false;
}

bool range_is_set_below(planner *p, const site *at, int step, const loop_range *range)
{
    value_list values = {0};
    add_range(p, &values, range);
    int end, first = values.params.count ? sites_below(p, at, step, &end) : 0;
    for (int i = first; values.params.count && i < end; i++)
        if (sets_one(&p->sites.data[i], &values))
            return true;
    return false;
}

bool need_goes_by(planner *p, const need *n, const site *s)
{
    value_list values = {0};
    for (int i = 0; i < n->range_count; i++)
        add_range(p, &values, &n->range[i]);
    return s ? sets_one(s, &values) : values.params.count > 0;
}

/* What is set in the first `shared` steps of the site's path, and not before it in the last of
 * them, is set for the next iteration of the innermost loop there: the place is in that loop. */
static void go_into_loop(const site *at, int shared, int *step, int *earliest)
{
    int inside = shared;
    while (inside > 0 && !step_is_loop(&at->path[inside - 1]))
        inside--;
    if (inside > *step) {
        *step = inside;
        *earliest = 0;
    }
}

/* Is it what the function called gets, of which the call says no value, or an index that stands for
 * that (normalize/index_argument.c)? */
static bool is_got_by(const call_node *c, const param *v)
{
    bool is = false;
    for (int i = 0; c->callee->formal_params && i < c->callee->formal_count && !is; i++) {
        const param *formal = c->callee->formal_params[i];
        is = formal &&
             (formal == v ||
              (v->origin == PARAM_INDEX && formal->where.file == v->where.file &&
               formal->where.line == v->where.line && formal->where.column == v->where.column));
    }
    return is;
}

/* What is got by the innermost of such calls is known in it. */
static void go_into_calls(const site *at, const value_list *values, int *step, int *earliest)
{
    for (int s = at->depth - 1; s >= *step; s--) {
        const node *n = at->path[s].child;
        bool is_got = false;
        for (int i = 0; n->kind == NODE_CALL && i < values->params.count && !is_got; i++)
            is_got = is_got_by(&n->u.call, values->params.data[i]);
        if (is_got && s + 1 < at->depth) {
            *step = s + 1;
            *earliest = 0;
            return;
        }
    }
}

void defined_before(planner *p, const site *at, const reference *ref, int *step, int *earliest)
{
    const value_list values = values_of(p, at, ref);
    go_into_calls(at, &values, step, earliest);
    for (int i = 0; values.params.count && i < p->sites.count; i++) {
        const site *by = &p->sites.data[i];
        int g = 0;
        if (!sets_one(by, &values) && !is_given_one(p, by, &values))
            continue;
        while (g < by->depth && g < at->depth && by->path[g].child == at->path[g].child)
            g++;
        if (g == by->depth || g == at->depth || by->path[g].list != at->path[g].list ||
            by->path[g].index >= at->path[g].index) {
            go_into_loop(at, g, step, earliest);
            continue;
        }
        if (g > *step || (g == *step && by->path[g].index >= *earliest)) {
            *step = g;
            *earliest = by->path[g].index + 1;
        }
    }
}

/* The outermost loop whose iterations have different owners; -1: none has. */
static int owned_step(const site *at)
{
    for (int s = 0; s < at->depth; s++)
        if (step_loop(&at->path[s]) && is_of_home(at, step_loop(&at->path[s])->range.var))
            return s;
    return -1;
}

const reference *any_indices(planner *p, const site *at, const reference *ref)
{
    reference *any = NULL;
    const int owned = owned_step(at);
    for (int s = owned + 1; owned >= 0 && s < at->depth; s++) {
        const loop_node *l = step_loop(&at->path[s]);
        if (!l || is_of_home(at, l->range.var) || !range_is_set_below(p, at, owned, &l->range))
            continue;
        for (int d = 0; d < ref->var->rank; d++) {
            if (ref->sub[d].kind != SUBSCRIPT_VALUE ||
                !expr_mentions(ref->sub[d].value, l->range.var))
                continue;
            if (!any)
                any = arena_copy(p->arena, ref, sizeof *ref);
            any->sub[d] = (subscript){.kind = SUBSCRIPT_INDIRECT};
        }
    }
    return any ? any : ref;
}

/* --- One index ------------------------------------------------------------------ */

/* Does the statement, or the head of a loop around it, set the scalar? */
static bool sets(const site *s, int step, const variable *scalar)
{
    if (s->node->kind == NODE_STATEMENT && s->node->u.stmt.scalar == scalar)
        return true;
    for (int i = step; i < s->depth; i++)
        if (step_loop(&s->path[i]) &&
            strcmp(step_loop(&s->path[i])->range.var->name, scalar->name) == 0)
            return true;
    return false;
}

static bool stands_still(planner *p, const site *at, int step, const variable *scalar)
{
    int end, first = sites_below(p, at, step, &end);
    if (scalar->is_aliased)
        return false;
    for (int i = first; i < end; i++)
        if (sets(&p->sites.data[i], step, scalar))
            return false;
    return !has_unknown_below(p, at, step, NULL);
}

static void go_after_setting(planner *p, const site *at, int step, const variable *scalar,
                             int *earliest)
{
    int end;
    for (int i = sites_below(p, at, step, &end); i-- > 0;) {
        const site *by = &p->sites.data[i];
        if (by->depth <= step || by->path[step].list != at->path[step].list ||
            by->path[step].index < *earliest)
            return;
        if (sets(by, step, scalar))
            *earliest = by->path[step].index + 1;
    }
}

/* The middle one stands for an index that may be any, unless iterations have others each. */
static const expr *typical(planner *p, const char *name, source_range where, const expr *extent,
                           const expr *spread, const char *of)
{
    const expr *value = expr_floor_div(p->pool, extent, expr_int(p->pool, 2));
    for (int i = p->params_before; i < expr_pool_param_count(p->pool); i++) {
        const param *known = expr_pool_param(p->pool, i);
        if (known->origin == PARAM_INDEX && known->value == value && known->spread == spread &&
            known->where.file == where.file && known->where.line == where.line &&
            known->where.column == where.column)
            return expr_param(p->pool, known);
    }
    param *index = expr_new_param(p->pool, PARAM_INDEX, name, where);
    index->value = value;
    index->spread = spread;
    index->provenance =
        arena_printf(p->arena, "stands for an index%s that is known only at run time", of);
    index->is_assumption = true;
    return expr_param(p->pool, index);
}

static const expr *typical_index(planner *p, const site *at, int step, const variable *scalar,
                                 const variable *array, int d)
{
    return typical(p, scalar->name, scalar->where, array->extent[d],
                   spread_index(p, at, step, scalar, array, d),
                   arena_printf(p->arena, " of '%s'", array->name));
}

const expr *runtime_index_typical(planner *p, const param *scalar, const expr *extent)
{
    return typical(p, scalar->name, scalar->where, extent, NULL, "");
}

const reference *single_indices(planner *p, const site *at, const reference *ref, int step,
                                int *earliest)
{
    reference *single = NULL;
    for (int d = 0; ref->by_scalar && d < ref->var->rank; d++) {
        const scalar_subscript *by = &ref->by_scalar[d];
        if (!by->scalar || by->factor || !ref->var->extent[d] ||
            !stands_still(p, at, step, by->scalar))
            continue;
        if (!single)
            single = arena_copy(p->arena, ref, sizeof *ref);
        const expr *index = typical_index(p, at, step, by->scalar, ref->var, d);
        single->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_add(p->pool, index, by->offset)};
        go_after_setting(p, at, step, by->scalar, earliest);
    }
    return single ? single : ref;
}
