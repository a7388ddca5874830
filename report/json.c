#include <math.h>

#include "report/branch.h"
#include "report/json_at.h"
#include "report/json_write.h"
#include "report/profile.h"
#include "report/report.h"
#include "report/subject.h"
#include "sysmodels/model/compiler.h"

static void set_place(fp_context *ctx, json_t *object, const estimate *e, source_range where)
{
    /* Units that stand nowhere belong to the entry. */
    if (!source_range_is_set(where))
        where = e->graph->entry->where;
    const source_file *file = where.file ? where.file : e->graph->program->file;
    json_object_set_new(object, "file", json_text(ctx->arena, source_path(file)));
    json_object_set_new(object, "line", json_integer(where.line));
}

static json_t *shape_of(const estimate *e)
{
    json_t *shape = json_array();
    for (int axis = 0; axis < e->shape_rank; axis++)
        json_array_append_new(shape, json_integer(e->shape[axis]));
    if (e->shape_rank == 0)
        json_array_append_new(shape, json_integer(e->procs));
    return shape;
}

static json_t *parameters_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_object();
    const parameter_value *values = subject_values(ctx, e);
    for (int i = 0; i < e->parameter_count; i++)
        json_object_set_new(all, values[i].param->name, json_integer(values[i].value));
    return all;
}

static json_t *distributions_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->graph->layout->text_count; i++)
        json_array_append_new(all, json_text(ctx->arena, e->graph->layout->text[i]));
    return all;
}

static void set_parts(json_t *o, const breakdown *time)
{
    json_set_real(o, "time_s", breakdown_total(time));
    json_set_real(o, "computation_s", time->computation);
    json_set_real(o, "communication_s", time->communication);
    json_set_real(o, "overhead_s", time->overhead);
    json_set_real(o, "waiting_s", time->waiting);
}

/* By level, in the order of `caches`. */
static void set_misses(json_t *o, const estimate *e, const double *misses)
{
    json_t *all = json_array();
    for (int k = 0; k < e->level_count; k++)
        json_array_append_new(all, json_real(misses[k]));
    if (e->level_count)
        json_object_set_new(o, "level_misses", all);
    else
        json_decref(all);
}

static json_t *caches_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int k = 0; k < e->level_count; k++) {
        const cache_level *c = &e->level[k];
        json_t *one = json_object();
        json_object_set_new(one, "name", json_text(ctx->arena, c->name));
        json_object_set_new(one, "kind", json_string(c->is_tlb ? "tlb" : "cache"));
        json_set_real(one, "bytes", c->bytes);
        json_set_real(one, "line_bytes", c->line);
        json_set_real(one, "ways", c->ways > 0 ? c->ways : c->bytes / c->line);
        json_set_real(one, "misses", c->misses);
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *lines_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->unit_count; i++) {
        const unit_cost *cost = &e->units[i];
        if (!cost->unit || (breakdown_total(&cost->time) == 0 && cost->count == 0))
            continue;
        json_t *line = json_object();
        set_place(ctx, line, e, cost->unit->where);
        json_object_set_new(line, "aau", json_string(aag_class_name(cost->unit->cls)));
        json_set_real(line, "count", cost->count);
        set_parts(line, &cost->time);
        set_misses(line, e, cost->misses);
        json_array_append_new(all, line);
    }
    return all;
}

static json_t *parts_of(fp_context *ctx, const estimate *e, const communication *c)
{
    json_t *all = json_array();
    for (int i = 0; i < c->part_count; i++) {
        json_t *one = json_object();
        set_place(ctx, one, e, c->parts[i].where);
        json_object_set_new(one, "kind", json_string(comm_kind_name(c->parts[i].kind)));
        json_object_set_new(one, "references", json_text(ctx->arena, c->parts[i].references));
        json_object_set_new(one, "reason", json_text(ctx->arena, c->parts[i].reason));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *communications_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->comm_count; i++) {
        const comm_cost *cost = &e->comms[i];
        if (!cost->comm)
            continue;
        bool is_of_source = cost->comm->var && variable_is_of_source(cost->comm->var);
        json_t *one = json_object();
        set_place(ctx, one, e, cost->comm->where);
        json_object_set_new(one, "kind", json_string(comm_kind_name(cost->comm->kind)));
        if (cost->comm->intrinsic)
            json_object_set_new(one, "intrinsic", json_text(ctx->arena, cost->comm->intrinsic));
        json_object_set_new(one, "array",
                            json_text(ctx->arena, is_of_source ? cost->comm->var->name : NULL));
        json_set_real(one, "count", cost->count);
        json_set_real(one, "messages", cost->messages);
        json_set_real(one, "bytes", cost->bytes);
        json_set_real(one, "time_s", cost->time);
        if (cost->comm->part_count > 1)
            json_object_set_new(one, "parts", parts_of(ctx, e, cost->comm));
        json_array_append_new(all, one);
    }
    return all;
}

static const char *kind_name(unknown_kind kind)
{
    switch (kind) {
    case UNKNOWN_COST:
        return "cost";
    case UNKNOWN_FLOW:
        return "flow";
    }
    return "";
}

/* The ends of an interval, null where there is none, and what is not known. */
static void set_interval(fp_context *ctx, json_t *o, const estimate *e, const double ends[2],
                         int unknown_count, const unknown_effect *const *unknowns)
{
    estimate_bound bound = estimate_bound_with(unknown_count, unknowns);
    json_set_real(o, "low_s", bound == BOUND_NEITHER ? NAN : ends[0]);
    json_set_real(o, "high_s", bound == BOUND_BOTH ? ends[1] : NAN);
    json_object_set_new(o, "complete", json_boolean(bound == BOUND_BOTH));
    if (bound == BOUND_BOTH)
        return;
    json_t *all = json_array();
    for (int i = 0; i < unknown_count; i++) {
        json_t *one = json_object();
        set_place(ctx, one, e, unknowns[i]->where);
        json_object_set_new(one, "kind", json_string(kind_name(unknowns[i]->kind)));
        json_object_set_new(one, "reason", json_text(ctx->arena, unknowns[i]->reason));
        json_array_append_new(all, one);
    }
    json_object_set_new(o, "unknown", all);
}

static json_t *regions_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *cost = &e->regions[i];
        json_t *one = json_object();
        json_object_set_new(one, "name", json_text(ctx->arena, cost->region->name));
        set_place(ctx, one, e, cost->region->extent);
        json_object_set_new(one, "last_line", json_integer(cost->region->extent.end_line));
        json_object_set_new(
            one, "parent",
            json_text(ctx->arena, cost->region->parent ? cost->region->parent->name : NULL));
        json_set_real(one, "count", cost->count);
        set_parts(one, &cost->time);
        set_interval(ctx, one, e, (double[]){cost->low, cost->high}, cost->unknown_count,
                     cost->unknowns);
        json_set_real(one, "longest_s", cost->longest);
        json_set_real(one, "load_balance", cost->balance);
        json_set_real(one, "messages", cost->messages);
        json_set_real(one, "bytes", cost->bytes);
        json_set_real(one, "contention_s", cost->contention);
        json_set_real(one, "misses", cost->misses[0]);
        set_misses(one, e, cost->misses);
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *assumptions_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->assumption_count; i++) {
        json_t *one = json_object();
        set_place(ctx, one, e, e->assumptions[i].where);
        json_object_set_new(one, "text", json_text(ctx->arena, e->assumptions[i].text));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *branch_of(const estimate *e, double count, const aag_unit *first)
{
    json_t *branch = json_object();
    json_set_real(branch, "count", count);
    json_set_real(branch, "time_s", branch_time(e, first));
    return branch;
}

/* Which branch of the condition around it the unit is in; null: in none. */
static const char *branch_name(const aag_unit *u)
{
    if (!u->parent || !aag_is_condition(u->parent->cls))
        return NULL;
    return u->parent->other && u->id >= u->parent->other->id ? "else" : "then";
}

/* All units by number, outer ones first, with the branches of conditions. */
static json_t *units_of(fp_context *ctx, const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->unit_count; i++) {
        const unit_cost *cost = &e->units[i];
        const aag_unit *u = e->graph->units[i];
        json_t *unit = json_object();
        json_object_set_new(unit, "id", json_integer(u->id));
        json_object_set_new(unit, "parent", u->parent ? json_integer(u->parent->id) : json_null());
        json_object_set_new(unit, "branch", json_text(ctx->arena, branch_name(u)));
        set_place(ctx, unit, e, u->where);
        json_object_set_new(unit, "aau", json_string(aag_class_name(u->cls)));
        json_object_set_new(unit, "text", json_text(ctx->arena, aag_unit_text(ctx, u)));
        json_set_real(unit, "count", cost->count);
        set_parts(unit, &cost->time);
        set_misses(unit, e, cost->misses);
        double taken = aag_is_condition(u->cls) ? branch_times_taken(e, u) : -1;
        if (taken >= 0) {
            json_object_set_new(unit, "then", branch_of(e, taken, u->child));
            json_object_set_new(unit, "else", branch_of(e, cost->count - taken, u->other));
        }
        json_array_append_new(all, unit);
    }
    return all;
}

static json_t *sources_of(fp_context *ctx, const program *p)
{
    json_t *all = json_array();
    for (int i = 0; i < p->file_count; i++)
        json_array_append_new(all, json_text(ctx->arena, source_path(p->files[i])));
    return all;
}

/* Each processor's, by rank. */
static json_t *busy_of(const estimate *e)
{
    json_t *all = json_array();
    for (int p = 0; p < e->procs; p++)
        json_array_append_new(all, json_real(e->busy[p]));
    return all;
}

/* Those that are equally busy together, where they are many. */
static json_t *busy_classes_of(const estimate *e)
{
    json_t *all = json_array();
    for (int i = 0; i < e->busy_class_count; i++) {
        const busy_class *c = &e->busy_classes[i];
        json_t *one = json_object();
        json_set_real(one, "time_s", c->busy);
        json_object_set_new(one, "processors", json_integer(c->count));
        json_object_set_new(one, "first", json_integer(c->first));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *estimate_of(fp_context *ctx, const estimate *e, bool has_units)
{
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string("fpredict/estimate/1"));
    json_object_set_new(o, "source", json_text(ctx->arena, source_path(e->graph->program->file)));
    if (e->graph->program->file_count > 1)
        json_object_set_new(o, "sources", sources_of(ctx, e->graph->program));
    json_object_set_new(o, "entry", json_text(ctx->arena, e->graph->entry->name));
    json_object_set_new(o, "machine", json_text(ctx->arena, e->machine->name));
    json_object_set_new(o, "compiler", json_text(ctx->arena, sag_compiler_name(e->machine)));
    json_object_set_new(o, "processors", shape_of(e));
    json_object_set_new(o, "parameters", parameters_of(ctx, e));
    json_object_set_new(o, "distributions", distributions_of(ctx, e));
    json_set_real(o, "time_s", e->time);
    set_interval(ctx, o, e, (double[]){e->low, e->high}, e->unknown_count, e->unknowns);
    json_t *parts = json_object();
    json_set_real(parts, "computation", e->parts.computation);
    json_set_real(parts, "communication", e->parts.communication);
    json_set_real(parts, "overhead", e->parts.overhead);
    json_set_real(parts, "waiting", e->parts.waiting);
    json_object_set_new(o, "breakdown_s", parts);
    if (e->busy)
        json_object_set_new(o, "busy_s", busy_of(e));
    else
        json_object_set_new(o, "busy_classes", busy_classes_of(e));
    if (e->level_count)
        json_object_set_new(o, "caches", caches_of(ctx, e));
    json_object_set_new(o, "lines", lines_of(ctx, e));
    if (has_units)
        json_object_set_new(o, "units", units_of(ctx, e));
    json_object_set_new(o, "communications", communications_of(ctx, e));
    if (e->region_count > 0)
        json_object_set_new(o, "regions", regions_of(ctx, e));
    json_object_set_new(o, "assumptions", assumptions_of(ctx, e));
    return o;
}

bool report_json_at(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                    const bindings *const *values, const estimate_options *options,
                    const source_lines *lines)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        json_t *one = estimate_of(ctx, estimates[i], false);
        json_object_set_new(one, "at", json_at(ctx, estimates[i], values[i], options, lines));
        json_array_append_new(all, one);
    }
    return json_write_all(all, out);
}

static bool write_estimates(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                            bool has_units)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(all, estimate_of(ctx, estimates[i], has_units));
    return json_write_all(all, out);
}

bool report_json(fp_context *ctx, FILE *out, int count, const estimate *const *estimates)
{
    return write_estimates(ctx, out, count, estimates, false);
}

bool report_json_units(fp_context *ctx, FILE *out, int count, const estimate *const *estimates)
{
    return write_estimates(ctx, out, count, estimates, true);
}

/* How many times as long each region takes as with the alternative that is the
 * fastest in it; null where what is unknown leaves that open. */
static void set_ratios(json_t *object, const comparison *c, const estimate *e)
{
    json_t *regions = json_object_get(object, "regions");
    for (int k = 0; k < e->region_count; k++) {
        bool is_decided;
        int fastest = profile_region_fastest(c, k, &is_decided);
        double least = profile_region_lasts(&c->ranked[fastest].result.regions[k]);
        double ratio = least > 0 ? profile_region_lasts(&e->regions[k]) / least : 1;
        bool is_known = is_decided && profile_region_bound(&e->regions[k]) == BOUND_BOTH;
        json_set_real(json_array_get(regions, (size_t)k), "vs_fastest", is_known ? ratio : NAN);
    }
}

bool report_json_compare(fp_context *ctx, FILE *out, int count, const comparison *comparisons)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++)
        for (int j = 0; j < comparisons[i].count; j++) {
            const alternative *alt = &comparisons[i].ranked[j];
            if (!alt->is_predicted)
                continue;
            json_t *one = estimate_of(ctx, &alt->result, false);
            set_ratios(one, &comparisons[i], &alt->result);
            json_array_append_new(all, one);
        }
    return json_write_all(all, out);
}
