#include "estimator/result/uncertainty.h"

#include <math.h>

#include "estimator/result/assumptions.h"
#include "estimator/run/probability.h"
#include "estimator/run/run.h"

/* The interval around a prediction (docs/model.md, "Uncertainty"). Values of
 * one component err together, so their errors add up; the components, and each
 * branch taken for likely, err independently, so their squares do. */

#define Z_95 1.96

/* The units of a list that count: those that `inside` has, or all where it is null. */
static int128 branch_total(const tally *all, const aag_unit *list, const bool *inside)
{
    int128 total = 0;
    for (const aag_unit *u = list; u; u = u->next)
        for (int id = u->id; id <= u->last; id++)
            for (int k = 0; k < PART_COUNT; k++)
                total += !inside || inside[id] ? all[id].time[k] : 0;
    return total;
}

/* A branch that nothing decides is taken with a probability between 0.25 and
 * 0.75 (Balasundaram and others 1991, section 7): uniformly, so the standard error is half that
 * range times the difference of the branches, over the root of 3. */
static double branch_error(const tally *all, const aag_unit *u, const bool *inside)
{
    double p = u->probability;
    if (p <= 0 || p >= 1)
        return 0;
    double taken = seconds_of(branch_total(all, u->child, inside)) / p;
    double otherwise = seconds_of(branch_total(all, u->other, inside)) / (1 - p);
    return 0.25 * fabs(taken - otherwise) / sqrt(3);
}

/* An index in it that stands for those that only the run knows; null: none. */
static const param *any_index(const run *r, const expr *e)
{
    if (!e || !e->uses_param)
        return NULL;
    if (e->kind == EXPR_PARAM) {
        const param *p = e->u.param;
        return p->origin == PARAM_INDEX && !run_is_set_by_user(r, p) ? p : NULL;
    }
    const param *found = NULL;
    for (int i = 0; i < expr_operand_count(e) && !found; i++)
        found = any_index(r, e->u.op.operand[i]);
    return found;
}

static const param *any_index_moved(const run *r, const communication *c)
{
    const param *found = NULL;
    for (int i = 0; c && i < c->need_count && !found; i++) {
        const need *n = &c->needs[i];
        for (int d = 0; d < n->ref->var->rank && !found; d++)
            if (n->ref->sub[d].kind == SUBSCRIPT_VALUE)
                found = any_index(r, n->ref->sub[d].value);
        for (int k = 0; n->at.grid && k < n->at.grid->rank && !found; k++)
            if (n->at.axis[k].is_restricted)
                found = any_index(r, n->at.axis[k].index);
    }
    return found;
}

/* Whose an element is that only the run knows says whether it must be sent: as a branch that is
 * taken with a probability between 0.25 and 0.75, with nothing to do otherwise. Where each
 * iteration has its own, they also happen to be sent more or less often: of n, each sent or not
 * as a coin falls, the root of n more or less. */
static double index_error(const tally *all, const aag_unit *u, const param *index,
                          const bool *inside)
{
    const double times = (double)all[u->id].count / (double)FIXED_ONE;
    int128 total = 0;
    for (int k = 0; k < PART_COUNT; k++)
        total += !inside || inside[u->id] ? all[u->id].time[k] : 0;
    const double drawn = assumption_is_spread(index) && times > 1 ? 1 / times : 0;
    return seconds_of(total) * sqrt(0.25 * 0.25 / 3 + drawn);
}

/* Of all that the run decides. */
static double branch_variance(const run *r, const tally *all, const bool *inside)
{
    const aag_graph *g = r->est->graph;
    double variance = 0;
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (is_probabilistic(r, u) && !u->is_hinted)
            variance += pow(branch_error(all, u, inside), 2);
        const param *index = any_index_moved(r, u->comm);
        if (index)
            variance += pow(index_error(all, u, index, inside), 2);
    }
    return variance;
}

/* What the values of one component err in the units that count. */
static double component_error(const run *r, const tally *all, int kind, const bool *inside)
{
    int128 error = 0;
    for (int i = 0; i < r->est->graph->unit_count; i++)
        error += !inside || inside[i] ? all[i].error[kind] : 0;
    return seconds_of(error);
}

void uncertainty_set(const run *r, const tally *all, estimate *out)
{
    double variance = branch_variance(r, all, NULL);
    for (int c = 0; c < COMPONENT_COUNT; c++) {
        /* Waiting is made of what others do, and errs as much. */
        double busy = out->time - out->parts.waiting;
        double scale = busy > 0 ? out->time / busy : 1;
        out->error[c] = component_error(r, all, c, NULL) * scale;
        variance += pow(out->error[c], 2);
    }
    double half = Z_95 * sqrt(variance);
    out->low = fmax(0, out->time - half);
    out->high = out->time + half;
}

void uncertainty_of_region(const run *r, const tally *all, const bool *inside,
                           const estimate *whole, region_cost *c)
{
    double variance = branch_variance(r, all, inside), time = breakdown_total(&c->time);
    for (int k = 0; k < COMPONENT_COUNT; k++) {
        /* What is waited for may be done elsewhere: as in the whole. */
        double waiting = whole->time > 0 ? c->time.waiting * whole->error[k] / whole->time : 0;
        variance += pow(component_error(r, all, k, inside) + waiting, 2);
    }
    double half = Z_95 * sqrt(variance);
    c->low = fmax(0, time - half);
    c->high = time + half;
}
