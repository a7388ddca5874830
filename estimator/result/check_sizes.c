#include "estimator/result/check_sizes.h"

#include <inttypes.h>

#include "estimator/result/check_bounds.h"
#include "estimator/result/check_hints.h"
#include "estimator/result/check_ranges.h"
#include "estimator/result/node_bytes.h"
#include "estimator/run/run.h"
#include "program/membership.h"
#include "support/format.h"
#include "sysmodels/network/place.h"

/* Sizes that cannot be, and sizes that do not fit. */

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

static void check_memory(run *r)
{
    const sag_memory *memory = r->est->machine->memory;
    const program *p = r->est->graph->program;
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
    check_templates(r);
    if (!r->has_failed)
        node_bytes_find(r);
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
    r->has_failed |= !members_report(r->est->ctx, r->est->graph->program, r->env);
    check_memory(r);
}
