#include "estimator/message/check_shadow.h"

#include <inttypes.h>
#include <stdlib.h>

#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* Shadows under given sizes. What a reflect fills must be next door: XcalableMP
 * defines it as an exchange between neighbours, and its reference implementation
 * (Omni) stops a program whose shadow is wider than what a node has. HPF infers
 * what is sent, and a shadow is only room for it. */

static int64_t side(run *r, const variable *v, int d, const expr *width)
{
    int64_t value = width ? run_eval(r, width, v->shadow_where) : 0;
    if (r->has_failed || value >= 0)
        return value;
    diag *error = diag_report(r->est->ctx->diags, DIAG_ERROR, "extent", v->shadow_where,
                              "the shadow of dimension %d of '%s' is %" PRId64
                              " wide: a width is not negative",
                              d + 1, v->name, value);
    diag_note(error, (source_range){0}, "choose other values with --set");
    r->has_failed = true;
    return 0;
}

/* Does more than one processor along the axis own elements of 0 … extent - 1? */
static bool is_divided(const dim_mapping *dim, int64_t extent)
{
    int64_t first = int_floor_div(dim->offset - dim->lower, dim->block);
    int64_t last = int_floor_div(dim->stride * (extent - 1) + dim->offset - dim->lower, dim->block);
    return dim->procs > 1 && first != last;
}

/* Elements that a full block has, at least. */
static int64_t block_room(const dim_mapping *dim)
{
    return dim->stride ? dim->block / llabs(dim->stride) : dim->block;
}

static const char *elements(arena *a, int64_t count)
{
    return arena_printf(a, "%" PRId64 " element%s", count, count == 1 ? "" : "s");
}

int64_t check_shadow(run *r, const variable *v, int d, const dim_mapping *dim, int64_t extent)
{
    if (v->is_shadow_whole[d])
        return int_max(0, extent - block_room(dim));
    int64_t lower = side(r, v, d, v->shadow_lower[d]), upper = side(r, v, d, v->shadow_upper[d]);
    int64_t width = int_max(lower, upper), room = block_room(dim);
    if (r->has_failed || r->est->graph->program->spelling == DIALECT_XMP || width <= room ||
        !is_divided(dim, extent))
        return lower + upper;
    diag_report(r->est->ctx->diags, DIAG_WARNING, "shadow", v->shadow_where,
                "the shadow of dimension %d of '%s' is %" PRId64
                " wide, and a block has %s: it costs memory, and nothing fills all of it; "
                "declare what the loops read",
                d + 1, v->name, width, elements(r->scratch, room));
    return lower + upper;
}

static void check_reach_along(run *r, const communication *c, int k)
{
    const axis_map *axis = &c->source.axis[k];
    const dim_mapping *dim = run_dim(r, axis, c->where);
    int64_t reach = run_eval(r, c->reach[k], c->where);
    int64_t extent = run_eval(r, c->var->extent[axis->dim], c->where);
    if (r->has_failed || reach <= block_room(dim) || !is_divided(dim, extent))
        return;
    diag *error = diag_report(
        r->est->ctx->diags, DIAG_ERROR, "shadow", c->where,
        "'%s' is reflected %" PRId64 " wide in dimension %d, but a block has %s: a reflect "
        "exchanges with neighbours only. Choose fewer processors (--procs), larger sizes (--set), "
        "or a narrower shadow",
        c->var->name, reach, axis->dim + 1, elements(r->scratch, block_room(dim)));
    diag_note(error, c->var->shadow_where, "the shadow is declared here");
    r->has_failed = true;
}

void check_reach(run *r, const communication *c)
{
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        if (c->reach[k] && !r->has_failed)
            check_reach_along(r, c, k);
}
