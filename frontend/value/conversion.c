#include "frontend/value/conversion.h"

#include "frontend/directive/constant.h"
#include "frontend/value/integer_range.h"

/* C's integer conversions. */

static void note_check(lowering *lo, const expr *e, const c_type *type, range_kind kind,
                       source_range where)
{
    enum { LOOKED_AT = 8 }; /* an expression is read several times in a row */
    const type_check check = {e, type, kind, where};
    for (int i = lo->found.checks.count - 1; i >= 0 && i >= lo->found.checks.count - LOOKED_AT; i--)
        if (lo->found.checks.data[i].value == e && lo->found.checks.data[i].type == type &&
            source_range_equal(lo->found.checks.data[i].where, where))
            return;
    VEC_PUSH(lo->ctx->arena, &lo->found.checks, check);
}

static bool is_within(integer_range r, wide first, wide last)
{
    return r.least >= first && r.most <= last;
}

/* Narrow types are for what is kept in them; of wide ones, a parameter without a value is taken
 * to be in range. What is kept of the widest ones has no form. */
static bool is_taken_to_fit(integer_range r, const c_type *type)
{
    return r.is_open && !type->is_bool && type->bytes >= 4 && (!r.is_beyond || type->bytes > 4);
}

bool value_fits(lowering *lo, const expr *e, const c_type *type, source_range where)
{
    const wide first = c_integer_first(c_type_integer(type)),
               last = c_integer_last(c_type_integer(type));
    if (e->at_least >= first && e->at_most <= last)
        return true;
    integer_range r = value_range_of(lo, e);
    bool fits = is_within(r, first, last), is_outside = r.least > last || r.most < first;
    if (!fits && (is_outside || !is_taken_to_fit(r, type)))
        return false;
    if (!fits || r.uses_param)
        note_check(lo, e, type, RANGE_WRAPS, where);
    return true;
}

const expr *value_in_range(lowering *lo, integer_value v)
{
    if (!v.e || !v.may_leave || value_fits(lo, v.e, v.type, v.where))
        return v.e;
    const integer_range r = value_range_of(lo, v.e);
    if (r.is_beyond && !is_within(r, INT64_MIN, INT64_MAX))
        return NULL; /* what is converted has no value: all are of 64 bits */
    return expr_c_kept(lo->pool, v.e, c_type_integer(v.type));
}

integer_value value_convert(lowering *lo, integer_value v, const c_type *type)
{
    if (type->is_bool || type->bytes > v.type->bytes) {
        v.e = value_in_range(lo, v);
        v.may_leave = false;
    }
    if (v.e && type->is_bool)
        v.e = expr_c_kept(lo->pool, v.e, c_type_integer(type));
    v.may_leave |= !type->is_bool && !c_type_holds(type, v.type);
    v.type = type;
    return v;
}

/* --- Comparisons ----------------------------------------------------------- */

static const expr *plain(lowering *lo, syntax_op op, const expr *a, const expr *b)
{
    bool is_flipped = op == OPERATOR_GT || op == OPERATOR_GE;
    expr_kind kind = op == OPERATOR_EQ                        ? EXPR_EQ
                     : op == OPERATOR_NE                      ? EXPR_NE
                     : op == OPERATOR_LT || op == OPERATOR_GT ? EXPR_LT
                                                              : EXPR_LE;
    return is_flipped ? expr_logic(lo->pool, kind, b, a) : expr_logic(lo->pool, kind, a, b);
}

static const expr *is_negative(lowering *lo, const expr *e)
{
    return expr_logic(lo->pool, EXPR_LT, e, expr_int(lo->pool, 0));
}

/* a < b or a <= b of unsigned values, which stand for what is 2^bits larger where they are below
 * 0, and are less than half of that. */
static const expr *unsigned_order(lowering *lo, const expr *a, const expr *b, expr_kind kind,
                                  bool a_may_be_negative, bool b_may_be_negative)
{
    const expr *order = expr_logic(lo->pool, kind, a, b);
    const expr *a_is_high = is_negative(lo, a), *b_is_high = is_negative(lo, b);
    const expr *a_is_low = expr_logic(lo->pool, EXPR_LE, expr_int(lo->pool, 0), a);
    if (!b_may_be_negative)
        return expr_logic(lo->pool, EXPR_AND, a_is_low, order);
    if (!a_may_be_negative)
        return expr_logic(lo->pool, EXPR_OR, b_is_high, order);
    const expr *is_alike = expr_logic(lo->pool, EXPR_EQ, a_is_high, b_is_high);
    return expr_logic(lo->pool, EXPR_OR, expr_logic(lo->pool, EXPR_AND, a_is_low, b_is_high),
                      expr_logic(lo->pool, EXPR_AND, is_alike, order));
}

/* A variable that nothing tells the value of: one of 64 bits may hold what has no form. */
static bool is_untold(integer_value v)
{
    return v.e->kind == EXPR_PARAM && v.e->u.param->origin == PARAM_VARIABLE &&
           !v.e->u.param->value;
}

/* In an unsigned type that `a` or `b` may leave. */
static const expr *compare_unsigned(lowering *lo, syntax_op op, integer_value a, integer_value b,
                                    const c_type *type)
{
    const wide half = (wide)1 << (8 * type->bytes - 1);
    if (op == OPERATOR_GT || op == OPERATOR_GE) {
        integer_value swap = a;
        a = b;
        b = swap;
        op = op == OPERATOR_GT ? OPERATOR_LT : OPERATOR_LE;
    }
    integer_range ra = value_range_of(lo, a.e), rb = value_range_of(lo, b.e);
    if (type->bytes > 4 && ((ra.least < 0 && is_untold(b)) || (rb.least < 0 && is_untold(a))))
        return NULL;
    if (is_within(ra, -half, half - 1) && is_within(rb, -half, half - 1)) {
        if (op == OPERATOR_EQ || op == OPERATOR_NE)
            return plain(lo, op, a.e, b.e);
        return unsigned_order(lo, a.e, b.e, op == OPERATOR_LT ? EXPR_LT : EXPR_LE, ra.least < 0,
                              rb.least < 0);
    }
    a.e = value_in_range(lo, a);
    b.e = value_in_range(lo, b);
    return a.e && b.e ? plain(lo, op, a.e, b.e) : NULL;
}

/* Is it in the range of its type, or taken to be? Formals that are known to be passed what is
 * beyond are not. */
static bool fits_to_compare(lowering *lo, integer_value v)
{
    if (!v.may_leave)
        return true;
    integer_range r = value_range_of(lo, v.e);
    return (!r.is_beyond || r.least >= 0) && value_fits(lo, v.e, v.type, v.where);
}

const expr *value_compare(lowering *lo, syntax_op op, integer_value a, integer_value b)
{
    const c_type *type = c_type_holds(a.type, b.type) ? a.type : b.type;
    if (!a.e || !b.e)
        return NULL;
    if (!type->is_unsigned || type->bytes < 4 || a.type->bytes != b.type->bytes) {
        a.e = value_in_range(lo, a);
        b.e = value_in_range(lo, b);
        return a.e && b.e ? plain(lo, op, a.e, b.e) : NULL;
    }
    bool a_fits = fits_to_compare(lo, a), b_fits = fits_to_compare(lo, b);
    return a_fits && b_fits ? plain(lo, op, a.e, b.e) : compare_unsigned(lo, op, a, b, type);
}

/* --- Signed arithmetic ----------------------------------------------------- */

void value_check_overflow(lowering *lo, const expr *e, syntax_op op, const c_type *type,
                          source_range where)
{
    const wide first = c_integer_first(c_type_integer(type)),
               last = c_integer_last(c_type_integer(type));
    bool grows = op == OPERATOR_MUL || op == OPERATOR_SHL;
    if (e->uses_loop_var || (e->at_least >= first && e->at_most <= last))
        return;
    integer_range r = value_range_of(lo, e);
    bool leaves = (r.least > last || r.most < first) && !r.is_open;
    if (leaves || (grows && (r.uses_param || r.is_open)))
        note_check(lo, e, type, RANGE_OVERFLOWS, where);
}

/* --- Signs ----------------------------------------------------------------- */

void value_check_sign(lowering *lo, const expr *e, source_range where)
{
    if (e->at_least < 0)
        note_check(lo, e, NULL, RANGE_ROUNDS, where);
}

bool value_check_reached(lowering *lo, const expr *e, source_range where)
{
    int64_t truth;
    bool is_known = expr_known(e, &truth);
    if (is_known && !truth)
        return false;
    if (e->uses_param || !is_known)
        note_check(lo, e, NULL, RANGE_MISSED, where);
    return true;
}
