#include "estimator/result/uncertainty.h"

#include <math.h>

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

/* Does an index in it stand for one that only the run knows? */
static bool has_any_index(const run *r, const expr *e)
{
    if (!e || !e->uses_param)
        return false;
    if (e->kind == EXPR_PARAM)
        return e->u.param->origin == PARAM_INDEX && !run_is_set_by_user(r, e->u.param);
    for (int i = 0; i < expr_operand_count(e); i++)
        if (has_any_index(r, e->u.op.operand[i]))
            return true;
    return false;
}

static bool moves_any_index(const run *r, const communication *c)
{
    for (int i = 0; c && i < c->need_count; i++) {
        const need *n = &c->needs[i];
        for (int d = 0; d < n->ref->var->rank; d++)
            if (n->ref->sub[d].kind == SUBSCRIPT_VALUE && has_any_index(r, n->ref->sub[d].value))
                return true;
        for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
            if (n->at.axis[k].is_restricted && has_any_index(r, n->at.axis[k].index))
                return true;
    }
    return false;
}

/* Whose an element is that only the run knows says whether it must be sent: as a branch that is
 * taken with a probability between 0.25 and 0.75, with nothing to do otherwise. */
static double index_error(const tally *all, const aag_unit *u, const bool *inside)
{
    int128 total = 0;
    for (int k = 0; k < PART_COUNT; k++)
        total += !inside || inside[u->id] ? all[u->id].time[k] : 0;
    return 0.25 * seconds_of(total) / sqrt(3);
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
        if (moves_any_index(r, u->comm))
            variance += pow(index_error(all, u, inside), 2);
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
