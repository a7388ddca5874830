#include <math.h>

#include "report/json_write.h"
#include "report/model_fit.h"

static const char *const state_names[] = {"fitted", "kept",        "possible",
                                          "small",  "unsupported", "negative"};

static json_t *value_json(arena *a, const fitted_value *v)
{
    json_t *o = json_object();
    double low, high;
    fitted_range(v->low, v->high, v->other_low, v->other_high, &low, &high);
    json_object_set_new(o, "path", json_text(a, v->value->path));
    json_object_set_new(o, "state", json_string(state_names[v->state]));
    json_object_set_new(o, "unit", json_text(a, v->value->unit));
    json_set_real(o, "before", v->value->stated);
    json_set_real(o, "value", v->value->stated * v->factor);
    json_set_real(o, "standard_error", v->value->stated * v->error);
    json_set_real(o, "low", v->value->stated * low);
    json_set_real(o, "high", v->value->stated * high);
    json_set_real(o, "low_of_choice", v->value->stated * v->low);
    json_set_real(o, "high_of_choice", v->value->stated * v->high);
    json_object_set_new(o, "factor_set", v->set < 0 ? json_null() : json_integer(v->set));
    json_set_real(o, "factor", v->factor);
    return o;
}

static json_t *point_json(arena *a, const model_fit_report *r, const fitted_point *p,
                          bool is_measured)
{
    json_t *o = json_object(), *at = json_object();
    for (int k = 0; k < r->name_count; k++)
        json_object_set_new(at, r->names[k], json_text(a, p->values[k]));
    json_object_set_new(o, "at", at);
    if (is_measured)
        json_set_real(o, "measured_s", p->measured);
    json_set_real(o, "before_s", p->before);
    json_set_real(o, "time_s", p->time);
    if (is_measured) {
        json_set_real(o, "residual", (p->measured - p->time) / p->measured);
        json_set_real(o, "weight", p->weight);
        json_set_real(o, "left_out_s", p->left_out);
    } else {
        double low, high;
        fitted_range(p->low, p->high, p->other_low, p->other_high, &low, &high);
        json_set_real(o, "low_s", low);
        json_set_real(o, "high_s", high);
    }
    return o;
}

static json_t *choice_json(arena *a, const model_fit_report *r, const fitted_choice *c)
{
    json_t *o = json_object(), *sets = json_array();
    for (int k = 0; k < c->count; k++) {
        const fitted_set *s = &c->sets[k];
        json_t *set = json_object(), *paths = json_array();
        for (int i = 0; i < s->count; i++)
            json_array_append_new(paths, json_text(a, r->values[s->values[i]].value->path));
        json_object_set_new(set, "paths", paths);
        json_set_real(set, "factor", s->factor);
        json_set_real(set, "low", s->low);
        json_set_real(set, "high", s->high);
        json_array_append_new(sets, set);
    }
    json_object_set_new(o, "sets", sets);
    json_set_real(o, "spread", c->spread);
    return o;
}

static void add_doubts(arena *a, const model_fit_report *r, json_t *o)
{
    json_t *others = json_array();
    for (int i = 0; i < r->other_count; i++)
        json_array_append_new(others, choice_json(a, r, &r->others[i]));
    json_set_real(o, "scatter", r->scatter);
    json_object_set_new(o, "misfit", json_boolean(r->is_misfit));
    json_object_set_new(o, "left",
                        r->left < 0 ? json_null() : json_text(a, r->values[r->left].value->path));
    json_object_set_new(o, "choices", json_integer(r->choice_count));
    json_object_set_new(o, "others", others);
}

bool report_model_fit_json(fp_context *ctx, FILE *out, const model_fit_report *r)
{
    arena *a = ctx->arena;
    json_t *o = json_object(), *values = json_array(), *runs = json_array(),
           *predictions = json_array();
    for (int i = 0; i < r->value_count; i++)
        json_array_append_new(values, value_json(a, &r->values[i]));
    for (int i = 0; i < r->run_count; i++)
        json_array_append_new(runs, point_json(a, r, &r->points[i], true));
    for (int i = 0; i < r->prediction_count; i++)
        json_array_append_new(predictions, point_json(a, r, &r->predictions[i], false));
    json_object_set_new(o, "schema", json_string("fpredict/model-fit/1"));
    json_object_set_new(o, "source", json_text(a, r->source));
    json_object_set_new(o, "machine", json_text(a, r->machine));
    json_object_set_new(o, "measured", json_text(a, r->runs));
    json_object_set_new(o, "output", json_text(a, r->output));
    json_object_set_new(o, "factors", json_integer(r->factor_count));
    json_object_set_new(o, "points", json_integer(r->distinct));
    json_object_set_new(o, "degrees_of_freedom", json_integer(r->freedom));
    json_object_set_new(o, "robust", json_boolean(r->is_robust));
    json_set_real(o, "spread", r->spread);
    json_set_real(o, "level", r->level);
    json_set_real(o, "open", r->open);
    add_doubts(a, r, o);
    json_object_set_new(o, "values", values);
    json_object_set_new(o, "runs", runs);
    json_object_set_new(o, "predictions", predictions);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
