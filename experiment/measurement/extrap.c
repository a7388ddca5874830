#include "experiment/measurement/extrap.h"

#include <math.h>
#include <string.h>

/* One value, whichever form it stood in. */
typedef struct record {
    const char *callpath, *metric;
    const char *const *values;
    double value;
} record;

typedef struct reader {
    fp_context *ctx;
    source_range where;
    const measurement_choice *choice;
    measurement_set *out;
    VEC(record) records;
    bool is_mean; /* of repetitions that are not there */
} reader;

static bool fail(const reader *r, const char *text)
{
    diag_report(r->ctx->diags, DIAG_ERROR, "extrap", r->where, "%s", text);
    return false;
}

#define FAIL(r, ...) fail(r, arena_printf((r)->ctx->arena, __VA_ARGS__))

bool extrap_is(const json_t *root)
{
    if (json_is_array(root))
        return json_is_object(json_object_get(json_array_get(root, 0), "params"));
    return json_is_object(root) && json_is_array(json_object_get(root, "parameters")) &&
           (json_is_object(json_object_get(root, "measurements")) ||
            json_is_array(json_object_get(root, "callpaths")));
}

/* Coordinates are numbers there, whole ones of 4.0, too. */
static const char *coordinate_text(arena *a, const json_t *value)
{
    const double x = json_number_value(value);
    return json_is_integer(value)
               ? arena_printf(a, "%lld", (long long)json_integer_value(value))
               : arena_printf(a, floor(x) >= x && fabs(x) < 1e15 ? "%.0f" : "%.17g", x);
}

static void keep(reader *r, const char *callpath, const char *metric, const char *const *values,
                 double value)
{
    const record one = {callpath, metric, values, value};
    VEC_PUSH(r->ctx->arena, &r->records, one);
}

/* --- The newer form -------------------------------------------------------------------- */

static bool read_names(reader *r, const json_t *parameters)
{
    const char **names = ARENA_ARRAY(r->ctx->arena, json_array_size(parameters) + 1, const char *);
    size_t i;
    json_t *name;
    json_array_foreach(parameters, i, name)
    {
        if (!json_is_string(name))
            return FAIL(r, "parameter %zu has no name", i + 1);
        names[i] = arena_strdup(r->ctx->arena, json_string_value(name));
    }
    r->out->names = names;
    r->out->name_count = (int)json_array_size(parameters);
    return r->out->name_count > 0 || fail(r, "it has no parameter");
}

static bool read_point(reader *r, const char *callpath, const char *metric, const json_t *point)
{
    const json_t *saved = json_object_get(point, "coordinate");
    const json_t *at = saved ? saved : json_object_get(point, "point");
    const json_t *values = json_object_get(point, "values"), *mean = json_object_get(point, "mean");
    const char **texts = ARENA_ARRAY(r->ctx->arena, r->out->name_count, const char *);
    size_t i;
    json_t *value;
    if (!json_is_array(at) || json_array_size(at) != (size_t)r->out->name_count)
        return FAIL(r,
                    "a point of '%s' of '%s' has not as many coordinates as there are parameters",
                    metric, callpath);
    json_array_foreach(at, i, value)
    {
        if (!json_is_number(value))
            return FAIL(r, "a coordinate of '%s' of '%s' is no number", metric, callpath);
        texts[i] = coordinate_text(r->ctx->arena, value);
    }
    if (saved) { /* its values, where they were kept, are in other files of the archive */
        if (!json_is_number(mean))
            return FAIL(r, "a point of '%s' of '%s' has no mean", metric, callpath);
        r->is_mean |= json_integer_value(json_object_get(point, "repetitions")) > 1;
        keep(r, callpath, metric, texts, json_number_value(mean));
        return true;
    }
    if (!json_is_array(values) || json_array_size(values) == 0)
        return FAIL(r, "a point of '%s' of '%s' has no values", metric, callpath);
    json_array_foreach(values, i, value)
    {
        if (!json_is_number(value))
            return FAIL(r, "a value of '%s' of '%s' is no number", metric, callpath);
        keep(r, callpath, metric, texts, json_number_value(value));
    }
    return true;
}

static bool read_newer(reader *r, json_t *root)
{
    const char *callpath, *metric;
    json_t *metrics, *points, *point;
    size_t i;
    if (!read_names(r, json_object_get(root, "parameters")))
        return false;
    json_object_foreach(json_object_get(root, "measurements"), callpath, metrics)
    {
        if (!json_is_object(metrics))
            return FAIL(r, "the call path '%s' has no metrics", callpath);
        json_object_foreach(metrics, metric, points)
        {
            if (!json_is_array(points))
                return FAIL(r, "'%s' of '%s' is no list of points", metric, callpath);
            json_array_foreach(points, i,
                               point) if (!read_point(r, arena_strdup(r->ctx->arena, callpath),
                                                      arena_strdup(r->ctx->arena, metric),
                                                      point)) return false;
        }
    }
    return true;
}

/* --- The older form, whose parts have numbers ------------------------------------------- */

static const json_t *by_id(const json_t *list, const json_t *id)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) if (json_is_integer(id) &&
                                         json_is_integer(json_object_get(one, "id")) &&
                                         json_integer_value(json_object_get(one, "id")) ==
                                             json_integer_value(id)) return one;
    return NULL;
}

static const char *name_by_id(reader *r, const json_t *list, const json_t *id)
{
    const char *name = json_string_value(json_object_get(by_id(list, id), "name"));
    return name ? arena_strdup(r->ctx->arena, name) : NULL;
}

static bool read_older_names(reader *r, const json_t *parameters)
{
    json_t *names = json_array();
    size_t i;
    json_t *one;
    json_array_foreach(parameters, i, one) json_array_append(
        names,
        json_is_string(json_object_get(one, "name")) ? json_object_get(one, "name") : json_null());
    const bool ok = read_names(r, names);
    json_decref(names);
    return ok;
}

/* Values of one coordinate in the order of the parameters; null after reporting. */
static const char *const *older_values(reader *r, const json_t *root, const json_t *coordinate)
{
    const json_t *pairs = json_object_get(coordinate, "parameter_value_pairs");
    const json_t *parameters = json_object_get(root, "parameters");
    const char **texts = ARENA_ARRAY(r->ctx->arena, r->out->name_count, const char *);
    for (int k = 0; k < r->out->name_count; k++) {
        const json_t *id = json_object_get(json_array_get(parameters, (size_t)k), "id");
        size_t i;
        json_t *pair;
        json_array_foreach(pairs, i,
                           pair) if (json_equal(json_object_get(pair, "parameter_id"), id) &&
                                     json_is_number(json_object_get(pair, "parameter_value")))
            texts[k] = coordinate_text(r->ctx->arena, json_object_get(pair, "parameter_value"));
        if (!texts[k]) {
            FAIL(r, "a coordinate has no value of '%s'", r->out->names[k]);
            return NULL;
        }
    }
    return texts;
}

static bool read_older(reader *r, json_t *root)
{
    size_t i;
    json_t *one;
    if (!read_older_names(r, json_object_get(root, "parameters")))
        return false;
    json_array_foreach(json_object_get(root, "measurements"), i, one)
    {
        const char *callpath =
            name_by_id(r, json_object_get(root, "callpaths"), json_object_get(one, "callpath_id"));
        const char *metric =
            name_by_id(r, json_object_get(root, "metrics"), json_object_get(one, "metric_id"));
        const json_t *at =
            by_id(json_object_get(root, "coordinates"), json_object_get(one, "coordinate_id"));
        const json_t *value = json_object_get(one, "value");
        if (!callpath || !metric || !at || !json_is_number(value))
            return FAIL(r,
                        "measurement %zu names no call path, metric or coordinate that is there, "
                        "or has no value",
                        i + 1);
        const char *const *texts = older_values(r, root, at);
        if (!texts)
            return false;
        keep(r, callpath, metric, texts, json_number_value(value));
    }
    return true;
}

/* --- JSON Lines: a value a line ----------------------------------------------------------- */

static const char *line_name(reader *r, const json_t *line, const char *key, const char *without)
{
    const char *name = json_string_value(json_object_get(line, key));
    return name ? arena_strdup(r->ctx->arena, name) : without;
}

/* Parameters are those of the first line. */
static bool read_line_names(reader *r, json_t *params)
{
    json_t *names = json_array(), *value;
    const char *key;
    json_object_foreach(params, key, value) json_array_append_new(names, json_string(key));
    const bool ok = read_names(r, names);
    json_decref(names);
    return ok;
}

static bool read_line(reader *r, size_t number, json_t *line)
{
    json_t *params = json_object_get(line, "params"), *value = json_object_get(line, "value");
    if (!json_is_object(params) || !json_is_number(value))
        return FAIL(r, "line %zu has no 'params', or no 'value' that is a number", number);
    if (number == 1 && !read_line_names(r, params))
        return false;
    const char **texts = ARENA_ARRAY(r->ctx->arena, r->out->name_count, const char *);
    for (int k = 0; k < r->out->name_count; k++) {
        const json_t *at = json_object_get(params, r->out->names[k]);
        if (!json_is_number(at))
            return FAIL(r, "line %zu has no number for '%s', which the first one has", number,
                        r->out->names[k]);
        texts[k] = coordinate_text(r->ctx->arena, at);
    }
    keep(r, line_name(r, line, "callpath", "<root>"), line_name(r, line, "metric", "<default>"),
         texts, json_number_value(value));
    return true;
}

static bool read_lines(reader *r, json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line) if (!read_line(r, i + 1, line)) return false;
    return true;
}

/* --- What is taken ---------------------------------------------------------------------- */

static const char *name_of(const record *one, bool is_metric)
{
    return is_metric ? one->metric : one->callpath;
}

/* Does one call path contain all others, "main" and "main->solve"? */
static bool is_root(const reader *r, const char *path)
{
    const size_t length = strlen(path);
    for (int i = 0; i < r->records.count; i++) {
        const char *other = r->records.data[i].callpath;
        if (strncmp(other, path, length) != 0 ||
            (other[length] && strncmp(other + length, "->", 2) != 0))
            return false;
    }
    return true;
}

/* Which metric, or call path; null after reporting. */
static const char *choose(reader *r, bool is_metric)
{
    const char *asked = is_metric ? r->choice->metric : r->choice->callpath, *list = "";
    const char *const what = is_metric ? "metric" : "call path";
    VEC(const char *) names = {0};
    for (int i = 0; i < r->records.count; i++) {
        const char *name = name_of(&r->records.data[i], is_metric);
        int k = 0;
        while (k < names.count && strcmp(names.data[k], name) != 0)
            k++;
        if (k < names.count)
            continue;
        list = arena_printf(r->ctx->arena, "%s%s'%s'", list, k ? ", " : "", name);
        VEC_PUSH(r->ctx->arena, &names, name);
    }
    /* What fpredict wrote of predictions is no measurement, unless it is asked for. */
    if (is_metric && !asked && names.count == 1 && strcmp(names.data[0], "predicted_time") == 0) {
        fail(r, "it has predictions only, 'predicted_time', and no measured 'time'; --metric "
                "predicted_time takes them for what was measured");
        return NULL;
    }
    for (int k = 0; k < names.count; k++)
        if (asked ? strcmp(names.data[k], asked) == 0
                  : names.count == 1 || (is_metric ? strcmp(names.data[k], "time") == 0
                                                   : is_root(r, names.data[k])))
            return names.data[k];
    FAIL(r, asked ? "it has no %s '%s'; there are %s" : "which %s%s? It has %s", what,
         asked ? asked : "", list);
    return NULL;
}

bool extrap_read(fp_context *ctx, const json_t *root, source_range where,
                 const measurement_choice *choice, measurement_set *out)
{
    reader r = {.ctx = ctx, .where = where, .choice = choice, .out = out};
    json_t *all = (json_t *)(uintptr_t)root;
    const bool is_newer = json_is_object(json_object_get(root, "measurements"));
    if (!(json_is_array(root) ? read_lines(&r, all)
          : is_newer          ? read_newer(&r, all)
                              : read_older(&r, all)))
        return false;
    if (r.records.count == 0)
        return fail(&r, "it has no measurement");
    const char *metric = choose(&r, true);
    const char *callpath = metric ? choose(&r, false) : NULL;
    if (!callpath)
        return false;
    for (int i = 0; i < r.records.count; i++) {
        const record *one = &r.records.data[i];
        const measurement m = {one->values, one->value, where};
        if (strcmp(one->metric, metric) != 0 || strcmp(one->callpath, callpath) != 0)
            continue;
        if (!(one->value > 0))
            return FAIL(&r, "'%s' of '%s' has a value that is no time above 0", metric, callpath);
        VEC_PUSH(ctx->arena, &out->all, m);
    }
    if (r.is_mean && out->all.count > 0)
        diag_report(ctx->diags, DIAG_WARNING, "extrap", where,
                    "Extra-P has saved means of repetitions, without what each took: a mean counts "
                    "as one run here");
    return out->all.count > 0 || FAIL(&r, "there is no '%s' of '%s'", metric, callpath);
}
