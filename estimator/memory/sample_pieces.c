#include <math.h>

#include "estimator/memory/sampler.h"

/* What pieces of the program say of references, beside looks at these. */

double pieces_share(const sampler *s)
{
    const double *runs = s->t->w->runs;
    double known = 0, all = 0;
    for (int i = 0; i < s->t->nest->touch_count; i++) {
        known += sampler_knows(s, i) ? runs[i] : 0;
        all += runs[i];
    }
    return all > 0 ? known / all : 0;
}

void pieces_take(sampler *s)
{
    for (int i = 0; i < s->t->nest->touch_count; i++)
        if (sampler_knows(s, i)) {
            s->known += s->misses[i] = s->pieces->misses[i];
            s->variance[i] = s->pieces->variance[i];
        }
}

static bool is_rough(const sampler *s, int at)
{
    return s->pieces->doubt[at] > 0 && !sampler_knows(s, at);
}

/* Executions of a nest's references that pieces tell of roughly, looked at without an outcome. */
static double lost_of(const sampler *s, int first, int end)
{
    double lost = 0;
    for (int i = 0; i < s->count; i++) {
        const stratum *one = &s->strata[i];
        if (one->at >= first && one->at < end && is_rough(s, one->at))
            lost += one->size * share_of(one->lost, one);
    }
    return lost;
}

/* Both together, each by how sure it is, nest by nest: looks, and pieces of the program that do not
 * tell enough by themselves. These leave a range, which says nothing of looks that lie in it, and
 * of others as much as its nearest end. Half of what looks leave open is taken to miss meanwhile.
 */
static void add_rough(sampler *s, int first, int end)
{
    const double lost = lost_of(s, first, end);
    double seen = 0, variance = 0, rough = 0, doubt = 0, open = 0;
    for (int i = first; i < end; i++)
        if (is_rough(s, i)) {
            seen += s->misses[i];
            variance += s->variance[i];
            rough += s->pieces->rough[i];
            doubt += s->pieces->doubt[i];
            open += s->pieces->open[i];
        }
    if (!(doubt > 0 && variance > 0 && variance < HUGE_VAL))
        return;
    const double middle = seen + lost / 2;
    const double said = lesser(greater(middle, rough - open), rough + open);
    const double both = (middle * doubt + said * variance) / (variance + doubt);
    const double unsure = doubt + open * open, trust = unsure / (variance + unsure);
    const double sure = greater(0, both - trust * lost / 2);
    for (int i = first; i < end; i++) {
        if (!is_rough(s, i))
            continue;
        if (seen > 0)
            s->misses[i] *= sure / seen;
        else if (rough > 0)
            s->misses[i] = s->pieces->rough[i] * sure / rough;
        s->trust[i] = trust;
        s->variance[i] *= trust;
    }
}

void pieces_weigh(sampler *s)
{
    for (int i = s->t->nest->root; i >= 0; i = s->t->nest->nodes[i].next)
        add_rough(s, s->t->nest->nodes[i].first, s->t->nest->nodes[i].end);
}
