#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/session.h"
#include "experiment/curve/curve.h"
#include "experiment/run/run.h"
#include "frontend/frontend.h"
#include "report/experiment.h"
#include "report/experiment_crossings.h"
#include "support/suggest.h"
#include "support/workers.h"

static const source_range nowhere = {0};
static const char usual_database[] = "experiments.db";

/* --- What a database holds ------------------------------------------------------------- */

static bool print_list(session *s, const experiment_list *all)
{
    switch (s->opt->format) {
    case FORMAT_JSON:
        return report_experiments_json(s->ctx, session_out(s), all);
    case FORMAT_CSV:
        report_experiments_csv(session_out(s), all);
        return true;
    case FORMAT_TEXT:
    case FORMAT_MARKDOWN: /* of validations only */
        break;
    }
    report_experiments(s->ctx, session_out(s), all, session_style(s));
    return true;
}

static bool print_one(session *s, const stored_experiment *e, const result_list *results)
{
    switch (s->opt->format) {
    case FORMAT_JSON:
        return report_experiment_json(s->ctx, session_out(s), e, results);
    case FORMAT_CSV:
        report_experiment_csv(s->ctx, session_out(s), e, results);
        return true;
    case FORMAT_TEXT:
    case FORMAT_MARKDOWN:
        break;
    }
    report_experiment(s->ctx, session_out(s), e, results, session_style(s));
    return true;
}

static const stored_experiment *find(session *s, const experiment_list *all, const char *name)
{
    const char **names = ARENA_ARRAY(s->ctx->arena, all->count, const char *);
    for (int i = 0; i < all->count; i++) {
        if (strcmp(all->data[i].name, name) == 0)
            return &all->data[i];
        names[i] = all->data[i].name;
    }
    const char *near = suggest_closest(name, names, all->count);
    diag *d = diag_report(s->ctx->diags, DIAG_ERROR, "experiment-not-found", nowhere,
                          near ? "the database has no experiment '%s'; did you mean '%s'?"
                               : "the database has no experiment '%s'",
                          name, near);
    diag_note(d, nowhere, "'fpredict experiment --list' prints those that it has");
    return NULL;
}

/* --export-extrap */
static bool export_results(session *s, const stored_experiment *e, const result_list *results)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length); /* a refusal leaves the file that is there */
    bool ok = memory && report_experiment_extrap(s->ctx, memory, e, results);
    ok = memory && fclose(memory) == 0 && ok;
    FILE *out = ok ? session_create(s, s->opt->exported) : NULL;
    const bool is_written = out && fwrite(text, 1, length, out) == length;
    free(text);
    if (!out)
        return false;
    if (fclose(out) == 0 && is_written)
        return true;
    diag_report(s->ctx->diags, DIAG_ERROR, "extrap", nowhere, "cannot write '%s': %s",
                s->opt->exported, strerror(errno));
    return false;
}

/* --crossings */
static bool print_crossings(session *s, const stored_experiment *e, const result_list *results)
{
    stored_crossings found[2];
    const int count = stored_crossings_find(s->ctx, e, results, found);
    if (count == 0)
        return false;
    switch (s->opt->format) {
    case FORMAT_JSON:
        return report_experiment_crossings_json(s->ctx, session_out(s), e, count, found);
    case FORMAT_CSV:
        report_experiment_crossings_csv(session_out(s), count, found);
        return true;
    case FORMAT_TEXT:
    case FORMAT_MARKDOWN:
        break;
    }
    report_experiment_crossings(s->ctx, session_out(s), e, count, found, session_style(s));
    return true;
}

/* --list and --show */
static bool read_database(session *s, const char *path)
{
    experiment_list all = {0};
    result_list results = {0};
    const stored_experiment *e = NULL;
    database *d = database_open(s->ctx, path, false);
    bool ok = d && database_experiments(d, &all);
    if (ok && s->opt->show) {
        e = find(s, &all, s->opt->show);
        ok = e && database_results(d, e->id, &results);
    }
    database_close(d);
    if (!ok)
        return false;
    const char *wrong =
        e && s->opt->plots ? curves_draw(s->ctx->arena, e, &results, s->opt->plots) : NULL;
    if (wrong)
        diag_report(s->ctx->diags, DIAG_ERROR, "experiment-curves", nowhere, "%s", wrong);
    if (e && s->opt->exported)
        return export_results(s, e, &results) && !wrong;
    if (e && s->opt->crossings)
        return print_crossings(s, e, &results) && !wrong;
    return (e ? print_one(s, e, &results) : print_list(s, &all)) && !wrong;
}

/* --- An experiment ------------------------------------------------------------------------ */

static bool list_headers(fp_context *ctx, const char *source, int flag_count,
                         const char *const *flags, included_files *out)
{
    const frontend_options options_of = {.path = source,
                                         .argument_count = flag_count,
                                         .arguments = flags,
                                         .header_dir = session_header_dir(ctx)};
    frontend_files all = {0};
    const bool is_known = frontend_list_files(ctx, &options_of, &all);
    for (int i = 0; i < all.count; i++)
        VEC_PUSH(ctx->arena, out, all.data[i]);
    return is_known;
}

static experiment_place place_of(session *s)
{
    experiment_place p = {.program = session_beside_program(s->ctx, "fpredict"),
                          .version = FPREDICT_VERSION,
                          .list_headers = list_headers};
    p.machine_dirs = session_machine_dirs(s->ctx, &p.machine_dir_count);
    p.compiler_dirs = session_compiler_dirs(s->ctx, &p.compiler_dir_count);
    p.program = p.program ? p.program : "fpredict";
    return p;
}

/* The folder of the database, unless --plots names one. */
static const char *plots_of(session *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    return s->opt->plots ? s->opt->plots
           : slash       ? arena_strndup(s->ctx->arena, path, (size_t)(slash - path) + 1)
                         : ".";
}

static bool choose(session *s, const experiment *e, bool *chosen)
{
    bool ok = true;
    memset(chosen, true, (size_t)e->point_count);
    for (int i = 0; i < s->opt->only.count; i++)
        ok = experiment_choose(s->ctx, e, s->opt->only.data[i], chosen) && ok;
    return ok;
}

/* Of points that failed the first is quoted; the others' messages are in the database. */
static void report_failures(session *s, const experiment_outcome *out)
{
    int failed = 0;
    const stored_result *first = NULL;
    for (int i = 0; i < out->results.count; i++) {
        const stored_result *r = &out->results.data[i];
        const bool has_failed = !r->is_done && !r->is_hidden;
        failed += has_failed;
        first = first || !has_failed ? first : r;
    }
    if (!first)
        return;
    diag *d = diag_report(s->ctx->diags, DIAG_ERROR, "experiment-failed", nowhere,
                          "%d of %d points failed; the first one: %s", failed,
                          out->stored.point_count, first->message);
    diag_note(d, nowhere, "in '%s': %s", first->folder, first->command);
}

static void report_end(session *s, const experiment_outcome *out, const char *plots)
{
    if (out->is_interrupted)
        diag_report(s->ctx->diags, DIAG_ERROR, "experiment", nowhere,
                    "interrupted; the results of %d points are kept, and the same command runs the "
                    "other %d",
                    out->found + out->made, out->missing);
    if (out->not_drawn)
        diag_report(s->ctx->diags, DIAG_WARNING, "experiment-curves", nowhere,
                    "no curves are drawn into '%s': %s; the results are in the database", plots,
                    out->not_drawn);
}

static bool add_measured(session *s, const experiment *e, database *d, experiment_outcome *out,
                         const char *plots)
{
    int added;
    const measurement_choice choice = {s->opt->metric, s->opt->callpath};
    if (!experiment_add_measured(s->ctx, e, d, out->stored.id, s->opt->measured, &choice, &added))
        return false;
    out->results = (result_list){0};
    out->stored.measured = added;
    if (!database_results(d, out->stored.id, &out->results))
        return false;
    out->not_drawn = curves_draw(s->ctx->arena, &out->stored, &out->results, plots);
    return true;
}

static void count_kinds(experiment_outcome *out)
{
    stored_experiment *e = &out->stored;
    e->done = e->failed = e->measured = 0;
    for (int i = 0; i < out->results.count; i++) {
        const stored_result *r = &out->results.data[i];
        const bool is_measured = strcmp(r->kind, RESULT_MEASURED) == 0;
        e->measured += is_measured;
        e->failed += !r->is_done;
        e->done += r->is_done && !is_measured;
    }
}

/* Hides the points that --only does not name, if it names some: speed-ups are over the fewest
 * processors of all. */
static void hide_others(const session *s, const bool *chosen, result_list *results)
{
    for (int i = 0; i < results->count && s->opt->only.count; i++) {
        stored_result *r = &results->data[i];
        r->is_hidden = r->point < 0 || !chosen[r->point];
    }
}

static bool run(session *s, const experiment *e, database *d, const char *plots,
                experiment_outcome *out)
{
    const experiment_place place = place_of(s);
    bool *chosen = ARENA_ARRAY(s->ctx->arena, e->point_count, bool);
    const experiment_effort effort = {.jobs = s->opt->jobs ? s->opt->jobs : workers_usual(),
                                      .is_chosen = chosen,
                                      .plots = plots,
                                      .terminal = terminal_can_rewrite(stderr) ? stderr : NULL};
    if (!choose(s, e, chosen) || !experiment_begin(s->ctx, e, &place, d, out))
        return false;
    const bool ok = s->opt->measured ? add_measured(s, e, d, out, plots)
                                     : experiment_run(s->ctx, e, &place, d, &effort, out);
    count_kinds(out);
    hide_others(s, chosen, &out->results);
    report_failures(s, out);
    report_end(s, out, plots);
    return ok;
}

/* Does its command of fpredict take the word? It stands at the place in the experiment's file. */
static bool check_word(fp_context *ctx, const experiment *e, const char *word, source_range where)
{
    const char *mistake = options_mistake(ctx, experiment_kind_name(e->kind), word);
    if (mistake)
        diag_report(ctx->diags, DIAG_ERROR, "experiment-option", where, "%s", mistake);
    return !mistake;
}

/* What the table of options tells is said before a point is run. */
static bool check_options(fp_context *ctx, const experiment *e)
{
    bool ok = true;
    for (int i = 0; i < e->settings.count; i++) {
        const experiment_setting *x = &e->settings.data[i];
        ok &=
            check_word(ctx, e, arena_printf(ctx->arena, "--%s=%s", x->option, x->value), x->where);
    }
    for (int k = 0; k < e->axis_count; k++)
        for (int i = 0; i < e->axes[k].count; i++)
            ok &= check_word(ctx, e, axis_word(ctx->arena, &e->axes[k], e->axes[k].values[i]),
                             e->axes[k].places[i]);
    return ok;
}

int command_experiment(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    const char *path = opt->database ? opt->database : usual_database;
    if (!opt->file)
        return session_close(&s, read_database(&s, path));
    errno = 0;
    const source_file *file = source_open(ctx->sources, opt->file);
    if (!file)
        diag_report(ctx->diags, DIAG_ERROR, "experiment-file", nowhere, "'%s' cannot be read: %s",
                    opt->file, strerror(errno));
    const experiment *e = file ? experiment_read(ctx, file) : NULL;
    const experiment_place place = place_of(&s);
    if (!e || !check_options(ctx, e) ||
        !experiment_check_machines(ctx, e, place.machine_dir_count, place.machine_dirs))
        return session_close(&s, false);
    experiment_outcome out = {.found = 0};
    database *d = database_open(ctx, path, true);
    bool ok = d && run(&s, e, d, plots_of(&s, path), &out);
    database_close(d);
    session_say(&s);
    if (out.results.count > 0)
        ok = print_one(&s, &out.stored, &out.results) && ok;
    return session_close(&s, ok && !out.is_interrupted);
}
