#include "driver/fpredict/scale.h"
#include "report/scaling_crossings.h"

/* The times of one code on one machine at the size, or the sizes that keep its speed; false after
 * reporting. */
static bool time_all(session *s, const scale_code *code, const sag *machine, const char *name,
                     const set_values *size, scaling *out)
{
    arena *a = s->ctx->arena;
    scaling_question *q = ARENA_NEW(a, scaling_question);
    bindings *values = ARENA_ARRAY(a, s->combination_count, bindings);
    estimate *start = ARENA_NEW(a, estimate);
    const explore_effort effort = session_effort(s);
    for (int i = 0; i < s->combination_count; i++)
        values[i] = explore_fit_procs(code->graph, &s->combinations[i]);
    *q = (scaling_question){.name = name,
                            .graph = code->graph,
                            .machine = machine,
                            .options = &s->estimating,
                            .size = size->name,
                            .count = s->combination_count,
                            .values = values,
                            .work = s->opt->work,
                            .only_speed = true,
                            .by_formula = s->opt->by_formula};
    bool ok;
    if (s->opt->scaled) {
        ok = scaling_solve(s->ctx, q, &effort, out);
    } else {
        ok = estimate_run(s->ctx, q->graph, q->machine, &values[0], q->options, start);
        *out = (scaling){.of = q, .start = start, .size = size->values[0]};
    }
    if (!ok) {
        session_report_missing(s, code->graph);
        return false;
    }
    session_check_complete(s, out->start);
    return s->opt->scaled || scaling_times(s->ctx, &effort, out);
}

static bool print_crossings(session *s, int count, const scaling *all)
{
    const explore_effort effort = session_effort(s);
    scaling_results found;
    const scaling_results *results = s->opt->scaled ? &found : NULL;
    if (s->opt->format == FORMAT_CSV) {
        session_say(s);
        report_crossings_csv(session_out(s), count, all, s->opt->scaled);
        return true;
    }
    if (results && !scaling_results_hold(s->ctx, count, all, &effort, &found))
        return false;
    session_say(s);
    if (s->opt->format == FORMAT_JSON)
        return report_crossings_json(s->ctx, session_out(s), count, all, results);
    report_crossings(s->ctx, session_out(s), count, all, results, session_style(s));
    return true;
}

bool scale_print_crossings(session *s, const scale_codes *codes, const set_values *size)
{
    arena *a = s->ctx->arena;
    const int machines = s->machine_count, count = codes->count * machines;
    scaling *all = ARENA_ARRAY(a, count, scaling);
    if (count < 2) {
        diag_report(s->ctx->diags, DIAG_ERROR, "scale", (source_range){0},
                    "--crossings compares: say several --alternatives, as 'T: (block,*) "
                    "(*,block)', or --machine more than once");
        return false;
    }
    for (int i = 0; i < count; i++) {
        const scale_code *code = &codes->data[i / machines];
        const sag *machine = s->machines[i % machines];
        const char *name =
            machines > 1 ? arena_printf(a, "%s on %s", code->name, machine->name) : code->name;
        if (!time_all(s, code, machine, name, size, &all[i]))
            return false;
    }
    return print_crossings(s, count, all);
}
