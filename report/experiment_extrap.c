#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "report/experiment.h"
#include "report/json_write.h"

/* Results as Extra-P reads them (its page on file formats, github.com/extra-p/extrap; the newer of
 * its two forms of JSON): the experiment is a call path, and parts of times are called from it. */

static const source_range nowhere = {0};

/* The list of points of a metric of a call path; made where there is none. */
static json_t *points_of(json_t *callpaths, const char *callpath, const char *metric)
{
    json_t *metrics = json_object_get(callpaths, callpath);
    if (!metrics) {
        metrics = json_object();
        json_object_set_new(callpaths, callpath, metrics);
    }
    json_t *points = json_object_get(metrics, metric);
    if (!points) {
        points = json_array();
        json_object_set_new(metrics, metric, points);
    }
    return points;
}

/* Repetitions are values of one point. */
static void add_value(json_t *points, json_t *at, double value)
{
    size_t i;
    json_t *one;
    json_array_foreach(points, i, one) if (json_equal(json_object_get(one, "point"), at))
    {
        json_array_append_new(json_object_get(one, "values"), json_real(value));
        return;
    }
    json_t *point = json_object(), *values = json_array();
    json_array_append_new(values, json_real(value));
    json_object_set(point, "point", at);
    json_object_set_new(point, "values", values);
    json_array_append_new(points, point);
}

/* Where a result is; null after reporting that it is nowhere in Extra-P's sense. */
static json_t *coordinates_of(fp_context *ctx, const stored_experiment *e, const stored_result *r)
{
    json_t *at = json_array();
    for (int k = 0; k < e->axes.count; k++) {
        const char *text = stored_value(r, e->axes.data[k].name);
        const double x = stored_number(text);
        if (isfinite(x)) {
            json_array_append_new(at, floor(x) >= x && fabs(x) < 1e15 ? json_integer((json_int_t)x)
                                                                      : json_real(x));
            continue;
        }
        diag_report(ctx->diags, DIAG_ERROR, "extrap", nowhere,
                    "'%s' has '%s' = '%s', and Extra-P's parameters are numbers: an experiment "
                    "for each of its values can be written",
                    e->name, e->axes.data[k].name, text ? text : "");
        json_decref(at);
        return NULL;
    }
    return at;
}

/* A value on an axis, and the number that it is. */
typedef struct coordinate {
    const char *text;
    double number;
} coordinate;

static int by_number(const void *a, const void *b)
{
    const coordinate *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : strcmp(x->text, y->text);
}

/* Two shapes of one number, 1x4 and 2x2, would be one point; reports those. */
static bool check_shapes(fp_context *ctx, const stored_experiment *e, const char *name,
                         const result_list *results)
{
    coordinate *all = ARENA_ARRAY(ctx->arena, results->count, coordinate);
    int count = 0;
    for (int i = 0; i < results->count; i++) {
        const char *text = stored_value(&results->data[i], name);
        if (isfinite(stored_number(text)))
            all[count++] = (coordinate){text, stored_number(text)};
    }
    qsort(all, (size_t)count, sizeof *all, by_number);
    for (int i = 1; i < count; i++)
        if (!(all[i - 1].number < all[i].number) && strcmp(all[i - 1].text, all[i].text) != 0) {
            diag_report(ctx->diags, DIAG_ERROR, "extrap", nowhere,
                        "'%s' has '%s' = '%s' and '%s', which are one number, and Extra-P's "
                        "parameters are numbers: it would take them for repetitions",
                        e->name, name, all[i - 1].text, all[i].text);
            return false;
        }
    return true;
}

static bool is_measured(const stored_result *r)
{
    return strcmp(r->kind, RESULT_MEASURED) == 0;
}

static bool has_point(const json_t *all, const json_t *at)
{
    size_t i;
    json_t *one;
    json_array_foreach(all, i, one) if (json_equal(one, at)) return true;
    return false;
}

static void add_result(fp_context *ctx, const stored_experiment *e, const stored_result *r,
                       json_t *at, json_t *callpaths)
{
    const char *metric = is_measured(r) ? "time" : "predicted_time";
    add_value(points_of(callpaths, e->name, metric), at, r->time);
    for (int k = 0; k < r->parts.count; k++)
        add_value(points_of(callpaths,
                            arena_printf(ctx->arena, "%s->%s", e->name, r->parts.data[k].name),
                            metric),
                  at, r->parts.data[k].seconds);
}

/* Adds the results of points in `all`, or those of one kind, whose points are put there. */
static bool add_results(fp_context *ctx, const stored_experiment *e, const result_list *results,
                        bool measured, bool is_first, json_t *all, json_t *callpaths)
{
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        if (!r->is_done || !(r->time > 0) || is_measured(r) != measured)
            continue;
        json_t *at = coordinates_of(ctx, e, r);
        if (!at)
            return false;
        if (is_first && !has_point(all, at))
            json_array_append(all, at);
        if (has_point(all, at))
            add_result(ctx, e, r, at, callpaths);
        json_decref(at);
    }
    return true;
}

/* Extra-P refuses a file where one metric of a call path has fewer points than another: those that
 * have not all go, and it is said. */
static void drop_incomplete(fp_context *ctx, const stored_experiment *e, size_t count,
                            json_t *callpaths)
{
    const char *callpath, *metric;
    json_t *metrics, *points;
    void *next_path, *next_metric;
    bool is_dropped = false;
    json_object_foreach_safe(callpaths, next_path, callpath, metrics)
    {
        json_object_foreach_safe(metrics, next_metric, metric,
                                 points) if (json_array_size(points) != count)
        {
            is_dropped = true;
            json_object_del(metrics, metric);
        }
        if (json_object_size(metrics) == 0)
            json_object_del(callpaths, callpath);
    }
    if (is_dropped)
        diag_report(ctx->diags, DIAG_WARNING, "extrap", nowhere,
                    "of '%s' not all points that were measured are predicted, and Extra-P takes "
                    "only what all points have: predictions are left out",
                    e->name);
}

bool report_experiment_extrap(fp_context *ctx, FILE *out, const stored_experiment *e,
                              const result_list *results)
{
    json_t *root = json_object(), *names = json_array(), *callpaths = json_object(),
           *points = json_array();
    bool measured = false;
    for (int k = 0; k < e->axes.count; k++)
        json_array_append_new(names, json_text(ctx->arena, e->axes.data[k].name));
    json_object_set_new(root, "parameters", names);
    json_object_set_new(root, "measurements", callpaths);
    for (int i = 0; i < results->count; i++)
        measured = measured || is_measured(&results->data[i]);
    bool ok = true;
    for (int k = 0; k < e->axes.count && ok; k++)
        ok = check_shapes(ctx, e, e->axes.data[k].name, results);
    ok = ok && (!measured || add_results(ctx, e, results, true, true, points, callpaths)) &&
         add_results(ctx, e, results, false, !measured, points, callpaths);
    if (ok && json_array_size(points) == 0) {
        diag_report(ctx->diags, DIAG_ERROR, "extrap", nowhere, "'%s' has no result yet", e->name);
        ok = false;
    }
    if (ok)
        drop_incomplete(ctx, e, json_array_size(points), callpaths);
    ok = ok && json_write(root, out);
    json_decref(root);
    json_decref(points);
    return ok;
}
