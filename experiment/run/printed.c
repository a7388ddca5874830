#include <jansson.h>
#include <math.h>
#include <string.h>

#include "experiment/run/words.h"

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* "computing" of "computing_s" */
static const char *part_name(arena *a, const char *key)
{
    const size_t length = strlen(key);
    const bool has_unit = length > 2 && strcmp(key + length - 2, "_s") == 0;
    return arena_strndup(a, key, has_unit ? length - 2 : length);
}

static void fail(arena *a, stored_result *out, const char *message)
{
    out->is_done = false;
    out->message = arena_strdup(a, message);
}

void point_read_printed(arena *a, const char *path, stored_result *out)
{
    json_error_t error;
    json_t *all = json_load_file(path, 0, &error);
    if (json_is_array(all)) {
        fail(a, out, "it makes several predictions, or none: 'entry: NAME' chooses a function");
    } else if (!all || isnan(number_of(all, "time_s"))) {
        fail(a, out, "it prints no prediction");
    } else {
        const json_t *complete = json_object_get(all, "complete");
        const char *key;
        json_t *value;
        out->is_done = true;
        out->time = number_of(all, "time_s");
        out->low = number_of(all, "low_s");
        out->high = number_of(all, "high_s");
        out->is_complete = !json_is_false(complete);
        json_object_foreach(json_object_get(all, "breakdown_s"), key, value)
        {
            const named_time t = {part_name(a, key), json_number_value(value)};
            VEC_PUSH(a, &out->parts, t);
        }
    }
    json_decref(all);
}
