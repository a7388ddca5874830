#include "estimator/message/gather_groups.h"

/* The ranks that coordinates on some axes have, beside those on the others, ascending. */
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

gather_groups gather_groups_of(const run *r, arena *a, const transfer_gather *g)
{
    gather_groups all = {.ranks = ARENA_ARRAY(a, r->procs, int),
                         .elements = ARENA_ARRAY(a, r->procs, int64_t)};
    const int *first = ranks_over(a, g, false, &all.count);
    const int *further = ranks_over(a, g, true, &all.size);
    for (int i = 0; i < all.count; i++)
        for (int v = 0; v < all.size; v++)
            all.ranks[i * all.size + v] = first[i] + further[v];
    for (int p = 0; p < r->procs; p++) {
        all.elements[p] = g->elements;
        for (int k = g->grid->rank - 1, rest = p; k >= 0; k--) {
            all.elements[p] *= g->own[k][rest % g->extent[k]];
            rest /= g->extent[k];
        }
    }
    return all;
}
