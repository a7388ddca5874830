#include "report/model_fit.h"

#include <math.h>
#include <string.h>

#include "report/json_write.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

/* --- Text ------------------------------------------------------------------------------ */

/* "76 µs": in the unit that the file has, times a factor. */
static const char *stated_text(arena *a, const quantity *q, double factor)
{
    const char *unit = strcmp(q->unit, "us") == 0 ? "µs" : q->unit;
    if (isnan(factor))
        return NULL;
    return arena_printf(a, "%s%s%s", format_number(a, q->stated * factor), *unit ? " " : "", unit);
}

static const char *interval_text(arena *a, const quantity *q, double low, double high)
{
    if (isnan(low) || isnan(high))
        return NULL;
    return arena_printf(a, "%s … %s", format_number(a, q->stated * low), stated_text(a, q, high));
}

/* "cube.node.processing, 18 values": those of a set, where they are many. */
static const char *set_text(arena *a, const model_fit_report *r, int set, int count)
{
    const char *first = NULL;
    size_t same = 0;
    for (int i = 0; i < r->value_count; i++) {
        const fitted_value *v = &r->values[i];
        if (v->state != VALUE_FITTED || v->set != set)
            continue;
        same = first ? same : strlen(v->value->path);
        first = first ? first : v->value->path;
        while (strncmp(first, v->value->path, same) != 0)
            same--;
    }
    while (same > 0 && first[same - 1] != '.')
        same--;
    return same ? arena_printf(a, "%.*s, %d values", (int)same - 1, first, count)
                : arena_printf(a, "%d values", count);
}

static void add_set(arena *a, const model_fit_report *r, int set, table *t)
{
    enum { SHOWN = 3 };
    int count = 0;
    for (int i = 0; i < r->value_count; i++)
        count += r->values[i].state == VALUE_FITTED && r->values[i].set == set;
    for (int i = 0; i < r->value_count; i++) {
        const fitted_value *v = &r->values[i];
        if (v->state != VALUE_FITTED || v->set != set)
            continue;
        const bool is_many = count > SHOWN;
        const quantity whole = {.stated = 1, .unit = ""};
        const char *cells[] = {is_many ? NULL : stated_text(a, v->value, 1),
                               is_many ? NULL : stated_text(a, v->value, v->factor),
                               format_number(a, v->factor),
                               interval_text(a, is_many ? &whole : v->value, v->low, v->high),
                               is_many ? set_text(a, r, set, count) : v->value->path};
        table_add(t, cells);
        if (is_many)
            return;
    }
}

static void print_values(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    static const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT,
                                        TABLE_WRAP};
    arena *a = ctx->arena;
    table t = table_new(a, 5, align);
    table_add(&t, (const char *const[]){"machine file", "fitted", "factor",
                                        arena_printf(a, "%g %%", 100 * r->level), "value"})
        ->ink = TABLE_DIM;
    for (int set = 0; set < r->factor_count; set++)
        add_set(a, r, set, &t);
    if (r->factor_count > 0)
        table_print(&t, out, "  ", style.width, style.color);
}

/* The values that are not fitted for one reason, in a sentence. */
static void print_others(fp_context *ctx, FILE *out, const model_fit_report *r, fitted_state state,
                         const char *sentence, report_style style)
{
    VEC(const char *) names = {0};
    for (int i = 0; i < r->value_count; i++)
        if (r->values[i].state == state)
            VEC_PUSH(ctx->arena, &names, r->values[i].value->path);
    if (names.count == 0)
        return;
    text_paragraph(ctx, out, "  ", 0,
                   arena_printf(ctx->arena, "%s: %s.", sentence,
                                format_list(ctx->arena, names.count, names.data, "and")),
                   style.width);
}

/* Values that share a factor are not told apart. */
static void print_shared(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    for (int set = 0; set < r->factor_count; set++) {
        int count = 0;
        for (int i = 0; i < r->value_count; i++)
            count += r->values[i].state == VALUE_FITTED && r->values[i].set == set;
        if (count > 1) {
            text_paragraph(ctx, out, "  ", 0,
                           "Values with the same factor are not told apart by these runs, or "
                           "not by enough: they are fitted together.",
                           style.width);
            return;
        }
    }
}

static const char *off_text(arena *a, double time, double measured)
{
    const double off = 100 * (time - measured) / measured;
    const char *sign = off < -0.05 ? "−" : off > 0.05 ? "+" : "";
    if (fabs(off) >= 1e9)
        return arena_printf(a, "%s%s", sign, format_percent(a, fabs(off) / 100));
    return isnan(off) ? NULL : arena_printf(a, "%s%.1f %%", sign, fabs(off));
}

static void print_points(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    enum { SHOWN = 6, AFTER = 6 };
    arena *a = ctx->arena;
    const int names = r->name_count < SHOWN ? r->name_count : SHOWN;
    table_align align[SHOWN + AFTER];
    const char *cells[SHOWN + AFTER];
    static const char *const head[AFTER] = {"measured", "machine file", "off",
                                            "fitted",   "off",          "weight"};
    for (int k = 0; k < names + AFTER; k++) {
        align[k] = k < names || (k - names) % 2 == 0 ? TABLE_RIGHT : TABLE_UNIT;
        cells[k] = k < names ? r->names[k] : head[k - names];
    }
    align[names] = align[names + 1] = align[names + 3] = TABLE_UNIT;
    align[names + 2] = align[names + 4] = align[names + 5] = TABLE_RIGHT;
    table t = table_new(a, names + AFTER, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < r->run_count; i++) {
        const fitted_point *p = &r->points[i];
        for (int k = 0; k < names; k++)
            cells[k] = p->values[k];
        cells[names] = format_time(a, p->measured);
        cells[names + 1] = format_time(a, p->before);
        cells[names + 2] = off_text(a, p->before, p->measured);
        cells[names + 3] = format_time(a, p->time);
        cells[names + 4] = off_text(a, p->time, p->measured);
        cells[names + 5] = p->weight < 0.995 ? format_number(a, p->weight) : NULL;
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_predictions(fp_context *ctx, FILE *out, const model_fit_report *r,
                              report_style style)
{
    enum { SHOWN = 6, AFTER = 3 };
    arena *a = ctx->arena;
    const int names = r->name_count < SHOWN ? r->name_count : SHOWN;
    table_align align[SHOWN + AFTER];
    const char *cells[SHOWN + AFTER];
    for (int k = 0; k < names; k++) {
        align[k] = TABLE_RIGHT;
        cells[k] = r->names[k];
    }
    align[names] = align[names + 1] = TABLE_UNIT;
    align[names + 2] = TABLE_LEFT;
    cells[names] = "machine file";
    cells[names + 1] = "fitted";
    cells[names + 2] = arena_printf(a, "%g %% of runs", 100 * r->level);
    table t = table_new(a, names + AFTER, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < r->prediction_count; i++) {
        const fitted_point *p = &r->predictions[i];
        for (int k = 0; k < names; k++)
            cells[k] = p->values[k];
        cells[names] = format_time(a, p->before);
        cells[names + 1] = format_time(a, p->time);
        cells[names + 2] = isnan(p->low)
                               ? "not known"
                               : arena_printf(a, "%s … %s", format_time(a, fmax(p->low, 0)),
                                              format_time(a, p->high));
        table_add(&t, cells);
    }
    if (r->prediction_count == 0)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_quality(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    arena *a = ctx->arena;
    const char *text =
        isnan(r->spread)
            ? "There are as many factors as runs: nothing says how good they are, and there are no "
              "intervals."
            : arena_printf(a, "Runs are off by %s (standard deviation, %s of freedom%s).",
                           format_percent(a, r->spread),
                           format_plural(a, r->freedom, "degree", "degrees"),
                           r->is_robust ? "; runs that stand apart count less" : "");
    if (r->open > 0.01)
        text = arena_printf(a,
                            "%s Up to %s of the predictions is cache misses, waiting and what else "
                            "has no closed form, and stays as it is.",
                            text, format_percent(a, r->open));
    fputc('\n', out);
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

void report_model_fit(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    arena *a = ctx->arena;
    subject_print_head(ctx, out, r->source,
                       arena_printf(a, "on %s, fitted to %s of %s (%s)", r->machine,
                                    format_plural(a, r->run_count, "run", "runs"),
                                    format_plural(a, r->distinct, "point", "points"), r->runs),
                       style);
    if (r->factor_count == 0)
        text_paragraph(ctx, out, "  ", 0,
                       "No value is fitted: the runs support none that is another than the "
                       "machine's.",
                       style.width);
    print_values(ctx, out, r, style);
    print_shared(ctx, out, r, style);
    print_others(ctx, out, r, VALUE_KEPT, "The runs support no other value of these, which stay",
                 style);
    print_others(ctx, out, r, VALUE_UNSUPPORTED,
                 "The runs do not tell these from nothing, and they stay as they are", style);
    print_others(ctx, out, r, VALUE_NEGATIVE,
                 "These would be below zero, and stay as they are: something else is missing",
                 style);
    print_others(ctx, out, r, VALUE_SMALL,
                 "Less than a thousandth of each run, and so left alone, are", style);
    print_points(ctx, out, r, style);
    print_quality(ctx, out, r, style);
    print_predictions(ctx, out, r, style);
}

/* --- JSON ------------------------------------------------------------------------------- */

static const char *const state_names[] = {"fitted", "kept", "small", "unsupported", "negative"};

static json_t *value_json(arena *a, const fitted_value *v)
{
    json_t *o = json_object();
    json_object_set_new(o, "path", json_text(a, v->value->path));
    json_object_set_new(o, "state", json_string(state_names[v->state]));
    json_object_set_new(o, "unit", json_text(a, v->value->unit));
    json_set_real(o, "before", v->value->stated);
    json_set_real(o, "value", v->value->stated * v->factor);
    json_set_real(o, "standard_error", v->value->stated * v->error);
    json_set_real(o, "low", v->value->stated * v->low);
    json_set_real(o, "high", v->value->stated * v->high);
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
    } else {
        json_set_real(o, "low_s", p->low);
        json_set_real(o, "high_s", p->high);
    }
    return o;
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
    json_object_set_new(o, "values", values);
    json_object_set_new(o, "runs", runs);
    json_object_set_new(o, "predictions", predictions);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
