/* Integer expressions of loop variables and parameters. */

#include "frontend/value/integer.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/value/access_path.h"
#include "frontend/value/array_constants.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/array_length.h"
#include "frontend/value/conversion.h"
#include "frontend/value/division.h"
#include "frontend/value/inline_result.h"
#include "frontend/value/inquiry.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/member_value.h"
#include "frontend/value/names.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/record_member.h"

static integer_value structure(lowering *lo, const syntax *s, bool allow_unknown);

/* The parameter of a macro whose whole body `s` is. The reader makes one for
 * macros that stand for a number. */
static const expr *macro_value(lowering *lo, const syntax *s)
{
    const directive_names *here = lo->reading.names;
    const directive_names *names = here->unit == s->unit ? here : value_names(lo, NULL, s->unit);
    const expr *value = expr_read_macro(lo->reader, names, s->macro, s->where);
    if (!value || value->kind != EXPR_PARAM)
        return NULL;
    lo->reading.is_by_number = true;
    const expr *written = value_in_range(lo, structure(lo, s, false));
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

static integer_value exactly(const syntax *s, const expr *e)
{
    return (integer_value){.e = e, .type = s->type, .where = s->where};
}

/* The expression's value after its conversions. */
static integer_value value_of(lowering *lo, const syntax *s, bool allow_unknown)
{
    const expr *macro = s->macro && !lo->reading.is_by_number ? macro_value(lo, s) : NULL;
    integer_value v = macro ? exactly(s, macro) : structure(lo, s, allow_unknown);
    for (const conversion *c = s->converted; c && v.e; c = c->next)
        v = value_convert(lo, v, c->type);
    return v;
}

static bool is_integer(const syntax *s)
{
    return s && s->type && s->type->kind == TYPE_INT;
}

const expr *value_integer(lowering *lo, const syntax *s, bool allow_unknown)
{
    return is_integer(s) ? value_in_range(lo, value_of(lo, s, allow_unknown)) : NULL;
}

const expr *value_index(lowering *lo, const syntax *s)
{
    if (!is_integer(s))
        return NULL;
    integer_value v = value_of(lo, s, false);
    return v.type->bytes >= 4 ? v.e : value_in_range(lo, v);
}

const expr *value_stored(lowering *lo, const expr *value, const c_type *from, const decl *to,
                         source_range where)
{
    bool is_plain = !from->is_unsigned && !to->type->is_unsigned && to->type->bytes >= 4 &&
                    from->bytes <= to->type->bytes;
    integer_value v = {value, from, !is_plain, where};
    if (to->type->is_bool || to->type->bytes > from->bytes)
        v = value_convert(lo, v, to->type);
    v.type = to->type;
    return value_in_range(lo, v);
}

bool value_fix(lowering *lo, const expr *e, int64_t *number)
{
    if (!expr_known(e, number))
        return false;
    if (e->kind == EXPR_PARAM)
        VEC_PUSH(lo->ctx->arena, &lo->found.fixed,
                 ((fixed_name){e->u.param->name, e->u.param->where}));
    else if (e->kind != EXPR_INT)
        for (int i = 0; i < e->u.op.count; i++) {
            int64_t part;
            value_fix(lo, e->u.op.operand[i], &part);
        }
    return true;
}

/* Is it one bit: a power of 2, which may be that of a level? */
static bool is_bit(const expr *mask)
{
    int64_t number;
    if (expr_known(mask, &number))
        return number > 0 && number < INT32_MAX && !(number & (number - 1));
    return mask->kind == EXPR_POWER && expr_is_int(mask->u.op.operand[0], &number) && number == 2;
}

/* x & bit, or x ^ bit: that is added where x has it not, and taken away where it has it. */
static const expr *with_bit(lowering *lo, bool is_and, const expr *x, const expr *bit)
{
    expr_pool *pool = lo->pool;
    int64_t number;
    bit = value_fix(lo, bit, &number) ? expr_int(pool, number) : bit;
    const expr *two = expr_int(pool, 2);
    const expr *has = expr_mod(pool, expr_floor_div(pool, x, bit), two);
    const expr *turn = expr_sub(pool, expr_int(pool, 1), expr_mul(pool, two, has));
    return is_and ? expr_mul(pool, bit, has) : expr_add(pool, x, expr_mul(pool, bit, turn));
}

/* x & (2^k - 1) is x mod 2^k, and x | (2^k - 1) the last of the 2^k numbers that x is among, of
 * negative numbers too. */
static const expr *bitwise(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    int64_t left, mask;
    bool is_and = op == OPERATOR_AND, is_or = op == OPERATOR_OR;
    if ((expr_known(a, &left) && !expr_known(b, &mask)) || (is_bit(a) && !is_bit(b))) {
        const expr *swap = a;
        a = b;
        b = swap;
    }
    if (!expr_known(b, &mask))
        return is_bit(b) && !is_or ? with_bit(lo, is_and, a, b) : NULL;
    if (value_fix(lo, a, &left) && value_fix(lo, b, &mask))
        return expr_int(lo->pool, is_and ? left & mask : is_or ? left | mask : left ^ mask);
    if (!is_or && is_bit(b) && (!is_and || mask != 1))
        return with_bit(lo, is_and, a, b);
    if (!(is_and || is_or) || mask < 0 || mask >= INT32_MAX || (mask & (mask + 1)))
        return NULL;
    value_fix(lo, b, &mask);
    const expr *count = expr_int(lo->pool, mask + 1);
    if (is_and)
        return expr_mod(lo->pool, a, count);
    const expr *first = expr_mul(lo->pool, expr_floor_div(lo->pool, a, count), count);
    return expr_add(lo->pool, first, expr_int(lo->pool, mask));
}

/* A shift by a variable number of bits is one by a power of 2: C has no negative ones. */
static const expr *shift(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    int64_t bits;
    bool is_number = value_fix(lo, b, &bits);
    if (is_number && (bits < 0 || bits > 62))
        return NULL;
    const expr *power =
        is_number ? expr_int(lo->pool, (int64_t)1 << bits) : expr_power(lo->pool, 2, b);
    return op == OPERATOR_SHL ? expr_mul(lo->pool, a, power) : expr_floor_div(lo->pool, a, power);
}

/* --- Operators ----------------------------------------------------------- */

static bool is_comparison(syntax_op op)
{
    return op >= OPERATOR_LT && op <= OPERATOR_NE;
}

/* Of operands in the range of the type of `s`, or (sums and products) modulo its count. */
static const expr *combine(lowering *lo, const syntax *s, const expr *a, const expr *b)
{
    expr_pool *pool = lo->pool;
    const syntax_op op = s->op;
    if ((op == OPERATOR_DIV || op == OPERATOR_REM) && !s->type->is_unsigned)
        return value_divide(lo, s, a, b);
    if (op == OPERATOR_ADD)
        return expr_add(pool, a, b);
    if (op == OPERATOR_SUB)
        return expr_sub(pool, a, b);
    if (op == OPERATOR_MUL)
        return expr_mul(pool, a, b);
    if (op == OPERATOR_DIV)
        return expr_floor_div(pool, a, b);
    if (op == OPERATOR_REM)
        return expr_mod(pool, a, b);
    if (op == OPERATOR_SHL || op == OPERATOR_SHR)
        return shift(lo, op, a, b);
    if (op == OPERATOR_AND || op == OPERATOR_OR || op == OPERATOR_XOR)
        return bitwise(lo, op, a, b);
    if (op == OPERATOR_LOGICAL_AND)
        return expr_logic(pool, EXPR_AND, a, b);
    if (op == OPERATOR_ELSE)
        return expr_select(pool, expr_logic(pool, EXPR_NE, a, expr_int(pool, 0)), a, b);
    return op == OPERATOR_LOGICAL_OR ? expr_logic(pool, EXPR_OR, a, b) : NULL;
}

/* Does the operation give the same modulo 2^bits, whatever multiple of that `a` is off by? By a
 * power of two, remainders do; a mask is one less. */
static bool keeps_residue(syntax_op op, const expr *b)
{
    int64_t number;
    if (op == OPERATOR_ADD || op == OPERATOR_SUB || op == OPERATOR_MUL || op == OPERATOR_SHL)
        return true;
    if (!expr_known(b, &number))
        return false;
    return (op == OPERATOR_REM && number > 0 && (number & (number - 1)) == 0) ||
           (op == OPERATOR_AND && number >= 0);
}

/* Arithmetic, in the type of the whole; a shift's count stays in its own. */
static integer_value arithmetic(lowering *lo, const syntax *s, integer_value a, integer_value b)
{
    integer_value v = exactly(s, NULL);
    bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
    bool is_logical = s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR;
    if (!is_logical)
        a = value_convert(lo, a, s->type);
    if (!is_logical && !is_shift)
        b = value_convert(lo, b, s->type);
    bool is_ring = s->op == OPERATOR_ADD || s->op == OPERATOR_SUB || s->op == OPERATOR_MUL;
    if (!is_ring || !s->type->is_unsigned)
        b.e = value_in_range(lo, b);
    if (!b.e)
        return v;
    bool is_lazy = s->type->is_unsigned && !is_logical && keeps_residue(s->op, b.e);
    const expr *left = is_lazy ? a.e : value_in_range(lo, a);
    v.e = left ? combine(lo, s, left, b.e) : NULL;
    v.may_leave = s->type->is_unsigned && (is_ring || s->op == OPERATOR_SHL);
    if (v.e && !s->type->is_unsigned && !is_logical)
        value_check_overflow(lo, v.e, s->op, s->type, s->where);
    return v;
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

static integer_value unary(lowering *lo, const syntax *s, bool allow_unknown)
{
    integer_value v = exactly(s, NULL);
    if (!is_integer(s->child[0]))
        return v;
    integer_value a = value_of(lo, s->child[0], allow_unknown);
    if (s->op == OPERATOR_NOT) {
        const expr *e = value_in_range(lo, a);
        v.e = e ? expr_logic(lo->pool, EXPR_NOT, e, NULL) : NULL;
    }
    if (!a.e || (s->op != OPERATOR_NEGATE && s->op != OPERATOR_COMPLEMENT))
        return v;
    a = value_convert(lo, a, s->type);
    v.may_leave = s->type->is_unsigned;
    const expr *e = v.may_leave ? a.e : value_in_range(lo, a);
    if (e)
        v.e = expr_sub(lo->pool, expr_int(lo->pool, s->op == OPERATOR_NEGATE ? 0 : -1), e);
    return v;
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

static bool names_changed(const lowering *lo, const syntax *s)
{
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && decl_is_integer(d) && lo->info[d->id].assignments > (d->kind == DECL_FORMAL ? 0 : 1))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (names_changed(lo, s->child[i]))
            return true;
    return false;
}

/* Has it the extents of its declaration, which what they name may have lost since? */
static bool may_differ(const lowering *lo, const decl *d)
{
    for (int i = 0; i < d->rank; i++)
        if (d->count[i] < 0 && names_changed(lo, d->extent[i]))
            return true;
    return false;
}

/* sizeof an array or a row of one. */
static const expr *array_bytes(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s);
    if (p.kind != PLACE_ADDRESS || !p.base || p.level >= p.base->rank ||
        p.base->element->bytes <= 0 || may_differ(lo, p.base))
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
    return is_same && a.level <= b.level && !may_differ(lo, a.base)
               ? value_extents(lo, a.base, a.level, b.level)
               : NULL;
}

static integer_value binary(lowering *lo, const syntax *s, bool allow_unknown)
{
    const expr *special = value_of_remainders(lo, s, allow_unknown);
    special = special ? special : array_count(lo, s);
    if (special || !is_integer(s->child[0]) || !is_integer(s->child[1]))
        return exactly(s, special);
    integer_value a = value_of(lo, s->child[0], allow_unknown);
    integer_value b = value_of(lo, s->child[1], allow_unknown);
    if (!a.e || !b.e)
        return exactly(s, NULL);
    return is_comparison(s->op) ? exactly(s, value_compare(lo, s->op, a, b))
                                : arithmetic(lo, s, a, b);
}

const expr *value_compound(lowering *lo, const syntax *s)
{
    const syntax *by = s->child[1];
    const decl *d = syntax_scalar_name(s->child[0]);
    if (!d || !is_integer(by))
        return NULL;
    syntax whole = *s;
    whole.kind = SYNTAX_BINARY;
    whole.converted = NULL;
    bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
    whole.type =
        is_shift ? c_type_promoted(d->type) : c_type_common(d->type, syntax_final_type(by));
    integer_value after = value_of(lo, &whole, false);
    return after.e ? value_stored(lo, value_in_range(lo, after), after.type, d, s->where) : NULL;
}

/* An element of an array of integers that has known values; null: it is none. */
static const expr *element(lowering *lo, const syntax *s)
{
    const decl *array = array_of_element(s);
    const expr *const *now = array && array->kind == DECL_VARIABLE ? array_now(lo, array) : NULL;
    bool is_row = array && array->kind == DECL_VARIABLE && array->element && array->rank == 1;
    const expr *index = now || (is_row && is_integer(s->child[1])) ? array_index(lo, s) : NULL;
    const int count = now ? array_followed(lo, array) : 0;
    if (now)
        return index && array_reaches(lo, array, count, index)
                   ? array_or_beyond(lo, s, count, index, value_choice(lo, now, count, index))
                   : NULL;
    return index ? value_element(lo, array, index) : NULL;
}

static integer_value structure(lowering *lo, const syntax *s, bool allow_unknown)
{
    integer_value v = exactly(s, NULL);
    if (s->kind == SYNTAX_MEMBER) {
        v.e = value_of_member(lo, s, allow_unknown);
        v.e = v.e ? v.e : value_of_any_member(lo, s);
    } else if (s->kind == SYNTAX_SUBSCRIPT) {
        v.e = element(lo, s);
        v.e = v.e ? v.e : value_of_any_member(lo, s);
    } else if (s->kind == SYNTAX_CALL) {
        v.e = value_node_query(lo, s);
        v.e = v.e ? v.e : value_inquiry(lo, s);
        v.e = v.e ? v.e : value_of_call(lo, s, allow_unknown);
        v.e = v.e ? v.e : value_slice_result(lo, s);
    } else if (s->kind == SYNTAX_INT) {
        v.e = expr_int(lo->pool, s->value);
        v.may_leave = s->value < 0 && s->type->is_unsigned; /* 2^63 or more */
    } else if (s->kind == SYNTAX_SIZEOF) {
        v.e = array_bytes(lo, s->child[0]);
    } else if (s->kind == SYNTAX_NAME) {
        v.e = s->decl ? value_of_decl(lo, s->decl, allow_unknown) : NULL;
        v.may_leave = s->decl && s->decl->kind == DECL_ENUMERATOR && s->decl->value < 0 &&
                      s->decl->type->is_unsigned; /* 2^63 or more */
    } else if (s->kind == SYNTAX_UNARY) {
        v = unary(lo, s, allow_unknown);
    } else if (s->kind == SYNTAX_BINARY) {
        v = binary(lo, s, allow_unknown);
    } else if (s->kind == SYNTAX_CONDITIONAL) {
        const expr *c = value_integer(lo, s->child[0], allow_unknown);
        const expr *a = value_integer(lo, s->child[1], allow_unknown);
        const expr *b = value_integer(lo, s->child[2], allow_unknown);
        v.e = c && a && b ? choose(lo, s, c, a, b) : NULL;
    }
    return v;
}
