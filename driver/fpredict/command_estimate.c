#include "driver/fpredict/session.h"
#include "support/progress.h"

/* Predictions, and the values that each was made with. */
typedef struct estimate_list {
    VEC(const estimate *) made;
    VEC(const bindings *) values;
} estimate_list;

/* How far a long sweep is. */
typedef struct sweep {
    progress shown;
    int64_t done, total;
} sweep;

static void sweep_step(sweep *w)
{
    w->done++;
    if (progress_is_due(&w->shown))
        progress_say(&w->shown, "%lld of %lld predicted", (long long)w->done, (long long)w->total);
}

/* Predictions that say something; only the first of each kind is quoted. */
typedef struct complaints {
    int64_t warned, failed;
} complaints;

/* Estimates with what is reported kept aside; when there is anything and it is
 * the first of its kind, once more for everybody to hear. */
static bool estimate_one(fp_context *aside, estimator *quiet, estimator *loud, arena *a,
                         const bindings *values, complaints *count, estimate *out)
{
    aside->diags = diag_list_new(a);
    bool ok = estimator_eval(quiet, a, values, out);
    if (ok && diag_count(aside->diags, DIAG_WARNING) == 0)
        return true;
    int64_t before = ok ? count->warned++ : count->failed++;
    return before == 0 ? estimator_eval(loud, a, values, out) : ok;
}

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

/* Estimates one entry on one machine for every combination: one graph. */
static bool estimate_all(session *s, const aag_graph *graph, const sag *machine, sweep *sweeping,
                         estimate_list *out)
{
    fp_context *ctx = s->ctx;
    fp_context aside = *ctx;
    complaints count = {0};
    estimator *loud = estimator_new(ctx, graph, machine, &s->opt->estimating);
    estimator *quiet = estimator_new(&aside, graph, machine, &s->opt->estimating);
    if (!loud || !quiet)
        return false;
    for (int i = 0; i < s->combination_count; i++) {
        estimate *e = ARENA_NEW(ctx->arena, estimate);
        if (estimate_one(&aside, quiet, loud, ctx->arena, &s->combinations[i], &count, e)) {
            VEC_PUSH(ctx->arena, &out->made, e);
            VEC_PUSH(ctx->arena, &out->values, &s->combinations[i]);
        }
        sweep_step(sweeping);
    }
    report_rest(s, &count);
    return count.failed == 0;
}

static bool estimate_entries(session *s, estimate_list *out)
{
    sweep all = {.shown = progress_begin(stderr),
                 .total = (int64_t)s->entry_count * s->machine_count * s->combination_count};
    bool ok = true;
    for (int i = 0; i < s->entry_count; i++) {
        const aag_graph *graph = explore_graph(s->ctx, s->program, s->entries[i], s->override_count,
                                               s->overrides, &s->opt->graphs);
        if (!graph) {
            ok = false;
            continue;
        }
        for (int m = 0; m < s->machine_count; m++)
            ok = estimate_all(s, graph, s->machines[m], &all, out) && ok;
    }
    progress_end(&all.shown);
    return ok;
}

static void print_text(session *s, const estimate_list *found)
{
    const options *opt = s->opt;
    report_style style = session_style(s);
    if (opt->at_first)
        for (int i = 0; i < found->made.count; i++)
            report_derivation(s->ctx, session_out(s), found->made.data[i], found->values.data[i],
                              &opt->estimating, opt->at_first, opt->at_last, style);
    else if (opt->has_table)
        for (int i = 0; i < found->made.count; i++)
            report_breakdown(s->ctx, session_out(s), found->made.data[i], opt->table, style);
    else if (found->made.count == 1)
        report_profile(s->ctx, session_out(s), found->made.data[0], style);
    else if (found->made.count > 1)
        report_sweep(s->ctx, session_out(s), found->made.count, found->made.data, style);
}

static bool print_estimates(session *s, const estimate_list *found)
{
    switch (s->opt->format) {
    case FORMAT_TEXT:
        print_text(s, found);
        return true;
    case FORMAT_JSON:
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

int command_estimate(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    if (opt->ask)
        session_ask(&s);
    estimate_list found = {0};
    bool ok = estimate_entries(&s, &found);
    for (int i = 0; i < found.made.count; i++)
        session_check_complete(&s, found.made.data[i]);
    if (opt->remarks) {
        for (int i = 0; i < found.made.count; i++)
            report_remarks(ctx, found.made.data[i]);
        return session_close(&s, ok);
    }
    if (opt->no_remarks)
        return session_close(&s, ok);
    session_say(&s);
    if (ok || found.made.count > 0)
        ok = print_estimates(&s, &found) && ok;
    return session_close(&s, ok);
}
