#include "sysmodels/network/collective/library_builder.h"

/* A part of each member to the root, or from it: MPI_Gather and MPI_Scatter. Members of a tree pass
 * on the parts of all below them. */

/* The parts of the tree below a place, at most so many. */
static int parts_below(const collective_group *g, int place, int most)
{
    return place + most < g->count ? most : g->count - place;
}

static void gather_step(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    int distance = 1 << step;
    for (int v = distance; v < g->count; v += 2 * distance)
        send_parts(b, g, v, v - distance, v, parts_below(g, v, distance));
}

static void scatter_step(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    int levels = library_levels(largest_group(b)), distance = 1 << (levels - 1 - step);
    for (int v = 0; v + distance < g->count; v += 2 * distance)
        send_parts(b, g, v, v + distance, v + distance, parts_below(g, v + distance, distance));
}

static void gather_all(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)step;
    (void)how;
    for (int v = 1; v < g->count; v++)
        send_parts(b, g, v, 0, v, 1);
}

static void scatter_all(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)step;
    (void)how;
    for (int v = 1; v < g->count; v++)
        send_parts(b, g, 0, v, v, 1);
}

void library_gather(builder *b, const sag_library *how)
{
    bool is_tree = how->how == LIBRARY_BINOMIAL;
    b->sends_and_waits = true;
    library_steps(b, is_tree ? library_levels(largest_group(b)) : 1, 0,
                  is_tree ? gather_step : gather_all, how);
    b->sends_and_waits = false;
}

void library_scatter_parts(builder *b, const sag_library *how)
{
    bool is_tree = how->how == LIBRARY_BINOMIAL;
    b->sends_and_waits = true;
    library_steps(b, is_tree ? library_levels(largest_group(b)) : 1, 0,
                  is_tree ? scatter_step : scatter_all, how);
    b->sends_and_waits = false;
}
