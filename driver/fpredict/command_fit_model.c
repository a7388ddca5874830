#include <math.h>
#include <string.h>

#include "driver/fpredict/model.h"
#include "support/format.h"

/* fpredict fit-model: a machine's values, fitted to measured runs of a program. A formula is made
 * at each point, and the time is linear in the values that it names; where maxima and waiting go
 * another way with the fitted values, the formulas are made again (Gauss and Newton). */

enum { ROUNDS_MOST = 8 };

/* Different points among the runs: repetitions tell nothing of constants. */
static int count_distinct(const model_work *w)
{
    int count = 0;
    for (int i = 0; i < w->runs.all.count; i++) {
        bool is_new = true;
        for (int k = 0; k < i; k++)
            is_new = is_new && w->points[k].bound != w->points[i].bound;
        count += is_new;
    }
    return count;
}

/* The machine with all values as fitted so far; null after reporting. */
static const sag *fitted_machine(model_work *w, const sag *machine)
{
    fp_context *ctx = w->s.ctx;
    sag_change *changes = ARENA_ARRAY(ctx->arena, w->value_count, sag_change);
    const char *text =
        arena_printf(ctx->arena, "%d runs of %s", w->runs.all.count, w->report.source);
    int count = 0;
    for (int k = 0; k < w->value_count; k++) {
        const fitted_value *v = &w->values[k];
        if (v->state == VALUE_FITTED)
            changes[count++] = (sag_change){
                .kind = CHANGE_PARAMETER,
                .path = v->value->path,
                .value = arena_printf(ctx->arena, "%.10g", v->value->stated * v->factor),
                .fitted_to = text,
                .fitted_error = isnan(v->error) ? 1 : fmax(v->error / v->factor, 1e-6)};
    }
    return count ? sag_adjust(ctx, machine, count, changes) : machine;
}

static double open_share(const model_work *w)
{
    double most = 0;
    for (int i = 0; i < w->runs.all.count; i++)
        most = fmax(most, w->points[i].of.fixed / w->points[i].time);
    return most;
}

static void start_report(model_work *w)
{
    arena *a = w->s.ctx->arena;
    const options *opt = w->s.opt;
    fitted_point *points = ARENA_ARRAY(a, w->point_count, fitted_point);
    for (int i = 0; i < w->point_count; i++)
        points[i] = (fitted_point){.values = w->points[i].values,
                                   .measured = w->points[i].measured,
                                   .before = w->points[i].time,
                                   .time = w->points[i].time,
                                   .low = NAN,
                                   .high = NAN,
                                   .other_low = NAN,
                                   .other_high = NAN,
                                   .weight = 1,
                                   .left_out = NAN};
    w->report.machine = w->machine->name;
    w->report.runs = opt->measured ? opt->measured : opt->experiment;
    w->report.name_count = w->runs.name_count;
    w->report.names = w->runs.names;
    w->report.value_count = w->value_count;
    w->report.values = w->values;
    w->report.run_count = w->runs.all.count;
    w->report.prediction_count = w->point_count - w->runs.all.count;
    w->report.points = points;
    w->report.predictions = points + w->runs.all.count;
    w->report.distinct = count_distinct(w);
    w->report.open = open_share(w);
    w->report.is_asked = w->sized.constants.count > 0;
    w->report.output = opt->output;
}

/* Fits until nothing changes. */
static bool fit(model_work *w)
{
    const sag *first = w->machine;
    double change = 0;
    if (!model_fit_once(w, true, &change))
        return false;
    for (int round = 1; round < ROUNDS_MOST && w->report.factor_count > 0; round++) {
        w->machine = fitted_machine(w, first);
        if (!w->machine || !model_predict(w) || !model_fit_once(w, false, &change))
            return false;
        if (change < 1e-9)
            return true;
    }
    if (w->report.factor_count > 0 && change > 1e-3)
        diag_report(w->s.ctx->diags, DIAG_WARNING, "fit-model", (source_range){0},
                    "fitted values still change by %s each time: waiting, or which message "
                    "protocol is used, depends on them",
                    format_percent(w->s.ctx->arena, change));
    return true;
}

/* The machine's file, with fitted values; not as a compiler uses it, nor with other nodes. */
static bool write_machine(model_work *w)
{
    const options *opt = w->s.opt;
    if (!opt->output)
        return true;
    const sag *file = session_machine_file(w->s.ctx, opt,
                                           opt->machines.count ? opt->machines.data[0] : "ipsc860");
    const sag *fitted = file ? fitted_machine(w, file) : NULL;
    FILE *out = fitted ? session_create(&w->s, opt->output) : NULL;
    if (!out)
        return false;
    const bool ok = sag_write(w->s.ctx, fitted, out);
    return (fclose(out) == 0 && ok) || model_fail(w, "cannot write '%s'", opt->output);
}

static bool work(model_work *w)
{
    session *s = &w->s;
    if (s->entry_count != 1)
        return model_fail(w, "the runs are of one program: which function of these? --entry NAME");
    meter_say(s->meter, "planning");
    w->graph = explore_graph(s->ctx, s->program, s->entries[0], s->override_count, s->overrides,
                             &s->graphs);
    w->machine = s->machines[0];
    w->report.level = 0.95;
    if (!w->graph || !model_bind_points(w) || !model_predict(w) || !model_list_values(w))
        return false;
    start_report(w);
    return fit(w) && write_machine(w);
}

int command_fit_model(fp_context *ctx, const options *opt)
{
    model_work *w = ARENA_NEW(ctx->arena, model_work);
    *w = (model_work){.s = {.ctx = ctx, .opt = opt}};
    if (!model_read_points(w, ctx, opt))
        return session_close(&w->s, false);
    bool ok = session_open(&w->s, ctx, &w->sized) && work(w);
    session_say(&w->s);
    if (ok && opt->format == FORMAT_JSON)
        ok = report_model_fit_json(ctx, session_out(&w->s), &w->report);
    else if (ok)
        report_model_fit(ctx, session_out(&w->s), &w->report, session_style(&w->s));
    return session_close(&w->s, ok);
}
