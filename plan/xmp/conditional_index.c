#include "plan/analysis/sign.h"
#include "plan/xmp/coverage.h"

/* What an index is at the place where it stands. */

/* What is equal to 0 where the site is: v in it, with a factor of 1 or -1, is then all the rest. */
static const expr *without_equal(planner *p, const expr *e, const expr *zero)
{
    const loop_var **vars = NULL;
    for (int i = 0, count = expr_loop_vars(p->pool, zero, &vars); i < count; i++) {
        const expr *c = NULL, *rest = NULL;
        int64_t factor = 0;
        if (!expr_mentions(e, vars[i]) || !expr_affine(p->pool, zero, vars[i], &c, &rest) ||
            !expr_is_int(c, &factor) || (factor != 1 && factor != -1))
            continue;
        const expr *value = expr_mul(p->pool, expr_int(p->pool, -factor), rest);
        return expr_substitute(p->pool, e,
                               &(expr_substitution){.count = 1, .vars = &vars[i], .with = &value});
    }
    return e;
}

static const expr *where_it_holds(planner *p, const expr *e, const expr *condition)
{
    const expr *const *operand = condition->u.op.operand;
    if (condition->kind == EXPR_EQ)
        return without_equal(p, e, expr_sub(p->pool, operand[0], operand[1]));
    for (int i = 0; condition->kind == EXPR_AND && i < condition->u.op.count; i++)
        e = where_it_holds(p, e, operand[i]);
    return e;
}

const expr *index_under_guards(planner *p, const site *at, const expr *e)
{
    for (int s = 0; s + 1 < at->depth; s++) {
        node *child = at->path[s].child;
        if (child->kind == NODE_IF && child->u.cond.condition &&
            at->path[s + 1].list == &child->u.cond.then_body)
            e = where_it_holds(p, e, child->u.cond.condition);
    }
    return e;
}

const expr *index_known_sign(planner *p, const site *at, const expr *e)
{
    const expr *c = e->kind == EXPR_SELECT ? e->u.op.operand[0] : NULL;
    if (!c || c->kind != EXPR_LT)
        return e;
    const expr *above = expr_sub(p->pool, c->u.op.operand[0], c->u.op.operand[1]);
    bool is_false = sign_is_positive(p, at, expr_add(p->pool, above, expr_int(p->pool, 1)));
    return is_false ? e->u.op.operand[2] : e;
}
