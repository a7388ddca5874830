#include "estimator/block/count.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"

/* After how many iterations of a loop the decisions in its body recur: which branches
 * are taken, which parts of loops are the processor's, which processor is the owner. */

/* Template cells from one iteration of a split loop to the next. */
static int64_t split_width(run *r, const aag_unit *u, const dim_mapping *dim)
{
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

int64_t count_period(run *r, const aag_unit *u)
{
    int64_t *known = &r->period[u->id];
    if (!*known)
        *known = list_period(r, u->child, r->est->unit[u->id].bound);
    return *known;
}
