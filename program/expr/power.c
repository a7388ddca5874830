/* Powers and logarithms to a constant base. */

#include "program/expr/integer.h"
#include "program/expr/internal.h"

#include <assert.h>

static const expr *of_base(expr_pool *pool, expr_kind kind, int64_t base, const expr *x)
{
    const expr *operand[2] = {expr_int(pool, base), x};
    return expr_intern(pool, kind, operand, 2, NULL);
}

const expr *expr_power(expr_pool *pool, int64_t base, const expr *exponent)
{
    assert(base >= 2);
    int64_t e, value;
    if (expr_is_int(exponent, &e) && int_power(base, e, &value))
        return expr_int(pool, value);
    if (exponent->at_most <= 0)
        return expr_int(pool, 1);
    return of_base(pool, EXPR_POWER, base, exponent);
}

const expr *expr_log(expr_pool *pool, int64_t base, const expr *x)
{
    assert(base >= 2);
    int64_t value;
    if (expr_is_int(x, &value))
        return expr_int(pool, int_log(base, value));
    if (x->at_most < 1)
        return expr_int(pool, -1);
    /* log(b^max(e, 0)) = max(e, 0) */
    if (x->kind == EXPR_POWER && x->u.op.operand[0]->u.value == base)
        return expr_max(pool, expr_int(pool, 0), x->u.op.operand[1]);
    return of_base(pool, EXPR_LOG, base, x);
}
