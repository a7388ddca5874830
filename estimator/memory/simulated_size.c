#include <math.h>

#include "estimator/memory/simulated.h"

/* How long a program would be simulated. */

/* The share of a loop's iterations that is made, at least: of those that are alike the first ones,
 * of an innermost loop's those in which a reference comes to another line. */
static double made_of(const stream *t, int steady, int number, int64_t count)
{
    const nest_node *n = &t->nest->nodes[number];
    double share = 0;
    if (count < 1)
        return 1;
    if (t->loops[number].is_plain) {
        for (int i = n->first; i < n->end; i++) {
            double pace = (double)(t->refs[i].address.of[n->depth] * t->loops[number].step);
            share = greater(share, fabs(pace) / t->w->level[0].line);
        }
        return lesser(1, share + 1.0 / (double)count);
    }
    bool is_alike = !(t->loops[number].uses >> n->depth & 1);
    return is_alike ? lesser(1, (steady + 1.0) / (double)count) : 1;
}

double simulate_accesses(stream *t, int steady, bool has_runs)
{
    const nest *n = t->nest;
    double all = 0, *made = ARENA_ARRAY(t->w->r->scratch, n->node_count, double);
    for (int i = 0; i < n->node_count; i++) {
        if (!aag_is_iteration(n->nodes[i].unit->cls))
            continue;
        stream_range r = stream_iterations(t, i);
        made[i] = made_of(t, steady, i, r.count) * (has_runs ? 1 : (double)r.count);
        stream_set(t, &n->nodes[i], r.first + r.count / 2 * r.step);
    }
    for (int i = 0; i < n->touch_count; i++) {
        double here = has_runs ? t->w->runs[i] : 1;
        for (int d = 0; d < t->refs[i].wide_count; d++)
            here *= t->refs[i].wide[d].is_anywhere ? 1 : (double)t->refs[i].wide[d].extent;
        for (int k = 0; k < n->touches[i].depth; k++)
            here *= made[n->touches[i].loops[k]];
        all += here;
    }
    return all;
}
