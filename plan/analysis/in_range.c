#include "plan/analysis/in_range.h"

#include "plan/analysis/sign.h"

/* Proofs by cases. A least or greatest value and a choice in a sum are replaced by each of their
 * operands: -max(a, b) is positive where -a and -b are, max(a, b) where a is or b. */

enum { CASES_DEEPEST = 4 };

/* Where the variable of a loop goes, from its first value to its last: no less than 0 wherever the
 * loop's body is executed. Null: by which way it goes is not known. */
static const expr *distance(planner *p, const loop_range *range)
{
    int64_t step;
    if (!expr_is_int(range->step, &step) || step == 0)
        return NULL;
    return step > 0 ? expr_sub(p->pool, range->upper, range->lower)
                    : expr_sub(p->pool, range->lower, range->upper);
}

/* Is e positive, or is it more than something that is known not to be negative: elements of a row
 * after its first, or the distance that one of the loops goes? */
static bool is_positive_alone(const index_place *at, const expr *e)
{
    expr_pool *pool = at->p->pool;
    if (sign_is_positive_within(at->p, at->count, at->loops, e))
        return true;
    const expr *more = at->extent ? expr_sub(pool, at->extent, expr_int(pool, 1)) : NULL;
    if (more && sign_is_positive_within(at->p, at->count, at->loops, expr_sub(pool, e, more)))
        return true;
    for (int i = 0; i < at->count; i++) {
        const expr *goes = distance(at->p, &at->loops[i]->range);
        if (goes && sign_is_positive_within(at->p, at->count, at->loops, expr_sub(pool, e, goes)))
            return true;
    }
    return false;
}

static bool is_positive(const index_place *at, const expr *e)
{
    return is_positive_alone(at, e) ||
           (at->known && is_positive_alone(at, expr_sub(at->p->pool, e, at->known)));
}

/* The first term of a sum that is a number times one of several values; null: none is. */
static const expr *term_with_cases(const expr *e, const expr **of, int64_t *times)
{
    const expr *const *terms = e->kind == EXPR_ADD ? (const expr *const *)e->u.op.operand : &e;
    for (int i = 0, count = e->kind == EXPR_ADD ? e->u.op.count : 1; i < count; i++) {
        *times = 1;
        *of = terms[i];
        if ((*of)->kind == EXPR_MUL && (*of)->u.op.count == 2 &&
            expr_is_int((*of)->u.op.operand[0], times))
            *of = (*of)->u.op.operand[1];
        if ((*of)->kind == EXPR_MIN || (*of)->kind == EXPR_MAX || (*of)->kind == EXPR_SELECT)
            return terms[i];
    }
    return NULL;
}

static bool is_positive_by_cases(const index_place *at, const expr *e, int deep)
{
    expr_pool *pool = at->p->pool;
    const expr *of;
    int64_t times;
    const expr *term = e->is_opaque ? NULL : term_with_cases(e, &of, &times);
    if (!term)
        return is_positive(at, e);
    if (deep == 0)
        return false;
    bool is_any = of->kind == (times > 0 ? EXPR_MAX : EXPR_MIN);
    const expr *rest = expr_sub(pool, e, term);
    for (int i = of->kind == EXPR_SELECT; i < of->u.op.count; i++) {
        const expr *one = expr_mul(pool, expr_int(pool, times), of->u.op.operand[i]);
        if (is_positive_by_cases(at, expr_add(pool, rest, one), deep - 1) == is_any)
            return is_any;
    }
    return !is_any;
}

bool index_is_positive(const index_place *at, const expr *e)
{
    return is_positive(at, e) || is_positive_by_cases(at, e, CASES_DEEPEST);
}

bool index_is_at_least(const index_place *at, const expr *e, const expr *least)
{
    expr_pool *pool = at->p->pool;
    return index_is_positive(at, expr_add(pool, expr_sub(pool, e, least), expr_int(pool, 1)));
}

bool index_is_within(const index_place *at, const expr *e, const expr *count)
{
    expr_pool *pool = at->p->pool;
    return index_is_at_least(at, e, expr_int(pool, 0)) &&
           index_is_positive(at, expr_sub(pool, count, e));
}
