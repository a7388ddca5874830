#include <math.h>

#include "report/csv.h"
#include "report/json_write.h"
#include "report/trace_statistics.h"
#include "support/format.h"

/* Statistics for programs. Times are in one unit, but those that windows begin and end at. */

/* --- JSON --------------------------------------------------------------------- */

static json_t *numbers_of(uint32_t count, const double *values, double factor)
{
    json_t *o = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(o, json_real(factor * values[i]));
    return o;
}

static json_t *spread_json(const spread *s, double factor)
{
    json_t *o = json_object(), *p = json_object();
    json_set_count(o, "count", s->count);
    json_set_real(o, "mean", factor * s->mean);
    json_set_real(o, "deviation", factor * s->deviation);
    json_set_real(o, "variation", spread_variation(s));
    json_set_real(o, "least", factor * s->least);
    json_set_real(o, "most", factor * s->most);
    for (int i = 0; i < PERCENTILE_COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", percentiles[i]);
        json_set_real(p, name, factor * s->percentile[i]);
    }
    json_object_set_new(o, "percentiles", p);
    return o;
}

static json_t *histogram_json(const histogram *h, double factor)
{
    json_t *o = json_object(), *counts = json_array();
    for (uint32_t i = 0; i < h->bin_count; i++)
        json_array_append_new(counts, json_integer((json_int_t)h->counts[i]));
    json_set_count(o, "zeros", h->zeros);
    json_object_set_new(
        o, "edges", h->bin_count ? numbers_of(h->bin_count + 1, h->edges, factor) : json_array());
    json_object_set_new(o, "counts", counts);
    return o;
}

static json_t *region_json(arena *a, const region_statistics *r, uint32_t ranks, double factor)
{
    static const char *const roles[TRACE_ROLE_COUNT] = {"user", "mpi", "runtime"};
    json_t *o = json_object();
    if (r->of) {
        json_object_set_new(o, "region", json_text(a, r->of->name));
        json_object_set_new(o, "role", json_string(roles[r->of->role]));
        json_object_set_new(o, "file", json_text(a, r->of->file));
        json_object_set_new(o, "line", r->of->line ? json_integer(r->of->line) : json_null());
    }
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
        json_t *state = json_object();
        json_object_set_new(state, "over_processors", spread_json(&r->over_ranks[c], factor));
        json_object_set_new(state, "processors", numbers_of(ranks, r->by_rank[c], factor));
        json_object_set_new(state, "histogram", histogram_json(&r->rank_bins[c], factor));
        if (r->of) {
            json_object_set_new(state, "over_occurrences", spread_json(&r->occurrences[c], factor));
            json_object_set_new(state, "occurrence_histogram",
                                histogram_json(&r->occurrence_bins[c], factor));
        }
        json_object_set_new(o, timeline_state_name((timeline_state)c), state);
    }
    return o;
}

static json_t *groups_json(const trace_statistics *s)
{
    json_t *o = json_object(), *all = json_array();
    for (uint32_t k = 0; k < s->groups.count; k++) {
        json_t *group = json_object(), *members = json_array();
        for (uint32_t i = 0; i < s->rank_count; i++)
            if (s->groups.of[i] == k)
                json_array_append_new(members, json_integer(s->ranks[i]));
        json_set_count(group, "typical", s->ranks[s->groups.typical[k]]);
        json_object_set_new(group, "processors", members);
        json_array_append_new(all, group);
    }
    json_set_real(o, "silhouette", s->groups.silhouette);
    json_object_set_new(o, "groups", all);
    return o;
}

static json_t *window_json(const window_statistics *w, time_unit unit)
{
    json_t *o = json_object();
    json_set_real(o, "from_s", w->from);
    json_set_real(o, "to_s", w->to);
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++)
        json_object_set_new(
            o, timeline_state_name((timeline_state)c),
            spread_json(&w->over_ranks[c], time_unit_factor(unit, w->to - w->from)));
    return o;
}

static json_t *statistics_json(arena *a, const trace_statistics *s, time_unit unit)
{
    const double factor = time_unit_factor(unit, s->to - s->from);
    json_t *o = json_object(), *ranks = json_array(), *regions = json_array(),
           *windows = json_array();
    for (uint32_t i = 0; i < s->rank_count; i++)
        json_array_append_new(ranks, json_integer(s->ranks[i]));
    for (uint32_t i = 0; i < s->region_count; i++)
        json_array_append_new(regions, region_json(a, &s->regions[i], s->rank_count, factor));
    for (uint32_t i = 0; i < s->window_count; i++)
        json_array_append_new(windows, window_json(&s->windows[i], unit));
    json_object_set_new(o, "trace", json_text(a, s->of->path));
    json_set_real(o, "from_s", s->from);
    json_set_real(o, "to_s", s->to);
    json_object_set_new(o, "without_startup", json_boolean(s->leaves_startup));
    json_set_count(o, "events", s->events);
    json_object_set_new(o, "processors", ranks);
    json_object_set_new(o, "all", region_json(a, &s->whole, s->rank_count, factor));
    json_object_set_new(o, "regions", regions);
    json_object_set_new(o, "windows", windows);
    json_object_set_new(o, "alike", groups_json(s));
    return o;
}

bool report_trace_statistics_json(fp_context *ctx, FILE *out, int count,
                                  const trace_statistics *const *all, time_unit unit)
{
    json_t *o = json_object(), *traces = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(traces, statistics_json(ctx->arena, all[i], unit));
    json_object_set_new(o, "schema", json_string("fpredict/trace-statistics/1"));
    json_object_set_new(o, "unit", json_string(time_unit_name(unit)));
    json_set_real(o, "percentile_error", SKETCH_ERROR);
    json_object_set_new(o, "traces", traces);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}

/* --- Comma-separated values --------------------------------------------------- */

static void put(FILE *out, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    fprintf(out, ",%s", text);
}

typedef struct line {
    const trace_statistics *of;
    const char *region, *over;
    double from, to;
    time_unit unit;
} line;

/* Nothing of what never occurred. */
static void put_spreads(FILE *out, line l, const spread *spreads)
{
    const double factor = time_unit_factor(l.unit, l.to - l.from);
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
        const spread *s = &spreads[c];
        if (!s->count)
            continue;
        csv_put_text(out, l.of->of->path);
        fputc(',', out);
        csv_put_text(out, l.region);
        fprintf(out, ",%s,%s", timeline_state_name((timeline_state)c), l.over);
        put(out, l.from);
        put(out, l.to);
        fprintf(out, ",%llu", (unsigned long long)s->count);
        const double values[] = {s->mean, s->deviation, s->least, s->most};
        for (int i = 0; i < 4; i++)
            put(out, factor * values[i]);
        for (int i = 0; i < PERCENTILE_COUNT; i++)
            put(out, factor * s->percentile[i]);
        put(out, spread_variation(s));
        fprintf(out, ",%s\n", time_unit_name(l.unit));
    }
}

bool report_trace_statistics_csv(FILE *out, int count, const trace_statistics *const *all,
                                 time_unit unit)
{
    fputs("trace,region,class,over,from_s,to_s,count,mean,deviation,least,most", out);
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        fprintf(out, ",percentile_%d", percentiles[i]);
    fputs(",variation,unit\n", out);
    for (int k = 0; k < count; k++) {
        const trace_statistics *s = all[k];
        line l = {s, NULL, "processors", s->from, s->to, unit};
        put_spreads(out, l, s->whole.over_ranks);
        for (uint32_t i = 0; i < s->region_count; i++) {
            l.region = s->regions[i].of->name;
            l.over = "processors";
            put_spreads(out, l, s->regions[i].over_ranks);
            l.over = "occurrences";
            put_spreads(out, l, s->regions[i].occurrences);
        }
        for (uint32_t i = 0; i < s->window_count; i++) {
            const window_statistics *w = &s->windows[i];
            put_spreads(out, (line){s, NULL, "window", w->from, w->to, unit}, w->over_ranks);
        }
    }
    return !ferror(out);
}
