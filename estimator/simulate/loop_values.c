#include "estimator/simulate/loop_values.h"

#include <stdlib.h>

loop_values loop_values_read(run *r, const aag_unit *u, int64_t *most)
{
    loop_values all = {0}, *v = &all;
    v->lower = calloc(2 * (size_t)r->places, sizeof *v->lower);
    assert(v->lower);
    v->trips = v->lower + r->places;
    v->step = u->var ? run_step(r, u) : 1;
    v->is_common = !u->trips->uses_coord;
    if (u->var)
        v->is_common = !u->range.lower->uses_coord && !u->range.upper->uses_coord;
    *most = 0;
    for (int p = 0; p < (v->is_common ? 1 : r->places) && !r->has_failed; p++) {
        run_set_rank(r, run_rank(r, p));
        /* Loops that communicate are run whole: all take part in what is inside. */
        if (u->var) {
            v->lower[p] = run_eval(r, u->range.lower, u->where);
            v->trips[p] = run_trips(v->lower[p], run_eval(r, u->range.upper, u->where), v->step);
        } else {
            v->trips[p] = run_eval(r, u->trips, u->where);
        }
        *most = v->trips[p] > *most ? v->trips[p] : *most;
    }
    return all;
}

void loop_values_drop(loop_values *v)
{
    free(v->lower);
    *v = (loop_values){0};
}
