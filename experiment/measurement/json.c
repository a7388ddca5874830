#include <math.h>
#include <string.h>

#include "experiment/measurement/extrap.h"

/* A list of objects, or one behind "measurements": {"processors": 4, "N": 64, "seconds": 0.5}. */

typedef struct reader {
    fp_context *ctx;
    source_range where; /* the file */
    measurement_set *out;
} reader;

static bool fail(const reader *r, const char *text)
{
    diag_report(r->ctx->diags, DIAG_ERROR, "measurements", r->where, "%s", text);
    return false;
}

static bool is_time(const char *key)
{
    return strcmp(key, "seconds") == 0 || strcmp(key, "time_s") == 0;
}

/* A value as the options take it: 4, or "2x2". Null: it is neither. */
static const char *value_text(arena *a, const json_t *value)
{
    if (json_is_string(value))
        return arena_strdup(a, json_string_value(value));
    if (json_is_integer(value))
        return arena_printf(a, "%lld", (long long)json_integer_value(value));
    if (json_is_real(value))
        return arena_printf(a, "%.17g", json_real_value(value));
    return NULL;
}

/* Parameters are what the first run has beside its time. */
static bool read_names(reader *r, json_t *first)
{
    const char *key;
    json_t *value;
    int count = 0;
    const char **names = ARENA_ARRAY(r->ctx->arena, json_object_size(first) + 1, const char *);
    json_object_foreach(first, key, value) if (!is_time(key)) names[count++] =
        arena_strdup(r->ctx->arena, key);
    r->out->names = names;
    r->out->name_count = count;
    return count > 0 || fail(r, "run 1 has no parameter beside its time: 'processors', or a size");
}

static bool read_run(reader *r, size_t number, json_t *run)
{
    arena *a = r->ctx->arena;
    const int count = r->out->name_count;
    const char **values = ARENA_ARRAY(a, count, const char *);
    json_t *time = json_object_get(run, "seconds");
    time = time ? time : json_object_get(run, "time_s");
    if (!json_is_number(time) || !(json_number_value(time) > 0))
        return fail(r, arena_printf(a, "run %zu has no 'seconds' above 0", number));
    for (int k = 0; k < count; k++) {
        values[k] = value_text(a, json_object_get(run, r->out->names[k]));
        if (!values[k])
            return fail(r, arena_printf(a, "run %zu has no value of '%s', which the first one has",
                                        number, r->out->names[k]));
    }
    if (json_object_size(run) != (size_t)count + 1)
        return fail(r, arena_printf(a, "run %zu has other parameters than the first one", number));
    const measurement m = {values, json_number_value(time), r->where};
    VEC_PUSH(a, &r->out->all, m);
    return true;
}

static bool read_runs(reader *r, json_t *runs)
{
    size_t i;
    json_t *run;
    if (!json_is_array(runs) || json_array_size(runs) == 0)
        return fail(r, "this JSON is no list of runs: [{\"processors\": 4, \"N\": 64, \"seconds\": "
                       "0.5}], and not as Extra-P has it");
    json_array_foreach(runs, i, run)
    {
        if (!json_is_object(run))
            return fail(r, arena_printf(r->ctx->arena, "run %zu is no object", i + 1));
        if ((i == 0 && !read_names(r, run)) || !read_run(r, i + 1, run))
            return false;
    }
    return true;
}

/* A value a line, as a list; null: it is not that. */
static json_t *load_lines(const source_file *file)
{
    const char *text = source_text(file);
    const size_t length = source_length(file);
    json_t *lines = json_array();
    size_t at = 0;
    for (;;) {
        json_error_t error;
        at += strspn(text + at, " \t\r\n");
        json_t *line = at < length
                           ? json_loadb(text + at, length - at,
                                        JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error)
                           : NULL;
        if (!line)
            break;
        json_array_append_new(lines, line);
        at += (size_t)error.position;
    }
    if (at >= length && json_array_size(lines) > 1)
        return lines;
    json_decref(lines);
    return NULL;
}

/* What fpredict itself prints has a schema: its figures are predictions. */
static bool check_schema(const reader *r, const json_t *root)
{
    const char *schema = json_string_value(json_object_get(root, "schema"));
    return !schema || strncmp(schema, "fpredict/", 9) != 0 ||
           fail(r,
                arena_printf(r->ctx->arena,
                             "this is what fpredict predicted (%s), and no measurement", schema));
}

bool measurements_read_json(fp_context *ctx, const source_file *file,
                            const measurement_choice *choice, measurement_set *out)
{
    json_error_t error;
    reader r = {ctx, source_range_of(file, 0, 0), out};
    *out = (measurement_set){0};
    json_t *root =
        json_loadb(source_text(file), source_length(file), JSON_REJECT_DUPLICATES, &error);
    root = root ? root : load_lines(file);
    if (!root) {
        const size_t at = error.position > 0 ? (size_t)error.position - 1 : 0;
        r.where = source_range_of(file, at, at);
        return fail(&r, arena_printf(ctx->arena, "this is no JSON: %s", error.text));
    }
    json_t *runs = json_is_object(root) ? json_object_get(root, "measurements") : root;
    const bool ok = !check_schema(&r, root) ? false
                    : extrap_is(root)       ? extrap_read(ctx, root, r.where, choice, out)
                                            : read_runs(&r, runs);
    json_decref(root);
    return ok;
}
