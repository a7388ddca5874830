#include <math.h>

#include "estimator/outcome.h"
#include "estimator/run.h"

/* The interval around a prediction (docs/model.md, "Uncertainty"). Values of
 * one component err together, so their errors add up; the components, and each
 * branch taken for likely, err independently, so their squares do. */

#define Z_95 1.96

static wide branch_total(const tally *all, const aag_unit *list)
{
    wide total = 0;
    for (const aag_unit *u = list; u; u = u->next)
        for (int id = u->id; id <= u->last; id++)
            for (int k = 0; k < PART_COUNT; k++)
                total += all[id].time[k];
    return total;
}

/* A branch that nothing decides is taken with a probability between 0.25 and
 * 0.75 (seed 002, section 7): uniformly, so the standard error is half that
 * range times the difference of the branches, over the root of 3. */
static double branch_error(const tally *all, const aag_unit *u)
{
    double p = u->probability;
    if (p <= 0 || p >= 1)
        return 0;
    double taken = seconds_of(branch_total(all, u->child)) / p;
    double otherwise = seconds_of(branch_total(all, u->other)) / (1 - p);
    return 0.25 * fabs(taken - otherwise) / sqrt(3);
}

void uncertainty_set(const run *r, const tally *all, estimate *out)
{
    const aag_graph *g = r->est->graph;
    double variance = 0;
    for (int c = 0; c < COMPONENT_COUNT; c++) {
        wide error = 0;
        for (int i = 0; i < g->unit_count; i++)
            error += all[i].error[c];
        /* Waiting is made of what others do, and errs as much. */
        double busy = out->time - out->parts.waiting;
        double scale = busy > 0 ? out->time / busy : 1;
        out->error[c] = seconds_of(error) * scale;
        variance += pow(out->error[c], 2);
    }
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (chance_decides(r, u) && !u->is_hinted)
            variance += pow(branch_error(all, u), 2);
    }
    double half = Z_95 * sqrt(variance);
    out->low = fmax(0, out->time - half);
    out->high = out->time + half;
}
