#include "report/scaling_crossings.h"

#include <math.h>

#include "report/csv.h"
#include "report/json_write.h"
#include "report/scaling_results.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "scaling/ranges.h"
#include "support/format.h"

/* --- Shapes -------------------------------------------------------------------------------- */

static bool is_prime(int n)
{
    for (int d = 2; d <= n / d; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

static const char *shape_text(arena *a, const scaling_trial *t)
{
    const char *text = t->shape_rank < 2 ? arena_printf(a, "%d", t->procs) : "";
    for (int k = 0; k < t->shape_rank && t->shape_rank > 1; k++)
        text = arena_printf(a, "%s%s%d", text, k ? "×" : "", t->shape[k]);
    return text;
}

static int prime_count(const scaling *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += is_prime(s->points[i].begin.procs);
    return count;
}

/* "1×31" */
static const char *largest_prime_shape(arena *a, const scaling *s)
{
    const scaling_trial *largest = NULL;
    for (int i = 0; i < s->count; i++)
        if (is_prime(s->points[i].begin.procs))
            largest = &s->points[i].begin;
    return shape_text(a, largest);
}

/* Of those whose processors are arranged in more than one dimension, what primes make of it. */
static void print_primes(fp_context *ctx, FILE *out, int count, const scaling *all,
                         report_style style)
{
    arena *a = ctx->arena;
    const int primes = prime_count(&all[0]);
    const char **texts = ARENA_ARRAY(a, count, const char *);
    int said = 0;
    for (int i = 0; i < count && primes > 0; i++)
        if (all[i].points[0].begin.shape_rank > 1)
            texts[said++] =
                arena_printf(a, "%s as in %s", all[i].of->name, largest_prime_shape(a, &all[i]));
    if (said > 0)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a,
                                    "%s of processors %s prime, and can only stand in a line: %s.",
                                    format_plural(a, primes, "number", "numbers"),
                                    primes == 1 ? "is" : "are", format_list(a, said, texts, "and")),
                       style.width);
}

/* --- For people ---------------------------------------------------------------------------- */

/* How many times as long the next one takes: the least and the most in the range. */
static const char *lead_text(arena *a, int count, const scaling *all, bool is_scaled,
                             const scaling_range *r)
{
    double least = INFINITY, most = 0;
    for (int point = r->first; point <= r->last; point++) {
        double next = INFINITY;
        for (int i = 0; i < count; i++)
            if (i != r->best)
                next = fmin(next, scaling_time_at(&all[i], point, is_scaled));
        next /= scaling_time_at(&all[r->best], point, is_scaled);
        least = fmin(least, next);
        most = fmax(most, next);
    }
    return most - least < 5e-4 ? arena_printf(a, "×%.3f", least)
                               : arena_printf(a, "×%.3f to %.3f", least, most);
}

static void print_ranges(fp_context *ctx, FILE *out, int count, const scaling *all, bool is_scaled,
                         int range_count, const scaling_range *ranges, report_style style)
{
    enum { SHOWN = 40 };
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_RIGHT, TABLE_LEFT, TABLE_LEFT};
    table t = table_new(a, 3, align);
    table_add(&t, (const char *[]){"processors", "fastest", "the next takes"})->ink = TABLE_DIM;
    for (int i = 0; i < range_count && i < SHOWN; i++) {
        const scaling_range *r = &ranges[i];
        const char *from = format_integer(a, all[0].points[r->first].begin.procs);
        table_add(&t, (const char *[]){
                          r->first == r->last
                              ? from
                              : arena_printf(a, "%s to %s", from,
                                             format_integer(a, all[0].points[r->last].begin.procs)),
                          all[r->best].of->name, lead_text(a, count, all, is_scaled, r)});
    }
    table_print(&t, out, "  ", style.width, style.color);
    if (range_count > SHOWN)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "And %s more; --format csv has each number of processors.",
                                    format_plural(a, range_count - SHOWN, "range", "ranges")),
                       style.width);
}

/* Of numbers of processors on which one of them has no prediction. */
static int refused_count(int count, const scaling *all)
{
    int refused = 0;
    for (int point = 0; point < all[0].count; point++) {
        bool is_refused = false;
        for (int i = 0; i < count; i++)
            is_refused |= all[i].points[point].begin.is_refused;
        refused += is_refused;
    }
    return refused;
}

static void print_wins(fp_context *ctx, FILE *out, int count, const scaling *all, bool is_scaled,
                       int range_count, const scaling_range *ranges, report_style style)
{
    arena *a = ctx->arena;
    const char **texts = ARENA_ARRAY(a, count, const char *);
    int said = 0, compared = 0;
    for (int i = 0; i < count; i++) {
        int won = 0;
        for (int k = 0; k < range_count; k++)
            won += ranges[k].best == i ? ranges[k].last - ranges[k].first + 1 : 0;
        compared += won;
        if (won > 0)
            texts[said++] = arena_printf(a, "%s on %s", all[i].of->name, format_integer(a, won));
    }
    const int refused = refused_count(count, all), others = all[0].count - compared - refused;
    text_paragraph(
        ctx, out, "  ", 0,
        arena_printf(a, "Of %s of processors, the fastest is %s%s%s.",
                     format_plural(a, all[0].count, "number", "numbers"),
                     said ? format_list(a, said, texts, "and") : "not known of any",
                     others ? arena_printf(a, "; on %s not all %s", format_integer(a, others),
                                           is_scaled ? "have a size that keeps their speed"
                                                     : "fit the memory")
                            : "",
                     refused ? arena_printf(a, "; on %s not all can be predicted",
                                            format_integer(a, refused))
                             : ""),
        style.width);
}

/* "N = 64: 1 crossing" */
static const char *heading_of(arena *a, const scaling *s, bool is_scaled, int range_count)
{
    const char *size = arena_printf(a, "%s = %s", s->of->size, format_integer(a, s->size));
    return arena_printf(
        a, "at %s: %s",
        is_scaled
            ? arena_printf(a, "equal speed, from %s on %s", size,
                           format_plural(a, s->points[0].begin.procs, "processor", "processors"))
            : size,
        range_count == 0  ? "nothing to compare"
        : range_count > 1 ? format_plural(a, range_count - 1, "crossing", "crossings")
                          : "no crossing");
}

void report_crossings(fp_context *ctx, FILE *out, int count, const scaling *all,
                      const scaling_results *results, report_style style)
{
    const bool is_scaled = results;
    const scaling_range *ranges;
    const int range_count = scaling_ranges(ctx->arena, count, all, is_scaled, &ranges);
    subject_print_head(ctx, out, subject_source(ctx, all[0].start),
                       heading_of(ctx->arena, &all[0], is_scaled, range_count), style);
    if (range_count > 0) {
        print_ranges(ctx, out, count, all, is_scaled, range_count, ranges, style);
        fputc('\n', out);
    }
    print_wins(ctx, out, count, all, is_scaled, range_count, ranges, style);
    if (results)
        report_scaling_results(ctx, out, all, results, style);
    print_primes(ctx, out, count, all, style);
}

/* --- For programs -------------------------------------------------------------------------- */

static json_t *point_of(arena *a, int count, const scaling *all, bool is_scaled, int point)
{
    json_t *o = json_object(), *times = json_array(), *shapes = json_array();
    json_t *sizes = json_array(), *psi = json_array();
    const int procs = all[0].points[point].begin.procs;
    json_object_set_new(o, "processors", json_integer(procs));
    json_object_set_new(o, "prime", json_boolean(is_prime(procs)));
    for (int i = 0; i < count; i++) {
        const double time = scaling_time_at(&all[i], point, is_scaled),
                     scalability = is_scaled ? scaling_psi(&all[i], point) : NAN;
        const bool has_size = is_scaled && all[i].points[point].same_speed.end == SIZE_FOUND;
        json_array_append_new(times, isfinite(time) ? json_real(time) : json_null());
        json_array_append_new(sizes, has_size ? json_integer(all[i].points[point].same_speed.size)
                                              : json_null());
        json_array_append_new(psi, isfinite(scalability) ? json_real(scalability) : json_null());
        json_array_append_new(shapes, json_string(shape_text(a, &all[i].points[point].begin)));
    }
    json_object_set_new(o, "times_s", times);
    json_object_set_new(o, "shapes", shapes);
    if (is_scaled) {
        json_object_set_new(o, "sizes", sizes);
        json_object_set_new(o, "psi", psi);
    } else {
        json_decref(sizes);
        json_decref(psi);
    }
    return o;
}

bool report_crossings_json(fp_context *ctx, FILE *out, int count, const scaling *all,
                           const scaling_results *results)
{
    arena *a = ctx->arena;
    const bool is_scaled = results;
    const scaling_range *ranges;
    const int range_count = scaling_ranges(a, count, all, is_scaled, &ranges);
    json_t *o = json_object(), *names = json_array(), *found = json_array(), *points = json_array();
    json_object_set_new(o, "schema", json_string("fpredict/crossings/1"));
    json_object_set_new(o, "source", json_text(a, source_path(all[0].start->graph->program->file)));
    json_object_set_new(o, "parameter", json_text(a, all[0].of->size));
    json_object_set_new(o, "size", json_integer(all[0].size));
    json_object_set_new(o, "at", json_string(is_scaled ? "equal speed" : "one size"));
    for (int i = 0; i < count; i++)
        json_array_append_new(names, json_text(a, all[i].of->name));
    for (int i = 0; i < range_count; i++) {
        json_t *r = json_object();
        json_object_set_new(r, "from", json_integer(all[0].points[ranges[i].first].begin.procs));
        json_object_set_new(r, "to", json_integer(all[0].points[ranges[i].last].begin.procs));
        json_object_set_new(r, "fastest", json_text(a, all[ranges[i].best].of->name));
        json_array_append_new(found, r);
    }
    for (int i = 0; i < all[0].count; i++)
        json_array_append_new(points, point_of(a, count, all, is_scaled, i));
    json_object_set_new(o, "combinations", names);
    json_object_set_new(o, "ranges", found);
    json_object_set_new(o, "points", points);
    if (results)
        json_object_set_new(o, "results", report_scaling_results_json(a, all, results));
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}

void report_crossings_csv(FILE *out, int count, const scaling *all, bool is_scaled)
{
    fputs("processors", out);
    for (int i = 0; i < count; i++) {
        fputc(',', out);
        csv_put_text(out, all[i].of->name);
    }
    fputs("\r\n", out);
    for (int point = 0; point < all[0].count; point++) {
        fprintf(out, "%d", all[0].points[point].begin.procs);
        for (int i = 0; i < count; i++) {
            char text[FORMAT_SHORTEST_SIZE] = "";
            const double time = scaling_time_at(&all[i], point, is_scaled);
            if (isfinite(time))
                format_shortest(time, text);
            fprintf(out, ",%s", text);
        }
        fputs("\r\n", out);
    }
}
