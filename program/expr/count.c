/* Trip counts and counts of owned iterations. */

#include "program/expr/internal.h"

bool expr_is_int(const expr *e, int64_t *value)
{
    if (e->kind != EXPR_INT)
        return false;
    *value = e->u.value;
    return true;
}

const expr *expr_trips(expr_pool *pool, const expr *lower, const expr *upper, const expr *step)
{
    const expr *steps = expr_floor_div(pool, expr_sub(pool, upper, lower), step);
    return expr_max(pool, expr_int(pool, 0), expr_add(pool, steps, expr_int(pool, 1)));
}

const expr *expr_count(expr_pool *pool, const struct axis_map *axis, const expr *lower,
                       const expr *upper, const expr *step, const expr *c, const expr *d,
                       const expr *coordinate)
{
    const expr *trips = expr_trips(pool, lower, upper, step);
    int64_t value;
    if (axis->source == AXIS_REPLICATED || (expr_is_int(trips, &value) && value == 0))
        return trips;
    if (expr_is_int(coordinate, &value) && value < 0)
        return expr_int(pool, 0);
    if (axis->source == AXIS_FIXED) /* the same template index for every iteration */
        c = d = expr_int(pool, 0);
    const expr *operand[6] = {lower, upper, step, c, d, coordinate};
    return expr_intern(pool, EXPR_COUNT, operand, 6, expr_intern_axis(pool, axis));
}
