#include "plan/analysis/straight.h"

#include <stdlib.h>

#include "plan/analysis/sign.h"

#define NUMBER_MOST (INT64_MAX / 8)

/* The least value of e as a number; `with_values`: with what the program's text says of parameters.
 * False: not known. */
static bool least_number(const index_place *at, const expr *e, bool with_values, int64_t *value)
{
    const expr *least = sign_least_within(at->p, at->count, at->loops, e);
    bool ok = true;
    if (!least || expr_is_int(least, value) || !with_values)
        return least && least->kind == EXPR_INT;
    *value = expr_eval(at->p->defined, least, &ok);
    return ok;
}

/* x less so many turns of m. */
static const expr *turned(const index_place *at, const expr *x, const expr *m, int64_t turns)
{
    expr_pool *pool = at->p->pool;
    return expr_sub(pool, x, expr_mul(pool, expr_int(pool, turns), m));
}

/* Modulo a number, as a mask is one: for the sizes in the text, by which the mask is right. */
static const expr *unmasked(const index_place *at, const expr *x, const expr *m)
{
    int64_t count = 0, least = 0, below = 0;
    if (!expr_is_int(m, &count) || count < 1 || count > NUMBER_MOST ||
        !least_number(at, x, true, &least) || llabs(least) > NUMBER_MOST ||
        !least_number(at, turned(at, m, x, 1), true, &below) || llabs(below) > NUMBER_MOST)
        return NULL;
    const int64_t twice = 2 * (least % count);
    const int64_t turns = least / count + (twice > count) - (twice < -count);
    const int64_t greatest = count - below;
    bool is = least - turns * count >= -count && greatest - turns * count < 2 * count;
    return is ? turned(at, x, m, turns) : NULL;
}

/* x mod m as x or a turn less or more, whichever begins nearest to 0. */
static const expr *unwrapped(const index_place *at, const expr *x, const expr *m)
{
    expr_pool *pool = at->p->pool;
    const expr *found = x;
    int64_t nearest = INT64_MAX, least = 0;
    if (m->kind == EXPR_INT)
        return unmasked(at, x, m);
    for (int turns = -1; turns <= 1; turns++) {
        const expr *other = turned(at, x, m, turns);
        if (least_number(at, other, false, &least) && llabs(least) < nearest) {
            nearest = llabs(least);
            found = other;
        }
    }
    /* Round once at most, or at the ends only, by a number of iterations. */
    const expr *zero = expr_int(pool, 0), *left = turned(at, m, found, 1);
    bool is =
        !m->uses_loop_var &&
        (nearest < INT64_MAX || index_is_at_least(at, found, turned(at, zero, m, 1))) &&
        (least_number(at, left, false, &least) || index_is_positive(at, turned(at, left, m, -1)));
    return is ? found : NULL;
}

static bool shares_param(const expr *a, const expr *b)
{
    if (a->kind == EXPR_PARAM && a == b)
        return true;
    for (int i = 0; i < expr_operand_count(a); i++)
        if (shares_param(a->u.op.operand[i], b))
            return true;
    for (int i = 0; expr_is_leaf(a->kind) && i < expr_operand_count(b); i++)
        if (shares_param(a, b->u.op.operand[i]))
            return true;
    return false;
}

/* Does e get below 0 by what is no matter of the extent, or of numbers by a quarter of it at most?
 */
static bool is_near(const index_place *at, const expr *e)
{
    const expr *least = sign_least_within(at->p, at->count, at->loops, e);
    int64_t by = 0, extent = 0;
    if (!least || !at->extent)
        return least && least->kind == EXPR_INT;
    if (expr_is_int(least, &by) && expr_is_int(at->extent, &extent))
        return by >= -(extent / 4);
    return !shares_param(least, at->extent);
}

/* The one operand that moves, where the others stop it at the ends only. */
static const expr *unbounded(const index_place *at, const expr *e)
{
    expr_pool *pool = at->p->pool;
    const expr *moves = NULL;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *one = e->u.op.operand[i];
        if (one->uses_loop_var && moves)
            return NULL;
        moves = one->uses_loop_var ? one : moves;
    }
    const expr *straight = moves ? index_straight(at, moves) : NULL;
    for (int i = 0; i < e->u.op.count && straight; i++) {
        const expr *one = e->u.op.operand[i];
        const expr *inside =
            e->kind == EXPR_MAX ? expr_sub(pool, straight, one) : expr_sub(pool, one, straight);
        if (one != moves && !is_near(at, inside))
            return NULL;
    }
    return straight;
}

const expr *index_straight(const index_place *at, const expr *e)
{
    expr_pool *pool = at->p->pool;
    const expr *found = NULL;
    if (expr_is_leaf(e->kind) || e->is_opaque || !e->uses_loop_var)
        return e;
    if (e->kind == EXPR_MOD)
        found = unwrapped(at, index_straight(at, e->u.op.operand[0]), e->u.op.operand[1]);
    else if (e->kind == EXPR_MIN || e->kind == EXPR_MAX)
        found = unbounded(at, e);
    for (int i = 0; (e->kind == EXPR_ADD || e->kind == EXPR_MUL) && i < e->u.op.count; i++) {
        const expr *one = index_straight(at, e->u.op.operand[i]);
        found = !found                ? one
                : e->kind == EXPR_ADD ? expr_add(pool, found, one)
                                      : expr_mul(pool, found, one);
    }
    return found ? found : e;
}
