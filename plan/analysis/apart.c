#include "plan/analysis/apart.h"

#include "program/expr/integer.h"

/* The difference is not 0: by its bounds, because it is not 0 modulo some small number, or in each
 * of the cases of a choice. */

enum { CASES_DEEPEST = 4, MODULUS_MOST = 8 };

const expr *expr_without_remainders(expr_pool *pool, const expr *e, int64_t m)
{
    int64_t by = 0;
    if (e->kind == EXPR_MOD && expr_is_int(e->u.op.operand[1], &by) && by % m == 0)
        return expr_without_remainders(pool, e->u.op.operand[0], m);
    if (e->is_opaque || (e->kind != EXPR_ADD && e->kind != EXPR_MUL))
        return e;
    const expr *all = expr_int(pool, e->kind == EXPR_MUL);
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *one = expr_without_remainders(pool, e->u.op.operand[i], m);
        all = e->kind == EXPR_ADD ? expr_add(pool, all, one) : expr_mul(pool, all, one);
    }
    return all;
}

/* A sum's terms; of anything else, itself. */
static const expr *const *terms_of(const expr *const *e, int *count)
{
    *count = (*e)->kind == EXPR_ADD ? (*e)->u.op.count : 1;
    return (*e)->kind == EXPR_ADD ? (const expr *const *)(*e)->u.op.operand : e;
}

/* What the term is a number of times. */
static const expr *factor_of(const expr *term, int64_t *times)
{
    *times = 1;
    if (term->kind == EXPR_MUL && term->u.op.count == 2 &&
        expr_is_int(term->u.op.operand[0], times))
        return term->u.op.operand[1];
    return term;
}

/* All terms but the constant are multiples of m, and that is none. */
static bool has_remainder(const expr *e, int64_t m)
{
    int count;
    int64_t constant = 0;
    const expr *const *term = terms_of(&e, &count);
    for (int i = 0; i < count; i++) {
        int64_t times = 1;
        if (expr_is_int(term[i], &constant))
            continue;
        if (term[i]->kind == EXPR_MUL)
            (void)expr_is_int(term[i]->u.op.operand[0], &times);
        if (times % m != 0)
            return false;
    }
    return int_floor_mod(constant, m) != 0;
}

/* x == 0 and x: the one is 0 where the other is not. */
static bool is_negation(expr_pool *pool, const expr *e, const expr *term)
{
    int64_t number;
    if (term->kind == EXPR_NOT) {
        const expr *x = term->u.op.operand[0];
        return e == expr_sub(pool, term, x) || e == expr_sub(pool, x, term);
    }
    for (int i = 0; term->kind == EXPR_EQ && i < 2; i++) {
        const expr *x = term->u.op.operand[1 - i];
        if (expr_is_int(term->u.op.operand[i], &number) && number == 0 &&
            (e == expr_sub(pool, term, x) || e == expr_sub(pool, x, term)))
            return true;
    }
    return false;
}

static bool is_never_zero(expr_pool *pool, const expr *e, int deep)
{
    int count;
    if (e->at_least > 0 || e->at_most < 0)
        return true;
    if (e->is_opaque)
        return false;
    for (int64_t m = 2; m <= MODULUS_MOST; m++)
        if (has_remainder(expr_without_remainders(pool, e, m), m))
            return true;
    const expr *const *term = terms_of(&e, &count);
    for (int i = 0; i < count; i++) {
        int64_t times;
        const expr *of = factor_of(term[i], &times);
        if (is_negation(pool, e, of))
            return true;
        bool has_cases = of->kind == EXPR_SELECT || of->kind == EXPR_MIN || of->kind == EXPR_MAX;
        if (!has_cases || deep == 0)
            continue;
        const expr *rest = expr_sub(pool, e, term[i]);
        int k = of->kind == EXPR_SELECT;
        while (k < of->u.op.count &&
               is_never_zero(
                   pool,
                   expr_add(pool, rest, expr_mul(pool, expr_int(pool, times), of->u.op.operand[k])),
                   deep - 1))
            k++;
        return k == of->u.op.count;
    }
    return false;
}

bool never_equal(planner *p, const expr *a, const expr *b)
{
    return is_never_zero(p->pool, expr_sub(p->pool, a, b), CASES_DEEPEST);
}
