#include <math.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "experiment/measurement/measurement.h"

static bool is_measured(const stored_result *r)
{
    return strcmp(r->kind, RESULT_MEASURED) == 0;
}

static bool fail(fp_context *ctx, const char *text)
{
    diag_report(ctx->diags, DIAG_ERROR, "measurements", (source_range){0}, "%s", text);
    return false;
}

bool measurements_stored(fp_context *ctx, const stored_experiment *e, const result_list *results,
                         bool takes_predicted, measurement_set *out)
{
    arena *a = ctx->arena;
    const char **names = ARENA_ARRAY(a, e->axes.count, const char *);
    int measured = 0;
    *out = (measurement_set){.name_count = e->axes.count, .names = names};
    for (int k = 0; k < e->axes.count; k++)
        names[k] = e->axes.data[k].name;
    for (int i = 0; i < results->count; i++)
        measured += is_measured(&results->data[i]);
    if (measured == 0 && !takes_predicted)
        return fail(ctx,
                    arena_printf(a,
                                 "nothing was measured of '%s': 'fpredict experiment FILE.yaml "
                                 "--add-measured RUNS.csv' adds runs",
                                 e->name));
    for (int i = 0; i < results->count; i++) {
        const stored_result *r = &results->data[i];
        const char **values = ARENA_ARRAY(a, e->axes.count, const char *);
        if (!r->is_done || !(r->time > 0) || (measured > 0 && !is_measured(r)))
            continue;
        bool has_all = true;
        for (int k = 0; k < e->axes.count; k++) {
            values[k] = stored_value(r, names[k]);
            has_all = has_all && values[k];
        }
        const measurement m = {.values = values, .seconds = r->time};
        if (has_all)
            VEC_PUSH(a, &out->all, m);
    }
    return out->all.count > 0 ||
           fail(ctx, arena_printf(a, "the database has no time of '%s'", e->name));
}
