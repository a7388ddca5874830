#include "experiment/database/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    for (; end != text && (*end == 'x' || *end == 'X'); text = end)
        value *= strtod(end + 1, &end);
    return end != text && !*end ? value : NAN;
}

bool stored_is_beside(const stored_experiment *e, const stored_result *a, const stored_result *b,
                      int axis)
{
    for (int k = 0; k < e->axes.count; k++) {
        const char *name = e->axes.data[k].name;
        const char *of_a = stored_value(a, name), *of_b = stored_value(b, name);
        if (k != axis && (!of_a || !of_b || strcmp(of_a, of_b) != 0))
            return false;
    }
    return true;
}

double stored_speed_up(const stored_experiment *e, const result_list *all, int i)
{
    const int axis = stored_processors_axis(e);
    const stored_result *r = &all->data[i];
    double fewest = INFINITY, time = NAN;
    if (axis < 0 || !r->is_done || !(r->time > 0))
        return NAN;
    for (int k = 0; k < all->count; k++) {
        const stored_result *other = &all->data[k];
        const double number = stored_number(stored_value(other, e->axes.data[axis].name));
        if (!other->is_done || strcmp(other->kind, r->kind) != 0 || !(number < fewest) ||
            !stored_is_beside(e, r, other, axis))
            continue;
        fewest = number;
        time = other->time;
    }
    return time * fewest / r->time;
}
