#include <assert.h>
#include <string.h>

#include "plan/plan.h"
#include "plan/planner/subgrid.h"
#include "support/suggest.h"
#include "support/vec.h"

/* Composes ALIGN and DISTRIBUTE (HPF 2.0, sections 3.3-3.4): an array index
 * goes through its alignment to a template index, and that to a coordinate. */

typedef struct composer {
    fp_context *ctx;
    const program *program;
    const distribute_override *overrides;
    int override_count;
    bool *used; /* by override */
    VEC(const proc_grid *) grids;
} composer;

static const distribute_override *override_of(composer *c, const dist_template *t)
{
    const distribute_override *found = NULL;
    for (int i = 0; i < c->override_count; i++) {
        if (c->overrides[i].name == t->name) {
            found = &c->overrides[i];
            c->used[i] = true;
        }
    }
    return found;
}

static proc_grid *imply_grid(composer *c, const char *name, int rank, const proc_grid *like,
                             source_range where)
{
    proc_grid *g = ARENA_NEW(c->ctx->arena, proc_grid);
    g->name = intern(c->ctx->names, name);
    g->own_count = like ? like->own_count : 0;
    g->rank = rank + g->own_count;
    g->like = like;
    g->where = where;
    g->id = c->grids.count;
    VEC_PUSH(c->ctx->arena, &c->grids, g);
    return g;
}

static int distributed_rank(int rank, const dist_format *format)
{
    int n = 0;
    for (int d = 0; d < rank; d++)
        n += format[d].kind != DIST_COLLAPSED;
    return n;
}

/* Returns the grid for `rank` distributed dimensions: the directive's where it
 * fits, else an implied one over as many processors. */
static const proc_grid *grid_for(composer *c, const dist_template *t, int rank)
{
    if (t->grid && part_visible_rank(t->grid) == rank)
        return t->grid;
    const proc_grid *like = t->grid;
    for (int i = 0; i < c->program->grid_count && !like; i++)
        if (!c->program->grids[i]->is_unused)
            like = grid_root(c->program->grids[i]);
    for (int i = 0; i < c->grids.count; i++) {
        const proc_grid *g = c->grids.data[i];
        if (like && g->like == like && part_visible_rank(g) == rank)
            return g;
    }
    return imply_grid(c, arena_printf(c->ctx->arena, "%s_grid", t->name), rank, like,
                      t->dist_where);
}

/* A template's map, as if an array were aligned with it; null: every processor has all of it. */
static const array_map *compose_formats(composer *c, const dist_template *t,
                                        const dist_format *format)
{
    int rank = distributed_rank(t->rank, format);
    if (rank == 0)
        return NULL;
    expr_pool *pool = c->program->pool;
    array_map *map = ARENA_NEW(c->ctx->arena, array_map);
    map->grid = grid_for(c, t, rank);
    int k = 0;
    for (int d = 0; d < t->rank; d++) {
        if (format[d].kind == DIST_COLLAPSED)
            continue;
        map->axis[k] = (axis_map){.source = AXIS_BY_DIM,
                                  .kind = format[d].kind,
                                  .dim = d,
                                  .stride = expr_int(pool, 1),
                                  .offset = expr_int(pool, 0),
                                  .block = format[d].block,
                                  .lower = t->lower[d],
                                  .extent = t->extent[d],
                                  .sizes = format[d].sizes,
                                  .grid = map->grid,
                                  .axis = k};
        k++;
    }
    part_lower(pool, map);
    return map;
}

static const array_map *compose_template(composer *c, const dist_template *t,
                                         const dist_format **format_out)
{
    const distribute_override *o = override_of(c, t);
    if (o && o->rank != t->rank) {
        diag *d =
            diag_report(c->ctx->diags, DIAG_ERROR, "rank-mismatch", t->where,
                        "'%s' has %d dimension%s, but %d format%s chosen for it", t->name, t->rank,
                        t->rank == 1 ? "" : "s", o->rank, o->rank == 1 ? " is" : "s are");
        diag_note(d, (source_range){0},
                  "write one of block, cyclic, cyclic(k), * for each "
                  "dimension, as in --distribute '%s(%s)'",
                  t->name, t->rank == 1 ? "block" : "block,*");
        return NULL;
    }
    const dist_format *format = o ? o->format : t->format;
    if (!o && !t->is_distributed)
        return NULL;
    *format_out = format;
    return compose_formats(c, t, format);
}

const array_map *layout_compose(fp_context *ctx, expr_pool *pool, const alignment *align,
                                const array_map *target)
{
    if (!align || !target)
        return NULL;
    array_map *map = ARENA_NEW(ctx->arena, array_map);
    *map = *target;
    for (int k = 0; k < map->grid->rank; k++) {
        axis_map *axis = &map->axis[k];
        if (axis->source != AXIS_BY_DIM)
            continue; /* where the part of the grid is */
        const align_axis *by = &align->axis[axis->dim];
        axis->dim = by->source == ALIGN_BY_DIM ? by->dim : 0;
        axis->stride = by->source == ALIGN_BY_DIM ? by->stride : expr_int(pool, 0);
        axis->offset = by->source == ALIGN_REPLICATED ? expr_int(pool, 0) : by->offset;
        switch (by->source) {
        case ALIGN_BY_DIM:
            axis->source = AXIS_BY_DIM;
            break;
        case ALIGN_REPLICATED:
            axis->source = AXIS_REPLICATED;
            break;
        case ALIGN_FIXED:
            axis->source = AXIS_FIXED;
            break;
        }
    }
    return map;
}

static const char *sizes_text(fp_context *ctx, const gen_sizes *sizes)
{
    if (sizes->name)
        return arena_printf(ctx->arena, "gen_block(%s)", sizes->name);
    const char *text = "gen_block(";
    for (int i = 0; i < sizes->count; i++)
        text =
            arena_printf(ctx->arena, "%s%s%s", text, i ? "," : "", expr_text(ctx, sizes->size[i]));
    return arena_printf(ctx->arena, "%s)", text);
}

static const char *layout_text(fp_context *ctx, const dist_template *t, const dist_format *format)
{
    const char *text = arena_printf(ctx->arena, "%s(", t->name);
    for (int d = 0; d < t->rank; d++) {
        const char *word = "*";
        switch (format[d].kind) {
        case DIST_COLLAPSED:
            break;
        case DIST_BLOCK:
            word = "block";
            break;
        case DIST_CYCLIC:
            word = "cyclic";
            break;
        case DIST_GEN_BLOCK:
            word = sizes_text(ctx, format[d].sizes);
            break;
        }
        text = arena_printf(ctx->arena, "%s%s%s", text, d ? "," : "", word);
        if (format[d].kind != DIST_COLLAPSED && format[d].block)
            text = arena_printf(ctx->arena, "%s(%s)", text, expr_text(ctx, format[d].block));
    }
    return arena_printf(ctx->arena, "%s)", text);
}

static void report_unused(composer *c)
{
    for (int i = 0; i < c->override_count; i++) {
        if (c->used[i])
            continue;
        const int count = c->program->template_count;
        const char *known = "", **names = ARENA_ARRAY(c->ctx->arena, count + 1, const char *);
        for (int t = 0; t < count; t++) {
            names[t] = c->program->templates[t]->name;
            known = arena_printf(c->ctx->arena, "%s%s'%s'", known, t ? ", " : "", names[t]);
        }
        const char *near = suggest_closest(c->overrides[i].name, names, count);
        diag *d = diag_report(c->ctx->diags, DIAG_ERROR, "unknown-template", (source_range){0},
                              "'%s' is no template or directly distributed array of the "
                              "program%s%s%s",
                              c->overrides[i].name, near ? "; did you mean '" : "",
                              near ? near : "", near ? "'?" : "");
        if (*known)
            diag_note(d, (source_range){0}, "the program has %s", known);
    }
}

/* --distribute says where a template is all through the program. */
static void compose_redistributions(composer *c, layout *out, const array_map *const *by_template,
                                    const char **text, const proc_grid **text_grid)
{
    const program *p = c->program;
    const array_map **maps =
        ARENA_ARRAY(c->ctx->arena, p->redistribution_count + 1, const array_map *);
    for (int i = 0; i < p->redistribution_count; i++) {
        const dist_template *to = p->redistributions[i];
        if (override_of(c, to)) {
            maps[i] = by_template[to->id];
            continue;
        }
        if (to->is_distributed)
            maps[i] = compose_formats(c, to, to->format);
        text[out->text_count] =
            arena_printf(c->ctx->arena, "%s at line %d", layout_text(c->ctx, to, to->format),
                         to->dist_where.line);
        text_grid[out->text_count++] = maps[i] ? maps[i]->grid : NULL;
    }
    out->redistributed = maps;
}

/* The processors in a row: a grid that is one, or one implied by the first. */
static const proc_grid *linear_grid(composer *c)
{
    for (int i = 0; i < c->grids.count; i++) {
        const proc_grid *g = c->grids.data[i];
        if (g->rank == 1 && !g->of && !g->is_unused && !(g->like && g->like->of))
            return g;
    }
    int used = 0;
    while (c->grids.data[used]->is_unused)
        used++;
    const proc_grid *first = grid_root(c->grids.data[used]);
    proc_grid *row = imply_grid(c, "processors", 1, first, first->where);
    row->is_implied = true;
    return row;
}

const layout *plan_layout(fp_context *ctx, const program *p, int override_count,
                          const distribute_override *overrides)
{
    composer c = {.ctx = ctx,
                  .program = p,
                  .overrides = overrides,
                  .override_count = override_count,
                  .used = ARENA_ARRAY(ctx->arena, override_count + 1, bool)};
    int errors = diag_errors_reported(ctx->diags);
    for (int i = 0; i < p->grid_count; i++)
        VEC_PUSH(ctx->arena, &c.grids, p->grids[i]);

    layout *out = ARENA_NEW(ctx->arena, layout);
    const array_map **by_template =
        ARENA_ARRAY(ctx->arena, p->template_count + 1, const array_map *);
    const array_map **by_variable =
        ARENA_ARRAY(ctx->arena, p->variable_count + 1, const array_map *);
    int texts = p->template_count + p->redistribution_count + 1;
    const char **text = ARENA_ARRAY(ctx->arena, texts, const char *);
    const proc_grid **text_grid = ARENA_ARRAY(ctx->arena, texts, const proc_grid *);
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        const dist_format *format = NULL;
        assert(t->id == i);
        by_template[i] = compose_template(&c, t, &format);
        if (format) {
            text[out->text_count] = layout_text(ctx, t, format);
            text_grid[out->text_count++] = by_template[i] ? by_template[i]->grid : NULL;
        }
    }
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        if (v->align)
            by_variable[v->id] =
                layout_compose(ctx, p->pool, v->align, by_template[v->align->target->id]);
    }
    compose_redistributions(&c, out, by_template, text, text_grid);
    out->linear = c.grids.count > 0 ? linear_grid(&c) : NULL;
    report_unused(&c);
    out->grid_count = c.grids.count;
    out->grids = c.grids.data;
    out->map = by_variable;
    out->template_map = by_template;
    out->text = text;
    out->text_grid = text_grid;
    return diag_errors_reported(ctx->diags) == errors ? out : NULL;
}
