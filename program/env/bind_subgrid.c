/* Grids that are part of another one, or another shape of it. */

#include "program/env/internal.h"

#include <limits.h>

#include "program/expr/integer.h"

/* A grid_part with numbers in. */
typedef struct part_values {
    int64_t first, count, step;
} part_values;

static bool fail_outside(env *e, const env_grid *g, const env_grid *of, int axis, int64_t least,
                         int64_t most)
{
    const char *reach = least == most
                            ? arena_printf(e->ctx->arena, "coordinate %lld", (long long)least)
                            : arena_printf(e->ctx->arena, "coordinates %lld to %lld",
                                           (long long)least, (long long)most);
    diag *d = diag_report(e->ctx->diags, DIAG_ERROR, "out-of-range", g->grid->where,
                          "'%s' takes %s of axis %d of '%s', which has %d processor%s along it; "
                          "take a part of those, or more processors",
                          g->grid->name, reach, axis, of->grid->name, of->extent[axis],
                          of->extent[axis] == 1 ? "" : "s");
    diag_note(d, of->grid->where, "'%s' is declared here", of->grid->name);
    return false;
}

/* Evaluates what is taken of one axis, and checks that it is there. */
static bool read_part(env *e, const env_grid *g, const env_grid *of, int axis, part_values *out)
{
    const grid_part *part = &g->grid->part[axis];
    const int64_t extent = of->extent[axis];
    *out = (part_values){0, extent, 1};
    if (part->kind == PART_OWN)
        return true;
    bool is_known = (!part->first || env_value_of(e, part->first, &out->first)) &&
                    (!part->step || env_value_of(e, part->step, &out->step)) &&
                    (!part->count || env_value_of(e, part->count, &out->count));
    if (!is_known) {
        env_report_failure(e, g->grid->where);
        return false;
    }
    if (part->kind == PART_INDEX)
        out->count = 1;
    else if (!part->count)
        out->count = extent - out->first;
    /* Beyond this nothing is inside. */
    const int64_t most = INT_MAX;
    if (out->count < 1 || out->count > most || out->step == 0 || out->step > most ||
        out->step < -most || out->first < 0 || out->first > most)
        return fail_outside(e, g, of, axis, out->first,
                            out->first + int_max(1, int_min(out->count, most)) - 1);
    int64_t last = out->first + (out->count - 1) * out->step;
    return (out->first < extent && last >= 0 && last < extent) ||
           fail_outside(e, g, of, axis, int_min(out->first, last), int_max(out->first, last));
}

/* --- Shapes -------------------------------------------------------------------- */

/* The extents that the directive states; 0 where it leaves them open. */
static bool read_extents(env *e, const env_grid *g, int visible, int64_t *given)
{
    for (int k = 0; k < visible; k++) {
        given[k] = 0;
        if (!g->grid->extent[k])
            continue;
        if (!env_value_of(e, g->grid->extent[k], &given[k])) {
            env_report_failure(e, g->grid->where);
            return false;
        }
        if (given[k] >= 1 && given[k] <= INT_MAX)
            continue;
        diag_report(e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
                    "'%s' has %lld processors along axis %d; give it at least 1 (and at most %d)",
                    g->grid->name, (long long)given[k], k, INT_MAX);
        return false;
    }
    return true;
}

/* Shapes `total` processors as the directive states; false when they do not fit. */
static bool fill_given(env_grid *g, int visible, const int64_t *given, int total)
{
    int open = 0, factor[MAX_RANK];
    int64_t product = 1;
    for (int k = 0; k < visible; k++) {
        open += given[k] == 0;
        product *= given[k] ? given[k] : 1;
        if (product > total)
            return false;
    }
    if (total % product != 0 || (open == 0 && product != total))
        return false;
    if (open)
        env_factor(total / (int)product, open, factor);
    for (int k = 0, next = 0; k < visible; k++)
        g->extent[k] = given[k] ? (int)given[k] : factor[next++];
    return true;
}

/* The counts of the ranges are the extents, as far as the grid gives those. */
static bool fill_ranges(env_grid *g, int visible, const int64_t *given, const int *ranges,
                        int range_count, bool is_forced)
{
    bool is_equal = range_count == visible;
    for (int k = 0; k < visible && is_equal; k++)
        is_equal = is_forced || given[k] == 0 || given[k] == ranges[k];
    for (int k = 0; k < visible && is_equal; k++)
        g->extent[k] = ranges[k];
    return is_equal;
}

static bool choose_shape(env *e, env_grid *g, const env_grid *of, const int *ranges,
                         int range_count)
{
    int visible = g->grid->rank - g->grid->own_count, total = 1;
    int64_t given[MAX_RANK];
    for (int k = 0; k < range_count; k++)
        total *= ranges[k];
    if (!read_extents(e, g, visible, given))
        return false;
    if (fill_ranges(g, visible, given, ranges, range_count, false) ||
        fill_given(g, visible, given, total))
        return true;
    if (e->values.procs_rank > 0) {
        /* The extents given were those of another shape of `of`. */
        if (!fill_ranges(g, visible, given, ranges, range_count, true))
            env_factor(total, visible, g->extent);
        return true;
    }
    const char *shape = "";
    for (int k = 0; k < visible; k++)
        shape = arena_printf(e->ctx->arena, given[k] ? "%s%s%lld" : "%s%s*", shape, k ? "x" : "",
                             (long long)given[k]);
    diag *d = diag_report(e->ctx->diags, DIAG_ERROR, "nodes-mismatch", g->grid->where,
                          "'%s' arranges %s nodes, but the part of '%s' that it is has %d",
                          g->grid->name, shape, of->grid->name, total);
    diag_note(d, of->grid->where, "'%s' is declared here", of->grid->name);
    return false;
}

/* --- Tables --------------------------------------------------------------------- */

static void make_room(env *e, env_grid *g, const env_grid *of)
{
    g->index_count = of->index_of ? of->index_count : of->size;
    if (g->rank_room < g->size) {
        g->rank_of = ARENA_ARRAY(e->ctx->arena, g->size, int);
        g->rank_room = g->size;
    }
    if (g->index_room < g->index_count) {
        g->index_of = ARENA_ARRAY(e->ctx->arena, g->index_count, int);
        g->index_room = g->index_count;
    }
    for (int rank = 0; rank < g->index_count; rank++)
        g->index_of[rank] = -1;
}

/* Numbers the processors: the ranges' coordinates in C order, then the own ones. */
static void number(env_grid *g, const env_grid *of, const part_values *part)
{
    int rank = of->grid->rank;
    for (int index = 0; index < g->size; index++) {
        int rest = index, at = 0, coord[MAX_RANK] = {0};
        for (int pass = 0; pass < 2; pass++)
            for (int axis = rank - 1; axis >= 0; axis--) {
                bool is_own = g->grid->part[axis].kind == PART_OWN;
                if (is_own != (pass == 0))
                    continue;
                int k = rest % (int)part[axis].count;
                rest /= (int)part[axis].count;
                coord[axis] = (int)(part[axis].first + k * part[axis].step);
            }
        for (int axis = 0; axis < rank; axis++)
            at = at * of->extent[axis] + coord[axis];
        g->rank_of[index] = of->rank_of ? of->rank_of[at] : at;
        g->index_of[g->rank_of[index]] = index;
    }
}

bool env_bind_part(env *e, env_grid *g, const env_grid *of)
{
    part_values part[MAX_RANK];
    int ranges[MAX_RANK], range_count = 0, own_count = 0;
    int visible = g->grid->rank - g->grid->own_count;
    for (int axis = 0; axis < of->grid->rank; axis++) {
        if (!read_part(e, g, of, axis, &part[axis]))
            return false;
        if (g->grid->part[axis].kind == PART_RANGE)
            ranges[range_count++] = (int)part[axis].count;
        else if (g->grid->part[axis].kind == PART_OWN)
            g->extent[visible + own_count++] = of->extent[axis];
    }
    assert(own_count == g->grid->own_count);
    if (!choose_shape(e, g, of, ranges, range_count))
        return false;
    g->size = 1;
    for (int axis = 0; axis < g->grid->rank; axis++)
        g->size *= g->extent[axis];
    make_room(e, g, of);
    number(g, of, part);
    return true;
}
