#include "estimator/message/gather_groups.h"

/* The ranks that coordinates on some axes have, beside 0 on the others, ascending. */
static int *ranks_over(arena *a, const transfer_gather *g, bool is_along, int *count)
{
    *count = 1;
    for (int k = 0; k < g->grid->rank; k++)
        *count *= g->is_along[k] == is_along ? g->extent[k] : 1;
    int *ranks = ARENA_ARRAY(a, *count, int), made = 1;
    for (int k = g->grid->rank - 1, stride = 1; k >= 0; k--) {
        for (int at = 1; g->is_along[k] == is_along && at < g->extent[k]; at++)
            for (int i = 0; i < made; i++)
                ranks[at * made + i] = ranks[i] + at * stride;
        made *= g->is_along[k] == is_along ? g->extent[k] : 1;
        stride *= g->extent[k];
    }
    return ranks;
}

gather_groups gather_groups_of(arena *a, const transfer_gather *g)
{
    gather_groups all;
    all.first = ranks_over(a, g, false, &all.count);
    all.further = ranks_over(a, g, true, &all.size);
    return all;
}

const int64_t *gather_elements(const run *r, arena *a, const transfer_gather *g)
{
    int64_t *elements = ARENA_ARRAY(a, r->procs, int64_t);
    for (int p = 0; p < r->procs; p++) {
        elements[p] = g->elements;
        for (int k = g->grid->rank - 1, rest = p; k >= 0; k--) {
            elements[p] *= g->own[k][rest % g->extent[k]];
            rest /= g->extent[k];
        }
    }
    return elements;
}

bool gather_is_even(const transfer_gather *g, int64_t *elements)
{
    *elements = g->elements;
    for (int k = 0; k < g->grid->rank; k++) {
        for (int at = 1; at < g->extent[k]; at++)
            if (g->own[k][at] != g->own[k][0])
                return false;
        *elements *= g->own[k][0];
    }
    return *elements > 0;
}
