#include "estimator/result/node_bytes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "estimator/message/check_shadow.h"
#include "estimator/run/run.h"
#include "support/sort.h"

/* Coordinates of an axis are told apart only where an array has another number of elements there
 * than on the one before: all but the first and the last few blocks are whole. So a few processors
 * stand for all of the grid that everything is on. Where arrays are on several grids, or on parts
 * of one, each processor is asked. */

/* An array, by axis of its grid: what it has there. */
typedef struct placed_array {
    const variable *var;
    const array_map *map; /* null: all of it on each */
    double fixed;         /* bytes of the dimensions that are not divided */
    bool is_known;        /* else it counts for nothing */
    bool is_divided[MAX_RANK];
    int of[MAX_RANK]; /* the array's dimension */
    dim_mapping dim[MAX_RANK];
    int64_t extent[MAX_RANK], shadow[MAX_RANK];
    int64_t *count[MAX_RANK]; /* by number of the coordinate that is asked; null: not divided */
} placed_array;

/* Whom to ask. */
typedef struct asked_places {
    const proc_grid *grid; /* null: each rank */
    int count[MAX_RANK], *at[MAX_RANK];
    int64_t step[MAX_RANK], places;
} asked_places;

typedef VEC(placed_array) array_vec;

/* --- Arrays ------------------------------------------------------------------- */

static const array_map *map_of(const run *r, const variable *v)
{
    const layout *where = r->est->graph->layout;
    const array_map *map = where->map ? where->map[v->id] : NULL;
    return map && map->grid ? map : NULL;
}

static const axis_map *axis_of_dim(const array_map *map, int d)
{
    for (int k = 0; map && k < map->grid->rank; k++)
        if (map->axis[k].source == AXIS_BY_DIM && map->axis[k].dim == d)
            return &map->axis[k];
    return NULL;
}

/* The array's extents; reports those below 1. */
static bool read_extents(run *r, const variable *v, int64_t *extent)
{
    for (int d = 0; d < v->rank; d++) {
        extent[d] = -1;
        if (!v->extent[d])
            continue;
        extent[d] = run_eval(r, v->extent[d], v->where);
        if (r->has_failed)
            return false;
        if (extent[d] >= 1)
            continue;
        diag *error =
            diag_report(r->est->ctx->diags, DIAG_ERROR, "extent", v->where,
                        "dimension %d of '%s' has %" PRId64 " elements: %s is not positive", d + 1,
                        v->name, extent[d], expr_text(r->est->ctx, v->extent[d]));
        diag_note(error, (source_range){0}, "choose other values with --set");
        r->has_failed = true;
        return false;
    }
    return true;
}

/* What the array has along its axes; false where it cannot have its extents. */
static bool read_array(run *r, const variable *v, placed_array *out)
{
    int64_t extent[MAX_RANK];
    *out = (placed_array){.var = v, .fixed = v->is_in_registers ? 0 : v->elem_bytes};
    if (!read_extents(r, v, extent))
        return false;
    out->map = map_of(r, v);
    for (int d = 0; d < v->rank; d++) {
        r->extents[v->id * MAX_RANK + d] = extent[d];
        const axis_map *axis = axis_of_dim(out->map, d);
        if (!axis) {
            out->fixed *= extent[d] > 0 ? (double)extent[d] : 1;
            continue;
        }
        const dim_mapping *dim = run_dim(r, axis, v->where);
        if (!dim || extent[d] < 0)
            return true;
        int k = axis->axis;
        out->is_divided[k] = true;
        out->of[k] = d;
        out->dim[k] = *dim;
        out->extent[k] = extent[d];
        out->shadow[k] = check_shadow(r, v, d, dim, extent[d]);
    }
    out->is_known = true;
    return true;
}

static bool read_arrays(run *r, array_vec *all)
{
    const program *p = r->est->graph->program;
    for (int i = 0; i < p->variable_count && !r->has_failed; i++) {
        const variable *v = p->variables[i];
        placed_array one;
        if (r->est->is_used[i] && v->rank > 0 && read_array(r, v, &one))
            VEC_PUSH(r->scratch, all, one);
    }
    return !r->has_failed;
}

/* --- Whom to ask -------------------------------------------------------------- */

/* The grid of all processors that everything is on; null: there is none. */
static const proc_grid *common_grid(run *r, const array_vec *all)
{
    const proc_grid *grid = NULL;
    for (int i = 0; i < all->count; i++) {
        const array_map *map = all->data[i].map;
        if (!map)
            continue;
        if (map->grid->of || (grid && grid != map->grid))
            return NULL;
        grid = map->grid;
    }
    return grid && env_grid_size(r->env, grid) == r->procs ? grid : NULL;
}

typedef VEC(int) int_vec;

static void ask_from(run *r, const placed_array *array, int k, int_vec *asked)
{
    const dim_mapping *dim = &array->dim[k];
    int starts[COUNT_STARTS];
    int count = mapping_count_starts(dim, (section){0, array->extent[k] - 1, 1}, starts);
    for (int i = 0; i < (count ? count : dim->procs); i++)
        VEC_PUSH(r->scratch, asked, count ? starts[i] : i);
}

static int by_coordinate(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

static void ask_axis(run *r, const array_vec *all, int k, asked_places *out)
{
    int_vec asked = {0};
    VEC_PUSH(r->scratch, &asked, 0);
    for (int i = 0; i < all->count; i++)
        if (all->data[i].is_divided[k])
            ask_from(r, &all->data[i], k, &asked);
    sort_items(asked.data, (size_t)asked.count, sizeof *asked.data, by_coordinate);
    out->at[k] = asked.data;
    for (int i = 0; i < asked.count; i++)
        if (!i || asked.data[i] != asked.data[i - 1])
            out->at[k][out->count[k]++] = asked.data[i];
}

static asked_places whom_to_ask(run *r, const array_vec *all)
{
    asked_places out = {.grid = common_grid(r, all), .places = r->procs};
    if (!out.grid)
        return out;
    out.places = 1;
    for (int k = out.grid->rank - 1; k >= 0; k--) {
        ask_axis(r, all, k, &out);
        out.step[k] = out.places;
        out.places *= out.count[k];
    }
    return out;
}

/* --- What they have ------------------------------------------------------------ */

static void count_axis(run *r, placed_array *array, int k, const asked_places *asked)
{
    const dim_mapping *dim = &array->dim[k];
    const section all = {0, array->extent[k] - 1, 1};
    const int count = asked->grid ? asked->count[k] : dim->procs;
    int64_t *largest = &r->extents[array->var->id * MAX_RANK + array->of[k]];
    array->count[k] = ARENA_ARRAY(r->scratch, count, int64_t);
    *largest = 0;
    for (int i = 0; i < count; i++) {
        int64_t n = mapping_local_count(dim, all, asked->grid ? asked->at[k][i] : i);
        n += n > 0 ? array->shadow[k] : 0;
        array->count[k][i] = n;
        *largest = n > *largest ? n : *largest;
    }
}

static void add_bytes(run *r, const placed_array *array, const asked_places *asked, double *bytes)
{
    const int rank = array->map ? array->map->grid->rank : 0;
    const int *coords = rank && !asked->grid ? run_coords(r, array->map->grid).coord : NULL;
    for (int64_t p = 0; p < asked->places; p++) {
        double mine = array->fixed;
        for (int k = 0; k < rank; k++) {
            int64_t number = coords ? coords[p * rank + k] : p / asked->step[k] % asked->count[k];
            if (number < 0)
                mine = 0;
            else if (array->count[k])
                mine *= (double)array->count[k][number];
        }
        bytes[p] += mine;
    }
}

void node_bytes_find(run *r)
{
    array_vec all = {0};
    r->extents =
        ARENA_ARRAY(r->scratch, r->est->graph->program->variable_count * MAX_RANK + 1, int64_t);
    if (!read_arrays(r, &all))
        return;
    const asked_places asked = whom_to_ask(r, &all);
    double *bytes = ARENA_ARRAY(r->scratch, asked.places, double);
    for (int i = 0; i < all.count; i++) {
        placed_array *array = &all.data[i];
        for (int k = 0; k < MAX_RANK; k++)
            if (array->is_divided[k])
                count_axis(r, array, k, &asked);
        if (array->is_known)
            add_bytes(r, array, &asked, bytes);
    }
    for (int64_t p = 0; p < asked.places; p++)
        r->node_bytes = bytes[p] > r->node_bytes ? bytes[p] : r->node_bytes;
}
