#include "plan/analysis/home_cover.h"

#include "plan/analysis/in_range.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* A loop divided by the owner of u[i + 1] has those iterations alone in which that element is: who
 * reads it in each has no others, but a condition may keep the reference from being reached where
 * it is none, and what else the iteration does would be done by nobody. */

enum { LOOPS_MOST = 64 };

/* The loops around the site, down to that at `step`. */
static index_place place_in(planner *p, const site *s, int step, const loop_node **loops)
{
    index_place at = {.p = p, .loops = loops};
    for (int i = 0; i <= step; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && at.count < LOOPS_MOST)
            loops[at.count++] = l;
    }
    return at;
}

/* Has a loop inside an iteration at least? */
static bool runs(const index_place *at, const loop_range *r)
{
    int64_t step;
    if (!expr_is_int(r->step, &step) || step == 0)
        return false;
    return step > 0 ? index_is_at_least(at, r->upper, r->lower)
                    : index_is_at_least(at, r->lower, r->upper);
}

static bool is_alone(const path_step *s)
{
    return *s->list == s->child && !s->child->next;
}

/* May an iteration of the loop at `step` do something and not evaluate the reference? */
static bool is_guarded(const index_place *at, const site *s, const reference *ref, int step)
{
    bool is_all = true; /* of what the iteration does */
    for (int i = step + 1; i + 1 < s->depth; i++) {
        const node *n = s->path[i].child;
        is_all = is_all && is_alone(&s->path[i]);
        bool is_passed = n->kind == NODE_LOOP && (is_all || runs(at, &n->u.loop.range));
        if (n->kind == NODE_IF)
            is_passed = is_all && (!n->u.cond.then_body || !n->u.cond.else_body);
        if (!is_passed)
            return true;
    }
    return ref->is_conditional;
}

bool home_covers(planner *p, const access *a, int step)
{
    const loop_node *loops[LOOPS_MOST];
    const site *s = &p->sites.data[a->site];
    const reference *ref = a->ref;
    const loop_var *v = step_loop(&s->path[step])->range.var;
    index_place at = place_in(p, s, step, loops);
    if (!is_guarded(&at, s, ref, step))
        return true;
    home h = home_of_reference(p, ref);
    for (int k = 0; h.grid && k < h.grid->rank; k++) {
        const home_axis *axis = &h.axis[k];
        if (!axis->is_restricted || !expr_mentions(axis->index, v))
            continue;
        at.extent = ref->var->extent[axis->map.dim];
        return at.extent && index_is_within(&at, axis->index, at.extent);
    }
    return false;
}
