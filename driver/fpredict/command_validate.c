#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/session.h"
#include "driver/fpredict/validate_cases.h"
#include "support/folder.h"
#include "support/gnuplot.h"
#include "support/progress.h"
#include "validate/validate.h"

static const source_range nowhere = {0};

/* --- The machine and the runs ---------------------------------------------------------- */

static const char *own_path(arena *a)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    return length > 0 ? arena_strndup(a, self, (size_t)length) : "fpredict";
}

/* A real machine is never judged by a single run. */
static int repetitions_of(const options *opt)
{
    enum { REAL = 3 };
    return opt->repetitions ? opt->repetitions : opt->counts_work ? 1 : REAL;
}

static const char *mpicc_of(fp_context *ctx, const options *opt)
{
    const char *of = mpi_compiler_of(opt->mpirun ? opt->mpirun : "mpirun");
    return opt->mpicc ? opt->mpicc : arena_printf(ctx->arena, "%s -O1", of);
}

static bool check_repetitions(fp_context *ctx, const options *opt)
{
    if (opt->counts_work || repetitions_of(opt) >= 3)
        return true;
    diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                "--repetitions %d: real runs differ, and fewer than 3 do not show by how much",
                opt->repetitions);
    return false;
}

/* Is there a case of a program that could be read? */
static bool has_subject(const validate_case_list *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->data[i].distribution_index != VALIDATE_NO_DISTRIBUTION)
            return true;
    return false;
}

static bool is_file(const char *output)
{
    return output && strcmp(output, "-") != 0;
}

/* Hours of measurement end in the output: that it can be written is seen before, and that it
 * is none of the sources. */
static bool check_output(fp_context *ctx, const options *opt)
{
    const char *path = opt->output;
    if (!is_file(path))
        return true;
    for (int i = 0; i < opt->files.count; i++)
        if (folder_is_same_file(path, opt->files.data[i])) {
            diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                        "--output '%s' is the source itself: write elsewhere", path);
            return false;
        }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    bool is_new = file >= 0;
    if (!is_new && errno == EEXIST)
        file = open(path, O_WRONLY);
    if (file < 0) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot write '%s': %s", path,
                    strerror(errno));
        return false;
    }
    close(file);
    if (is_new)
        unlink(path);
    return true;
}

/* The same of drawings. */
static bool check_plots(fp_context *ctx, const options *opt)
{
    const char *wrong = opt->plots ? gnuplot_check(ctx->arena, opt->plots) : NULL;
    if (wrong)
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "--plots: %s", wrong);
    return !wrong;
}

static bool print_cases(session *s, FILE *out, report_style style, const validate_subject *about,
                        const validate_case_list *all)
{
    switch (s->opt->format) {
    case FORMAT_TEXT:
        validate_print(s->ctx, out, about, all->count, all->data, style);
        return true;
    case FORMAT_JSON:
        return validate_json(out, about, all->count, all->data);
    case FORMAT_MARKDOWN:
        validate_print_markdown(s->ctx, out, about, all->count, all->data);
        return true;
    case FORMAT_CSV: /* of estimates only */
        break;
    }
    return false;
}

static bool write_output(session *s, const validate_subject *about, const validate_case_list *all)
{
    const options *opt = s->opt;
    const bool has_file = is_file(opt->output);
    const report_style style = has_file ? (report_style){.width = 100} : session_style(s);
    FILE *out = has_file ? fopen(opt->output, "w") : session_out(s);
    bool ok = out && print_cases(s, out, style, about, all);
    if (out && has_file && fclose(out) != 0)
        ok = false;
    if (!ok) /* the diagnostics have been printed by now */
        fprintf(stderr, "fpredict: error: cannot write '%s': %s\n",
                opt->output ? opt->output : "standard output", strerror(errno));
    return ok;
}

/* What happened, for who waits at the terminal. Returns whether there is something to compare,
 * and nothing to complain of. */
static bool say_tally(const validate_case_list *all, const validate_tally *t, const options *opt)
{
    int scored = 0, incomplete = 0;
    for (int i = 0; i < all->count; i++) {
        scored += validate_is_scored(&all->data[i]);
        incomplete += all->data[i].is_incomplete;
    }
    fprintf(stderr, "fpredict: %d of %d cases measured (%d runs now, %d from the result cache)%s\n",
            scored, all->count, t->measured, t->found,
            t->is_interrupted && opt->cache ? "; interrupted: the same command continues from here"
            : t->is_interrupted             ? "; interrupted"
                                            : "");
    if (t->wrong)
        fprintf(stderr,
                "fpredict: error: %d of them print%s something else than the sequential "
                "program: see 'Wrong results'\n",
                t->wrong, t->wrong == 1 ? "s" : "");
    if (t->unsteady)
        fprintf(stderr,
                "fpredict: warning: simulated runs are not the same each time (%d of %d that were "
                "repeated): does the simulation use this host's clock, too?\n",
                t->unsteady, t->checked);
    bool is_refused = incomplete && opt->warnings_as_errors;
    if (is_refused)
        fprintf(stderr,
                "fpredict: error: %d of them left out for a prediction that is not complete, and "
                "warnings are errors: see 'Left out'\n",
                incomplete);
    return scored > 0 && !t->wrong && !is_refused;
}

static validate_setup setup_of(fp_context *ctx, const options *opt)
{
    return (validate_setup){
        .predictor = own_path(ctx->arena),
        .machine = opt->machines.count ? opt->machines.data[0] : "ipsc860",
        .compiler = opt->compiler,
        .collectives = opt->collectives == COLLECTIVES_LIBRARY ? "library"
                       : opt->collectives == COLLECTIVES_OWN   ? "own"
                                                               : NULL,
        .exchange = opt->exchange,
        .mpicc = opt->is_serial ? (opt->cc ? opt->cc : "cc -O1") : mpicc_of(ctx, opt),
        .mpirun = opt->is_serial ? (opt->under ? opt->under : "")
                                 : (opt->mpirun ? opt->mpirun : "mpirun"),
        .runtime_root = session_runtime_root(ctx),
        .header_dir = session_header_dir(ctx),
        .is_injected = opt->counts_work,
        .is_serial = opt->is_serial,
        .cc = opt->cc ? opt->cc : "cc -O1",
        .tolerance = opt->has_tolerance ? opt->tolerance : 1e-9,
        .jobs = opt->jobs ? opt->jobs : 1,
        .cache = opt->cache,
        .repetitions = repetitions_of(opt),
        .time_limit = opt->time_limit ? opt->time_limit : 120,
        .progress = stderr,
    };
}

/* Looks whether the machine file is of where programs run, and says all that is to be said before
 * they take their time; the tables have it, too. */
static bool look(session *s, const validate_setup *setup, const validate_case_list *all,
                 validate_subject *about)
{
    fp_context *ctx = s->ctx;
    if (!validate_check_environment(ctx, setup, s->machines[0], all->count, all->data)) {
        if (!diag_has_errors(ctx->diags))
            fputs("fpredict: interrupted\n", stderr);
        return false;
    }
    about->warning_count = diag_count(ctx->diags, DIAG_WARNING);
    about->warnings = diag_texts(ctx->arena, ctx->diags, DIAG_WARNING);
    if (diag_has_errors(ctx->diags))
        return false;
    session_say(s);
    s->has_said = false; /* what comes is reported to another list */
    ctx->diags = diag_list_aside(ctx->diags, ctx->arena);
    return true;
}

/* What came up while it was measured stands at the head of the tables, too. */
static void add_warnings(fp_context *ctx, validate_subject *about)
{
    int fresh = diag_count(ctx->diags, DIAG_WARNING), before = about->warning_count;
    const char *const *texts = diag_texts(ctx->arena, ctx->diags, DIAG_WARNING);
    const char **joined = ARENA_ARRAY(ctx->arena, before + fresh, const char *);
    for (int i = 0; i < before + fresh; i++)
        joined[i] = i < before ? about->warnings[i] : texts[i - before];
    about->warnings = joined;
    about->warning_count = before + fresh;
}

int command_validate(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    validate_case_list all = {0};
    validate_tally tally;
    if (opt->no_warnings)
        diag_drop_warnings(ctx->diags);
    if (opt->warnings_as_errors)
        diag_promote_warnings(ctx->diags);
    if (!session_open_machines(&s) || !check_repetitions(ctx, opt) || !check_output(ctx, opt) ||
        !check_plots(ctx, opt))
        return session_close(&s, false);
    bool ok = validate_list_cases(ctx, opt, &all);
    const validate_setup setup = setup_of(ctx, opt);
    validate_subject about = {.machine = s.machines[0]->name,
                              .title = s.machines[0]->title,
                              .compiler = sag_compiler_name(s.machines[0]),
                              .heading = sag_heading(ctx->arena, s.machines[0]),
                              .mpicc = setup.mpicc,
                              .mpirun = setup.mpirun,
                              .is_injected = setup.is_injected,
                              .is_serial = setup.is_serial,
                              .tally = &tally};
    if (!has_subject(&all) || !look(&s, &setup, &all, &about) ||
        !validate_measure(ctx, &setup, all.count, all.data, &tally))
        return session_close(&s, false);
    validate_check_noise(ctx, all.count, all.data);
    add_warnings(ctx, &about);
    session_say(&s);
    ok = say_tally(&all, &tally, opt) && ok;
    ok = write_output(&s, &about, &all) && ok && !tally.is_interrupted;
    const char *wrong =
        opt->plots ? validate_plot(ctx->arena, all.count, all.data, opt->plots) : NULL;
    if (wrong)
        fprintf(stderr, "fpredict: error: --plots: %s\n", wrong);
    return session_close(&s, ok && !wrong);
}
