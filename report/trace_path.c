/* What is on the critical path of a trace, by part and region. */

#include <inttypes.h>
#include <stdlib.h>

#include "report/json_write.h"
#include "report/table.h"
#include "report/text.h"
#include "report/trace_summary.h"
#include "support/format.h"

enum { REGIONS_SHOWN = 20 };

static const char *const names[TIMELINE_PART_COUNT] = {
    [TIMELINE_PATH_COMPUTING] = "computing", [TIMELINE_PATH_COMMUNICATING] = "communicating",
    [TIMELINE_PATH_MESSAGE] = "messages",    [TIMELINE_PATH_TOGETHER] = "collectives",
    [TIMELINE_PATH_ELSEWHERE] = "elsewhere",
};

/* A region that is on the path. */
typedef struct path_region {
    const char *name;
    const trace_region *of; /* null: none */
    const double *part;
    double time;
} path_region;

static int by_time(const void *a, const void *b)
{
    const path_region *x = a, *y = b;
    return x->time != y->time ? (x->time < y->time) - (x->time > y->time)
                              : (x->part > y->part) - (x->part < y->part);
}

/* Those that are on it, the longest first; sum: of all. */
static uint32_t find_regions(arena *a, const timeline *line, path_region **out,
                             double sum[TIMELINE_PART_COUNT])
{
    const trace *t = line->of;
    path_region *all = ARENA_ARRAY(a, t->region_count + 1, path_region);
    uint32_t count = 0;
    for (uint32_t i = 0; i <= t->region_count; i++) {
        path_region r = {.part = line->path_parts + (size_t)i * TIMELINE_PART_COUNT};
        r.of = i < t->region_count ? &t->regions[i] : NULL;
        r.name = r.of ? r.of->name : "outside of regions";
        for (int k = 0; k < TIMELINE_PART_COUNT; k++) {
            sum[k] += r.part[k];
            r.time += r.part[k];
        }
        if (r.time > 0)
            all[count++] = r;
    }
    qsort(all, count, sizeof *all, by_time);
    *out = all;
    return count;
}

static void add_row(arena *a, table *all, double time, const double *part, const char *name)
{
    table_add(all, (const char *[]){format_time(a, time), table_time(a, part[0]),
                                    table_time(a, part[1]), table_time(a, part[2]),
                                    table_time(a, part[3]), table_time(a, part[4]), name});
}

void report_path(fp_context *ctx, FILE *out, const timeline *line, report_style style)
{
    arena *a = ctx->arena;
    path_region *regions;
    double sum[TIMELINE_PART_COUNT] = {0};
    const uint32_t count = find_regions(a, line, &regions, sum);
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_FILL};
    table all = table_new(a, 7, align);
    table_add(&all,
              (const char *[]){"time", names[0], names[1], names[2], names[3], names[4], "region"})
        ->ink = TABLE_DIM;
    add_row(a, &all, line->path_length, sum, "all");
    for (uint32_t i = 0; i < count && i < REGIONS_SHOWN; i++)
        add_row(a, &all, regions[i].time, regions[i].part, regions[i].name);
    fprintf(out, "\nCritical path: to rank %" PRIu32 ", over %s\n", line->last_rank,
            format_plural(a, (double)line->path_hops, "wait for another rank",
                          "waits for other ranks"));
    table_print(&all, out, "  ", style.width, style.color);
    if (count > REGIONS_SHOWN)
        fprintf(out, "  and %" PRIu32 " more regions\n", count - REGIONS_SHOWN);
}

static json_t *parts_of(arena *a, const double *part)
{
    json_t *o = json_object();
    for (int k = 0; k < TIMELINE_PART_COUNT; k++)
        json_set_real(o, arena_printf(a, "%s_s", names[k]), part[k]);
    return o;
}

json_t *report_path_json(fp_context *ctx, const timeline *line)
{
    arena *a = ctx->arena;
    path_region *regions;
    double sum[TIMELINE_PART_COUNT] = {0};
    const uint32_t count = find_regions(a, line, &regions, sum);
    json_t *o = json_object(), *list = json_array();
    json_set_count(o, "rank", line->last_rank);
    json_set_real(o, "time_s", line->path_length);
    json_set_count(o, "waits", line->path_hops);
    json_object_set_new(o, "breakdown_s", parts_of(a, sum));
    for (uint32_t i = 0; i < count; i++) {
        const trace_region *of = regions[i].of;
        json_t *r = json_object();
        json_object_set_new(r, "name", of ? json_text(a, of->name) : json_null());
        if (of && of->file)
            json_object_set_new(r, "file", json_text(a, of->file));
        if (of && of->line)
            json_set_count(r, "line", of->line);
        json_set_real(r, "time_s", regions[i].time);
        json_object_set_new(r, "breakdown_s", parts_of(a, regions[i].part));
        json_array_append_new(list, r);
    }
    json_object_set_new(o, "regions", list);
    return o;
}
