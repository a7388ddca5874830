/* Integer expressions of loop variables and parameters. */

#include "frontend/value/integer.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/value/access_path.h"
#include "frontend/value/inline_result.h"
#include "frontend/value/names.h"

static const expr *structure(lowering *lo, const syntax *s, bool allow_unknown);

/* The parameter of a macro whose whole body `s` is. The reader makes one for
 * macros that stand for a number. */
static const expr *macro_value(lowering *lo, const syntax *s)
{
    const expr *value = expr_read_macro(lo->reader, lo->reading.names, s->macro, s->where);
    if (!value || value->kind != EXPR_PARAM)
        return NULL;
    lo->reading.is_by_number = true;
    const expr *written = structure(lo, s, false);
    lo->reading.is_by_number = false;
    int64_t number, stands_for;
    if (!written || !expr_is_int(written, &number) || !value->u.param->value ||
        !expr_is_int(value->u.param->value, &stands_for))
        return NULL;
    if (number == stands_for)
        return value;
    VEC_PUSH(lo->ctx->arena, &lo->found.fixed, ((fixed_name){s->macro, s->where}));
    return NULL;
}

const expr *value_integer(lowering *lo, const syntax *s, bool allow_unknown)
{
    if (!s || !s->type || s->type->kind != TYPE_INT)
        return NULL;
    const expr *value = s->macro && !lo->reading.is_by_number ? macro_value(lo, s) : NULL;
    return value ? value : structure(lo, s, allow_unknown);
}

/* The number that `e` is by its definitions, which --set changes no more. */
static bool fix(lowering *lo, const expr *e, int64_t *number)
{
    if (!expr_known(e, number))
        return false;
    if (e->kind == EXPR_PARAM)
        VEC_PUSH(lo->ctx->arena, &lo->found.fixed,
                 ((fixed_name){e->u.param->name, e->u.param->where}));
    else if (e->kind != EXPR_INT)
        for (int i = 0; i < e->u.op.count; i++) {
            int64_t part;
            fix(lo, e->u.op.operand[i], &part);
        }
    return true;
}

/* x & (2^k - 1) is x mod 2^k, and x | (2^k - 1) the last of the 2^k numbers that x is among, of
 * negative numbers too. */
static const expr *bitwise(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    int64_t left, mask;
    bool is_and = op == OPERATOR_AND;
    if (expr_known(a, &left) && !expr_known(b, &mask)) {
        const expr *swap = a;
        a = b;
        b = swap;
    }
    if (!expr_known(b, &mask))
        return NULL;
    if (fix(lo, a, &left) && fix(lo, b, &mask))
        return expr_int(lo->pool, is_and ? left & mask : left | mask);
    if (mask < 0 || mask >= INT32_MAX || (mask & (mask + 1)))
        return NULL;
    fix(lo, b, &mask);
    const expr *count = expr_int(lo->pool, mask + 1);
    if (is_and)
        return expr_mod(lo->pool, a, count);
    const expr *first = expr_mul(lo->pool, expr_floor_div(lo->pool, a, count), count);
    return expr_add(lo->pool, first, expr_int(lo->pool, mask));
}

static const expr *shift(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    int64_t bits;
    if (!fix(lo, b, &bits) || bits < 0 || bits > 62)
        return NULL;
    const expr *power = expr_int(lo->pool, (int64_t)1 << bits);
    return op == OPERATOR_SHL ? expr_mul(lo->pool, a, power) : expr_floor_div(lo->pool, a, power);
}

/* --- Signs --------------------------------------------------------------- */

/* A value that `e` is never below, from the bounds of the loops around and
 * parameters that count things and are 0 or more; false when there is none. */
static bool minimum(const lowering *lo, const expr *e, int64_t *least);

static bool minimum_of_all(const lowering *lo, const expr *e, int64_t *least)
{
    for (int i = 0; i < e->u.op.count; i++) {
        int64_t one;
        bool is_known = minimum(lo, e->u.op.operand[i], &one);
        if (!is_known || (e->kind != EXPR_ADD && one < 0))
            return false;
        if (i == 0)
            *least = one;
        else if (e->kind == EXPR_ADD ? __builtin_add_overflow(*least, one, least)
                                     : __builtin_mul_overflow(*least, one, least))
            return false;
    }
    return true;
}

static bool minimum(const lowering *lo, const expr *e, int64_t *least)
{
    *least = 0;
    switch (e->kind) {
    case EXPR_INT:
        *least = e->u.value;
        return true;
    case EXPR_PARAM:
        return !e->u.param->value ||
               (minimum(lo, e->u.param->value, least) && *least >= 0 && (*least = 0, true));
    case EXPR_LOOP_VAR:
        for (int i = lo->found.floors.count - 1; i >= 0; i--)
            if (lo->found.floors.data[i].loop == e->u.var) {
                *least = lo->found.floors.data[i].least;
                return true;
            }
        return false;
    case EXPR_ADD:
    case EXPR_MUL:
        return minimum_of_all(lo, e, least);
    case EXPR_FLOOR_DIV:
        if (!minimum_of_all(lo, e, least))
            return false;
        *least = 0;
        return true;
    case EXPR_MOD:
        return minimum(lo, e->u.op.operand[1], least) && *least >= 1 && (*least = 0, true);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_COUNT:
        return true;
    case EXPR_POWER:
        *least = 1;
        return true;
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_LOG:
        return false;
    }
    return false;
}

void value_set_floor(lowering *lo, const loop_var *v, const expr *bound)
{
    int64_t least;
    if (minimum(lo, bound, &least))
        VEC_PUSH(lo->ctx->arena, &lo->found.floors, ((loop_floor){v, least}));
}

/* C divides towards zero, which floor division does where nothing is negative. */
static bool is_plain_division(const lowering *lo, const expr *a, const expr *b)
{
    int64_t over, under;
    return minimum(lo, a, &over) && over >= 0 && minimum(lo, b, &under) && under >= 0;
}

/* Whether a remainder is 0 does not depend on the way of rounding. */
static const expr *divisibility(lowering *lo, const syntax *s)
{
    if (s->op != OPERATOR_EQ && s->op != OPERATOR_NE)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const syntax *rest = s->child[i], *zero = s->child[1 - i];
        if (zero->kind != SYNTAX_INT || zero->value != 0 || rest->kind != SYNTAX_BINARY ||
            rest->op != OPERATOR_REM)
            continue;
        const expr *a = value_integer(lo, rest->child[0], false);
        const expr *b = value_integer(lo, rest->child[1], false);
        if (a && b)
            return expr_logic(lo->pool, s->op == OPERATOR_EQ ? EXPR_EQ : EXPR_NE,
                              expr_mod(lo->pool, a, b), expr_int(lo->pool, 0));
    }
    return NULL;
}

/* --- Operators ----------------------------------------------------------- */

static const expr *combine(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    expr_pool *pool = lo->pool;
    bool is_plain = (op == OPERATOR_DIV || op == OPERATOR_REM) && is_plain_division(lo, a, b);
    switch (op) {
    case OPERATOR_ADD:
        return expr_add(pool, a, b);
    case OPERATOR_SUB:
        return expr_sub(pool, a, b);
    case OPERATOR_MUL:
        return expr_mul(pool, a, b);
    case OPERATOR_DIV:
        return is_plain ? expr_floor_div(pool, a, b) : expr_c_div(pool, a, b);
    case OPERATOR_REM:
        return is_plain ? expr_mod(pool, a, b) : expr_c_mod(pool, a, b);
    case OPERATOR_SHL:
    case OPERATOR_SHR:
        return shift(lo, op, a, b);
    case OPERATOR_AND:
    case OPERATOR_OR:
        return bitwise(lo, op, a, b);
    case OPERATOR_LOGICAL_AND:
        return expr_logic(pool, EXPR_AND, a, b);
    case OPERATOR_LOGICAL_OR:
        return expr_logic(pool, EXPR_OR, a, b);
    case OPERATOR_LT:
        return expr_logic(pool, EXPR_LT, a, b);
    case OPERATOR_GT:
        return expr_logic(pool, EXPR_LT, b, a);
    case OPERATOR_LE:
        return expr_logic(pool, EXPR_LE, a, b);
    case OPERATOR_GE:
        return expr_logic(pool, EXPR_LE, b, a);
    case OPERATOR_EQ:
        return expr_logic(pool, EXPR_EQ, a, b);
    case OPERATOR_NE:
        return expr_logic(pool, EXPR_NE, a, b);
    case OPERATOR_NONE:
    case OPERATOR_XOR:
    case OPERATOR_COMMA:
    case OPERATOR_NEGATE:
    case OPERATOR_COMPLEMENT:
    case OPERATOR_NOT:
    case OPERATOR_DEREF:
    case OPERATOR_ADDRESS:
    case OPERATOR_PRE_INC:
    case OPERATOR_PRE_DEC:
    case OPERATOR_POST_INC:
    case OPERATOR_POST_DEC:
        break;
    }
    return NULL;
}

/* a < b ? a : b and its like are a minimum or a maximum. */
static const expr *choose(lowering *lo, const syntax *s, const expr *c, const expr *a,
                          const expr *b)
{
    const syntax *test = s->child[0];
    if (test->kind == SYNTAX_BINARY && test->op >= OPERATOR_LT && test->op <= OPERATOR_GE) {
        const expr *left = value_integer(lo, test->child[0], true);
        const expr *right = value_integer(lo, test->child[1], true);
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
    const expr *a = value_integer(lo, s->child[0], allow_unknown);
    if (!a)
        return NULL;
    if (s->op == OPERATOR_NEGATE)
        return expr_sub(lo->pool, expr_int(lo->pool, 0), a);
    if (s->op == OPERATOR_COMPLEMENT)
        return expr_sub(lo->pool, expr_int(lo->pool, -1), a);
    return s->op == OPERATOR_NOT ? expr_logic(lo->pool, EXPR_NOT, a, NULL) : NULL;
}

const expr *value_extents(lowering *lo, const decl *d, int from, int to)
{
    const expr *product = expr_int(lo->pool, 1);
    for (int i = from; i < to; i++) {
        const expr *extent = d->extent[i] ? value_integer(lo, d->extent[i], true) : NULL;
        if (!extent && d->count[i] > 0)
            extent = expr_int(lo->pool, d->count[i]);
        if (!extent)
            return NULL;
        product = expr_mul(lo->pool, product, extent);
    }
    return product;
}

/* sizeof an array or a row of one. */
static const expr *array_bytes(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s);
    if (p.kind != PLACE_ADDRESS || !p.base || p.level >= p.base->rank ||
        p.base->element->bytes <= 0)
        return NULL;
    const expr *count = value_extents(lo, p.base, p.level, p.base->rank);
    return count ? expr_mul(lo->pool, count, expr_int(lo->pool, p.base->element->bytes)) : NULL;
}

/* sizeof a / sizeof a[0] is an extent. */
static const expr *array_count(lowering *lo, const syntax *s)
{
    if (s->op != OPERATOR_DIV || s->child[0]->kind != SYNTAX_SIZEOF ||
        s->child[1]->kind != SYNTAX_SIZEOF)
        return NULL;
    place a = access_path_of(lo, s->child[0]->child[0]),
          b = access_path_of(lo, s->child[1]->child[0]);
    bool is_same = a.kind == PLACE_ADDRESS && b.kind == PLACE_ADDRESS && a.base && a.base == b.base;
    return is_same && a.level <= b.level ? value_extents(lo, a.base, a.level, b.level) : NULL;
}

/* xmp_num_nodes() and its like: the processors of all nodes. */
static const expr *node_count(lowering *lo, const syntax *call)
{
    static const char *const names[] = {"xmp_num_nodes", "xmp_all_num_nodes"};
    const char *name = syntax_callee_name(call);
    const proc_grid *const *grids;
    int count = directive_table_grids(lo->table, &grids);
    if (!name || (strcmp(name, names[0]) != 0 && strcmp(name, names[1]) != 0) || count == 0)
        return NULL;
    int used = 0;
    while (grids[used]->is_unused)
        used++;
    const proc_grid *all = grid_root(grids[used]);
    const expr *product = expr_int(lo->pool, 1);
    for (int k = 0; k < all->rank; k++)
        product = expr_mul(lo->pool, product, expr_extent(lo->pool, all, k));
    return product;
}

static const expr *structure(lowering *lo, const syntax *s, bool allow_unknown)
{
    if (s->kind == SYNTAX_CALL) {
        const expr *count = node_count(lo, s);
        return count ? count : value_of_call(lo, s, allow_unknown);
    }
    if (s->kind == SYNTAX_INT)
        return expr_int(lo->pool, s->value);
    if (s->kind == SYNTAX_SIZEOF)
        return array_bytes(lo, s->child[0]);
    if (s->kind == SYNTAX_NAME)
        return s->decl ? value_of_decl(lo, s->decl, allow_unknown) : NULL;
    if (s->kind == SYNTAX_UNARY)
        return unary(lo, s, allow_unknown);
    if (s->kind == SYNTAX_BINARY) {
        const expr *special = divisibility(lo, s);
        special = special ? special : array_count(lo, s);
        if (special)
            return special;
        const expr *a = value_integer(lo, s->child[0], allow_unknown);
        const expr *b = value_integer(lo, s->child[1], allow_unknown);
        return a && b ? combine(lo, s->op, a, b) : NULL;
    }
    if (s->kind == SYNTAX_CONDITIONAL) {
        const expr *c = value_integer(lo, s->child[0], allow_unknown);
        const expr *a = value_integer(lo, s->child[1], allow_unknown);
        const expr *b = value_integer(lo, s->child[2], allow_unknown);
        return c && a && b ? choose(lo, s, c, a, b) : NULL;
    }
    return NULL;
}
