#include <limits.h>

#include "report/branch.h"
#include "report/lines.h"
#include "report/profile.h"
#include "report/table.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"

/* One table of an estimate, whole: what the paper lets one ask for a unit, a
 * branch, or the whole graph (Parashar and Hariri 1996, section 2.4). */

enum { UNIT_COLUMNS = 8 };

double branch_times_taken(const estimate *e, const aag_unit *u)
{
    double count = e->units[u->id].count;
    if (u->child)
        return e->units[u->child->id].count;
    return u->other ? count - e->units[u->other->id].count : -1;
}

double branch_time(const estimate *e, const aag_unit *first)
{
    double seconds = 0;
    for (const aag_unit *u = first; u; u = u->next)
        for (int id = u->id; id <= u->last; id++)
            seconds += breakdown_total(&e->units[id].time);
    return seconds;
}

/* What the time of a branch is. */
static estimate_bound branch_bound(const estimate *e, const aag_unit *first)
{
    estimate_bound bound = BOUND_BOTH;
    for (const aag_unit *u = first; u; u = u->next)
        for (int id = u->id; id <= u->last; id++) {
            estimate_bound one = estimate_unit_bound(e, e->graph->units[id]);
            bound = one > bound ? one : bound;
        }
    return bound;
}

static void add_branch(fp_context *ctx, table *t, const estimate *e, const aag_unit *u,
                       const char *name, double times, const aag_unit *first)
{
    arena *a = ctx->arena;
    double count = e->units[u->id].count;
    if (times < 0 || count <= 0)
        return;
    const char *cells[UNIT_COLUMNS] = {
        [5] = profile_count(a, times),
        [7] = arena_printf(
            a, "%*s%s %s: %s", 2 * u->depth + 2, "", name, format_percent(a, times / count),
            unknown_figure(a, format_time(a, branch_time(e, first)), branch_bound(e, first)))};
    table_add(t, cells)->ink = TABLE_DIM;
}

static void add_unit(fp_context *ctx, table *t, const estimate *e, const aag_unit *u)
{
    arena *a = ctx->arena;
    const unit_cost *cost = &e->units[u->id];
    const char *text = aag_unit_text(ctx, u);
    const char *cells[UNIT_COLUMNS] = {
        unknown_figure(a, table_time(a, breakdown_total(&cost->time)), estimate_unit_bound(e, u)),
        table_time(a, cost->time.computation),
        table_time(a, cost->time.communication),
        table_time(a, cost->time.overhead),
        table_time(a, cost->time.waiting),
        profile_count(a, cost->count),
        u->where.line > 0
            ? arena_printf(a, "%s%d", lines_file(ctx, e->graph->program, u->where.file),
                           u->where.line)
            : NULL,
        arena_printf(a, "%*s%s%s%s", 2 * u->depth, "", aag_class_name(u->cls), *text ? " " : "",
                     text)};
    table_add(t, cells);
}

static void add_units(fp_context *ctx, table *t, const estimate *e, const aag_unit *first)
{
    for (const aag_unit *u = first; u; u = u->next) {
        add_unit(ctx, t, e, u);
        if (!aag_is_condition(u->cls)) {
            add_units(ctx, t, e, u->child);
            continue;
        }
        double taken = branch_times_taken(e, u);
        add_branch(ctx, t, e, u, "then", taken, u->child);
        add_units(ctx, t, e, u->child);
        if (!u->other)
            continue;
        add_branch(ctx, t, e, u, "else", e->units[u->id].count - taken, u->other);
        add_units(ctx, t, e, u->other);
    }
}

static void print_units(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const table_align align[UNIT_COLUMNS] = {TABLE_UNIT, TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT,
                                             TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_FILL};
    table t = table_new(ctx->arena, UNIT_COLUMNS, align);
    const char *head[UNIT_COLUMNS] = {"time",    "computing", "communicating", "overhead",
                                      "waiting", "times",     "line",          "unit"};
    t.is_kept[6] = true;
    table_add(&t, head)->ink = TABLE_DIM;
    add_units(ctx, &t, e, e->graph->root);
    table_print(&t, out, "  ", style.width, style.color);
}

void report_breakdown(fp_context *ctx, FILE *out, const estimate *e, report_table by,
                      report_style style)
{
    profile_head(ctx, out, e, style);
    switch (by) {
    case REPORT_BY_UNIT:
        print_units(ctx, out, e, style);
        break;
    case REPORT_BY_LINE:
        profile_lines(ctx, out, e, INT_MAX, style);
        break;
    case REPORT_BY_REGION:
        if (e->region_count > 0)
            profile_regions(ctx, out, e, style);
        else
            text_paragraph(ctx, out, "  ", 0,
                           "The source marks no region: write '#pragma fpredict region NAME' "
                           "before a statement or a block.",
                           style.width);
        break;
    }
}
