#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "driver/fpredict_cc/fpredict_cc.h"

/* Adds a job: `fpredict COMMAND SOURCE` and what all jobs have in common. */
static cc_job *add_job(const cc_command *c, const cc_source *source, const char *command,
                       cc_work *work)
{
    arena *a = c->arena;
    cc_job job = {.source = source->path};
    VEC_PUSH(a, &job.arguments, "fpredict");
    VEC_PUSH(a, &job.arguments, command);
    VEC_PUSH(a, &job.arguments, source->path);
    VEC_PUSH(a, &job.arguments, "--quiet-compiler");
    VEC_PUSH(a, &job.arguments, "--color");
    VEC_PUSH(a, &job.arguments, terminal_has_color(stderr, c->color) ? "always" : "never");
    if (c->options.werror)
        VEC_PUSH(a, &job.arguments, "--warnings-as-errors");
    if (!c->options.warnings)
        VEC_PUSH(a, &job.arguments, "--no-warnings");
    for (int i = 0; i < c->options.common.count; i++)
        VEC_PUSH(a, &job.arguments, c->options.common.data[i]);
    VEC_PUSH(a, &work->jobs, job);
    return &work->jobs.data[work->jobs.count - 1];
}

static void add_option(const cc_command *c, cc_job *job, const char *name, const char *value)
{
    VEC_PUSH(c->arena, &job->arguments, name);
    if (value)
        VEC_PUSH(c->arena, &job->arguments, value);
}

/* One file cannot hold what several sources give. */
static bool is_file_for_one(const char *option, const char *file, bool is_only,
                            const cc_source *source)
{
    if (!file || is_only)
        return true;
    fprintf(stderr,
            "fpredict-cc: warning: '%s' names one file, and several sources are compiled; "
            "it is not written for '%s': compile that by itself\n",
            option, source->path);
    return false;
}

static void add_report(const cc_command *c, const cc_source *source, const char *report,
                       bool is_only, cc_work *work)
{
    arena *a = c->arena;
    const char *colon = strchr(report, ':');
    const char *file = colon ? colon + 1 : NULL;
    const char *format = colon ? arena_strndup(a, report, (size_t)(colon - report)) : report;
    if (!is_file_for_one(arena_printf(a, "-fpredict-report=%s", report), file, is_only, source))
        return;
    cc_job *job = add_job(c, source, "estimate", work);
    add_option(c, job, "--format", format);
    job->file = file;
}

void cc_add_jobs(const cc_command *c, const cc_source *source, bool is_only, cc_work *work)
{
    arena *a = c->arena;
    const cc_options *o = &c->options;
    int first = work->jobs.count;
    /* The first reports what is wrong, even where no remark is wanted. */
    add_option(c, add_job(c, source, "estimate", work), o->remarks ? "--remarks" : "--no-remarks",
               NULL);
    if (o->compares) {
        cc_job *job = add_job(c, source, "compare", work);
        if (o->alternatives)
            add_option(c, job, "--alternatives", o->alternatives);
    }
    const char *annotate =
        arena_printf(a, "-fpredict-annotate=%s", o->annotated ? o->annotated : "");
    if (o->annotates && is_file_for_one(annotate, o->annotated, is_only, source)) {
        cc_job *job = add_job(c, source, "annotate", work);
        if (o->annotated)
            add_option(c, job, "--output", o->annotated);
    }
    for (int i = 0; i < o->reports.count; i++)
        add_report(c, source, o->reports.data[i], is_only, work);

    for (int i = first; i < work->jobs.count; i++) {
        cc_job *job = &work->jobs.data[i];
        job->repeats = i > first;
        VEC_PUSH(a, &job->arguments, "--");
        for (int j = 0; j < c->flags.count; j++)
            VEC_PUSH(a, &job->arguments, c->flags.data[j]);
        if (source->has_language)
            VEC_PUSH(a, &job->arguments, "-xc");
    }
}

/* --- Afterwards ------------------------------------------------------------ */

/* Copies all that was written to `from`; returns whether it was anything. */
static bool copy(FILE *from, FILE *to)
{
    char buffer[8192];
    size_t n;
    bool any = false;
    rewind(from);
    while ((n = fread(buffer, 1, sizeof buffer, from)) > 0) {
        fwrite(buffer, 1, n, to);
        any = true;
    }
    return any;
}

static void show(FILE *from)
{
    terminal_text shown;
    copy(from, terminal_open(&shown, stderr));
    terminal_close(&shown);
}

static bool is_empty(FILE *f)
{
    return fseek(f, 0, SEEK_END) == 0 && ftell(f) == 0;
}

/* A source without directives predicts nothing, and its report is no file. */
static bool write_file(const cc_job *job)
{
    if (is_empty(job->out))
        return true;
    FILE *to = fopen(job->file, "w");
    bool ok = to && copy(job->out, to);
    if (to)
        ok = fclose(to) == 0 && ok;
    if (!ok)
        fprintf(stderr, "fpredict-cc: warning: cannot write '%s': %s\n", job->file,
                strerror(errno));
    return ok;
}

static bool has_failed(const cc_job *job)
{
    return !job->has_run || !WIFEXITED(job->status) || WEXITSTATUS(job->status) != 0;
}

/* Prints a job's output; `first` is the source's first job. */
static bool print_job(const cc_job *job, const cc_job *first)
{
    if (!job->has_run)
        return false;
    bool ok = true;
    if (job->file)
        ok = write_file(job);
    else
        show(job->out);
    /* What is wrong is said once; a later job speaks of its own options only. */
    if (!job->repeats || (has_failed(job) && !has_failed(first)))
        show(job->err);
    if (WIFSIGNALED(job->status))
        fprintf(stderr,
                "fpredict-cc: warning: the predictor was ended by signal %d (%s) on '%s'; the "
                "compilation is not affected\n",
                WTERMSIG(job->status), strsignal(WTERMSIG(job->status)), job->source);
    return ok && !has_failed(job);
}

bool cc_print_predictions(const cc_command *c, cc_work *work)
{
    bool ok = c->options.mistakes.count == 0;
    const cc_job *first = NULL;
    for (int i = 0; i < c->options.mistakes.count; i++)
        fprintf(stderr, "fpredict-cc: error: %s\n", c->options.mistakes.data[i]);
    for (int i = 0; i < work->jobs.count; i++) {
        cc_job *job = &work->jobs.data[i];
        if (!job->repeats)
            first = job;
        ok = print_job(job, first) && ok;
        if (job->out)
            fclose(job->out);
        if (job->err)
            fclose(job->err);
    }
    fflush(stderr);
    return ok || !c->options.werror;
}
