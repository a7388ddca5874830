#include "report/annotate_scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/lines.h"
#include "report/subject.h"
#include "support/vec.h"

enum { SEEN = 3 }; /* base, wider, larger */

typedef struct finder {
    fp_context *ctx;
    scaled_source *out;
    const estimate *seen[SEEN]; /* or null */
    VEC(scaled_range) ranges;
} finder;

/* --- Which predictions --------------------------------------------------------------------- */

/* How many parameters differ, and the first that does. */
static int differences(fp_context *ctx, const estimate *a, const estimate *b, int *which)
{
    const parameter_value *x = subject_values(ctx, a), *y = subject_values(ctx, b);
    int count = 0;
    for (int i = 0; i < a->parameter_count && i < b->parameter_count; i++)
        if (x[i].value != y[i].value) {
            *which = count++ ? *which : i;
        }
    return count;
}

static int64_t value_of(fp_context *ctx, const estimate *e, int which)
{
    return subject_values(ctx, e)[which].value;
}

static bool is_smaller(fp_context *ctx, const estimate *a, const estimate *b)
{
    int which = 0;
    return a->procs != b->procs             ? a->procs < b->procs
           : differences(ctx, a, b, &which) ? value_of(ctx, a, which) < value_of(ctx, b, which)
                                            : false;
}

static const char *choose(fp_context *ctx, int count, const estimate *const *all,
                          scaled_source *out)
{
    *out = (scaled_source){.base = all[0]};
    for (int i = 1; i < count; i++)
        if (is_smaller(ctx, all[i], out->base))
            out->base = all[i];
    for (int i = 0; i < count; i++) {
        int which = 0;
        const int differing = differences(ctx, all[i], out->base, &which);
        if (differing == 0 && all[i]->procs > (out->wider ? out->wider : out->base)->procs)
            out->wider = all[i];
        if (differing > 1)
            return "--scaling follows one size: several values of one --set";
        if (differing == 1 && all[i]->procs == out->base->procs &&
            (!out->larger || value_of(ctx, all[i], which) > out->size_to)) {
            out->larger = all[i];
            out->size = subject_values(ctx, all[i])[which].param->name;
            out->size_from = value_of(ctx, out->base, which);
            out->size_to = value_of(ctx, all[i], which);
        }
    }
    return out->wider || out->larger
               ? NULL
               : "--scaling compares: say several --procs, as 2,32, or several values of one --set";
}

/* --- Parts of the source ------------------------------------------------------------------- */

static double efficiency_of(const scaled_source *s, const double seconds[SEEN])
{
    return s->wider && seconds[0] > 0 && seconds[1] > 0
               ? s->base->procs * seconds[0] / (s->wider->procs * seconds[1])
               : NAN;
}

static double exponent_of(const scaled_source *s, const double seconds[SEEN])
{
    return s->larger && seconds[0] > 0 && seconds[2] > 0
               ? log(seconds[2] / seconds[0]) / log((double)s->size_to / (double)s->size_from)
               : NAN;
}

static void add_range(finder *f, scaled_range r, const double seconds[SEEN])
{
    r.base = seconds[0];
    r.wider = seconds[1];
    r.larger = seconds[2];
    r.efficiency = efficiency_of(f->out, seconds);
    r.exponent = exponent_of(f->out, seconds);
    if (r.base > 0 || r.wider > 0 || r.larger > 0)
        VEC_PUSH(f->ctx->arena, &f->ranges, r);
}

typedef struct cost_table {
    int count;
    line_cost *lines;
} cost_table;

static double seconds_at(const cost_table *t, const source_file *file, int line)
{
    for (int i = 0; i < t->count; i++)
        if (t->lines[i].file == file && t->lines[i].line == line)
            return breakdown_total(&t->lines[i].time);
    return 0;
}

static void add_lines(finder *f)
{
    const program *p = f->out->base->graph->program;
    cost_table costs[SEEN] = {{0, NULL}};
    for (int k = 0; k < SEEN; k++)
        if (f->seen[k])
            costs[k].count = lines_inclusive(f->ctx, f->seen[k], &costs[k].lines);
    for (int i = 0; i < p->file_count; i++)
        for (int line = 1; line <= source_line_count(p->files[i]); line++) {
            double seconds[SEEN];
            for (int k = 0; k < SEEN; k++)
                seconds[k] = seconds_at(&costs[k], p->files[i], line);
            add_range(f,
                      (scaled_range){.kind = SCALED_LINE,
                                     .file = p->files[i],
                                     .first = line,
                                     .last = line,
                                     .unit = -1},
                      seconds);
        }
}

static int by_place(const void *left, const void *right)
{
    const aag_unit *a = *(const aag_unit *const *)left, *b = *(const aag_unit *const *)right;
    const int path = strcmp(source_path(a->where.file), source_path(b->where.file));
    return path                                 ? path
           : a->where.line != b->where.line     ? a->where.line - b->where.line
           : a->where.column != b->where.column ? a->where.column - b->where.column
                                                : a->id - b->id;
}

static bool is_same_place(const aag_unit *a, const aag_unit *b)
{
    return a->where.file == b->where.file && a->where.line == b->where.line &&
           a->where.column == b->where.column;
}

/* Loops of the source: all units of the graph that one has become, together. */
static void add_loops(finder *f)
{
    const aag_graph *g = f->out->base->graph;
    const aag_unit **loops = ARENA_ARRAY(f->ctx->arena, g->unit_count, const aag_unit *);
    const line_index *index[SEEN] = {NULL};
    int count = 0;
    for (int i = 0; i < g->unit_count; i++)
        if (aag_is_iteration(g->units[i]->cls) && g->units[i]->where.file)
            loops[count++] = g->units[i];
    qsort(loops, (size_t)count, sizeof *loops, by_place);
    for (int k = 0; k < SEEN; k++)
        index[k] = f->seen[k] ? lines_index(f->ctx, f->seen[k]) : NULL;
    for (int i = 0, end; i < count; i = end) {
        double seconds[SEEN] = {0};
        int last = 0;
        for (end = i; end < count && is_same_place(loops[i], loops[end]); end++) {
            const int here = lines_last(f->out->base, loops[end]);
            last = here > last ? here : last;
        }
        for (int k = 0; k < SEEN; k++)
            if (index[k]) {
                const line_cost inside = lines_inside(index[k], end - i, loops + i);
                seconds[k] = breakdown_total(&inside.time);
            }
        add_range(f,
                  (scaled_range){.kind = SCALED_LOOP,
                                 .file = loops[i]->where.file,
                                 .first = loops[i]->where.line,
                                 .last = last,
                                 .unit = loops[i]->id},
                  seconds);
    }
}

static void add_functions(finder *f, const cost_table own[SEEN])
{
    for (const function *one = f->out->base->graph->program->functions; one; one = one->next) {
        double seconds[SEEN] = {0};
        if (!one->has_body || one->twin_of || !one->text.file)
            continue;
        for (int k = 0; k < SEEN; k++)
            for (int i = 0; i < own[k].count; i++) {
                const line_cost *l = &own[k].lines[i];
                if (l->file == one->text.file && l->line >= one->text.line &&
                    l->line <= one->text.end_line)
                    seconds[k] += breakdown_total(&l->time);
            }
        add_range(f,
                  (scaled_range){.kind = SCALED_FUNCTION,
                                 .file = one->text.file,
                                 .first = one->text.line,
                                 .last = one->text.end_line,
                                 .name = one->name,
                                 .unit = -1},
                  seconds);
    }
}

/* What a line takes on the most processors beyond its share of what it took on the fewest. */
static void find_limit(scaled_source *s, const cost_table own[SEEN])
{
    double all = 0;
    for (int i = 0; i < own[1].count; i++) {
        const line_cost *l = &own[1].lines[i];
        const double lost = breakdown_total(&l->time) - seconds_at(&own[0], l->file, l->line) *
                                                            s->base->procs / s->wider->procs;
        if (!l->file || lost <= 0)
            continue;
        all += lost;
        if (lost > s->lost) {
            s->lost = lost;
            s->limit_file = l->file;
            s->limit_line = l->line;
        }
    }
    s->lost_part = all > 0 ? s->lost / all : 0;
}

const char *scaled_source_of(fp_context *ctx, int count, const estimate *const *all,
                             scaled_source *out)
{
    const char *why = choose(ctx, count, all, out);
    if (why)
        return why;
    finder f = {.ctx = ctx, .out = out, .seen = {out->base, out->wider, out->larger}};
    cost_table own[SEEN] = {{0, NULL}};
    for (int k = 0; k < SEEN; k++)
        if (f.seen[k])
            own[k].count = lines_exclusive(ctx, f.seen[k], &own[k].lines);
    add_lines(&f);
    add_loops(&f);
    add_functions(&f, own);
    if (out->wider)
        find_limit(out, own);
    out->range_count = f.ranges.count;
    out->ranges = f.ranges.data;
    return NULL;
}

/* --- The graph ----------------------------------------------------------------------------- */

void report_annotate_scaling_graph(fp_context *ctx, FILE *out, const scaled_source *s,
                                   dump_format format)
{
    enum { EFFICIENCY = SEEN, EXPONENT, ATTRIBUTES };
    static const char *const names[ATTRIBUTES] = {"time_s", "time_on_most_s", "time_at_largest_s",
                                                  "efficiency", "exponent"};
    const estimate *const seen[SEEN] = {s->base, s->wider, s->larger};
    const aag_graph *g = s->base->graph;
    double *values[ATTRIBUTES];
    aag_attribute attributes[ATTRIBUTES];
    for (int k = 0; k < ATTRIBUTES; k++) {
        values[k] = ARENA_ARRAY(ctx->arena, g->unit_count, double);
        attributes[k] = (aag_attribute){names[k], values[k]};
    }
    const line_index *index[SEEN] = {NULL};
    for (int k = 0; k < SEEN; k++)
        index[k] = seen[k] ? lines_index(ctx, seen[k]) : NULL;
    for (int i = 0; i < g->unit_count; i++) {
        double seconds[SEEN] = {0};
        for (int k = 0; k < SEEN; k++)
            if (index[k]) {
                const line_cost inside = lines_inside(index[k], 1, &g->units[i]);
                seconds[k] = breakdown_total(&inside.time);
            }
        for (int k = 0; k < SEEN; k++)
            values[k][g->units[i]->id] = index[k] ? seconds[k] : NAN;
        values[EFFICIENCY][g->units[i]->id] = efficiency_of(s, seconds);
        values[EXPONENT][g->units[i]->id] = exponent_of(s, seconds);
    }
    aag_dump_with(ctx, g, false, format, ATTRIBUTES, attributes, out);
}
