#include <string.h>

#include "experiment/experiment.h"
#include "sysmodels/model/adjust.h"

/* The machines that an experiment is on, and where each is named. */
typedef VEC(const sag *) machine_list;

const char *experiment_path(arena *a, const experiment *e, const char *name)
{
    const bool is_here = name[0] == '/' || strcmp(e->folder, ".") == 0;
    return is_here ? name : arena_printf(a, "%s/%s", e->folder, name);
}

const char *experiment_model_path(arena *a, const experiment *e, const char *name)
{
    static const char suffix[] = ".yaml";
    const size_t length = strlen(name), tail = strlen(suffix);
    const bool has_suffix = length > tail && strcmp(name + length - tail, suffix) == 0;
    return strchr(name, '/') || has_suffix ? experiment_path(a, e, name) : name;
}

/* Repeats the first error of `aside` at a place of the experiment's file. */
static void repeat(fp_context *ctx, const diag_list *aside, source_range where)
{
    source_range there;
    const char *message = diag_first_error(aside, &there);
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "experiment-value", where, "%s",
                          message ? message : "no machine has such a value");
    if (message && source_range_is_set(there))
        diag_note(d, there, "the machine's file says so here");
}

static const char *machine_of(const experiment *e, source_range *where)
{
    for (int i = 0; i < e->settings.count; i++)
        if (strcmp(e->settings.data[i].option, "machine") == 0) {
            *where = e->settings.data[i].where;
            return e->settings.data[i].value;
        }
    return NULL;
}

static bool open_one(fp_context *ctx, const experiment *e, const char *name, source_range where,
                     int dir_count, const char *const *dirs, machine_list *out)
{
    fp_context aside = *ctx;
    aside.diags = diag_list_new(ctx->arena);
    const sag *machine =
        sag_open(&aside, experiment_model_path(ctx->arena, e, name), dir_count, dirs);
    if (machine)
        VEC_PUSH(ctx->arena, out, machine);
    else
        repeat(ctx, aside.diags, where);
    return machine != NULL;
}

static bool open_all(fp_context *ctx, const experiment *e, int dir_count, const char *const *dirs,
                     machine_list *out)
{
    source_range where = {0};
    const char *name = machine_of(e, &where);
    bool ok = true, varies = false;
    for (int k = 0; k < e->axis_count; k++) {
        const experiment_axis *x = &e->axes[k];
        varies = varies || x->kind == AXIS_MACHINE;
        for (int i = 0; x->kind == AXIS_MACHINE && i < x->count; i++)
            ok = open_one(ctx, e, x->values[i], x->places[i], dir_count, dirs, out) && ok;
    }
    return varies ? ok : open_one(ctx, e, name ? name : "ipsc860", where, dir_count, dirs, out);
}

typedef VEC(sag_change) change_list;

/* Has each of the machines such a value, with what is changed already? It is added to that. The
 * machines that come of it are not kept: values may be many. */
static bool check_value(fp_context *ctx, const machine_list *machines, const char *text,
                        source_range where, change_list *changes)
{
    fp_context aside = *ctx;
    sag_change change = {0};
    aside.diags = diag_list_new(ctx->arena);
    bool ok = sag_change_param(&aside, text, &change);
    VEC_PUSH(ctx->arena, changes, change);
    aside.arena = arena_new_under(ctx->arena);
    aside.diags = ok ? diag_list_new(aside.arena) : aside.diags;
    for (int i = 0; i < machines->count && ok; i++)
        ok = sag_adjust(&aside, machines->data[i], changes->count, changes->data) != NULL;
    if (!ok)
        repeat(ctx, aside.diags, where);
    arena_free(aside.arena);
    return ok;
}

bool experiment_check_machines(fp_context *ctx, const experiment *e, int dir_count,
                               const char *const *dirs)
{
    machine_list machines = {0};
    change_list changes = {0};
    bool ok = open_all(ctx, e, dir_count, dirs, &machines);
    for (int i = 0; i < e->settings.count && ok; i++)
        if (strcmp(e->settings.data[i].option, "param") == 0)
            ok = check_value(ctx, &machines, e->settings.data[i].value, e->settings.data[i].where,
                             &changes);
    for (int k = 0; k < e->axis_count && ok; k++) {
        const experiment_axis *x = &e->axes[k];
        for (int i = 0; x->kind == AXIS_PARAMETER && i < x->count && ok; i++) {
            const char *text = arena_printf(ctx->arena, "%s=%s", x->name, x->values[i]);
            ok = check_value(ctx, &machines, text, x->places[i], &changes);
            changes.count--;
        }
    }
    return ok;
}
