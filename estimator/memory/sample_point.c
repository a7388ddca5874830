#include <math.h>
#include <stdlib.h>

#include "estimator/memory/sampler.h"

/* Which executions of a stratum are looked at. */

/* Numbers between 0 and 1 that fill boxes evenly (Kronecker's sequence): in dimension d of D the
 * multiples of x^-(d + 1), x the root of x^(D + 1) = x + 1. */
void point_dims(sampler *s, int dims)
{
    double root = 1.5, each = 1;
    if (dims == s->dims)
        return;
    for (int i = 0; i < 12; i++) {
        double power = 1;
        for (int d = 0; d < dims; d++)
            power *= root;
        root -= (power * root - root - 1) / ((dims + 1) * power - 1);
    }
    for (int d = 0; d < dims; d++)
        s->each[d] = each /= root;
    s->dims = dims;
}

static double spread(const sampler *s, int n, int d)
{
    double at = 0.5 + (n + 1) * s->each[d];
    return at - floor(at);
}

int64_t point_pace(const sampler *s, int at, int loop)
{
    const touch *of = &s->t->nest->touches[at];
    return s->t->refs[at].address.of[loop] * s->t->loops[of->loops[loop]].step;
}

/* Iterations of a loop of `count` in which the reference comes to another line than in the one
 * before. */
static double entering(const sampler *s, int64_t pace, int64_t count)
{
    double step = lesser(1, fabs((double)pace) / (double)s->level.line);
    return 1 + (double)(count - 1) * step;
}

/* Moves a loop that goes through lines to the iteration that enters the present one, or, where it
 * is there, to the one after it. */
static int64_t moved_in_line(const sampler *s, int64_t address, int64_t pace, int64_t i,
                             int64_t count, bool enters)
{
    int64_t begin = cache_line(&s->level, address) * s->level.line;
    int64_t into =
        pace > 0 ? (address - begin) / pace : (begin + s->level.line - 1 - address) / -pace;
    if (enters)
        return i > into ? i - into : 0;
    return into == 0 || i == 0 ? (i + 1 < count ? i + 1 : i) : i;
}

/* Sets the loops from `u` of each, or those iterations that are chosen already; returns for how
 * many executions it stands. */
static double set_loops(sampler *s, const stratum *one, int point, const int64_t *chosen)
{
    const touch *of = &s->t->nest->touches[one->at];
    double weight = 1;
    for (int k = 0; k < of->depth; k++) {
        stream_range r = stream_iterations(s->t, of->loops[k]);
        int64_t pace = point_pace(s, one->at, k);
        double enter = entering(s, pace, r.count);
        double all = k < one->carrier   ? (double)r.count
                     : k > one->carrier ? enter
                                        : (double)r.count - enter;
        int64_t i = (int64_t)(spread(s, point, k) * (double)r.count);
        if (r.count <= 0 || all <= 1e-9)
            return 0;
        if (!pace && k > one->carrier)
            i = 0;
        else if (!pace && k == one->carrier && i == 0)
            i = 1 + (int64_t)(spread(s, point + 1, k) * (double)(r.count - 1));
        if (chosen)
            i = chosen[k] < r.count ? chosen[k] : r.count - 1;
        weight *= all;
        s->iteration[k] = i;
        stream_set(s->t, &s->t->nest->nodes[of->loops[k]], r.first + i * r.step);
    }
    return weight;
}

double point_go(sampler *s, const stratum *one, int point)
{
    const touch *of = &s->t->nest->touches[one->at];
    int64_t chosen[NEST_DEEPEST];
    bool is_moved = false;
    double weight = set_loops(s, one, point, NULL);
    for (int k = 0; k < of->depth && weight > 0; k++) {
        int64_t pace = point_pace(s, one->at, k);
        chosen[k] = s->iteration[k];
        if (!pace || llabs(pace) >= s->level.line || k < one->carrier)
            continue;
        int64_t address = stream_value(&s->t->refs[one->at].address, of->depth, s->t->at);
        chosen[k] = moved_in_line(s, address, pace, chosen[k], INT64_MAX, k > one->carrier);
        is_moved = true;
    }
    return is_moved ? set_loops(s, one, point, chosen) : weight;
}
