#include "plan/analysis/accumulation.h"

#include "plan/analysis/private.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

bool only_accumulates(planner *p, const site *at, int step, const variable *v, reduce_op op)
{
    int end, first = sites_below(p, at, step, &end);
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        if (a->var == v && a->site >= first && a->site < end && a->reduce != op)
            return false;
    }
    return true;
}

/* One that can be combined: all of its elements are known, and reached by its name. */
static bool is_combinable(planner *p, const variable *v)
{
    for (int d = 0; d < v->rank; d++)
        if (!v->extent[d])
            return false;
    return v->rank && !v->is_aliased && !v->is_no_number && !map_of(p, v);
}

bool array_accumulates(planner *p, const site *at, int step)
{
    const statement_node *s = &at->node->u.stmt;
    return at->node->kind == NODE_STATEMENT && s->write && s->reduce &&
           is_combinable(p, s->write->var) && !array_is_private_in(at, step, s->write->var) &&
           site_is_inferred(p, at) && only_accumulates(p, at, step, s->write->var, s->reduce);
}

int accumulation_step(planner *p, const site *at, const variable *v, reduce_op op)
{
    int step = 0;
    while (step < at->depth &&
           !(step_loop(&at->path[step]) && only_accumulates(p, at, step, v, op)))
        step++;
    return step;
}
