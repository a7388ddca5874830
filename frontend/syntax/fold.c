#include "frontend/syntax/fold.h"

bool syntax_fold_unary(syntax_op op, int64_t a, int64_t *value)
{
    *value = op == OPERATOR_NEGATE ? -a : op == OPERATOR_COMPLEMENT ? ~a : !a;
    return op == OPERATOR_NEGATE || op == OPERATOR_COMPLEMENT || op == OPERATOR_NOT;
}

bool syntax_fold_binary(syntax_op op, int64_t a, int64_t b, int64_t *value)
{
    bool is_small = a > -INT32_MAX && a < INT32_MAX && b > -INT32_MAX && b < INT32_MAX;
    bool shifts = op == OPERATOR_SHL || op == OPERATOR_SHR;
    if (!is_small || ((op == OPERATOR_DIV || op == OPERATOR_REM) && b == 0) ||
        (shifts && (a < 0 || b < 0 || b > 31)))
        return false;
    switch ((int)op) {
    case OPERATOR_ADD:
        *value = a + b;
        return true;
    case OPERATOR_SUB:
        *value = a - b;
        return true;
    case OPERATOR_MUL:
        *value = a * b;
        return true;
    case OPERATOR_DIV:
        *value = a / b;
        return true;
    case OPERATOR_REM:
        *value = a % b;
        return true;
    case OPERATOR_SHL:
        *value = a << b;
        return true;
    case OPERATOR_SHR:
        *value = a >> b;
        return true;
    case OPERATOR_AND:
        *value = a & b;
        return true;
    case OPERATOR_XOR:
        *value = a ^ b;
        return true;
    case OPERATOR_OR:
        *value = a | b;
        return true;
    case OPERATOR_LT:
        *value = a < b;
        return true;
    case OPERATOR_LE:
        *value = a <= b;
        return true;
    case OPERATOR_GT:
        *value = a > b;
        return true;
    case OPERATOR_GE:
        *value = a >= b;
        return true;
    case OPERATOR_EQ:
        *value = a == b;
        return true;
    case OPERATOR_NE:
        *value = a != b;
        return true;
    case OPERATOR_LOGICAL_AND:
        *value = a && b;
        return true;
    case OPERATOR_LOGICAL_OR:
        *value = a || b;
        return true;
    }
    return false;
}
