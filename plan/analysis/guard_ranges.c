#include "plan/analysis/guard_ranges.h"

/* Conditions between a communication and the reference that it serves: only the
 * iterations in which they hold need anything. A condition that says of one loop
 * where its iterations begin, end, or which of them it means is worked into the
 * range of that loop, and so is one that stands still while they run; of any
 * other on loop variables it is noted that less may move. What depends on data is not known when
 * the messages are sent, and all that it might need moves. */

typedef struct narrowing {
    planner *p;
    loop_range *range;
    int count;
    bool all_said; /* the ranges say all that conditions tell */
    guard_blocks *blocks;
} narrowing;

static bool mentions_ranges(const narrowing *n, const expr *e)
{
    for (int k = 0; k < n->count; k++)
        if (expr_mentions(e, n->range[k].var))
            return true;
    return false;
}

/* e = c * v + rest for the innermost loop's v, c = 1 or -1. */
static loop_range *solve(const narrowing *n, const expr *e, int64_t *c, const expr **rest)
{
    for (int k = n->count - 1; k >= 0; k--) {
        const expr *factor = NULL;
        if (!expr_mentions(e, n->range[k].var))
            continue;
        if (!expr_affine(n->p->pool, e, n->range[k].var, &factor, rest) ||
            !expr_is_int(factor, c) || (*c != 1 && *c != -1))
            return NULL;
        return &n->range[k];
    }
    return NULL;
}

/* 1 or -1 by the direction of a step, 0 for none. A name is taken to be positive,
 * as it is where the loop is read; a step that leads away is an error later. */
static int direction_of(const expr *step)
{
    int64_t value = 1;
    if (!expr_is_int(step, &value) && step->kind == EXPR_MUL)
        (void)expr_is_int(step->u.op.operand[0], &value);
    return (value > 0) - (value < 0);
}

/* The first value of the range that is not before `bound`, in its direction. */
static const expr *first_from(expr_pool *pool, const loop_range *r, const expr *bound)
{
    int64_t step;
    if (expr_is_int(r->step, &step) && (step == 1 || step == -1))
        return step == 1 ? expr_max(pool, r->lower, bound) : expr_min(pool, r->lower, bound);
    const expr *skipped = expr_ceil_div(pool, expr_sub(pool, bound, r->lower), r->step);
    return expr_add(pool, r->lower,
                    expr_mul(pool, r->step, expr_max(pool, expr_int(pool, 0), skipped)));
}

static bool keep_from(const narrowing *n, loop_range *r, const expr *least)
{
    int direction = direction_of(r->step);
    if (direction > 0)
        r->lower = first_from(n->p->pool, r, least);
    else if (direction < 0)
        r->upper = expr_max(n->p->pool, r->upper, least);
    return direction != 0;
}

static bool keep_to(const narrowing *n, loop_range *r, const expr *most)
{
    int direction = direction_of(r->step);
    if (direction > 0)
        r->upper = expr_min(n->p->pool, r->upper, most);
    else if (direction < 0)
        r->lower = first_from(n->p->pool, r, most);
    return direction != 0;
}

/* (v + rest) % m == k: every m-th iteration of a loop of step 1. */
static bool keep_every(const narrowing *n, const expr *a, const expr *b)
{
    expr_pool *pool = n->p->pool;
    if (b->kind == EXPR_MOD) {
        const expr *swapped = a;
        a = b;
        b = swapped;
    }
    int64_t m, k, c, step;
    const expr *rest = NULL;
    if (a->kind != EXPR_MOD || !expr_is_int(a->u.op.operand[1], &m) || m < 2 ||
        !expr_is_int(b, &k) || k < 0 || k >= m)
        return false;
    loop_range *r = solve(n, a->u.op.operand[0], &c, &rest);
    if (!r || c != 1 || !expr_is_int(r->step, &step) || step != 1)
        return false;
    const expr *ahead = expr_sub(pool, expr_sub(pool, expr_int(pool, k), rest), r->lower);
    r->lower = expr_add(pool, r->lower, expr_mod(pool, ahead, expr_int(pool, m)));
    r->step = expr_int(pool, m);
    return true;
}

static bool keep_compared(const narrowing *n, expr_kind kind, const expr *a, const expr *b)
{
    expr_pool *pool = n->p->pool;
    int64_t c;
    const expr *rest = NULL;
    loop_range *r = solve(n, expr_sub(pool, a, b), &c, &rest);
    if (!r)
        return false;
    /* c * v + rest < 0, <= 0 or == 0 */
    const expr *most = expr_sub(pool, expr_int(pool, kind == EXPR_LT ? -1 : 0), rest);
    const expr *least = expr_add(pool, rest, expr_int(pool, kind == EXPR_LT ? 1 : 0));
    if (kind == EXPR_EQ) {
        const expr *only = c > 0 ? most : least;
        return keep_from(n, r, only) && keep_to(n, r, only);
    }
    return c > 0 ? keep_to(n, r, most) : keep_from(n, r, least);
}

/* A remainder by 2 of a quotient that the expression is, or is a multiple of; null: none. */
static const expr *find_parity(const expr *e)
{
    int64_t two;
    for (int i = 0; e->kind == EXPR_MUL && i < e->u.op.count; i++)
        if (e->u.op.operand[i]->kind == EXPR_MOD)
            e = e->u.op.operand[i];
    return e->kind == EXPR_MOD && expr_is_int(e->u.op.operand[1], &two) && two == 2 &&
                   e->u.op.operand[0]->kind == EXPR_FLOOR_DIV
               ? e
               : NULL;
}

/* (v / size) % 2 == k, or size times that, from v = 0 on: blocks of iterations. */
static bool keep_blocks(const narrowing *n, bool holds, const expr *a, const expr *b)
{
    expr_pool *pool = n->p->pool;
    int64_t k, c, step;
    const expr *rest = NULL;
    if (expr_is_int(a, &k)) {
        const expr *swapped = a;
        a = b;
        b = swapped;
    }
    const expr *parity = expr_is_int(b, &k) ? find_parity(a) : NULL;
    if (!n->blocks || n->blocks->range >= 0 || !parity)
        return false;
    const expr *quotient = parity->u.op.operand[0], *size = quotient->u.op.operand[1];
    bool is_bit = a != parity && a == expr_mul(pool, size, parity) && k == 0;
    loop_range *r = solve(n, quotient->u.op.operand[0], &c, &rest);
    if (!(is_bit || (a == parity && (k == 0 || k == 1))) || !r || c != 1 ||
        !expr_is_int(r->step, &step) || step != 1 || size->at_least < 1 ||
        expr_add(pool, r->lower, rest) != expr_int(pool, 0))
        return false;
    for (const loop_range *in = r; in < n->range + n->count; in++)
        if (expr_mentions(size, in->var))
            return false;
    *n->blocks = (guard_blocks){(int)(r - n->range), size, (k == 1) == holds, r->lower};
    return true;
}

/* v != k, of the loop's first or last iteration: all but that. */
static bool keep_other(const narrowing *n, const expr *a, const expr *b)
{
    expr_pool *pool = n->p->pool;
    int64_t c, step;
    const expr *rest = NULL;
    loop_range *r = solve(n, expr_sub(pool, a, b), &c, &rest);
    if (!r || !expr_is_int(r->step, &step) || (step != 1 && step != -1))
        return false;
    const expr *but = expr_mul(pool, expr_int(pool, -c), rest);
    bool is_first = but == r->lower;
    if (!is_first && but != r->upper)
        return false;
    const expr **end = is_first ? &r->lower : &r->upper;
    *end = expr_add(pool, *end, expr_int(pool, is_first ? step : -step));
    return true;
}

/* All iterations or none: the outermost loop has them only where it holds. */
static bool keep_if(const narrowing *n, const expr *condition)
{
    expr_pool *pool = n->p->pool;
    if (n->count == 0)
        return false;
    loop_range *r = &n->range[0];
    r->upper = expr_select(pool, condition, r->upper, expr_sub(pool, r->lower, r->step));
    return true;
}

static void keep_where(narrowing *n, const expr *condition)
{
    if (!mentions_ranges(n, condition)) {
        n->all_said = keep_if(n, condition) && n->all_said;
        return;
    }
    const expr *const *operand = condition->u.op.operand;
    if (condition->kind == EXPR_AND) {
        for (int i = 0; i < condition->u.op.count; i++)
            keep_where(n, operand[i]);
        return;
    }
    if (condition->kind == EXPR_NE) {
        n->all_said = (keep_other(n, operand[0], operand[1]) ||
                       keep_blocks(n, false, operand[0], operand[1])) &&
                      n->all_said;
        return;
    }
    bool is_comparison =
        condition->kind == EXPR_LT || condition->kind == EXPR_LE || condition->kind == EXPR_EQ;
    n->all_said =
        is_comparison &&
        (keep_compared(n, condition->kind, operand[0], operand[1]) ||
         (condition->kind == EXPR_EQ && (keep_every(n, operand[0], operand[1]) ||
                                         keep_blocks(n, true, operand[0], operand[1])))) &&
        n->all_said;
}

static bool mentions_param(const expr *e, const param *v)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param == v;
    bool does = false;
    for (int i = 0; e->uses_param && i < expr_operand_count(e) && !does; i++)
        does = mentions_param(e->u.op.operand[i], v);
    return does;
}

/* Does a range begin or end by the parameter? Then it is told, or nothing is predicted. */
static bool is_told(const loop_range *range, int count, const param *v)
{
    bool is = false;
    for (int k = 0; k < count && !is; k++)
        is = mentions_param(range[k].lower, v) || mentions_param(range[k].upper, v);
    return is;
}

/* Does the condition mention a parameter without a definition? Nothing may tell it, unless it says
 * how long these ranges are: then the condition goes by its probability, and what is sent must not
 * need it. */
static bool is_open(const expr *x, const loop_range *range, int count)
{
    if (x->kind == EXPR_PARAM)
        return !x->u.param->value && !is_told(range, count, x->u.param);
    if (x->kind == EXPR_INT || x->kind == EXPR_LOOP_VAR || x->kind == EXPR_COORD ||
        x->kind == EXPR_EXTENT)
        return false;
    for (int i = 0; i < x->u.op.count; i++)
        if (is_open(x->u.op.operand[i], range, count))
            return true;
    return false;
}

bool guard_narrow(planner *p, const site *at, const reference *ref, int step, loop_range *range,
                  int count, guard_blocks *blocks)
{
    narrowing n = {p, range, count, true, blocks};
    loop_range *given = ARENA_ARRAY(p->arena, count + 1, loop_range);
    for (int k = 0; k < count; k++)
        given[k] = range[k];
    if (blocks)
        blocks->range = -1;
    /* The site's own condition is no guard of what it reads. */
    for (int s = step; s + 1 < at->depth; s++) {
        const node *child = at->path[s].child;
        if (child->kind != NODE_IF || !child->u.cond.condition)
            continue;
        const expr *condition = child->u.cond.condition;
        if (is_open(condition, given, count)) {
            n.all_said = false;
            continue;
        }
        if (at->path[s + 1].list != &child->u.cond.then_body)
            condition = expr_logic(p->pool, EXPR_NOT, condition, NULL);
        keep_where(&n, condition);
    }
    if (ref->only_where && is_open(ref->only_where, given, count))
        n.all_said = false;
    else if (ref->only_where)
        keep_where(&n, ref->only_where);
    int64_t by;
    if (blocks && blocks->range >= 0 && (!expr_is_int(range[blocks->range].step, &by) || by != 1)) {
        blocks->range = -1; /* a later condition takes every m-th only */
        n.all_said = false;
    }
    return n.all_said;
}
