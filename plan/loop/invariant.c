#include "plan/loop/invariant.h"

#include "plan/analysis/sign.h"
#include "plan/loop/dependence.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Operands that a generated program may keep in a variable while an innermost loop runs, which is
 * scalar replacement (Callahan, Carr and Kennedy, "Improving register allocation for subscripted
 * variables", 1990). A C compiler does so by itself where it can tell that no assignment in the
 * loop is to the element, which it cannot where the arrays are reached by pointers. */

/* Are there nothing but assignments in the list, and conditions around them, of which all is known?
 */
static bool is_of_assignments(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const statement_node *s = &n->u.stmt;
        if ((n->kind != NODE_STATEMENT && n->kind != NODE_IF) || n->unknowns)
            return false;
        if (n->kind == NODE_STATEMENT && (s->is_io || s->draws || s->exchange))
            return false;
        for (int i = node_below(n, inner); i-- > 0;)
            if (!is_of_assignments(inner[i]))
                return false;
    }
    return true;
}

static bool is_innermost(const loop_node *l)
{
    return l->is_exact && !l->is_followed && !l->period && l->piece == LOOP_ENTIRE &&
           is_of_assignments(l->body);
}

/* Is each access to it one that the tree has, by its own name? */
static bool is_reached_by_name(const variable *v)
{
    return !v->is_aliased && !v->is_coarray && v->formal_index < 0;
}

/* Is the element that it reads the same in all iterations of the loop, and a number? */
static bool is_of_one_element(planner *p, const loop_node *l, const reference *r)
{
    const variable *v = r->var;
    if (!map_of(p, v) || !is_reached_by_name(v) || v->is_no_number || r->is_by_row ||
        r->is_by_pointer || r->member_bytes)
        return false;
    for (int d = 0; d < v->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE || expr_mentions(r->sub[d].value, l->range.var))
            return false;
    return true;
}

/* May an iteration of the loop at step `g` of the path write what the site reads in any? */
static bool may_be_written(planner *p, const site *at, const reference *r, int g)
{
    int end;
    for (int i = accesses_below(p, at, g, &end); i < end; i++) {
        const access *w = &p->accesses.data[i];
        if (!w->is_write)
            continue;
        if (!is_reached_by_name(w->ref->var) ||
            dependence_touches(p, &p->sites.data[w->site], w->ref, at, r, g, false))
            return true;
    }
    return false;
}

/* How far the last value is from the first, in the direction of the steps; null: it is not known.
 */
static const expr *way_of(planner *p, const loop_node *l)
{
    int64_t step = 0;
    if (!expr_is_int(l->range.step, &step) || step == 0)
        return NULL;
    return step > 0 ? expr_sub(p->pool, l->range.upper, l->range.lower)
                    : expr_sub(p->pool, l->range.lower, l->range.upper);
}

/* Has the loop at step `g` an iteration, whenever the loops around it have one? By itself, or
 * because one of these has, whose way is no longer. */
static bool has_iteration(planner *p, const site *at, int g)
{
    const loop_node **around = ARENA_ARRAY(p->arena, g + 1, const loop_node *);
    const expr *way = way_of(p, step_loop(&at->path[g])), *one = expr_int(p->pool, 1);
    int count = 0;
    for (int i = 0; i < g; i++)
        if (step_loop(&at->path[i]))
            around[count++] = step_loop(&at->path[i]);
    if (!way)
        return false;
    way = expr_add(p->pool, way, one);
    if (sign_is_positive_within(p, count, around, way))
        return true;
    for (int i = 0; i < count; i++) {
        const expr *other = way_of(p, around[i]);
        if (other && sign_is_positive_within(p, count, around, expr_sub(p->pool, way, other)))
            return true;
    }
    return false;
}

static void add(planner *p, loop_node *l, const reference *r)
{
    const reference **list = ARENA_ARRAY(p->arena, l->invariant_count + 1, const reference *);
    for (int i = 0; i < l->invariant_count; i++)
        list[i] = l->invariants[i];
    list[l->invariant_count++] = r;
    l->invariants = list;
}

void invariants_find(planner *p)
{
    const loop_node *last = NULL;
    bool is_candidate = false;
    for (int i = 0; i < p->sites.count; i++) {
        const site *s = &p->sites.data[i];
        const int g =
            s->depth - 2; /* the loop is next to the statement: each iteration executes it */
        if (g < 0 || s->node->kind != NODE_STATEMENT || !step_loop(&s->path[g]))
            continue;
        loop_node *l = &s->path[g].child->u.loop;
        if (l != last)
            is_candidate = is_innermost(l);
        last = l;
        for (int k = s->access; is_candidate && k < s->access_end; k++) {
            const access *a = &p->accesses.data[k];
            if (a->is_write || !is_of_one_element(p, l, a->ref) || may_be_written(p, s, a->ref, g))
                continue;
            add(p, l, a->ref);
            l->has_iteration = has_iteration(p, s, g);
        }
    }
}
