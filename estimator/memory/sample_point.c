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

/* Iterations of a loop in which the reference comes to another line than in the one before;
 * `address` is of the first. */
static double entering(const sampler *s, int64_t address, int64_t pace, int64_t count)
{
    if (llabs(pace) >= s->level.line)
        return (double)count;
    int64_t last = address + (count - 1) * pace;
    return 1 + (double)llabs(cache_line(&s->level, last) - cache_line(&s->level, address));
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

/* Sets the loops from `u` of each, or those iterations that are chosen already; false where one has
 * none. */
static bool set_loops(sampler *s, const stratum *one, int point, const int64_t *chosen)
{
    const touch *of = &s->t->nest->touches[one->at];
    for (int k = 0; k < of->depth; k++) {
        stream_range r = stream_iterations(s->t, of->loops[k]);
        int64_t i = (int64_t)(spread(s, point, k) * (double)r.count);
        if (r.count <= 0)
            return false;
        if (!s->pace[k] && k > one->carrier)
            i = 0;
        else if (!s->pace[k] && k == one->carrier && i == 0)
            i = 1 + (int64_t)(spread(s, point + 1, k) * (double)(r.count - 1));
        if (chosen)
            i = chosen[k];
        s->iteration[k] = i < r.count ? i : r.count - 1;
        s->trips[k] = r.count;
        stream_set(s->t, &s->t->nest->nodes[of->loops[k]], r.first + s->iteration[k] * r.step);
    }
    return true;
}

/* For how many executions the point stands where the loops are. */
static double weight_of(const sampler *s, const stratum *one)
{
    const touch *of = &s->t->nest->touches[one->at];
    int64_t address = stream_value(&s->t->refs[one->at].address, of->depth, s->t->at);
    double weight = 1;
    for (int k = 0; k < of->depth; k++) {
        int64_t first = address - s->iteration[k] * s->pace[k];
        double all = (double)s->trips[k];
        double enter = k < one->carrier ? all : entering(s, first, s->pace[k], s->trips[k]);
        weight *= k == one->carrier ? all - enter : enter;
    }
    return weight;
}

double point_go(sampler *s, const stratum *one, int point)
{
    const touch *of = &s->t->nest->touches[one->at];
    int64_t chosen[NEST_DEEPEST];
    bool is_moved = false;
    for (int k = 0; k < of->depth; k++)
        s->pace[k] = point_pace(s, one->at, k);
    if (!set_loops(s, one, point, NULL))
        return 0;
    for (int k = 0; k < of->depth; k++) {
        chosen[k] = s->iteration[k];
        if (!s->pace[k] || llabs(s->pace[k]) >= s->level.line || k < one->carrier)
            continue;
        int64_t address = stream_value(&s->t->refs[one->at].address, of->depth, s->t->at);
        chosen[k] = moved_in_line(s, address, s->pace[k], chosen[k], INT64_MAX, k > one->carrier);
        is_moved = true;
    }
    return is_moved && !set_loops(s, one, point, chosen) ? 0 : weight_of(s, one);
}
