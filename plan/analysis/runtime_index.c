#include "plan/analysis/runtime_index.h"

#include <string.h>

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
    if (x->kind == EXPR_PARAM && x->u.param->origin == PARAM_VARIABLE && !x->u.param->value)
        VEC_PUSH(p->arena, &out->params, x->u.param);
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        add_values(p, out, x->u.op.operand[i]);
}

/* Those that say which elements the reference is to, and who needs them. */
static value_list values_of(planner *p, const site *at, const reference *ref)
{
    value_list out = {0};
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE)
            add_values(p, &out, ref->sub[d].value);
    for (int s = 0; s < at->depth; s++) {
        const loop_node *l = step_loop(&at->path[s]);
        add_values(p, &out, l ? l->range.lower : NULL);
        add_values(p, &out, l ? l->range.upper : NULL);
        add_values(p, &out, l ? l->range.step : NULL);
    }
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

void defined_before(planner *p, const site *at, const reference *ref, int *step, int *earliest)
{
    const value_list values = values_of(p, at, ref);
    for (int i = 0; values.params.count && i < p->sites.count; i++) {
        const site *by = &p->sites.data[i];
        int g = 0;
        if (!sets_one(by, &values))
            continue;
        while (g < by->depth && g < at->depth && by->path[g].child == at->path[g].child)
            g++;
        if (g == by->depth || g == at->depth || by->path[g].list != at->path[g].list ||
            by->path[g].index >= at->path[g].index)
            continue;
        if (g > *step || (g == *step && by->path[g].index >= *earliest)) {
            *step = g;
            *earliest = by->path[g].index + 1;
        }
    }
}
