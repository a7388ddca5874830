#include "plan/communication/end_apart.h"

#include "plan/loop/dependence.h"
#include "plan/loop/pipeline.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Levels are often the first index of an array, u[l][i], and the finest one has something that no
 * level computes: its right side, say. In a program with its levels written out that is fetched
 * once, so it is in a loop over levels. */

static bool divides(const array_map *m, int d)
{
    for (int k = 0; k < m->grid->rank; k++)
        if (m->axis[k].source == AXIS_BY_DIM && m->axis[k].dim == d)
            return true;
    return false;
}

/* As the reference is in that iteration; null: no dimension that is not distributed goes by the
 * loop. */
static const reference *in_iteration(planner *p, const reference *ref, const loop_var *v,
                                     const expr *value)
{
    const array_map *m = map_of(p, ref->var);
    reference *out = arena_copy(p->arena, ref, sizeof *ref);
    bool any = false;
    for (int d = 0; d < ref->var->rank; d++) {
        const expr *c, *rest;
        int64_t times;
        if (ref->sub[d].kind != SUBSCRIPT_VALUE)
            return NULL;
        if (!expr_mentions(ref->sub[d].value, v))
            continue;
        any |= !divides(m, d) && expr_affine(p->pool, ref->sub[d].value, v, &c, &rest) &&
               expr_is_int(c, &times);
        out->sub[d].value =
            expr_substitute(p->pool, ref->sub[d].value,
                            &(expr_substitution){.count = 1, .vars = &v, .with = &value});
    }
    if (ref->only_where)
        out->only_where = expr_substitute(
            p->pool, ref->only_where, &(expr_substitution){.count = 1, .vars = &v, .with = &value});
    return any ? out : NULL;
}

static bool is_other_than_sum(planner *p, const expr *e, const loop_var *v)
{
    const expr *c, *rest;
    return expr_mentions(e, v) && !expr_affine(p->pool, e, v, &c, &rest);
}

/* Is the loop at step `t` one over levels: does what runs in it go by 2^l or n / 2^l? */
static bool is_over_levels(planner *p, const site *at, int t)
{
    const loop_node *l = step_loop(&at->path[t]);
    int64_t by;
    if (!l || l->parallel != LOOP_UNSAID || !l->is_exact || l->range.lower->uses_loop_var ||
        l->range.upper->uses_loop_var || !expr_is_int(l->range.step, &by) || (by != 1 && by != -1))
        return false;
    for (int s = t + 1; s < at->depth; s++) {
        const loop_node *in = step_loop(&at->path[s]);
        if (in && (is_other_than_sum(p, in->range.lower, l->range.var) ||
                   is_other_than_sum(p, in->range.upper, l->range.var) ||
                   is_other_than_sum(p, in->range.step, l->range.var)))
            return true;
    }
    return false;
}

static bool has_loop(const site *at, int from, int to)
{
    while (from < to && !step_is_loop(&at->path[from]))
        from++;
    return from < to;
}

end_apart end_apart_find(planner *p, const site *at, const reference *ref, int step)
{
    int task;
    if (p->keeps_messages || ref->by_scalar || site_move(at) || reference_is_indirect(ref) ||
        pipeline_tile(p, at, &task))
        return (end_apart){0};
    for (int t = at->depth - 1; t > 0; t--) {
        if (!is_over_levels(p, at, t))
            continue;
        const loop_node *l = step_loop(&at->path[t]);
        for (int i = 0; i < 2; i++) {
            end_apart out = {.loop = l, .value = i ? l->range.upper : l->range.lower};
            const node *carrier = NULL;
            const reference *end = in_iteration(p, ref, l->range.var, out.value);
            if (!end)
                break;
            dependence_place(p, at, end, &out.step, &out.earliest, &carrier);
            if (has_loop(at, out.step, t < step ? t : step))
                return out;
        }
    }
    return (end_apart){0};
}

/* Takes the iteration out of the ranges, of which the loop's is one, or else has no iterations
 * while it runs. */
static void leave_out(planner *p, const end_apart *end, loop_range *range, int count)
{
    expr_pool *pool = p->pool;
    const loop_range *of = &end->loop->range;
    for (int i = 0; i < count; i++) {
        if (range[i].var != of->var)
            continue;
        if (end->value == of->lower)
            range[i].lower = expr_add(pool, of->lower, of->step);
        else
            range[i].upper = expr_sub(pool, of->upper, of->step);
        return;
    }
    const expr *is_other = expr_logic(pool, EXPR_NE, expr_loop_var(pool, of->var), end->value);
    range->upper =
        expr_select(pool, is_other, range->upper, expr_sub(pool, range->lower, range->step));
}

bool end_apart_divide(planner *p, const end_apart *end, need *once, need *others)
{
    const loop_range *of = &end->loop->range;
    loop_range *rest =
        arena_copy(p->arena, others->range, (size_t)others->range_count * sizeof *rest);
    loop_range *range =
        arena_copy(p->arena, once->range, (size_t)once->range_count * sizeof *range);
    bool any = false;
    for (int i = 0; i < once->range_count; i++) {
        if (range[i].var != of->var)
            continue;
        any = range[i].lower == of->lower && range[i].upper == of->upper;
        range[i].lower = range[i].upper = end->value;
    }
    if (!any || !others->range_count) /* conditions tell which iterations need it */
        return false;
    leave_out(p, end, rest, others->range_count);
    others->range = rest;
    once->range = range;
    return true;
}
