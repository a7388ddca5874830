#include "plan/planner/subgrid.h"

int part_visible_rank(const proc_grid *grid)
{
    return grid->rank - grid->own_count;
}

static bool is_whole(const grid_part *part)
{
    return part->kind == PART_RANGE && !part->first && !part->count && !part->step;
}

/* Does the part keep the extents of the axes it takes whole? */
static bool keeps_shape(const proc_grid *grid)
{
    int visible = 0;
    for (int axis = 0; axis < grid->of->rank; axis++) {
        if (grid->part[axis].kind != PART_RANGE)
            continue;
        if (!is_whole(&grid->part[axis]) || visible == part_visible_rank(grid))
            return false;
        const expr *mine = grid->extent[visible++], *theirs = grid->of->extent[axis];
        if (mine && mine != theirs)
            return false;
    }
    return visible == part_visible_rank(grid);
}

const proc_grid *part_on_root(const proc_grid *grid, rooted_axis *on)
{
    rooted_axis outer[MAX_RANK];
    if (!grid->of || !keeps_shape(grid))
        return NULL;
    const proc_grid *root = grid->of;
    for (int r = 0; r < root->rank; r++)
        outer[r] = (rooted_axis){.kind = ROOTED_AXIS, .axis = r};
    if (root->of && !(root = part_on_root(grid->of, outer)))
        return NULL;
    int place[MAX_RANK] = {0}; /* of the ranges among the part's axes */
    for (int axis = 0, visible = 0; axis < grid->of->rank; axis++)
        if (grid->part[axis].kind == PART_RANGE)
            place[axis] = visible++;
    for (int r = 0; r < root->rank; r++) {
        on[r] = outer[r];
        if (outer[r].kind != ROOTED_AXIS)
            continue;
        const grid_part *part = &grid->part[outer[r].axis];
        if (part->kind == PART_OWN)
            on[r].kind = ROOTED_OWN;
        else if (part->kind == PART_INDEX)
            on[r] = (rooted_axis){.kind = ROOTED_INDEX, .at = part->first};
        else
            on[r].axis = place[outer[r].axis];
    }
    return root;
}

axis_map part_coordinates(expr_pool *pool, const proc_grid *grid, int axis)
{
    return (axis_map){.source = AXIS_BY_DIM,
                      .kind = DIST_CYCLIC,
                      .dim = axis,
                      .stride = expr_int(pool, 1),
                      .offset = expr_int(pool, 0),
                      .lower = expr_int(pool, 0),
                      .extent = expr_extent(pool, grid, axis),
                      .grid = grid,
                      .axis = axis};
}

static axis_map replicated(const proc_grid *grid, int axis)
{
    return (axis_map){.source = AXIS_REPLICATED, .grid = grid, .axis = axis};
}

void part_lower(expr_pool *pool, array_map *map)
{
    rooted_axis on[MAX_RANK];
    const proc_grid *root = map->grid ? part_on_root(map->grid, on) : NULL;
    if (!root) {
        for (int k = map->grid ? part_visible_rank(map->grid) : 0; map->grid && k < map->grid->rank;
             k++)
            map->axis[k] = replicated(map->grid, k);
        return;
    }
    array_map rooted = {.grid = root};
    for (int r = 0; r < root->rank; r++) {
        axis_map *axis = &rooted.axis[r];
        switch (on[r].kind) {
        case ROOTED_AXIS:
            *axis = map->axis[on[r].axis];
            axis->grid = root;
            axis->axis = r;
            break;
        case ROOTED_INDEX:
            *axis = part_coordinates(pool, root, r);
            axis->source = AXIS_FIXED;
            axis->stride = expr_int(pool, 0);
            axis->offset = on[r].at;
            break;
        case ROOTED_OWN:
            *axis = replicated(root, r);
            break;
        }
    }
    *map = rooted;
}
