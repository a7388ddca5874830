#include "plan/analysis/congruence.h"

#include "plan/analysis/apart.h"
#include "plan/planner/sites.h"
#include "program/expr/integer.h"

/* What a reference touches under conditions such as `(i + j) % 2 == 0`, or in loops that go in
 * steps: elements whose indices add up to the same remainder. Red and black cells are apart. */

/* The sum of factor[d] * index of dimension d, and `rest`, is 0 modulo m. */
typedef struct residue {
    int64_t m, factor[MAX_RANK];
    const expr *rest; /* of loops that stand still, and parameters */
} residue;

typedef struct residue_list {
    planner *p;
    const site *at;
    const reference *ref;
    int step; /* loops from there on run */
    VEC(residue) found;
} residue_list;

static bool runs(const residue_list *l, const loop_var *v)
{
    for (int s = l->step; s < l->at->depth; s++) {
        const loop_node *loop = step_loop(&l->at->path[s]);
        if (loop && loop->range.var == v)
            return true;
    }
    return false;
}

/* Is subscript d the variable, or -1 times it, plus something that stands still? */
static bool is_driven(const residue_list *l, int d, const loop_var *v, int64_t *sign,
                      const expr **apart)
{
    const subscript *sub = &l->ref->sub[d];
    const expr *c = NULL;
    const loop_var **vars = NULL;
    if (sub->kind != SUBSCRIPT_VALUE || !expr_affine(l->p->pool, sub->value, v, &c, apart) ||
        !expr_is_int(c, sign) || (*sign != 1 && *sign != -1))
        return false;
    for (int i = expr_loop_vars(l->p->pool, *apart, &vars); i-- > 0;)
        if (runs(l, vars[i]))
            return false;
    return true;
}

/* e is 0 modulo m: with indices in place of the variables that run. */
static void add(residue_list *l, const expr *e, int64_t m)
{
    expr_pool *pool = l->p->pool;
    residue r = {.m = m, .rest = expr_without_remainders(pool, e, m)};
    const loop_var **vars = NULL;
    for (int i = 0, count = expr_loop_vars(pool, r.rest, &vars); i < count; i++) {
        const expr *c = NULL, *rest = NULL, *apart = NULL;
        int64_t factor = 0, sign = 0;
        int d = 0;
        if (!runs(l, vars[i]))
            continue;
        if (!expr_affine(pool, r.rest, vars[i], &c, &rest) || !expr_is_int(c, &factor))
            return;
        while (d < l->ref->var->rank && !is_driven(l, d, vars[i], &sign, &apart))
            d++;
        if (d == l->ref->var->rank)
            return;
        r.factor[d] += factor * sign;
        r.rest = expr_sub(pool, rest, expr_mul(pool, expr_int(pool, factor * sign), apart));
    }
    VEC_PUSH(l->p->arena, &l->found, r);
}

static void add_condition(residue_list *l, const expr *c, bool holds)
{
    expr_pool *pool = l->p->pool;
    for (int i = 0; holds && c->kind == EXPR_AND && i < c->u.op.count; i++)
        add_condition(l, c->u.op.operand[i], true);
    if (c->kind == EXPR_NOT)
        add_condition(l, c->u.op.operand[0], !holds);
    if (c->kind == EXPR_MOD) /* it is not 0 */
        add_condition(l, expr_logic(pool, EXPR_NE, c, expr_int(pool, 0)), holds);
    if (c->kind != EXPR_EQ && c->kind != EXPR_NE)
        return;
    const expr *a = c->u.op.operand[0], *b = c->u.op.operand[1];
    const expr *rest = a->kind == EXPR_MOD ? a : b, *value = rest == a ? b : a;
    int64_t m = 0;
    if (rest->kind != EXPR_MOD || !expr_is_int(rest->u.op.operand[1], &m) || m < 2)
        return;
    const expr *sum = expr_sub(pool, rest->u.op.operand[0], value);
    if ((c->kind == EXPR_EQ) == holds)
        add(l, sum, m);
    else if (m == 2) /* not the one, so the other */
        add(l, expr_add(pool, sum, expr_int(pool, 1)), 2);
}

static residue_list residues_of(planner *p, const site *at, const reference *ref, int step)
{
    residue_list l = {.p = p, .at = at, .ref = ref, .step = step};
    for (int s = step; s < at->depth; s++) {
        const node *child = at->path[s].child;
        int64_t by = 0;
        if (child->kind == NODE_LOOP && expr_is_int(child->u.loop.range.step, &by) &&
            (by > 1 || by < -1)) {
            const loop_range *r = &child->u.loop.range;
            add(&l, expr_sub(p->pool, expr_loop_var(p->pool, r->var), r->lower), by < 0 ? -by : by);
        }
        if (child->kind == NODE_IF && child->u.cond.condition && s + 1 < at->depth)
            add_condition(&l, child->u.cond.condition,
                          at->path[s + 1].list == &child->u.cond.then_body);
    }
    return l;
}

static bool are_apart(planner *p, const residue *a, const residue *b)
{
    int64_t apart = 0;
    if (a->m != b->m || !expr_is_int(expr_sub(p->pool, a->rest, b->rest), &apart))
        return false;
    for (int d = 0; d < MAX_RANK; d++)
        if (int_floor_mod(a->factor[d] - b->factor[d], a->m) != 0)
            return false;
    return int_floor_mod(apart, a->m) != 0;
}

bool congruences_disjoint(planner *p, const site *as, const reference *a, const site *bs,
                          const reference *b, int step)
{
    const residue_list of_a = residues_of(p, as, a, step), of_b = residues_of(p, bs, b, step);
    for (int i = 0; i < of_a.found.count; i++)
        for (int k = 0; k < of_b.found.count; k++)
            if (are_apart(p, &of_a.found.data[i], &of_b.found.data[k]))
                return true;
    return false;
}
