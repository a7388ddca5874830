#include "estimator/memory/walk.h"

/* Bounds of loops as sums of the variables of the loops around. */

/* What a bound is: a sum of the loops' variables; one and something between two numbers, of which
 * the sum has the outer one; neither, and taken at the middle of the loops. */
typedef enum bound_form { BOUND_SUM, BOUND_COVERED, BOUND_OPAQUE } bound_form;

/* x without those operands that lie between two numbers, as (i + c) % 2 does; their least or
 * greatest sum. Null: there are none. */
static const expr *without_narrow(memory_walk *w, const expr *x, bool is_least, double *between)
{
    enum { WIDEST = 1 << 16 };
    const expr *rest = expr_int(w->r->est->graph->program->pool, 0);
    bool is_narrow = false;
    *between = 0;
    for (int i = 0; x->kind == EXPR_ADD && i < expr_operand_count(x); i++) {
        const expr *one = x->u.op.operand[i];
        if (one->uses_loop_var && one->at_least > -WIDEST && one->at_most < WIDEST) {
            *between += (double)(is_least ? one->at_least : one->at_most);
            is_narrow = true;
        } else
            rest = expr_add(w->r->est->graph->program->pool, rest, one);
    }
    return is_narrow ? rest : NULL;
}

/* bound = constant + Σ of[k] × loop k. */
static bound_form read_sum(memory_walk *w, const expr *x, int depth, const int *around, double *of,
                           bool is_least)
{
    expr_pool *pool = w->r->est->graph->program->pool;
    const expr *rest = x;
    double between;
    bool ok = true, is_sum = true;
    for (int k = 0; k < depth; k++) {
        const loop_var *v = w->nest->nodes[around[k]].unit->var;
        const expr *coefficient, *without;
        of[k] = 0;
        if (!v || !rest->uses_loop_var || !expr_mentions(rest, v))
            continue;
        if (!expr_affine(pool, rest, v, &coefficient, &without)) {
            is_sum = false;
            break;
        }
        of[k] = numbers_value(w, coefficient, &ok);
        rest = without;
    }
    const expr *wide = is_sum ? NULL : without_narrow(w, x, is_least, &between);
    if (wide && read_sum(w, wide, depth, around, of, is_least) == BOUND_SUM) {
        of[depth] += between;
        w->needs_env = true;
        return BOUND_COVERED;
    }
    if (!is_sum) {
        for (int k = 0; k < depth; k++)
            of[k] = 0;
        rest = x;
        w->needs_env = true;
    }
    of[depth] = numbers_value(w, rest, &ok);
    return is_sum && ok ? BOUND_SUM : BOUND_OPAQUE;
}

const expr *bound_choice(expr_pool *pool, const expr *x, expr_kind choice, const expr **more)
{
    const expr *chosen = x->kind == choice ? x : NULL;
    *more = expr_int(pool, 0);
    for (int i = 0; x->kind == EXPR_ADD && i < expr_operand_count(x); i++) {
        const expr *one = x->u.op.operand[i];
        if (one->kind == choice && chosen)
            return NULL;
        if (one->kind == choice)
            chosen = one;
        else
            *more = expr_add(pool, *more, one);
    }
    return chosen;
}

bool bound_read(memory_walk *w, const expr *x, expr_kind choice, int depth, const int *around,
                double *of, double *limit, bool is_least, bool *is_covered)
{
    expr_pool *pool = w->r->est->graph->program->pool;
    const expr *moves = x, *more,
               *chosen = x->uses_loop_var ? bound_choice(pool, x, choice, &more) : NULL;
    int moving = 0;
    double nearest = 0;
    bool ok = true;
    if (!chosen) {
        bound_form form = read_sum(w, x, depth, around, of, is_least);
        *is_covered &= form != BOUND_OPAQUE;
        return form == BOUND_SUM;
    }
    for (int i = 0; i < expr_operand_count(chosen); i++) {
        const expr *one = expr_add(pool, chosen->u.op.operand[i], more);
        double at = numbers_value(w, one, &ok);
        if (one->uses_loop_var) {
            if (!moving || (choice == EXPR_MIN ? at < nearest : at > nearest)) {
                moves = one;
                nearest = at;
            }
            moving++;
            continue;
        }
        *limit = choice == EXPR_MIN ? lesser(*limit, at) : greater(*limit, at);
    }
    bound_form form = read_sum(w, moves, depth, around, of, is_least);
    *is_covered &= form != BOUND_OPAQUE && ok;
    w->needs_env |= moving > 1;
    return form == BOUND_SUM && ok && moving <= 1;
}
