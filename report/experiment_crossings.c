#include "report/experiment_crossings.h"

#include <math.h>
#include <string.h>

#include "report/csv.h"
#include "report/json_write.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "support/process.h"

static int procs_at(const stored_crossings *c, int point)
{
    return c->all[0].points[point].begin.procs;
}

/* --- For people ---------------------------------------------------------------------------- */

/* How many times as long the next one takes: the least and the most in the range. */
static const char *next_text(arena *a, const stored_crossings *c, const scaling_range *r)
{
    double least = INFINITY, most = 0;
    for (int point = r->first; point <= r->last; point++) {
        double next = INFINITY;
        for (int i = 0; i < c->count; i++)
            if (i != r->best)
                next = fmin(next, scaling_time_at(&c->all[i], point, false));
        next /= scaling_time_at(&c->all[r->best], point, false);
        least = fmin(least, next);
        most = fmax(most, next);
    }
    return most - least < 5e-4 ? arena_printf(a, "×%.3f", least)
                               : arena_printf(a, "×%.3f to %.3f", least, most);
}

static void print_kind(fp_context *ctx, FILE *out, const stored_crossings *c, report_style style)
{
    arena *a = ctx->arena;
    static const table_align align[] = {TABLE_RIGHT, TABLE_LEFT, TABLE_LEFT};
    table t = table_new(a, 3, align);
    table_add(&t, (const char *[]){"processors", arena_printf(a, "fastest, %s", c->kind),
                                   "the next takes"})
        ->ink = TABLE_DIM;
    int compared = 0;
    for (int i = 0; i < c->range_count; i++) {
        const scaling_range *r = &c->ranges[i];
        const char *from = format_integer(a, procs_at(c, r->first));
        compared += r->last - r->first + 1;
        table_add(&t, (const char *[]){r->first == r->last
                                           ? from
                                           : arena_printf(a, "%s to %s", from,
                                                          format_integer(a, procs_at(c, r->last))),
                                       c->all[r->best].of->name, next_text(a, c, r)});
    }
    table_print(&t, out, "  ", style.width, style.color);
    if (compared < c->all[0].count)
        text_paragraph(
            ctx, out, "  ", 0,
            arena_printf(a, "On %s of processors not all have a time.",
                         format_plural(a, c->all[0].count - compared, "number", "numbers")),
            style.width);
}

/* The fastest one on so many processors; null: not known. */
static const char *best_on(const stored_crossings *c, int procs)
{
    for (int i = 0; i < c->range_count; i++)
        for (int point = c->ranges[i].first; point <= c->ranges[i].last; point++)
            if (procs_at(c, point) == procs)
                return c->all[c->ranges[i].best].of->name;
    return NULL;
}

/* On how many numbers of processors both know the fastest, and on how many it is the same one. */
static int compare(const stored_crossings found[2], int *same)
{
    int both = 0;
    *same = 0;
    for (int point = 0; point < found[1].all[0].count; point++) {
        const int procs = procs_at(&found[1], point);
        const char *said = best_on(&found[0], procs), *is = best_on(&found[1], procs);
        both += said && is;
        *same += said && is && strcmp(said, is) == 0;
    }
    return both;
}

void report_experiment_crossings(fp_context *ctx, FILE *out, const stored_experiment *e, int count,
                                 const stored_crossings *found, report_style style)
{
    char *title = arena_strdup(ctx->arena, e->title);
    process_make_plain(title);
    fprintf(out, "%s: %s\n", e->name, title);
    for (int i = 0; i < count; i++) {
        fputc('\n', out);
        print_kind(ctx, out, &found[i], style);
    }
    int same;
    const int both = count == 2 ? compare(found, &same) : 0;
    if (both > 0) {
        fputc('\n', out);
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(ctx->arena,
                                    "The one that is predicted to be the fastest is measured to be "
                                    "on %s of %s of processors.",
                                    format_integer(ctx->arena, same),
                                    format_plural(ctx->arena, both, "number", "numbers")),
                       style.width);
    }
}

/* --- For programs -------------------------------------------------------------------------- */

static json_t *kind_of(arena *a, const stored_crossings *c)
{
    json_t *o = json_object(), *names = json_array(), *ranges = json_array(),
           *points = json_array();
    for (int i = 0; i < c->count; i++)
        json_array_append_new(names, json_text(a, c->all[i].of->name));
    for (int i = 0; i < c->range_count; i++) {
        json_t *r = json_object();
        json_object_set_new(r, "from", json_integer(procs_at(c, c->ranges[i].first)));
        json_object_set_new(r, "to", json_integer(procs_at(c, c->ranges[i].last)));
        json_object_set_new(r, "fastest", json_text(a, c->all[c->ranges[i].best].of->name));
        json_array_append_new(ranges, r);
    }
    for (int point = 0; point < c->all[0].count; point++) {
        json_t *p = json_object(), *times = json_array();
        for (int i = 0; i < c->count; i++) {
            const double time = scaling_time_at(&c->all[i], point, false);
            json_array_append_new(times, isfinite(time) ? json_real(time) : json_null());
        }
        json_object_set_new(p, "processors", json_integer(procs_at(c, point)));
        json_object_set_new(p, "times_s", times);
        json_array_append_new(points, p);
    }
    json_object_set_new(o, "combinations", names);
    json_object_set_new(o, "ranges", ranges);
    json_object_set_new(o, "points", points);
    return o;
}

bool report_experiment_crossings_json(fp_context *ctx, FILE *out, const stored_experiment *e,
                                      int count, const stored_crossings *found)
{
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string("fpredict/experiment-crossings/1"));
    json_object_set_new(o, "name", json_text(ctx->arena, e->name));
    for (int i = 0; i < count; i++)
        json_object_set_new(o, found[i].kind, kind_of(ctx->arena, &found[i]));
    int same;
    const int both = count == 2 ? compare(found, &same) : 0;
    if (both > 0) {
        json_object_set_new(o, "compared", json_integer(both));
        json_object_set_new(o, "same_fastest", json_integer(same));
    }
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}

void report_experiment_crossings_csv(FILE *out, int count, const stored_crossings *found)
{
    fputs("kind,processors,combination,time_s,is_fastest\r\n", out);
    for (int k = 0; k < count; k++)
        for (int point = 0; point < found[k].all[0].count; point++)
            for (int i = 0; i < found[k].count; i++) {
                const char *name = found[k].all[i].of->name,
                           *best = best_on(&found[k], procs_at(&found[k], point));
                fprintf(out, "%s,%d,", found[k].kind, procs_at(&found[k], point));
                csv_put_text(out, name);
                csv_put_number(out, scaling_time_at(&found[k].all[i], point, false));
                fprintf(out, ",%s\r\n", best && strcmp(best, name) == 0 ? "true" : "false");
            }
}
