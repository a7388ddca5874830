#include "sysmodels/network/share_fill.h"

#include <math.h>

/* The level of a link is the rate of a message of weight 1 at which it is full, if all that pass it
 * and are not held back yet have as much, each times its weight. The lowest level comes first, of
 * links and of what messages can do themselves; those that it holds back keep it. Levels of other
 * links only rise by that, so that in the heap one may stand below its present level: then it is
 * put back. */

typedef struct level {
    double rate;
    int link; /* or, from link_count on, a class by itself */
} level;

struct share_filling {
    const share_quotient *q;
    double *used,
        *weight;        /* by link: what is taken of it; what a level takes for those that rise */
    int *rising;        /* by link: classes that pass it and are not held back */
    bool *is_under_way; /* by class: and not held back */
    level *heap;
    int heap_count;
};

share_filling *share_filling_new(arena *a, const share_quotient *q)
{
    share_filling *f = ARENA_NEW(a, share_filling);
    *f = (share_filling){.q = q,
                         .used = ARENA_ARRAY(a, q->link_count + 1, double),
                         .weight = ARENA_ARRAY(a, q->link_count + 1, double),
                         .rising = ARENA_ARRAY(a, q->link_count + 1, int),
                         .is_under_way = ARENA_ARRAY(a, q->class_count, bool),
                         .heap = ARENA_ARRAY(a, q->link_count + q->class_count + 1, level)};
    return f;
}

/* ---- the heap ---- */

static void sink(share_filling *f, int at)
{
    level one = f->heap[at];
    for (int next; (next = 2 * at + 1) < f->heap_count; at = next) {
        if (next + 1 < f->heap_count && f->heap[next + 1].rate < f->heap[next].rate)
            ++next;
        if (!(f->heap[next].rate < one.rate))
            break;
        f->heap[at] = f->heap[next];
    }
    f->heap[at] = one;
}

static void pop(share_filling *f)
{
    f->heap[0] = f->heap[--f->heap_count];
    if (f->heap_count)
        sink(f, 0);
}

/* ---- filling ---- */

static double level_of(const share_filling *f, int link)
{
    return f->rising[link] ? fmax(0, 1 - f->used[link]) / f->weight[link] : INFINITY;
}

static void enter(share_filling *f, int count, const int *active)
{
    const share_quotient *q = f->q;
    for (int i = 0; i < count; ++i) {
        int c = active[i];
        f->is_under_way[c] = true;
        for (int u = q->first[c]; u < q->first[c + 1]; ++u) {
            int l = q->links[u];
            f->used[l] = f->weight[l] = 0;
            f->rising[l] = 0;
        }
    }
}

/* Who passes a link first puts it into the heap, when all that passes it is known. */
static void find_levels(share_filling *f, int count, const int *active)
{
    const share_quotient *q = f->q;
    f->heap_count = 0;
    for (int i = 0; i < count; ++i)
        for (int c = active[i], u = q->first[c]; u < q->first[c + 1]; ++u) {
            f->weight[q->links[u]] += q->weights[u] * q->flows[c].weight;
            if (!f->rising[q->links[u]]++)
                f->heap[f->heap_count++] = (level){0, q->links[u]};
        }
    for (int i = 0; i < f->heap_count; ++i)
        f->heap[i].rate = level_of(f, f->heap[i].link);
    for (int i = 0; i < count; ++i) {
        const share_flow *flow = &q->flows[active[i]];
        if (flow->slowest > 0)
            f->heap[f->heap_count++] =
                (level){1 / (flow->slowest * flow->weight), q->link_count + active[i]};
    }
    for (int i = f->heap_count / 2; i-- > 0;)
        sink(f, i);
}

/* A class keeps a rate. */
static void hold(share_filling *f, int c, double at, double *rate)
{
    const share_quotient *q = f->q;
    rate[c] = at * q->flows[c].weight;
    f->is_under_way[c] = false;
    for (int u = q->first[c]; u < q->first[c + 1]; ++u) {
        int l = q->links[u];
        f->used[l] += rate[c] * q->weights[u];
        f->weight[l] -= q->weights[u] * q->flows[c].weight;
        --f->rising[l];
    }
}

void share_fill(share_filling *f, int active_count, const int *active, double *rate)
{
    const share_quotient *q = f->q;
    double reached = 0;
    enter(f, active_count, active);
    find_levels(f, active_count, active);
    while (f->heap_count) {
        level lowest = f->heap[0];
        bool is_class = lowest.link >= q->link_count;
        if (is_class ? !f->is_under_way[lowest.link - q->link_count] : !f->rising[lowest.link]) {
            pop(f);
            continue;
        }
        double now = is_class ? lowest.rate : level_of(f, lowest.link);
        if (now > lowest.rate) {
            f->heap[0].rate = now;
            sink(f, 0);
            if (f->heap[0].link != lowest.link)
                continue;
        }
        now = reached = fmax(now, reached); /* levels rise, but for rounding */
        pop(f);
        if (is_class) {
            hold(f, lowest.link - q->link_count, now, rate);
            continue;
        }
        for (int k = q->passing_first[lowest.link]; k < q->passing_first[lowest.link + 1]; ++k)
            if (f->is_under_way[q->passing[k].class])
                hold(f, q->passing[k].class, now, rate);
    }
}
