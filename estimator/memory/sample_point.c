#include <math.h>
#include <stdlib.h>

#include "estimator/memory/sampler.h"
#include "estimator/run/probability.h"

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

double point_spread(const sampler *s, int n, int d)
{
    double at = 0.5 + (n + 1) * s->each[d];
    return at - (double)(int64_t)at;
}

double point_dice(const sampler *s, int point)
{
    return point_spread(s, point, s->dims - 1);
}

/* Bytes that an iteration of a loop of such a step moves the reference by; where that is tried,
 * more than any line has. */
static int64_t pace_of(const sampler *s, const stratum *one, int loop, int64_t step)
{
    enum { FAR = 1 << 30 };
    return one->tried >> loop & 1 ? FAR : s->t->refs[one->at].address.of[loop] * step;
}

/* --- Conditions around ---------------------------------------------------------------------- */

/* The next condition further out than a node; -1: none. */
static int next_condition(const sampler *s, int number)
{
    const nest_node *nodes = s->t->nest->nodes;
    do
        number = s->walk->places[number].parent;
    while (number >= 0 && (!aag_is_condition(nodes[number].unit->cls) ||
                           is_probabilistic(s->t->w->r, nodes[number].unit)));
    return number;
}

/* Who executes the statement of a touch; null: all. */
static const home *home_of(const sampler *s, int at)
{
    const touch *of = &s->t->nest->touches[at];
    const estimator *est = s->t->w->r->est;
    const home *mine =
        of->unit->cls == AAG_SEQ ? &est->unit[of->unit->id].steps[of->step].at : NULL;
    return mine && mine->grid && s->t->w->r->procs > 1 ? mine : NULL;
}

bool point_is_asked(const sampler *s, int at)
{
    return next_condition(s, s->walk->node_of[at]) >= 0 || home_of(s, at);
}

static bool home_mentions(const home *of, const loop_var *v)
{
    for (int k = 0; of->grid && k < of->grid->rank; k++)
        if (of->axis[k].is_restricted && (expr_mentions(of->axis[k].index, v) ||
                                          (of->axis[k].last && expr_mentions(of->axis[k].last, v))))
            return true;
    return false;
}

/* Loops whose variables say whether the touch is executed. */
static uint32_t asking(const sampler *s, int at)
{
    const touch *of = &s->t->nest->touches[at];
    const home *mine = home_of(s, at);
    uint32_t asked = 0;
    for (int k = 0; k < of->depth; k++) {
        const loop_var *v = s->t->nest->nodes[of->loops[k]].unit->var;
        bool is_mentioned = v && mine && home_mentions(mine, v);
        for (int i = next_condition(s, s->walk->node_of[at]); v && i >= 0;
             i = next_condition(s, i)) {
            const aag_unit *u = s->t->nest->nodes[i].unit;
            is_mentioned |= u->on ? home_mentions(u->on, v) : expr_mentions(u->test, v);
        }
        asked |= (uint32_t)is_mentioned << k;
    }
    return asked;
}

/* Is the touch executed where the loops are? */
static bool is_executed(sampler *s, const stratum *one)
{
    stream *t = s->t;
    if (!one->is_asked)
        return true;
    for (int i = next_condition(s, s->walk->node_of[one->at]); i >= 0; i = next_condition(s, i)) {
        const nest_node *n = &t->nest->nodes[i];
        const bool is_else = n->other >= 0 && one->at >= t->nest->nodes[n->other].first;
        if (stream_holds(t, n) == is_else)
            return false;
    }
    return t->w->r->procs == 1 || stream_is_executed(t, one->at);
}

uint32_t point_tried(const sampler *s, int at, bool is_asked)
{
    const touch *of = &s->t->nest->touches[at];
    const stream_ref *r = &s->t->refs[at];
    uint32_t tried = r->bent_by | (is_asked ? asking(s, at) : 0);
    bool is_moved = false; /* within a line, by a loop further in: which iterations enter it depends
                            * on where that one is */
    for (int m = of->depth - 1; m >= 0; m--) {
        const stream_loop *l = &s->t->loops[of->loops[m]];
        int64_t pace = llabs(r->address.of[m] * l->step);
        if (pace && pace < s->level.line && is_moved)
            tried |= 1u << m;
        is_moved |= pace && pace < s->level.line;
    }
    for (int m = of->depth - 1; m > 0; m--) {
        const stream_loop *l = &s->t->loops[of->loops[m]];
        const stream_sum *begin = l->step > 0 ? &l->low : &l->high;
        bool is_opaque = s->t->w->loops[of->loops[m]].is_opaque;
        if (!r->address.of[m] && !(tried >> m & 1))
            continue;
        for (int k = 0; k < m; k++)
            if (is_opaque || begin->of[k])
                tried |= 1u << k;
    }
    return tried;
}

bool point_may_stay(const sampler *s, const stratum *one)
{
    const stream_loop *l = &s->t->loops[s->t->nest->touches[one->at].loops[one->carrier]];
    return one->tried >> one->carrier & 1 ||
           llabs(pace_of(s, one, one->carrier, l->is_uneven ? 1 : l->step)) < s->level.line;
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

/* Is an iteration of a loop that goes through lines in the line of the one before? */
static bool is_within(const sampler *s, int64_t address, int64_t pace, int64_t i)
{
    return i > 0 && cache_line(&s->level, address) == cache_line(&s->level, address - pace);
}

/* Of the iterations of such a loop that enter a line the one that lies as far through them; `first`
 * is the address in its first iteration. */
static int64_t entered(const sampler *s, int64_t first, int64_t pace, int64_t count, double through)
{
    int64_t line = s->level.line;
    int64_t n = (int64_t)(entering(s, first, pace, count) * through);
    int64_t begin = cache_line(&s->level, first) * line;
    if (n == 0)
        return 0;
    int64_t apart = pace > 0 ? begin + n * line - first : first - (begin - (n - 1) * line - 1);
    return (apart + llabs(pace) - 1) / llabs(pace);
}

/* Moves it to one that is in the line of the iteration before: the next one, or else one before. */
static int64_t within_line(const sampler *s, int64_t address, int64_t pace, int64_t i,
                           int64_t count)
{
    if (is_within(s, address, pace, i))
        return i;
    for (int64_t to = i + 1 < count ? i + 1 : i; to > 0; to--)
        if (is_within(s, address + (to - i) * pace, pace, to))
            return to;
    return i;
}

/* Sets the loops from `u` of each, or those iterations that are chosen already; false where one has
 * none. */
static bool set_loops(sampler *s, const stratum *one, int point, const int64_t *chosen)
{
    const touch *of = &s->t->nest->touches[one->at];
    for (int k = 0; k < of->depth; k++) {
        stream_range r = stream_iterations(s->t, of->loops[k]);
        s->pace[k] = pace_of(s, one, k, r.step);
        int64_t i = (int64_t)(point_spread(s, point, k) * (double)r.count);
        if (r.count <= 0)
            return false;
        if (!s->pace[k] && k > one->carrier)
            i = 0;
        else if (!s->pace[k] && k == one->carrier && i == 0)
            i = 1 + (int64_t)(point_spread(s, point + 1, k) * (double)(r.count - 1));
        if (chosen)
            i = chosen[k];
        s->iteration[k] = i < r.count ? i : r.count - 1;
        s->trips[k] = r.count;
        stream_set(s->t, &s->t->nest->nodes[of->loops[k]], r.first + s->iteration[k] * r.step);
    }
    return true;
}

/* Puts the loops from `k` on to their iterations, as many as there are. */
static void set_inner(sampler *s, const stratum *one, int k)
{
    const touch *of = &s->t->nest->touches[one->at];
    for (; k < of->depth; k++) {
        stream_range r = stream_iterations(s->t, of->loops[k]);
        int64_t i = s->iteration[k] < r.count ? s->iteration[k] : r.count - 1;
        stream_set(s->t, &s->t->nest->nodes[of->loops[k]], r.first + i * r.step);
    }
}

/* Is the reference, at `address`, in the same line as in the iteration of that loop before, where
 * it is executed, too? */
static bool stays(sampler *s, const stratum *one, int k, int64_t address)
{
    if (s->iteration[k] == 0)
        return false;
    s->iteration[k]--;
    set_inner(s, one, k);
    bool is_same =
        cache_line(&s->level, stream_address(s->t, one->at)) == cache_line(&s->level, address);
    is_same = is_same && is_executed(s, one);
    s->iteration[k]++;
    set_inner(s, one, k);
    return is_same;
}

/* For how many executions the point stands where the loops are. */
static double weight_of(sampler *s, const stratum *one)
{
    const touch *of = &s->t->nest->touches[one->at];
    int64_t address = stream_address(s->t, one->at);
    double weight = 1;
    for (int k = 0; k < of->depth && weight > 0; k++) {
        double all = (double)s->trips[k], enter = all;
        if (k >= one->carrier && one->tried >> k & 1)
            enter = stays(s, one, k, address) ? 0 : all;
        else if (k >= one->carrier)
            enter = entering(s, address - s->iteration[k] * s->pace[k], s->pace[k], s->trips[k]);
        weight *= k == one->carrier ? all - enter : enter;
    }
    return weight;
}

double point_go(sampler *s, const stratum *one, int point)
{
    const touch *of = &s->t->nest->touches[one->at];
    int64_t chosen[NEST_DEEPEST];
    bool is_moved = false;
    if (!set_loops(s, one, point, NULL))
        return 0;
    for (int k = 0; k < of->depth; k++) {
        chosen[k] = s->iteration[k];
        if (!s->pace[k] || llabs(s->pace[k]) >= s->level.line || k < one->carrier)
            continue;
        int64_t address = stream_address(s->t, one->at);
        chosen[k] = k > one->carrier ? entered(s, address - chosen[k] * s->pace[k], s->pace[k],
                                               s->trips[k], point_spread(s, point, k))
                                     : within_line(s, address, s->pace[k], chosen[k], s->trips[k]);
        is_moved |= chosen[k] != s->iteration[k];
    }
    if (is_moved && !set_loops(s, one, point, chosen))
        return 0;
    return is_executed(s, one) ? weight_of(s, one) : 0;
}
