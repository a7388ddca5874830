#include "program/expr/integer.h"
#include "program/expr/internal.h"

#include <limits.h>

/* Interval arithmetic over 128 bits. A bound that is unknown is the end of the
 * 64-bit range, which every value that can be evaluated respects as well. */

typedef struct interval {
    int128 least, most;
} interval;

static interval of(const expr *e)
{
    return (interval){e->at_least, e->at_most};
}

static interval clamp(interval v)
{
    if (v.least < INT64_MIN)
        v.least = INT64_MIN;
    if (v.most > INT64_MAX)
        v.most = INT64_MAX;
    if (v.least > INT64_MAX || v.most < INT64_MIN) /* no value can be evaluated */
        v = (interval){INT64_MIN, INT64_MAX};
    return v;
}

static interval hull(interval a, interval b)
{
    return (interval){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
}

static interval times(interval a, interval b)
{
    int128 p[4] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
    interval v = {p[0], p[0]};
    for (int i = 1; i < 4; i++)
        v = hull(v, (interval){p[i], p[i]});
    return v;
}

static interval squared(interval a)
{
    interval v = times(a, a);
    if (a.least <= 0 && a.most >= 0)
        v.least = 0;
    else
        v.least = a.least > 0 ? a.least * a.least : a.most * a.most;
    return v;
}

/* Clamping partial products is sound: a product that left 64 bits either makes
 * the whole unevaluable or is multiplied by a factor 0, whose interval holds 0. */
static interval product(const expr *e)
{
    interval v = {1, 1};
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *factor = e->u.op.operand[i];
        interval f = of(factor);
        if (i + 1 < e->u.op.count && e->u.op.operand[i + 1] == factor) {
            f = clamp(squared(f)); /* equal factors stand side by side */
            i++;
        }
        v = clamp(times(v, f));
    }
    return v;
}

static interval sum(const expr *e)
{
    interval v = {0, 0};
    for (int i = 0; i < e->u.op.count; i++) {
        interval t = of(e->u.op.operand[i]);
        v.least += t.least;
        v.most += t.most;
    }
    return clamp(v);
}

static interval quotient(interval a, interval b)
{
    if (b.least <= 0 && b.most >= 0) { /* |divisor| is at least 1 where it can be evaluated */
        int128 m = a.most > -a.least ? a.most : -a.least;
        return clamp((interval){-m, m});
    }
    int128 q[4] = {int128_floor_div(a.least, b.least), int128_floor_div(a.least, b.most),
                   int128_floor_div(a.most, b.least), int128_floor_div(a.most, b.most)};
    interval v = {q[0], q[0]};
    for (int i = 1; i < 4; i++)
        v = hull(v, (interval){q[i], q[i]});
    return clamp(v);
}

static interval residue(interval a, interval b)
{
    interval v = {b.least < 0 ? b.least + 1 : 0, b.most > 0 ? b.most - 1 : 0};
    if (b.least > 0 && a.least >= 0 && a.most < v.most)
        v.most = a.most;
    return v;
}

static interval extremum(const expr *e)
{
    interval v = of(e->u.op.operand[0]);
    for (int i = 1; i < e->u.op.count; i++) {
        interval t = of(e->u.op.operand[i]);
        bool low_is_less = t.least < v.least, high_is_less = t.most < v.most;
        if (low_is_less == (e->kind == EXPR_MIN))
            v.least = t.least;
        if (high_is_less == (e->kind == EXPR_MIN))
            v.most = t.most;
    }
    return v;
}

static int128 raised(int64_t base, int64_t exponent)
{
    int64_t value;
    return int_power(base, exponent, &value) ? value : INT64_MAX;
}

static interval power(const expr *e)
{
    const int64_t base = e->u.op.operand[0]->u.value;
    const expr *exponent = e->u.op.operand[1];
    return (interval){raised(base, exponent->at_least), raised(base, exponent->at_most)};
}

static interval logarithm(const expr *e)
{
    const int64_t base = e->u.op.operand[0]->u.value;
    const expr *x = e->u.op.operand[1];
    return (interval){int_log(base, x->at_least), int_log(base, x->at_most)};
}

static interval bounds(const expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return (interval){e->u.value, e->u.value};
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
        return (interval){INT64_MIN, INT64_MAX};
    case EXPR_COORD: /* -1 outside the grid */
        return (interval){-1, INT_MAX - 1};
    case EXPR_EXTENT:
        return (interval){1, INT_MAX};
    case EXPR_ADD:
        return sum(e);
    case EXPR_MUL:
        return product(e);
    case EXPR_FLOOR_DIV:
        return quotient(of(e->u.op.operand[0]), of(e->u.op.operand[1]));
    case EXPR_MOD:
        return residue(of(e->u.op.operand[0]), of(e->u.op.operand[1]));
    case EXPR_MIN:
    case EXPR_MAX:
        return extremum(e);
    case EXPR_SELECT:
        return hull(of(e->u.op.operand[1]), of(e->u.op.operand[2]));
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
        return (interval){0, 1};
    case EXPR_POWER:
        return power(e);
    case EXPR_LOG:
        return logarithm(e);
    case EXPR_SLICE:
        return (interval){INT64_MIN, INT64_MAX};
    case EXPR_COUNT:
        return (interval){0, INT64_MAX};
    }
    return (interval){INT64_MIN, INT64_MAX};
}

void expr_set_bounds(expr *e)
{
    interval v = bounds(e);
    e->at_least = (int64_t)v.least;
    e->at_most = (int64_t)v.most;
}
