#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "report/experiment_crossings.h"
#include "support/sort.h"

typedef VEC(const char *) name_list;
typedef VEC(int) number_list;
typedef VEC(double) time_list;

static int by_number(const void *x, const void *y)
{
    const int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

static int by_time(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static int index_of(const name_list *names, const char *name)
{
    int i = 0;
    while (i < names->count && strcmp(names->data[i], name) != 0)
        i++;
    return i;
}

static bool is_of_kind(const stored_result *r, bool is_measured)
{
    return r->is_done && !r->is_hidden && (strcmp(r->kind, RESULT_MEASURED) == 0) == is_measured;
}

static double median_of(time_list *times)
{
    const int half = times->count / 2;
    if (times->count == 0)
        return NAN;
    sort_items(times->data, (size_t)times->count, sizeof *times->data, by_time);
    return times->count % 2 ? times->data[half] : (times->data[half - 1] + times->data[half]) / 2;
}

/* The time of a combination on so many processors: of each shape the median, of these the least. */
static double time_of(arena *a, const result_list *results, bool is_measured,
                      const char *procs_axis, const char *other_axis, int procs, const char *name)
{
    double least = NAN;
    for (int i = 0; i < results->count; i++) {
        const char *shape = stored_value(&results->data[i], procs_axis);
        if (!shape || stored_number(shape) != procs)
            continue;
        time_list times = {0};
        for (int k = 0; k < results->count; k++) {
            const stored_result *r = &results->data[k];
            const char *its = stored_value(r, procs_axis), *value = stored_value(r, other_axis);
            if (is_of_kind(r, is_measured) && its && strcmp(its, shape) == 0 && value &&
                strcmp(value, name) == 0)
                VEC_PUSH(a, &times, r->time);
        }
        least = fmin(least, median_of(&times)); /* of a number and NaN the number */
    }
    return least;
}

static bool find_kind(arena *a, const stored_experiment *e, const result_list *results, int axis,
                      bool is_measured, stored_crossings *out)
{
    const char *procs_axis = e->axes.data[axis].name, *other_axis = e->axes.data[!axis].name;
    name_list names = {0};
    number_list procs = {0};
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        const char *value = stored_value(r, other_axis), *shape = stored_value(r, procs_axis);
        if (!is_of_kind(r, is_measured) || !value || !shape)
            continue;
        if (index_of(&names, value) == names.count)
            VEC_PUSH(a, &names, value);
        VEC_PUSH(a, &procs, (int)stored_number(shape));
    }
    if (names.count < 2)
        return false;
    sort_items(procs.data, (size_t)procs.count, sizeof *procs.data, by_number);
    int count = 0;
    for (int i = 0; i < procs.count; i++)
        if (i == 0 || procs.data[i] != procs.data[count - 1])
            procs.data[count++] = procs.data[i];
    scaling *all = ARENA_ARRAY(a, names.count, scaling);
    for (int k = 0; k < names.count; k++) {
        scaling_question *q = ARENA_NEW(a, scaling_question);
        scaling_point *points = ARENA_ARRAY(a, count, scaling_point);
        *q = (scaling_question){.name = names.data[k]};
        for (int i = 0; i < count; i++) {
            const double time =
                time_of(a, results, is_measured, procs_axis, other_axis, procs.data[i], q->name);
            points[i].begin =
                (scaling_trial){.is_made = !isnan(time), .procs = procs.data[i], .time = time};
        }
        all[k] = (scaling){.of = q, .count = count, .points = points};
    }
    *out = (stored_crossings){is_measured ? "measured" : "predicted", names.count, all, 0, NULL};
    out->range_count = scaling_ranges(a, names.count, all, false, &out->ranges);
    return true;
}

int stored_crossings_find(fp_context *ctx, const stored_experiment *e, const result_list *results,
                          stored_crossings out[2])
{
    const source_range nowhere = {0};
    const int axis = stored_processors_axis(e);
    if (axis < 0 || e->axes.count != 2 || strcmp(e->axes.data[!axis].text, "size") == 0) {
        diag_report(
            ctx->diags, DIAG_ERROR, "experiment-crossings", nowhere,
            "in '%s' varies not what is compared on numbers of processors: crossings are of "
            "processors and one thing more, a distribution, a machine, a value or an option",
            e->name);
        return 0;
    }
    int count = 0;
    for (int k = 0; k < 2; k++)
        count += find_kind(ctx->arena, e, results, axis, k == 1, &out[count]);
    if (count == 0)
        diag_report(ctx->diags, DIAG_ERROR, "experiment-crossings", nowhere,
                    "'%s' has no times of two values of %s", e->name, e->axes.data[!axis].name);
    return count;
}
