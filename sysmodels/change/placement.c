#include "sysmodels/change/placement.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"
#include "sysmodels/file/word.h"

/* ---- what is asked for ---- */

typedef VEC(int) number_vec;

/* Reads "0,0,1,1". */
static bool read_nodes(arena *a, const char *text, number_vec *nodes)
{
    const char *at = text;
    for (;;) {
        char *end;
        errno = 0;
        long node = strtol(at, &end, 10);
        if (end == at || errno || node < 0 || node >= 1 << 28 || (*at < '0' || *at > '9'))
            return false;
        VEC_PUSH(a, nodes, (int)node);
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        at = end + 1;
    }
}

bool sag_change_placement(fp_context *ctx, const char *text, sag_change *change)
{
    number_vec nodes = {0};
    *change = (sag_change){.kind = CHANGE_PLACEMENT, .value = text};
    if (!strcmp(text, placement_name(PLACE_IN_ORDER)) ||
        !strcmp(text, placement_name(PLACE_BY_GRID)) || read_nodes(ctx->arena, text, &nodes))
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "placement", (source_range){0},
                "'%s' is no placement; write in_order, by_grid, or the node of each processor, as "
                "in 0,0,1,1",
                text);
    return false;
}

bool sag_change_ranks(fp_context *ctx, const char *text, sag_change *change)
{
    char *end;
    double ranks = strtod(text, &end);
    *change = (sag_change){.kind = CHANGE_RANKS_PER_NODE, .amount = ranks};
    if (end != text && !*end && ranks >= 1 && ranks <= 1e6 && ranks == rint(ranks))
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "ranks-per-node", (source_range){0},
                "'%s': a node has a whole number of processors, from 1 to 1000000", text);
    return false;
}

/* ---- the change ---- */

void placement_set(fp_context *ctx, const sag_change *change, sag_communication *c)
{
    number_vec nodes = {0};
    const char *before =
        c->placement_origin.source
            ? arena_printf(ctx->arena, "supposed, instead of %s (%s: %s)",
                           placement_name(c->placement), provenance_name(c->placement_origin.from),
                           c->placement_origin.source)
            : "supposed; the file has none";
    c->placement = PLACE_LIST;
    if (!strcmp(change->value, placement_name(PLACE_IN_ORDER)))
        c->placement = PLACE_IN_ORDER;
    else if (!strcmp(change->value, placement_name(PLACE_BY_GRID)))
        c->placement = PLACE_BY_GRID;
    else
        read_nodes(ctx->arena, change->value, &nodes);
    c->placed_count = nodes.count;
    c->placed = nodes.data;
    c->placement_origin = (origin){FROM_USER, before};
}

void placement_set_ranks(fp_context *ctx, const sag_change *change, sag_communication *c)
{
    quantity *q = &c->ranks_per_node;
    const char *before = q->is_set ? arena_printf(ctx->arena, "supposed, instead of %.0f (%s: %s)",
                                                  q->value, provenance_name(q->from), q->source)
                                   : "supposed; the file has none";
    *q = (quantity){.is_set = true,
                    .value = change->amount,
                    .stated = change->amount,
                    .unit = "",
                    .path = q->is_set ? q->path : "ranks_per_node",
                    .from = FROM_USER,
                    .source = before};
}

const char *placement_sentence(arena *a, const sag_change *change)
{
    if (change->kind == CHANGE_RANKS_PER_NODE)
        return arena_printf(a, "a node has %.0f processors", change->amount);
    if (!strcmp(change->value, placement_name(PLACE_IN_ORDER)))
        return "nodes are filled in the order of processors";
    if (!strcmp(change->value, placement_name(PLACE_BY_GRID)))
        return "a node has a brick of the grid of processors";
    return arena_printf(a, "processors are on nodes %s", change->value);
}
