#include "experiment/database/axis.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool stored_name_is_plain(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_' && (*c != '.' || c == name))
            return false;
    return *name != '\0';
}

const char *stored_value(const stored_result *r, const char *name)
{
    for (int i = 0; i < r->settings.count; i++)
        if (strcmp(r->settings.data[i].name, name) == 0)
            return r->settings.data[i].text;
    return NULL;
}

int stored_processors_axis(const stored_experiment *e)
{
    for (int k = 0; k < e->axes.count; k++)
        if (strcmp(e->axes.data[k].text, "processors") == 0)
            return k;
    return -1;
}

double stored_number(const char *text)
{
    char *end;
    if (!text)
        return NAN;
    double value = strtod(text, &end);
    while (end != text && (*end == 'x' || *end == 'X')) {
        text = end + 1;
        value *= strtod(text, &end);
    }
    return end != text && !*end ? value : NAN;
}

/* Results that differ in processors only, and the one on the fewest. */
typedef struct group {
    const char *kind, *other; /* `other`: value on the other axis, "" where there is none */
    double fewest;
    VEC(double) times; /* on these */
} group;

typedef VEC(group) group_list;

static group *find_group(arena *a, group_list *all, const char *kind, const char *other)
{
    for (int i = all->count; i-- > 0;)
        if (strcmp(all->data[i].other, other) == 0 && strcmp(all->data[i].kind, kind) == 0)
            return &all->data[i];
    const group g = {.kind = kind, .other = other, .fewest = INFINITY};
    VEC_PUSH(a, all, g);
    return &all->data[all->count - 1];
}

static group *group_of(arena *a, const stored_experiment *e, int axis, const stored_result *r,
                       group_list *all)
{
    const char *other =
        e->axes.count > 1 ? stored_value(r, e->axes.data[axis == 0 ? 1 : 0].name) : "";
    return find_group(a, all, r->kind, other ? other : "");
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the times; NaN of none. */
static double median(group *g)
{
    const int n = g->times.count;
    if (n == 0)
        return NAN;
    qsort(g->times.data, (size_t)n, sizeof *g->times.data, by_size);
    return (g->times.data[(n - 1) / 2] + g->times.data[n / 2]) / 2;
}

const double *stored_speed_ups(arena *a, const stored_experiment *e, const result_list *all)
{
    const int axis = stored_processors_axis(e);
    double *out = ARENA_ARRAY(a, all->count, double);
    group_list groups = {0};
    for (int i = 0; i < all->count && axis >= 0; i++) {
        const stored_result *r = &all->data[i];
        const double number = stored_number(stored_value(r, e->axes.data[axis].name));
        group *g = group_of(a, e, axis, r, &groups);
        if (!r->is_done || !(number <= g->fewest))
            continue;
        if (number < g->fewest)
            g->times.count = 0;
        g->fewest = number;
        VEC_PUSH(a, &g->times, r->time);
    }
    for (int i = 0; i < all->count; i++) {
        const stored_result *r = &all->data[i];
        out[i] = NAN;
        if (axis < 0 || !r->is_done || !(r->time > 0))
            continue;
        group *g = group_of(a, e, axis, r, &groups);
        out[i] = median(g) * g->fewest / r->time;
    }
    return out;
}
