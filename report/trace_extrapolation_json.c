#include "report/json_write.h"
#include "report/trace_summary.h"

static void set_parts(fp_context *ctx, json_t *o, const double *part)
{
    for (int k = 0; k < EXTRAPOLATED_PART_COUNT; k++)
        json_set_real(
            o, arena_printf(ctx->arena, "%s_s", extrapolation_part_name((extrapolation_part)k)),
            part[k]);
}

static json_t *breakdown_of(fp_context *ctx, const extrapolation_result *r)
{
    json_t *o = json_object();
    set_parts(ctx, o, r->part);
    json_set_real(o, "ended_s", r->ended);
    return o;
}

static json_t *rank_of(fp_context *ctx, const extrapolation_rank *r, uint32_t rank)
{
    json_t *o = json_object();
    json_set_count(o, "rank", rank);
    json_set_count(o, "processor", r->processor);
    json_set_real(o, "time_s", r->time);
    set_parts(ctx, o, r->part);
    json_set_count(o, "local", r->local);
    json_set_count(o, "remote", r->remote);
    json_set_real(o, "remote_bytes", r->remote_bytes);
    json_set_count(o, "barriers", r->barriers);
    json_set_count(o, "served", r->served);
    json_set_real(o, "serving_s", r->serving);
    return o;
}

static json_t *region_of(fp_context *ctx, const trace_region *of, const extrapolation_region *r,
                         bool has_speed_up)
{
    json_t *o = json_object();
    json_object_set_new(o, "name", json_text(ctx->arena, of->name));
    if (of->file)
        json_object_set_new(o, "file", json_text(ctx->arena, of->file));
    if (of->line)
        json_set_count(o, "line", of->line);
    json_set_count(o, "calls", r->calls);
    json_set_real(o, "time_s", r->time);
    json_set_real(o, "own_s", r->own);
    json_set_real(o, "computing_s", r->computing);
    if (has_speed_up && r->time > 0)
        json_set_real(o, "speed_up", r->computing / r->time);
    json_set_count(o, "local", r->local);
    json_set_count(o, "remote", r->remote);
    json_set_real(o, "remote_bytes", r->remote_bytes);
    return o;
}

bool report_extrapolation_json(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                               const extrapolation_result *r, const timeline *path)
{
    json_t *o = json_object(), *ranks = json_array(), *regions = json_array(),
           *assumptions = json_array();
    json_object_set_new(o, "schema", json_string("fpredict/extrapolation/1"));
    json_object_set_new(o, "trace", json_text(ctx->arena, t->path));
    json_object_set_new(o, "machine", json_text(ctx->arena, machine->name));
    json_set_count(o, "threads", t->rank_count);
    json_set_count(o, "processors", r->processors);
    json_set_real(o, "time_s", r->time);
    json_set_real(o, "sequential_s", r->sum);
    if (r->time > 0)
        json_set_real(o, "speed_up", r->sum / r->time);
    json_object_set_new(o, "breakdown_s", breakdown_of(ctx, r));
    for (uint32_t i = 0; i < t->rank_count; i++)
        json_array_append_new(ranks, rank_of(ctx, &r->ranks[i], i));
    for (uint32_t i = 0; i < t->region_count; i++)
        if (r->regions[i].calls)
            json_array_append_new(regions, region_of(ctx, &t->regions[i], &r->regions[i],
                                                     r->processors == t->rank_count));
    for (int i = 0; i < machine->supposition_count; i++)
        json_array_append_new(assumptions, json_text(ctx->arena, machine->suppositions[i]));
    for (int i = 0; i < r->assumption_count; i++)
        json_array_append_new(assumptions, json_text(ctx->arena, r->assumptions[i]));
    json_object_set_new(o, "ranks", ranks);
    json_object_set_new(o, "regions", regions);
    json_object_set_new(o, "processor_times", json_boolean(r->has_processor_times));
    json_object_set_new(o, "assumptions", assumptions);
    if (path)
        json_object_set_new(o, "critical_path", report_path_json(ctx, path));
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
