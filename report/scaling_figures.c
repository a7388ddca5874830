#include <math.h>
#include <string.h>

#include "report/figure.h"
#include "report/scaling.h"
#include "report/subject.h"
#include "scaling/ranges.h"
#include "support/format.h"

/* What scaling says, to look at. */

static const figure_axis processors = {"processors", "", true, NULL};

/* What is drawn of one combination at one of its points. */
typedef double (*value_at)(const scaling *s, int point);

static double time_at_first(const scaling *s, int point)
{
    return scaling_time_at(s, point, false);
}

static double time_at_speed(const scaling *s, int point)
{
    const scaling_point *p = &s->points[point];
    return p->same_speed.end == SIZE_FOUND ? p->at_speed.time : NAN;
}

static double speed_up_of(const scaling *s, int point)
{
    return s->points[point].speed_up;
}

/* "laplace.c on cm5, T(block,block)" of one; of several what all have. */
static const char *subject(arena *a, int count, const scaling *all)
{
    const estimate *e = all[0].start;
    const char *file = source_path(e->graph->program->file), *last = strrchr(file, '/');
    bool is_one_machine = true;
    for (int i = 1; i < count; i++)
        is_one_machine &= all[i].of->machine == all[0].of->machine;
    return arena_printf(a, "%s%s%s", last ? last + 1 : file, is_one_machine ? " on " : "",
                        is_one_machine ? e->machine->name : "");
}

static const char *line_name(const scaling *s, int count)
{
    const layout *l = s->of->graph->layout;
    return count == 1 && l->text_count > 0 ? l->text[0] : s->of->name;
}

/* A point for each number of processors that has a value. */
static figure_line line_of(arena *a, const scaling *s, const char *name, value_at value)
{
    figure_point *points = ARENA_ARRAY(a, s->count, figure_point);
    figure_line line = {.name = name, .points = points};
    for (int i = 0; i < s->count; i++) {
        const double y = value(s, i);
        if (isfinite(y))
            points[line.count++] = (figure_point){{s->points[i].begin.procs, y}};
    }
    return line;
}

/* Where another combination begins to be the best. */
static int crossings(arena *a, int count, const scaling *all, bool is_scaled,
                     const figure_mark **out)
{
    const scaling_range *ranges;
    const int range_count = count > 1 ? scaling_ranges(a, count, all, is_scaled, &ranges) : 0;
    figure_mark *marks = ARENA_ARRAY(a, range_count + 1, figure_mark);
    int mark_count = 0;
    for (int i = 1; i < range_count; i++)
        marks[mark_count++] =
            (figure_mark){all[0].points[ranges[i].first].begin.procs,
                          arena_printf(a, "from here %s", all[ranges[i].best].of->name)};
    *out = marks;
    return mark_count;
}

static figure curves(arena *a, int count, const scaling *all, const char *name, const char *title,
                     figure_axis upwards, value_at value)
{
    figure_line *lines = ARENA_ARRAY(a, count, figure_line);
    for (int i = 0; i < count; i++)
        lines[i] = line_of(a, &all[i], line_name(&all[i], count), value);
    return (figure){.kind = FIGURE_CURVES,
                    .name = name,
                    .title = arena_printf(a, "%s: %s", subject(a, count, all), title),
                    .axis_count = 2,
                    .axes = {processors, upwards},
                    .line_count = count,
                    .lines = lines};
}

/* --- Over sizes, too -------------------------------------------------------------------- */

static figure surface(arena *a, int count, const scaling *all, int which, const scaling_grid *g)
{
    const scaling *s = &all[which];
    figure_line *lines = ARENA_ARRAY(a, g->point_count, figure_line);
    for (int i = 0; i < g->point_count; i++) {
        figure_point *points = ARENA_ARRAY(a, g->size_count, figure_point);
        lines[i] = (figure_line){
            .name = format_plural(a, s->points[i].begin.procs, "processor", "processors"),
            .points = points};
        for (int k = 0; k < g->size_count; k++)
            if (g->cells[i * g->row + k].is_made)
                points[lines[i].count++] = (figure_point){
                    {(double)g->sizes[k], s->points[i].begin.procs, g->cells[i * g->row + k].time}};
    }
    const char *name = line_name(s, count);
    return (figure){.kind = FIGURE_SURFACE,
                    .name = which ? arena_printf(a, "surface-%d", which + 1) : "surface",
                    .title = arena_printf(a, "%s, %s: time", subject(a, count, all), name),
                    .axis_count = 3,
                    .axes = {{s->of->size, "", true, NULL}, processors, {"time", "s", false, NULL}},
                    .line_count = g->point_count,
                    .lines = lines};
}

static bool add_profile(figure_line *line, figure_point *at, const char *name, const grid_cell *c)
{
    const grid_profile *p = &c->profile;
    if (!c->is_made || !isfinite(p->clocks) || !isfinite(p->latency) || !isfinite(p->speed))
        return false;
    *at = (figure_point){{p->clocks, p->latency, p->speed}};
    *line = (figure_line){name, 1, at};
    return true;
}

/* On the most processors: of one combination at each size, of several at the first. */
static figure kiviat(arena *a, int count, const scaling *all, const scaling_grid *grids)
{
    const int most = count > 1 ? count : grids[0].size_count, last = grids[0].point_count - 1;
    figure_line *lines = ARENA_ARRAY(a, most, figure_line);
    figure_point *points = ARENA_ARRAY(a, most, figure_point);
    int line_count = 0;
    for (int i = 0; i < most; i++) {
        const scaling_grid *g = &grids[count > 1 ? i : 0];
        const char *name =
            count > 1 ? all[i].of->name
                      : arena_printf(a, "%s = %s", all[0].of->size, format_integer(a, g->sizes[i]));
        line_count += add_profile(&lines[line_count], &points[line_count], name,
                                  &g->cells[last * g->row + (count > 1 ? 0 : i)]);
    }
    return (figure){
        .kind = FIGURE_KIVIAT,
        .name = "kiviat",
        .title = arena_printf(
            a, "%s on %s", subject(a, count, all),
            format_plural(a, all[0].points[last].begin.procs, "processor", "processors")),
        .axis_count = 3,
        .axes = {{all[0].of->work ? "clocks for a unit of work" : "clocks for an operation", "",
                  false, "less"},
                 {"communicating a message", "s", false, "less"},
                 {all[0].of->work ? "work a second" : "operations a second", "", false, "more"}},
        .line_count = line_count,
        .lines = lines};
}

const char *report_scaling_figures(fp_context *ctx, int count, const scaling *all,
                                   const scaling_grid *grids, const char *folder)
{
    arena *a = ctx->arena;
    figure *figures = ARENA_ARRAY(a, count + 5, figure);
    const char *at_size =
        arena_printf(a, "time at %s = %s", all[0].of->size, format_integer(a, all[0].size));
    const figure_axis time = {"time", "s", false, NULL}, number = {"speed-up", "", false, NULL},
                      psi = {"scalability", "", false, NULL};
    int n = 0;
    figures[n] = curves(a, count, all, "time", at_size, time, time_at_first);
    figures[n].mark_count = crossings(a, count, all, false, &figures[n].marks);
    n++;
    figures[n] = curves(a, count, all, "equal-speed", "time of the size that keeps the speed", time,
                        time_at_speed);
    figures[n].mark_count = crossings(a, count, all, true, &figures[n].marks);
    n++;
    figures[n++] = curves(
        a, count, all, "speed-up",
        arena_printf(a, "speed-up at %s = %s", all[0].of->size, format_integer(a, all[0].size)),
        number, speed_up_of);
    figures[n++] = curves(
        a, count, all, "scalability",
        arena_printf(a, "scalability from %s on",
                     format_plural(a, all[0].points[0].begin.procs, "processor", "processors")),
        psi, scaling_psi);
    for (int i = 0; i < count; i++)
        if (grids[i].point_count > 1 && grids[i].size_count > 1) /* else it is a curve */
            figures[n++] = surface(a, count, all, i, &grids[i]);
    const figure k = kiviat(a, count, all, grids);
    if (k.line_count > 0)
        figures[n++] = k;
    return figures_write(a, n, figures, folder);
}
