#include "frontend/value/integer_range.h"

#include "frontend/directive/constant.h"
#include "frontend/value/decl_index.h"
#include "program/expr/integer.h"

/* Intervals of integer expressions under the definitions of parameters. A parameter without one
 * counts something: it is 0 or more, and an int, unless it is an unsigned formal, or one that is
 * known to be passed less. */

/* So deep definitions lead to each other. */
enum { DEEPEST = 100 };

static const wide FAR = (wide)1 << 100;

/* --- Loops ----------------------------------------------------------------- */

void value_note_loop(lowering *lo, const loop_range *range)
{
    VEC_PUSH(lo->ctx->arena, &lo->found.loops, *range);
}

const loop_range *value_range_of_loop(const lowering *lo, const loop_var *v)
{
    for (int i = lo->found.loops.count - 1; i >= 0; i--)
        if (lo->found.loops.data[i].var == v)
            return &lo->found.loops.data[i];
    return NULL;
}

/* --- Intervals ------------------------------------------------------------- */

static integer_range range_within(lowering *lo, const expr *e, int depth);

static wide clip(wide v)
{
    return v < -FAR ? -FAR : v > FAR ? FAR : v;
}

static wide least_of(wide a, wide b)
{
    return a < b ? a : b;
}

static wide most_of(wide a, wide b)
{
    return a > b ? a : b;
}

static integer_range hull(integer_range a, integer_range b)
{
    return (integer_range){least_of(a.least, b.least), most_of(a.most, b.most),
                           a.uses_param || b.uses_param, a.is_open || b.is_open,
                           a.is_beyond || b.is_beyond};
}

static wide times(wide a, wide b)
{
    wide product;
    if (__builtin_mul_overflow(a, b, &product))
        return (a < 0) == (b < 0) ? FAR : -FAR;
    return clip(product);
}

static integer_range combined(expr_kind kind, integer_range a, integer_range b)
{
    integer_range v = hull(a, b);
    if (kind == EXPR_ADD) {
        v.least = clip(a.least + b.least);
        v.most = clip(a.most + b.most);
    } else if (kind == EXPR_MIN) {
        v.most = least_of(a.most, b.most);
    } else if (kind == EXPR_MAX) {
        v.least = most_of(a.least, b.least);
    } else {
        const wide p[4] = {times(a.least, b.least), times(a.least, b.most), times(a.most, b.least),
                           times(a.most, b.most)};
        v.least = v.most = p[0];
        for (int i = 1; i < 4; i++) {
            v.least = least_of(v.least, p[i]);
            v.most = most_of(v.most, p[i]);
        }
    }
    return v;
}

static integer_range of_all(lowering *lo, const expr *e, int depth)
{
    integer_range v = range_within(lo, e->u.op.operand[0], depth);
    for (int i = 1; i < e->u.op.count; i++)
        v = combined(e->kind, v, range_within(lo, e->u.op.operand[i], depth));
    return v;
}

/* Of a division that rounds down by what is positive, and of its remainder. */
static integer_range divided(lowering *lo, const expr *e, int depth)
{
    integer_range a = range_within(lo, e->u.op.operand[0], depth),
                  b = range_within(lo, e->u.op.operand[1], depth), v = hull(a, b);
    if (b.least < 1 && b.is_open && b.most >= 1)
        b.least = 1;
    if (b.least < 1) {
        wide most = most_of(most_of(a.most, -a.least), most_of(b.most, -b.least));
        v.least = -most;
        v.most = most;
    } else if (e->kind == EXPR_MOD) {
        v.is_open = b.is_open;
        v.is_beyond = b.is_beyond;
        v.least = 0;
        v.most = a.least >= 0 ? least_of(a.most, b.most - 1) : b.most - 1;
    } else {
        v.least = a.least < 0 ? least_of(a.least, 0) : a.least / b.most;
        v.most = a.most < 0 ? 0 : a.most / b.least;
    }
    return v;
}

/* Of a constant base to the power of what is taken for 0 where it is below. */
static integer_range raised(lowering *lo, const expr *e, int depth)
{
    integer_range v = range_within(lo, e->u.op.operand[1], depth);
    const wide base = e->u.op.operand[0]->u.value;
    wide bound[2] = {v.least, v.most};
    for (int i = 0; i < 2; i++) {
        wide power = 1;
        for (wide k = 0; k < bound[i] && power < FAR; k++)
            power = times(power, base);
        bound[i] = power;
    }
    v.least = bound[0];
    v.most = bound[1];
    return v;
}

/* What an argument is converted to. The largest values of wide types are left out but where some
 * call is known to pass such. */
static integer_range of_formal(const lowering *lo, const decl *d)
{
    const wide first = c_integer_first(c_type_integer(d->type)),
               last = c_integer_last(c_type_integer(d->type));
    bool is_beyond = lo->beyond[d->id], is_narrow = d->type->bytes < 4;
    wide most = is_narrow                                     ? last
                : d->type->is_unsigned && d->type->bytes == 4 ? UINT32_MAX
                                                              : INT32_MAX;
    return (integer_range){is_beyond ? most_of(first, INT32_MIN) : 0, most, true,
                           !(is_narrow && (is_beyond || d->type->is_unsigned)), is_beyond};
}

static integer_range of_param(lowering *lo, const param *p, int depth)
{
    const decl *formal = p->value ? NULL : formal_of_param(lo, p);
    integer_range v = {0, INT32_MAX, true, true, false};
    if (p->value)
        v = range_within(lo, p->value, depth);
    else if (formal)
        v = of_formal(lo, formal);
    v.uses_param = true;
    return v;
}

static integer_range of_loop(lowering *lo, const loop_var *var, int depth)
{
    const loop_range *range = value_range_of_loop(lo, var);
    if (!range)
        return (integer_range){-FAR, FAR, false, true, false};
    integer_range first = range_within(lo, range->lower, depth),
                  last = range_within(lo, range->upper, depth);
    return hull(first, last);
}

static integer_range range_within(lowering *lo, const expr *e, int depth)
{
    if (depth == 0)
        return (integer_range){-FAR, FAR, true, true, false};
    switch (e->kind) {
    case EXPR_PARAM:
        return of_param(lo, e->u.param, depth - 1);
    case EXPR_LOOP_VAR:
        return of_loop(lo, e->u.var, depth - 1);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_MIN:
    case EXPR_MAX:
        return of_all(lo, e, depth - 1);
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return divided(lo, e, depth - 1);
    case EXPR_SELECT:
        return hull(range_within(lo, e->u.op.operand[1], depth - 1),
                    range_within(lo, e->u.op.operand[2], depth - 1));
    case EXPR_POWER:
        return raised(lo, e, depth - 1);
    case EXPR_INT:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        break;
    }
    return (integer_range){e->at_least, e->at_most, false, false, false};
}

/* --- Over all iterations --------------------------------------------------- */

/* The innermost loop of `e`: its variable was made last. */
static const loop_var *innermost(lowering *lo, const expr *e)
{
    const loop_var **vars, *last = NULL;
    int count = expr_loop_vars(lo->pool, e, &vars);
    for (int i = 0; i < count; i++)
        if (!last || vars[i]->id > last->id)
            last = vars[i];
    return last;
}

const expr *value_extreme(lowering *lo, const expr *e, bool is_most)
{
    while (e->uses_loop_var) {
        const loop_var *v = innermost(lo, e);
        const loop_range *range = value_range_of_loop(lo, v);
        const expr *by, *rest;
        if (!range || !expr_affine(lo->pool, e, v, &by, &rest) || expr_mentions(range->lower, v) ||
            expr_mentions(range->upper, v))
            return NULL;
        integer_range sign = range_within(lo, by, DEEPEST),
                      step = range_within(lo, range->step, DEEPEST);
        bool is_rising = sign.least >= 0,
             is_up = step.least > 0 || (step.least == 0 && step.is_open);
        if ((!is_rising && sign.most > 0) || (!is_up && step.most >= 0))
            return NULL;
        const expr *at = is_rising == (is_most == is_up) ? range->upper : range->lower;
        e = expr_add(lo->pool, rest, expr_mul(lo->pool, by, at));
    }
    return e;
}

integer_range value_range_of(lowering *lo, const expr *e)
{
    integer_range v = range_within(lo, e, DEEPEST);
    const expr *least = e->uses_loop_var ? value_extreme(lo, e, false) : NULL;
    const expr *most = e->uses_loop_var ? value_extreme(lo, e, true) : NULL;
    if (least)
        v.least = most_of(v.least, range_within(lo, least, DEEPEST).least);
    if (most)
        v.most = least_of(v.most, range_within(lo, most, DEEPEST).most);
    if (v.least > v.most) /* a loop that is not executed */
        v.most = v.least;
    return v;
}
