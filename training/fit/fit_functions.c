#include "training/fit/fit_functions.h"

#include <string.h>

/* Returns the parameters without "bytes=...". */
static const char *without_bytes(arena *a, const char *parameters)
{
    const char *at = strstr(parameters, "bytes=");
    if (at == NULL)
        return parameters;
    const char *after = strchr(at, ' ');
    const size_t before = (size_t)(at - parameters);
    const char *text =
        arena_printf(a, "%.*s%s", (int)before, parameters, after != NULL ? after + 1 : "");
    const size_t length = strlen(text);
    if (length > 0 && text[length - 1] == ' ')
        return arena_strndup(a, text, length - 1);
    return length > 0 ? text : "-";
}

static fit_curve *find(fit_curves *curves, const char *kernel, const char *parameters)
{
    for (int i = curves->count - 1; i >= 0; i--) {
        fit_curve *c = &curves->curve[i];
        if (strcmp(c->kernel, kernel) == 0 && strcmp(c->parameters, parameters) == 0)
            return c;
    }
    return NULL;
}

bool fit_curve_has(arena *a, const fit_curve *curve, const fit_series *series)
{
    return strcmp(curve->kernel, series->kernel) == 0 && fit_parameter(series, "bytes") != 0 &&
           strcmp(curve->parameters, without_bytes(a, series->parameters)) == 0;
}

void fit_make_curves(arena *a, const fit_data *data, fit_curves *curves)
{
    *curves = (fit_curves){0, ARENA_ARRAY(a, data->count + 1, fit_curve)};
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_parameter(s, "bytes") == 0 || s->median_s <= 0)
            continue;
        const char *parameters = without_bytes(a, s->parameters);
        fit_curve *c = find(curves, s->kernel, parameters);
        if (c == NULL) {
            const double messages = fit_tally(s->tally, "message");
            c = &curves->curve[curves->count++];
            *c = (fit_curve){.kernel = s->kernel,
                             .parameters = parameters,
                             .messages = messages > 0 ? messages : 1};
            c->point = ARENA_ARRAY(a, FIT_POINTS_MOST, fit_point);
        }
        if (c->count < FIT_POINTS_MOST)
            c->point[c->count++] =
                (fit_point){(double)fit_parameter(s, "bytes"), s->median_s / c->messages};
    }
    for (int i = 0; i < curves->count; i++) {
        fit_curve *c = &curves->curve[i];
        fit_sort_points(c->point, c->count);
        c->is_fitted = fit_pieces(a, c->count, c->point, &c->function);
    }
}
