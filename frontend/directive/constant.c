/* What is known of an expression's value and sign, and C's division on top of
 * the floor division of expressions. */

#include "frontend/directive/constant.h"

#define DEEPEST 100

static bool known_within(const expr *e, int depth, int64_t *value);

static bool known_select(const expr *e, int depth, int64_t *value)
{
    int64_t condition;
    return known_within(e->u.op.operand[0], depth, &condition) &&
           known_within(e->u.op.operand[condition ? 1 : 2], depth, value);
}

/* Sums, extrema and junctions have any number of operands. */
static bool known_fold(const expr *e, int depth, int64_t *value)
{
    int64_t folded;
    if (!known_within(e->u.op.operand[0], depth, &folded))
        return false;
    for (int i = 1; i < e->u.op.count; i++) {
        int64_t right;
        if (!known_within(e->u.op.operand[i], depth, &right) ||
            !expr_pair_value(e->kind, folded, right, &folded))
            return false;
    }
    *value = folded;
    return true;
}

static bool known_within(const expr *e, int depth, int64_t *value)
{
    if (depth == 0 || e->uses_loop_var || e->uses_coord)
        return false;
    switch (e->kind) {
    case EXPR_INT:
        *value = e->u.value;
        return true;
    case EXPR_PARAM:
        return e->u.param->value && known_within(e->u.param->value, depth - 1, value);
    case EXPR_SELECT:
        return known_select(e, depth - 1, value);
    case EXPR_NOT: {
        int64_t truth;
        if (!known_within(e->u.op.operand[0], depth - 1, &truth))
            return false;
        *value = !truth;
        return true;
    }
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_POWER:
    case EXPR_LOG:
        return known_fold(e, depth - 1, value);
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_SLICE:
    case EXPR_COUNT:
        return false;
    }
    return false;
}

bool expr_known(const expr *e, int64_t *value)
{
    return known_within(e, DEEPEST, value);
}

static bool is_nonnegative(const expr *e)
{
    int64_t value;
    if (expr_known(e, &value))
        return value >= 0;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_LOOP_VAR:
        return false;
    case EXPR_PARAM:
        return e->u.param->value ? is_nonnegative(e->u.param->value) : !e->u.param->may_be_negative;
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_COUNT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
        return true;
    case EXPR_LOG:
    case EXPR_SLICE:
        return false;
    case EXPR_MOD:
        return is_nonnegative(e->u.op.operand[1]);
    case EXPR_SELECT:
        return is_nonnegative(e->u.op.operand[1]) && is_nonnegative(e->u.op.operand[2]);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MIN:
    case EXPR_MAX:
        for (int i = 0; i < e->u.op.count; i++) {
            if (!is_nonnegative(e->u.op.operand[i]))
                return false;
        }
        return true;
    }
    return false;
}

bool expr_is_nonnegative(const expr *e)
{
    return is_nonnegative(e);
}

static const expr *negate(expr_pool *pool, const expr *e)
{
    return expr_sub(pool, expr_int(pool, 0), e);
}

static const expr *is_negative(expr_pool *pool, const expr *e)
{
    return expr_logic(pool, EXPR_LT, e, expr_int(pool, 0));
}

/* a / b for b > 0. */
static const expr *div_by_positive(expr_pool *pool, const expr *a, const expr *b)
{
    const expr *floor = expr_floor_div(pool, a, b);
    if (is_nonnegative(a))
        return floor;
    const expr *rounded_up = negate(pool, expr_floor_div(pool, negate(pool, a), b));
    return expr_select(pool, is_negative(pool, a), rounded_up, floor);
}

const expr *expr_c_div(expr_pool *pool, const expr *a, const expr *b)
{
    const expr *quotient = div_by_positive(pool, a, b);
    if (is_nonnegative(b))
        return quotient;
    const expr *flipped = div_by_positive(pool, negate(pool, a), negate(pool, b));
    return expr_select(pool, is_negative(pool, b), flipped, quotient);
}

const expr *expr_c_mod(expr_pool *pool, const expr *a, const expr *b)
{
    if (is_nonnegative(a) && is_nonnegative(b))
        return expr_mod(pool, a, b);
    if (is_nonnegative(b)) /* as remainders, which loops repeat */
        return expr_select(pool, is_negative(pool, a),
                           negate(pool, expr_mod(pool, negate(pool, a), b)), expr_mod(pool, a, b));
    return expr_sub(pool, a, expr_mul(pool, expr_c_div(pool, a, b), b));
}

const expr *expr_c_kept(expr_pool *pool, const expr *e, c_integer_type type)
{
    if (type.is_bool)
        return expr_logic(pool, EXPR_NE, e, expr_int(pool, 0));
    if (type.bytes > 4)
        return NULL;
    const expr *count = expr_int(pool, (int64_t)1 << (8 * type.bytes));
    if (type.is_unsigned)
        return expr_mod(pool, e, count);
    const expr *half = expr_int(pool, (int64_t)1 << (8 * type.bytes - 1));
    return expr_sub(pool, expr_mod(pool, expr_add(pool, e, half), count), half);
}
