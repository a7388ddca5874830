#include "estimator/result/check_sizes.h"

#include <inttypes.h>

#include "estimator/message/check_shadow.h"
#include "estimator/result/check_bounds.h"
#include "estimator/result/check_hints.h"
#include "estimator/result/check_ranges.h"
#include "estimator/run/run.h"
#include "program/membership.h"
#include "support/format.h"
#include "sysmodels/network/place.h"

/* Sizes that cannot be, and sizes that do not fit. */

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

/* Bytes of an array on each processor, added to `bytes`. */
static void add_bytes(run *r, const variable *v, const int64_t *extent, double *bytes)
{
    const array_map *map = map_of(r, v);
    int64_t *counts[MAX_RANK] = {NULL};
    double fixed = v->is_in_registers ? 0 : v->elem_bytes;
    for (int d = 0; d < v->rank; d++) {
        int64_t *largest = &r->extents[v->id * MAX_RANK + d];
        *largest = extent[d];
        const axis_map *axis = axis_of_dim(map, d);
        if (!axis) {
            fixed *= extent[d] > 0 ? (double)extent[d] : 1;
            continue;
        }
        const dim_mapping *dim = run_dim(r, axis, v->where);
        if (!dim || extent[d] < 0)
            return;
        int64_t shadow = check_shadow(r, v, d, dim, extent[d]);
        section all = {0, extent[d] - 1, 1};
        counts[axis->axis] = ARENA_ARRAY(r->scratch, dim->procs, int64_t);
        *largest = 0;
        for (int p = 0; p < dim->procs; p++) {
            int64_t n = mapping_local_count(dim, all, p);
            n += n > 0 ? shadow : 0;
            counts[axis->axis][p] = n;
            *largest = n > *largest ? n : *largest;
        }
    }
    int rank = map ? map->grid->rank : 0;
    const int *coords = map ? run_coords(r, map->grid).coord : NULL;
    for (int p = 0; p < r->procs; p++) {
        double mine = fixed;
        for (int k = 0; k < rank; k++) {
            int coord = coords[p * rank + k];
            if (coord < 0)
                mine = 0;
            else if (counts[k])
                mine *= (double)counts[k][coord];
        }
        bytes[p] += mine;
    }
}

static void check_templates(run *r)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->program->template_count && g->layout->template_map; i++) {
        const dist_template *t = g->program->templates[i];
        const array_map *map = g->layout->template_map[i];
        for (int k = 0; map && map->grid && k < map->grid->rank && !r->has_failed; k++)
            if (map->axis[k].source == AXIS_BY_DIM)
                run_dim(r, &map->axis[k], t->is_distributed ? t->dist_where : t->where);
    }
}

/* To the last byte, as far as a double has them. */
static const char *every_byte(arena *a, double bytes)
{
    if (bytes >= 0x1p53)
        return format_bytes(a, bytes);
    return arena_printf(a, "%s bytes", format_integer(a, (int64_t)bytes));
}

static void check_memory(run *r, const double *bytes)
{
    const sag_memory *memory = r->est->machine->memory;
    const program *p = r->est->graph->program;
    for (int i = 0; i < r->procs; i++)
        r->node_bytes = bytes[i] > r->node_bytes ? bytes[i] : r->node_bytes;
    if (!memory)
        return;
    const quantity *room = memory->usable.is_set ? &memory->usable : &memory->size;
    if (!room->is_set || r->node_bytes <= room->value)
        return;
    const variable *largest = NULL;
    double most = -1;
    for (int i = 0; i < p->variable_count; i++) {
        if (!r->est->is_used[i])
            continue;
        double size = p->variables[i]->elem_bytes;
        for (int d = 0; d < p->variables[i]->rank; d++)
            size *= (double)r->extents[i * MAX_RANK + d];
        if (size <= most)
            continue;
        most = size;
        largest = p->variables[i];
    }
    if (!largest)
        return;
    arena *a = r->scratch;
    diag_report(r->est->ctx->diags, DIAG_WARNING, "memory", largest->where,
                "the arrays need %s on the fullest node, and a node of %s has %s; the time is that "
                "of a node with enough memory",
                every_byte(a, r->node_bytes), r->est->machine->name, every_byte(a, room->value));
}

static void check_processors(run *r)
{
    const sag_communication *c = r->est->machine->communication;
    const int per_node = sag_ranks_per_node(c), nodes = (r->procs + per_node - 1) / per_node;
    if (c->placed_count && r->procs > c->placed_count) {
        diag_report(r->est->ctx->diags, DIAG_ERROR, "placement", (source_range){0},
                    "%d processors are asked for, and %s says on which node %d of them are; give "
                    "--placement the nodes of all, or fewer --procs",
                    r->procs, r->est->machine->name, c->placed_count);
        r->has_failed = true;
    }
    if (c->nodes_max <= 0 || nodes <= c->nodes_max)
        return;
    diag_report(r->est->ctx->diags, DIAG_WARNING, "processors", (source_range){0},
                "%s has at most %d nodes, and %d are asked for; the time is that of a larger "
                "machine of its kind",
                r->est->machine->name, c->nodes_max, nodes);
}

void check_sizes(run *r)
{
    const program *p = r->est->graph->program;
    r->extents = ARENA_ARRAY(r->scratch, p->variable_count * MAX_RANK + 1, int64_t);
    double *bytes = ARENA_ARRAY(r->scratch, r->procs, double);
    check_templates(r);
    for (int i = 0; i < p->variable_count && !r->has_failed; i++) {
        const variable *v = p->variables[i];
        int64_t extent[MAX_RANK];
        if (r->est->is_used[i] && v->rank > 0 && read_extents(r, v, extent))
            add_bytes(r, v, extent, bytes);
    }
    if (r->has_failed)
        return;
    check_processors(r);
    if (r->has_failed)
        return;
    check_ranges(r);
    check_hints(r);
    check_bounds(r);
    if (r->has_failed)
        return;
    r->has_failed |= !members_report(r->est->ctx, p, r->env);
    check_memory(r, bytes);
}
