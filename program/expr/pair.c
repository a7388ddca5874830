/* Operations of two numbers. */

#include "program/expr/expr.h"
#include "program/expr/integer.h"

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool divide(expr_kind kind, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    *value = kind == EXPR_FLOOR_DIV ? floor_div(a, b) : a - b * floor_div(a, b);
    return true;
}

bool expr_pair_value(expr_kind kind, int64_t a, int64_t b, int64_t *value)
{
    switch (kind) {
    case EXPR_ADD:
        return !__builtin_add_overflow(a, b, value);
    case EXPR_MUL:
        return !__builtin_mul_overflow(a, b, value);
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return divide(kind, a, b, value);
    case EXPR_MIN:
        *value = a < b ? a : b;
        return true;
    case EXPR_MAX:
        *value = a > b ? a : b;
        return true;
    case EXPR_LT:
        *value = a < b;
        return true;
    case EXPR_LE:
        *value = a <= b;
        return true;
    case EXPR_EQ:
        *value = a == b;
        return true;
    case EXPR_NE:
        *value = a != b;
        return true;
    case EXPR_AND:
        *value = a && b;
        return true;
    case EXPR_OR:
        *value = a || b;
        return true;
    case EXPR_POWER:
        return int_power(a, b, value);
    case EXPR_LOG:
        *value = int_log(a, b);
        return true;
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_SELECT:
    case EXPR_NOT:
    case EXPR_SLICE:
    case EXPR_COUNT:
        return false;
    }
    return false;
}
