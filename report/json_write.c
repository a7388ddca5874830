#include "report/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "support/utf8.h"

static bool write_scalar(const json_t *value, FILE *out)
{
    if (json_is_real(value)) {
        char text[FORMAT_SHORTEST_SIZE];
        format_shortest(json_real_value(value), text);
        return fputs(text, out) >= 0;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    bool ok = text && fputs(text, out) >= 0;
    free(text);
    return ok;
}

static bool is_scalar(const json_t *value)
{
    return !json_is_object(value) && !json_is_array(value);
}

/* A list of as many figures as a machine has caches stays on the line of what it is of. */
static bool is_beside(const char *key, const json_t *value)
{
    return json_is_array(value) && strcmp(key, "level_misses") == 0;
}

/* Is everything in it plain? Then it goes on one line. */
static bool is_flat(json_t *value)
{
    const char *key;
    json_t *item;
    size_t i;
    json_object_foreach(value, key,
                        item) if (!is_scalar(item) && !is_beside(key, item)) return false;
    json_array_foreach(value, i, item) if (!is_scalar(item)) return false;
    return true;
}

static bool write_value(json_t *value, FILE *out, int indent);

static void between(FILE *out, bool is_first, bool flat, int indent)
{
    if (!is_first)
        fputc(',', out);
    if (!flat)
        fprintf(out, "\n%*s", 2 * (indent + 1), "");
    else if (!is_first)
        fputc(' ', out);
}

static bool write_members(json_t *object, FILE *out, int indent)
{
    bool flat = is_flat(object), ok = true, is_first = true;
    const char *key;
    json_t *item;
    fputc('{', out);
    json_object_foreach(object, key, item)
    {
        between(out, is_first, flat, indent);
        is_first = false;
        json_t *name = json_string(key);
        ok = name && write_scalar(name, out) && ok;
        json_decref(name);
        fputs(": ", out);
        ok = write_value(item, out, indent + 1) && ok;
    }
    if (!flat)
        fprintf(out, "\n%*s", 2 * indent, "");
    return fputc('}', out) != EOF && ok;
}

static bool write_items(json_t *array, FILE *out, int indent)
{
    bool flat = is_flat(array), ok = true;
    size_t i;
    json_t *item;
    fputc('[', out);
    json_array_foreach(array, i, item)
    {
        between(out, i == 0, flat, indent);
        ok = write_value(item, out, indent + 1) && ok;
    }
    if (!flat)
        fprintf(out, "\n%*s", 2 * indent, "");
    return fputc(']', out) != EOF && ok;
}

static bool write_value(json_t *value, FILE *out, int indent)
{
    if (json_is_object(value))
        return write_members(value, out, indent);
    if (json_is_array(value))
        return write_items(value, out, indent);
    return write_scalar(value, out);
}

bool json_write(const json_t *value, FILE *out)
{
    /* jansson's iterators take no const; nothing is changed. */
    return write_value((json_t *)value, out, 0) && fputc('\n', out) != EOF;
}

bool json_write_all(json_t *array, FILE *out)
{
    const bool ok = json_write(json_array_size(array) == 1 ? json_array_get(array, 0) : array, out);
    json_decref(array);
    return ok;
}

json_t *json_text(arena *a, const char *s)
{
    if (!s)
        return json_null();
    json_t *plain = json_string(s);
    if (plain)
        return plain;
    char *safe = arena_alloc(a, 3 * strlen(s) + 1);
    size_t used = 0, length = strlen(s);
    for (size_t i = 0; i < length;) {
        uint32_t code;
        size_t bytes = utf8_decode(s + i, length - i, &code);
        memcpy(safe + used, bytes ? s + i : "\xEF\xBF\xBD", bytes ? bytes : 3);
        used += bytes ? bytes : 3;
        i += bytes ? bytes : 1;
    }
    safe[used] = '\0';
    return json_string(safe);
}

void json_set_real(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, isfinite(value) ? json_real(value) : json_null());
}

void json_set_count(json_t *object, const char *key, uint64_t count)
{
    json_object_set_new(object, key, json_integer((json_int_t)count));
}
