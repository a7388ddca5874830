#include "frontend/value/slice_cycle.h"

#include "frontend/value/array_constants.h"
#include "program/env/bindings.h"
#include "program/expr/slice.h"

/* Code whose inputs are numbers does the same again once all of its cells hold what they held
 * before: it has no other state. */

enum { PERIOD_MOST = 8, CELLS_MOST = 64 };

/* The slice with other operands in front. */
static const expr *asked(lowering *lo, const expr *value, int64_t limit, const expr *cell,
                         const expr *extent, const expr *index)
{
    int64_t at = 0, number = 0;
    (void)(expr_is_int(cell, &at) && expr_is_int(extent, &number));
    const slice_result result = {expr_int(lo->pool, limit), (int)at, (int)number, index};
    return expr_slice(lo->pool, value->code, &result,
                      (const expr *const *)value->u.op.operand + SLICE_OPERANDS);
}

typedef struct cycle {
    int64_t value[2 * PERIOD_MOST + 2]; /* after so many iterations */
    int64_t cell[2 * PERIOD_MOST + 2][CELLS_MOST];
} cycle;

static bool run(lowering *lo, const expr *value, int times, cycle *out)
{
    static const bindings none = {0};
    const expr *const *of = (const expr *const *)value->u.op.operand;
    env *e = env_new(lo->ctx, lo->pool, NULL, 0, &none);
    bool ok = e != NULL;
    for (int i = 0; ok && i < value->code->cell_count; i++) {
        const expr *cell = expr_int(lo->pool, i), *scalar = expr_int(lo->pool, 0);
        out->cell[times][i] = expr_eval(e, asked(lo, value, times, cell, scalar, NULL), &ok);
    }
    if (ok)
        out->value[times] = expr_eval(e, asked(lo, value, times, of[1], of[2], of[3]), &ok);
    return ok;
}

static bool is_same(const cycle *c, int a, int b, int cells)
{
    for (int i = 0; i < cells; i++)
        if (c->cell[a][i] != c->cell[b][i])
            return false;
    return true;
}

/* After how many iterations everything is as before, from the second on, and the value from the
 * first on; 0: no few. What is set before it is read may hold anything at first. */
static int period_of(lowering *lo, const expr *value, cycle *c)
{
    const int cells = value->code->cell_count;
    if (!run(lo, value, 0, c) || !run(lo, value, 1, c))
        return 0;
    for (int times = 1; times <= PERIOD_MOST; times++) {
        if (!run(lo, value, times + 1, c))
            return 0;
        if (is_same(c, 1, times + 1, cells))
            return c->value[times] == c->value[0] ? times : 0;
    }
    return 0;
}

/* first + by * (number mod period), where the values go up or down evenly. */
static const expr *evenly(lowering *lo, const cycle *c, int period, const expr *number)
{
    expr_pool *pool = lo->pool;
    for (int i = 2; i < period; i++)
        if (c->value[i] - c->value[i - 1] != c->value[1] - c->value[0])
            return NULL;
    const expr *by = expr_int(pool, period > 1 ? c->value[1] - c->value[0] : 0);
    return expr_add(pool, expr_int(pool, c->value[0]),
                    expr_mul(pool, by, expr_mod(pool, number, expr_int(pool, period))));
}

const expr *value_slice_cycle(lowering *lo, const expr *value)
{
    cycle c;
    if (!value || value->kind != EXPR_SLICE || !value->code->is_loop ||
        value->code->cell_count > CELLS_MOST || expr_is_last(value))
        return value;
    for (int i = 0; i < value->code->input_count; i++) {
        int64_t number;
        if (!expr_is_int(value->u.op.operand[SLICE_OPERANDS + i], &number))
            return value;
    }
    const int period = period_of(lo, value, &c);
    const expr *number = value->u.op.operand[0];
    if (!period)
        return value;
    const expr *even = evenly(lo, &c, period, number);
    if (even)
        return even;
    const expr *held[PERIOD_MOST];
    for (int i = 0; i < period; i++)
        held[i] = expr_int(lo->pool, c.value[i]);
    const expr *turn = expr_mod(lo->pool, number, expr_int(lo->pool, period));
    const expr *choice = value_choice(lo, held, period, turn);
    return choice ? choice : value;
}
