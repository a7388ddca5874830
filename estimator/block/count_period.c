#include "estimator/block/count.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* After how many iterations of a loop the decisions in its body recur: which branches
 * are taken, which parts of loops are the processor's, which processor is the owner. */

/* Template cells from one iteration of a split loop to the next. */
static int64_t split_width(run *r, const aag_unit *u, const dim_mapping *dim)
{
    r->period_moves |= (u->loop->split_c->loop_vars | u->range.step->loop_vars) != 0;
    int64_t width = dim->stride * run_eval(r, u->loop->split_c, u->where) *
                    run_eval(r, u->range.step, u->where);
    return width < 0 ? -width : width ? width : 1;
}

/* A number of iterations after which the body's decisions recur. */
static int64_t list_period(run *r, const aag_unit *list, uint64_t varying)
{
    int64_t period = 1;
    for (const aag_unit *u = list; u; u = u->next) {
        const unit_info *info = &r->est->unit[u->id];
        period = regime_lcm(period, expr_period(r, u->trips, varying));
        if (!r->unknown[u->id])
            period = regime_lcm(period, expr_period(r, u->test, varying));
        if (u->var) {
            int64_t step = run_eval(r, u->range.step, u->where);
            r->period_moves |= u->range.step->loop_vars != 0;
            period = regime_lcm(period, expr_period(r, u->range.lower, varying));
            period = regime_lcm(period, expr_period(r, u->range.upper, varying));
            period = regime_lcm(period, step < 0 ? -step : step);
        }
        for (int i = -1; i < (u->cls == AAG_SEQ ? u->step_count : 0); i++) {
            const home *at = i < 0 ? u->on : &info->steps[i].at;
            for (int k = 0; at && at->grid && k < at->grid->rank; k++) {
                const home_axis *axis = &at->axis[k];
                if (!axis->is_restricted || !(axis->index->loop_vars & varying))
                    continue;
                const dim_mapping *dim = run_dim(r, &axis->map, u->where);
                period = regime_lcm(period, expr_period(r, axis->index, varying));
                if (dim && !dist_is_interval(dim->kind))
                    period = regime_lcm(period, dim->block * dim->procs);
            }
        }
        period = regime_lcm(period, list_period(r, u->child, varying));
        period = regime_lcm(period, list_period(r, u->other, varying));
        if (u->loop && u->loop->split_on) {
            const dim_mapping *dim = run_dim(r, u->loop->split_on, u->where);
            if (dim)
                period = regime_lcm(period, dist_is_interval(dim->kind) ? split_width(r, u, dim)
                                                                        : dim->block * dim->procs);
        }
    }
    return period;
}

/* --- Loops whose variable alone moves ------------------------------------------ */

/* Loops inside that run over the same in each iteration, and whose variables meet the loop's own in
 * nothing but remainders, are compared iteration by iteration. So (i * n + j) % 20 recurs where i *
 * n does, and not where that has come to each remainder. */

/* A divisor of what an expression changes by, where a variable of `var` moves by one: of sums the
 * greatest. 1 where it is no sum. */
static int64_t pace_divisor(run *r, const expr *x, uint64_t var)
{
    int64_t divisor = 0, factor;
    if (!(x->loop_vars & var))
        return 0;
    if (x->kind != EXPR_ADD && x->kind != EXPR_MUL)
        return 1;
    for (int i = 0; i < x->u.op.count; i++)
        divisor = int_gcd(divisor, pace_divisor(r, x->u.op.operand[i], var));
    for (int i = 0; i < x->u.op.count && x->kind == EXPR_MUL; i++)
        if (!x->u.op.operand[i]->loop_vars && run_value(r, x->u.op.operand[i], &factor) &&
            (__builtin_mul_overflow(divisor, factor, &divisor) || divisor == INT64_MIN))
            return 1;
    return divisor;
}

static bool is_remainder(const expr *x)
{
    return x->kind == EXPR_MOD && !x->u.op.operand[1]->loop_vars;
}

/* Loop variables that stand anywhere but in remainders. */
static uint64_t vars_outside_remainders(const expr *x)
{
    uint64_t vars = 0;
    if (!x->loop_vars || x->kind == EXPR_LOOP_VAR)
        return x->loop_vars;
    if (is_remainder(x))
        return 0;
    for (int i = 0; i < x->u.op.count; i++)
        vars |= vars_outside_remainders(x->u.op.operand[i]);
    return vars;
}

static bool is_logic(expr_kind kind)
{
    return kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_NOT;
}

static bool is_comparison(expr_kind kind)
{
    return kind == EXPR_LT || kind == EXPR_LE || kind == EXPR_EQ || kind == EXPR_NE;
}

/* Does a test compare the variable with none of the `inner` ones? */
static bool is_alone(const expr *x, uint64_t var, uint64_t inner)
{
    if (!x || !(x->loop_vars & var))
        return true;
    for (int i = 0; i < x->u.op.count && is_logic(x->kind); i++)
        if (!is_alone(x->u.op.operand[i], var, inner))
            return false;
    const uint64_t vars = vars_outside_remainders(x);
    return is_logic(x->kind) || !(vars & var) || !(vars & inner);
}

static bool home_is_free(const home *at, uint64_t var)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted && (at->axis[k].index->loop_vars & var))
            return false;
    return true;
}

static bool list_is_alone(const run *r, const aag_unit *list, uint64_t var, uint64_t inner)
{
    for (const aag_unit *u = list; u; u = u->next) {
        const unit_info *info = &r->est->unit[u->id];
        const axis_map *on = u->loop ? u->loop->split_on : NULL;
        if (aag_is_iteration(u->cls) &&
            ((info->own & var) || (on && on->offset && (on->offset->loop_vars & var))))
            return false;
        bool is_free = home_is_free(u->on, var);
        for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
            is_free = is_free && home_is_free(&info->steps[i].at, var);
        if (!is_free || !is_alone(u->test, var, inner) || !list_is_alone(r, u->child, var, inner) ||
            !list_is_alone(r, u->other, var, inner))
            return false;
    }
    return true;
}

static bool is_sum(const expr *x, uint64_t var)
{
    if (!(x->loop_vars & var) || x->kind == EXPR_LOOP_VAR)
        return true;
    for (int i = 0; i < x->u.op.count; i++)
        if (!is_sum(x->u.op.operand[i], var))
            return false;
    return x->kind == EXPR_ADD || x->kind == EXPR_MUL;
}

static int64_t period_of_remainder(run *r, const expr *x, uint64_t var)
{
    int64_t divisor;
    if (!run_value(r, x->u.op.operand[1], &divisor) || divisor <= 0)
        return 1;
    return divisor / int_gcd(pace_divisor(r, x->u.op.operand[0], var), divisor);
}

static int64_t period_alone(run *r, const expr *x, uint64_t var)
{
    int64_t period = 1;
    if (!x || !(x->loop_vars & var))
        return 1;
    if (is_remainder(x) && is_sum(x->u.op.operand[0], var))
        return period_of_remainder(r, x, var);
    if (!is_logic(x->kind) && !is_comparison(x->kind))
        return expr_period(r, x, var);
    for (int i = 0; i < x->u.op.count; i++)
        period = regime_lcm(period, period_alone(r, x->u.op.operand[i], var));
    return period;
}

static int64_t list_period_alone(run *r, const aag_unit *list, uint64_t var)
{
    int64_t period = 1;
    for (const aag_unit *u = list; u; u = u->next) {
        if (!r->unknown[u->id])
            period = regime_lcm(period, period_alone(r, u->test, var));
        period = regime_lcm(period, list_period_alone(r, u->child, var));
        period = regime_lcm(period, list_period_alone(r, u->other, var));
    }
    return period;
}

int64_t count_period(run *r, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    int64_t period = r->period[u->id];
    if (period)
        return period;
    r->period_moves = false;
    if (info->var != LOOP_VARS_SHARED &&
        list_is_alone(r, u->child, info->var, info->bound & ~info->var))
        period = list_period_alone(r, u->child, info->var);
    else
        period = list_period(r, u->child, info->bound);
    if (!r->period_moves) /* j % t has another for each t */
        r->period[u->id] = period;
    return period;
}
