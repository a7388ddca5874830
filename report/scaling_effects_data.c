#include <math.h>

#include "report/csv.h"
#include "report/json_write.h"
#include "report/scaling_effects.h"

/* What scaling_effects.c says, for programs. */

static const char *const source_names[EFFECT_SOURCES] = {"code", "machine", "interaction", "size",
                                                         "rest"};

static json_t *parts_of(const double part[COST_PARTS])
{
    json_t *o = json_object();
    for (int k = 0; k < COST_PARTS; k++)
        json_set_real(o, effects_part_name((cost_part)k), part[k]);
    return o;
}

/* Factors. */
static json_t *change_of(const effect_change *c)
{
    double factors[COST_PARTS];
    for (int k = 0; k < COST_PARTS; k++)
        factors[k] = exp(c->part[k]);
    json_t *o = json_object();
    json_set_real(o, "factor", exp(c->all));
    json_object_set_new(o, "parts", parts_of(factors));
    json_object_set_new(o, "cause",
                        c->cause < 0 ? json_null()
                                     : json_string(effects_part_name((cost_part)c->cause)));
    return o;
}

static json_t *sources_of(const effects *e)
{
    json_t *all = json_array();
    for (int s = 0; s < EFFECT_SOURCES; s++) {
        json_t *o = json_object();
        json_object_set_new(o, "source", json_string(source_names[s]));
        json_set_real(o, "sum_of_squares", e->squares[s]);
        json_set_real(o, "share", e->variation > 0 ? e->squares[s] / e->variation : NAN);
        json_object_set_new(o, "degrees_of_freedom", json_integer(e->freedom[s]));
        json_set_real(o, "chance", e->chance[s]);
        json_object_set_new(o, "exists",
                            isnan(e->chance[s]) ? json_null()
                                                : json_boolean(effect_exists(e, (effect_source)s)));
        json_array_append_new(all, o);
    }
    return all;
}

/* Codes or machines: the effect of each, and what it is over the cheapest. */
static json_t *levels_of(arena *a, int count, const char *const *names, const double *effect,
                         const effect_change *changes)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "name", json_text(a, names[i]));
        json_set_real(o, "effect", exp(effect[i]));
        json_object_set_new(o, "over_cheapest", change_of(&changes[i]));
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *pair_of(arena *a, const effects_report *r, int code, int machine)
{
    const effects *e = r->of;
    const int row = code * e->machine_count + machine;
    json_t *o = json_object(), *costs = json_array(), *exponents = json_array();
    json_object_set_new(o, "code", json_text(a, r->codes[code]));
    json_object_set_new(o, "machine", json_text(a, r->machines[machine]));
    json_set_real(o, "interaction", exp(e->both[row]));
    for (int k = 0; k < e->size_count; k++) {
        const effect_cost *c = &e->costs[row * e->size_count + k];
        json_t *cost = json_object();
        json_object_set_new(cost, "size", json_integer(e->sizes[k]));
        json_set_real(cost, "cost_s", c->all);
        json_object_set_new(cost, "parts_s", parts_of(c->part));
        json_array_append_new(costs, cost);
        if (k > 0)
            json_array_append_new(exponents,
                                  json_real(effect_exponent(e, code, machine, k - 1, k)));
    }
    json_object_set_new(o, "costs", costs);
    json_object_set_new(o, "exponents", exponents);
    json_object_set_new(o, "growth", change_of(&e->growth[row]));
    return o;
}

static json_t *report_of(fp_context *ctx, const effects_report *r)
{
    arena *a = ctx->arena;
    const effects *e = r->of;
    json_t *o = json_object(), *sizes = json_array(), *pairs = json_array();
    json_object_set_new(o, "schema", json_string("fpredict/effects/1"));
    json_object_set_new(o, "source", json_text(a, source_path(r->first->graph->program->file)));
    json_object_set_new(o, "processors", json_integer(e->procs));
    json_object_set_new(o, "parameter", json_text(a, r->size));
    json_object_set_new(o, "work", json_text(a, r->work ? r->work : "counted"));
    for (int k = 0; k < e->size_count; k++)
        json_array_append_new(sizes, json_integer(e->sizes[k]));
    json_object_set_new(o, "sizes", sizes);
    json_set_real(o, "mean_cost_s", exp(e->mean));
    json_set_real(o, "variation", e->variation);
    json_object_set_new(o, "sources", sources_of(e));
    json_object_set_new(o, "codes", levels_of(a, e->code_count, r->codes, e->code, e->code_change));
    json_object_set_new(o, "machines",
                        levels_of(a, e->machine_count, r->machines, e->machine, e->machine_change));
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++)
            json_array_append_new(pairs, pair_of(a, r, i, j));
    json_object_set_new(o, "pairs", pairs);
    return o;
}

bool report_effects_json(fp_context *ctx, FILE *out, int count, const effects_report *all)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, report_of(ctx, &all[i]));
    return json_write_all(array, out);
}

void report_effects_csv(FILE *out, int count, const effects_report *all)
{
    fputs("code,machine,processors,size,cost_s", out);
    for (int k = 0; k < COST_PARTS; k++)
        fprintf(out, ",%s_s", effects_part_name((cost_part)k));
    fputs("\r\n", out);
    for (int n = 0; n < count; n++) {
        const effects *e = all[n].of;
        for (int i = 0; i < e->code_count * e->machine_count * e->size_count; i++) {
            const int row = i / e->size_count;
            csv_put_text(out, all[n].codes[row / e->machine_count]);
            fputc(',', out);
            csv_put_text(out, all[n].machines[row % e->machine_count]);
            fprintf(out, ",%d", e->procs);
            csv_put_number(out, (double)e->sizes[i % e->size_count]);
            csv_put_number(out, e->costs[i].all);
            for (int k = 0; k < COST_PARTS; k++)
                csv_put_number(out, e->costs[i].part[k]);
            fputs("\r\n", out);
        }
    }
}
