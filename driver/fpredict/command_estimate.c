#include "driver/fpredict/session.h"
#include "report/interpretation.h"

/* Predictions, and the values that each was made with. */
typedef struct estimate_list {
    VEC(const estimate *) made;
    VEC(const bindings *) values;
} estimate_list;

/* Predictions that say something; only the first of each kind is quoted. */
typedef struct complaints {
    int64_t warned, failed;
} complaints;

static void report_rest(session *s, const complaints *count)
{
    const source_range nowhere = {0};
    if (count->warned > 1)
        diag_report(s->ctx->diags, DIAG_WARNING, NULL, nowhere,
                    "%lld more of these predictions have such a warning",
                    (long long)count->warned - 1);
    if (count->failed > 1)
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "%lld more of these predictions could not be made",
                    (long long)count->failed - 1);
}

/* Takes a prediction; of those on one machine that say something the first is heard. */
static void take(session *s, const prediction *p, const bindings *values, complaints *count,
                 estimate_list *out)
{
    fp_context *ctx = s->ctx;
    const bool is_heard =
        !p->is_made ? count->failed++ == 0
                    : (diag_count(p->reported, DIAG_WARNING) || diag_has_errors(p->reported)) &&
                          count->warned++ == 0;
    if (is_heard)
        diag_add_all(ctx->diags, p->reported);
    if (!p->is_made)
        return;
    VEC_PUSH(ctx->arena, &out->made, &p->result);
    VEC_PUSH(ctx->arena, &out->values, values);
}

/* Estimates one entry on each machine for every combination: one graph. */
static bool estimate_all(session *s, const aag_graph *graph, estimate_list *out)
{
    const explore_cases cases = {s->machine_count, s->machines, s->combination_count,
                                 s->combinations, NULL};
    const explore_effort effort = session_effort(s);
    prediction *found =
        ARENA_ARRAY(s->ctx->arena, s->machine_count * s->combination_count, prediction);
    if (!explore_sweep(s->ctx, graph, &cases, &s->estimating, &effort, found))
        return false;
    bool ok = true;
    for (int m = 0; m < s->machine_count; m++) {
        complaints count = {0};
        for (int i = 0; i < s->combination_count; i++)
            take(s, &found[m * s->combination_count + i], &s->combinations[i], &count, out);
        report_rest(s, &count);
        ok = ok && count.failed == 0;
    }
    return ok;
}

static bool estimate_entries(session *s, estimate_list *out)
{
    bool ok = true;
    for (int i = 0; i < s->entry_count; i++) {
        meter_say(s->meter, "planning");
        const aag_graph *graph = explore_graph(s->ctx, s->program, s->entries[i], s->override_count,
                                               s->overrides, &s->graphs);
        bool is_made = graph && estimate_all(s, graph, out);
        if (graph && !is_made)
            session_report_missing(s, graph);
        ok = is_made && ok;
    }
    return ok;
}

static void print_text(session *s, const estimate_list *found, const source_lines *at)
{
    const options *opt = s->opt;
    report_style style = session_style(s);
    if (at)
        for (int i = 0; i < found->made.count; i++)
            report_derivation(s->ctx, session_out(s), found->made.data[i], found->values.data[i],
                              &s->estimating, at, style);
    else if (opt->has_table)
        for (int i = 0; i < found->made.count; i++)
            report_breakdown(s->ctx, session_out(s), found->made.data[i], opt->table, style);
    else if (found->made.count == 1)
        report_profile(s->ctx, session_out(s), found->made.data[0], style);
    else if (found->made.count > 1)
        report_sweep(s->ctx, session_out(s), found->made.count, found->made.data, style);
}

/* The prediction as an expression; null after a report. */
static const formula *make_formula(session *s, const estimate_list *found)
{
    if (found->made.count == 1)
        return formula_new(s->ctx, found->made.data[0], found->values.data[0], &s->estimating);
    diag_report(s->ctx->diags, DIAG_ERROR, "formula", (source_range){0},
                "a formula is made beside one prediction, and these are %d: choose one machine, "
                "one size and one number of processors",
                found->made.count);
    return NULL;
}

static bool print_formula(session *s, const estimate_list *found, const formula *f)
{
    env *e = formula_env(s->ctx, f, found->values.data[0]);
    return e && report_formula(s->ctx, session_out(s), f, e, s->opt->formula, session_style(s));
}

/* `at`: the lines of --at, or null. */
static bool print_estimates(session *s, const estimate_list *found, const source_lines *at)
{
    switch (s->opt->format) {
    case FORMAT_TEXT:
        print_text(s, found, at);
        return true;
    case FORMAT_JSON:
        if (at)
            return report_json_at(s->ctx, session_out(s), found->made.count, found->made.data,
                                  found->values.data, &s->estimating, at);
        return s->opt->has_table && s->opt->table == REPORT_BY_UNIT
                   ? report_json_units(s->ctx, session_out(s), found->made.count, found->made.data)
                   : report_json(s->ctx, session_out(s), found->made.count, found->made.data);
    case FORMAT_CSV:
        return report_csv(s->ctx, session_out(s), found->made.count, found->made.data);
    case FORMAT_MARKDOWN: /* of validations only */
        break;
    }
    return false;
}

/* The prediction is made again, and followed; what is printed of it is that. */
static bool write_trace(session *s, const estimate_list *found)
{
    const options *opt = s->opt;
    const interpretation_options to = {opt->trace, opt->form,
                                       opt->trace_limit ? opt->trace_limit : INTERPRETATION_EVENTS};
    if (found->made.count != 1) {
        diag_report(s->ctx->diags, DIAG_ERROR, "trace", (source_range){0},
                    "a trace is of one prediction, and these are %d: choose one machine, one size "
                    "and one number of processors",
                    found->made.count);
        return false;
    }
    meter_say(s->meter, "following");
    estimate *e = arena_copy(s->ctx->arena, found->made.data[0], sizeof *e);
    found->made.data[0] = e;
    return report_interpretation(s->ctx, found->values.data[0], &s->estimating, &to, e);
}

int command_estimate(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    if (s.is_part)
        return session_close(&s, true);
    source_lines at = {0};
    if (opt->at_first && !session_find_lines(&s, &at))
        return session_close(&s, false);
    if (opt->ask) {
        meter_stop(s.meter);
        session_ask(&s);
        session_show_progress(&s);
    }
    estimate_list found = {0};
    bool ok = estimate_entries(&s, &found);
    while (session_next_reading(&s, &ok))
        ok = estimate_entries(&s, &found) && ok;
    if (opt->trace && (ok || found.made.count > 0))
        ok = write_trace(&s, &found) && ok;
    const bool has_formula = opt->has_formula && found.made.count > 0;
    const formula *f = has_formula && ok ? make_formula(&s, &found) : NULL;
    ok = ok && (f || !has_formula);
    for (int i = 0; i < found.made.count; i++)
        session_check_complete(&s, found.made.data[i]);
    if (opt->remarks) {
        for (int i = 0; i < found.made.count; i++)
            report_remarks(ctx, found.made.data[i], found.values.data[i], &s.estimating);
        return session_close(&s, ok);
    }
    if (opt->no_remarks)
        return session_close(&s, ok);
    session_say(&s);
    if (has_formula)
        ok = f && print_formula(&s, &found, f) && ok;
    else if (ok || found.made.count > 0)
        ok = print_estimates(&s, &found, opt->at_first ? &at : NULL) && ok;
    return session_close(&s, ok);
}
