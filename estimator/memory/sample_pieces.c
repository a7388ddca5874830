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

/* Both together, each by how sure it is, nest by nest: looks, and pieces of the program that do not
 * tell enough by themselves. */
static void add_rough(sampler *s, int first, int end)
{
    double seen = 0, variance = 0, rough = 0, doubt = 0;
    for (int i = first; i < end; i++) {
        const bool is_rough = s->pieces->doubt[i] > 0 && !sampler_knows(s, i);
        seen += is_rough ? s->misses[i] : 0;
        variance += is_rough ? s->variance[i] : 0;
        rough += is_rough ? s->pieces->rough[i] : 0;
        doubt += is_rough ? s->pieces->doubt[i] : 0;
    }
    if (!(doubt > 0 && variance > 0 && variance < HUGE_VAL))
        return;
    const double both = (seen * doubt + rough * variance) / (variance + doubt);
    for (int i = first; i < end; i++) {
        if (s->pieces->doubt[i] <= 0 || sampler_knows(s, i))
            continue;
        if (seen > 0)
            s->misses[i] *= both / seen;
        else if (rough > 0)
            s->misses[i] = s->pieces->rough[i] * both / rough;
        s->trust[i] = doubt / (variance + doubt);
        s->variance[i] *= s->trust[i];
    }
}

void pieces_weigh(sampler *s)
{
    for (int i = s->t->nest->root; i >= 0; i = s->t->nest->nodes[i].next)
        add_rough(s, s->t->nest->nodes[i].first, s->t->nest->nodes[i].end);
}
