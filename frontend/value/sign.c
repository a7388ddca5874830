#include "frontend/value/sign.h"

#include "frontend/directive/constant.h"

/* What is known of signs. */

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
        if (!e->u.param->value)
            return !e->u.param->may_be_negative;
        return minimum(lo, e->u.param->value, least) && *least >= 0 && (*least = 0, true);
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
    case EXPR_SLICE:
        return false;
    }
    return false;
}

void value_set_floor(lowering *lo, const loop_var *v, const expr *bound)
{
    int64_t least;
    if (minimum(lo, bound, &least))
        VEC_PUSH(lo->ctx->arena, &lo->found.floors, ((loop_floor){v, least, bound}));
}

const expr *value_floor(const lowering *lo, const loop_var *v)
{
    for (int i = lo->found.floors.count - 1; i >= 0; i--)
        if (lo->found.floors.data[i].loop == v)
            return lo->found.floors.data[i].bound;
    return NULL;
}

bool value_divides_down(const lowering *lo, const expr *a, const expr *b)
{
    int64_t over, under;
    return minimum(lo, a, &over) && over >= 0 && minimum(lo, b, &under) && under >= 0;
}

bool value_is_positive(const lowering *lo, const expr *e)
{
    int64_t least;
    return expr_known(e, &least) ? least >= 1 : minimum(lo, e, &least) && least >= 1;
}
