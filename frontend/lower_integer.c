/* Integer expressions of loop variables and parameters. */

#include "frontend/lower.h"

static const expr *structure(lowering *lo, const syntax *s, bool allow_unknown);

/* The parameter of a macro whose whole body `s` is. The reader makes one for
 * macros that stand for a number. */
static const expr *macro_value(lowering *lo, const syntax *s)
{
    const expr *value = expr_read_macro(lo->reader, lo->names, s->macro, s->where);
    if (!value || value->kind != EXPR_PARAM)
        return NULL;
    const expr *written = structure(lo, s, false);
    int64_t number, stands_for;
    if (!written || !expr_is_int(written, &number) || !value->u.param->value
        || !expr_is_int(value->u.param->value, &stands_for))
        return NULL;
    if (number == stands_for)
        return value;
    VEC_PUSH(lo->ctx->arena, &lo->fixed, ((fixed_name){s->macro, s->where}));
    return NULL;
}

const expr *lower_integer(lowering *lo, const syntax *s, bool allow_unknown)
{
    if (!s || !s->type || s->type->kind != TYPE_INT)
        return NULL;
    const expr *value = s->macro ? macro_value(lo, s) : NULL;
    return value ? value : structure(lo, s, allow_unknown);
}

/* x & (2^k - 1) is x mod 2^k, of negative numbers too. */
static const expr *bit_and(lowering *lo, const expr *a, const expr *b)
{
    int64_t mask;
    if (expr_is_int(a, &mask) && !expr_is_int(b, &mask)) {
        const expr *swap = a;
        a = b;
        b = swap;
    }
    if (!expr_is_int(b, &mask) || mask < 0 || mask >= INT32_MAX || (mask & (mask + 1)))
        return NULL;
    return expr_mod(lo->pool, a, expr_int(lo->pool, mask + 1));
}

static const expr *shift(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    int64_t bits;
    if (!expr_is_int(b, &bits) || bits < 0 || bits > 62)
        return NULL;
    const expr *power = expr_int(lo->pool, (int64_t)1 << bits);
    return op == OPERATOR_SHL ? expr_mul(lo->pool, a, power) : expr_floor_div(lo->pool, a, power);
}

static const expr *combine(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    expr_pool *pool = lo->pool;
    switch (op) {
    case OPERATOR_ADD: return expr_add(pool, a, b);
    case OPERATOR_SUB: return expr_sub(pool, a, b);
    case OPERATOR_MUL: return expr_mul(pool, a, b);
    case OPERATOR_DIV: return expr_c_div(pool, a, b);
    case OPERATOR_REM: return expr_c_mod(pool, a, b);
    case OPERATOR_SHL: case OPERATOR_SHR: return shift(lo, op, a, b);
    case OPERATOR_AND: return bit_and(lo, a, b);
    case OPERATOR_LOGICAL_AND: return expr_logic(pool, EXPR_AND, a, b);
    case OPERATOR_LOGICAL_OR: return expr_logic(pool, EXPR_OR, a, b);
    case OPERATOR_LT: return expr_logic(pool, EXPR_LT, a, b);
    case OPERATOR_GT: return expr_logic(pool, EXPR_LT, b, a);
    case OPERATOR_LE: return expr_logic(pool, EXPR_LE, a, b);
    case OPERATOR_GE: return expr_logic(pool, EXPR_LE, b, a);
    case OPERATOR_EQ: return expr_logic(pool, EXPR_EQ, a, b);
    case OPERATOR_NE: return expr_logic(pool, EXPR_NE, a, b);
    case OPERATOR_NONE: case OPERATOR_OR: case OPERATOR_XOR: case OPERATOR_COMMA:
    case OPERATOR_NEGATE: case OPERATOR_COMPLEMENT: case OPERATOR_NOT: case OPERATOR_DEREF:
    case OPERATOR_ADDRESS: case OPERATOR_PRE_INC: case OPERATOR_PRE_DEC: case OPERATOR_POST_INC:
    case OPERATOR_POST_DEC: break;
    }
    return NULL;
}

/* a < b ? a : b and its like are a minimum or a maximum. */
static const expr *choose(lowering *lo, const syntax *s, const expr *c, const expr *a,
                          const expr *b)
{
    const syntax *test = s->child[0];
    if (test->kind == SYNTAX_BINARY && test->op >= OPERATOR_LT && test->op <= OPERATOR_GE) {
        const expr *left = lower_integer(lo, test->child[0], true);
        const expr *right = lower_integer(lo, test->child[1], true);
        bool is_less = test->op == OPERATOR_LT || test->op == OPERATOR_LE;
        if (left == a && right == b)
            return is_less ? expr_min(lo->pool, a, b) : expr_max(lo->pool, a, b);
        if (left == b && right == a)
            return is_less ? expr_max(lo->pool, a, b) : expr_min(lo->pool, a, b);
    }
    return expr_select(lo->pool, c, a, b);
}

static const expr *unary(lowering *lo, const syntax *s, bool allow_unknown)
{
    const expr *a = lower_integer(lo, s->child[0], allow_unknown);
    if (!a)
        return NULL;
    if (s->op == OPERATOR_NEGATE)
        return expr_sub(lo->pool, expr_int(lo->pool, 0), a);
    if (s->op == OPERATOR_COMPLEMENT)
        return expr_sub(lo->pool, expr_int(lo->pool, -1), a);
    return s->op == OPERATOR_NOT ? expr_logic(lo->pool, EXPR_NOT, a, NULL) : NULL;
}

static const expr *structure(lowering *lo, const syntax *s, bool allow_unknown)
{
    if (s->kind == SYNTAX_INT)
        return expr_int(lo->pool, s->value);
    if (s->kind == SYNTAX_NAME)
        return s->decl ? lower_decl_value(lo, s->decl, allow_unknown) : NULL;
    if (s->kind == SYNTAX_UNARY)
        return unary(lo, s, allow_unknown);
    if (s->kind == SYNTAX_BINARY) {
        const expr *a = lower_integer(lo, s->child[0], allow_unknown);
        const expr *b = lower_integer(lo, s->child[1], allow_unknown);
        return a && b ? combine(lo, s->op, a, b) : NULL;
    }
    if (s->kind == SYNTAX_CONDITIONAL) {
        const expr *c = lower_integer(lo, s->child[0], allow_unknown);
        const expr *a = lower_integer(lo, s->child[1], allow_unknown);
        const expr *b = lower_integer(lo, s->child[2], allow_unknown);
        return c && a && b ? choose(lo, s, c, a, b) : NULL;
    }
    return NULL;
}
