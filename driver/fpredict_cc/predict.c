#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "driver/compiler_option.h"
#include "driver/fpredict_cc/fpredict_cc.h"
#include "support/folder.h"

/* The path as an operand: one that begins with a dash, as after --, is no option. */
static const char *operand(arena *a, const char *path)
{
    return path[0] == '-' && path[1] ? arena_printf(a, "./%s", path) : path;
}

/* Adds a job: `fpredict COMMAND SOURCE…` and what all jobs have in common. */
static cc_job *add_job(const cc_command *c, const cc_subject *of, const char *command,
                       cc_work *work)
{
    arena *a = c->arena;
    const cc_input *input = of->count == 1 ? of->units[0].input : NULL;
    bool is_fifo = input && input->descriptor < 0;
    cc_job job = {.source = of->name, .input = is_fifo ? input : NULL};
    VEC_PUSH(a, &job.arguments, "fpredict");
    VEC_PUSH(a, &job.arguments, command);
    for (int i = 0; i < of->count; i++)
        VEC_PUSH(a, &job.arguments, is_fifo ? "-" : operand(a, of->units[i].path));
    VEC_PUSH(a, &job.arguments, "--quiet-compiler");
    if (of->is_part)
        VEC_PUSH(a, &job.arguments, "--part");
    VEC_PUSH(a, &job.arguments, "--jobs"); /* make has others beside it */
    VEC_PUSH(a, &job.arguments, "1");
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
static bool is_file_for_one(const char *option, const char *file, const cc_command *c,
                            const cc_subject *of, cc_work *work)
{
    if (!file || c->sources.count == 1 || of->written)
        return true;
    fprintf(stderr,
            "fpredict-cc: warning: '%s' names one file, and several sources are compiled; "
            "it is not written for '%s': compile that by itself, or name a folder: 'FOLDER/'\n",
            option, of->name);
    work->is_unwritten = true;
    return false;
}

/* The name of what is written of a source: that of its object, without the suffix, or its own,
 * below no other folder. */
static const char *name_below(const cc_command *c, const cc_subject *of)
{
    arena *a = c->arena;
    const char *path = of->written                                                   ? of->written
                       : c->stage == CC_OBJECT && c->output && c->sources.count == 1 ? c->output
                                                                                     : of->name;
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t end = dot && dot != path && dot[-1] != '/' ? (size_t)(dot - path) : strlen(path);
    const char *name = "";
    for (size_t at = 0; at < end;) {
        size_t length = strcspn(path + at, "/");
        length = at + length > end ? end - at : length;
        const char *part = arena_strndup(a, path + at, length);
        if (strcmp(part, "..") == 0)
            part = "__";
        if (*part && strcmp(part, ".") != 0)
            name = arena_printf(a, "%s%s%s", name, *name ? "/" : "", part);
        at += length + 1;
    }
    return name;
}

/* FORMAT:FILE, FORMAT:FOLDER/ with a file an object, or FORMAT. */
static void add_report(const cc_command *c, const cc_subject *of, const char *report, cc_work *work)
{
    arena *a = c->arena;
    const char *colon = strchr(report, ':');
    const char *file = colon ? colon + 1 : NULL;
    const char *format = colon ? arena_strndup(a, report, (size_t)(colon - report)) : report;
    bool is_folder = file && *file && file[strlen(file) - 1] == '/';
    if (is_folder)
        file = arena_printf(a, "%s%s.%s", file, name_below(c, of),
                            strcmp(format, "text") == 0 ? "txt" : format);
    else if (!is_file_for_one(arena_printf(a, "-fpredict-report=%s", report), file, c, of, work))
        return;
    cc_job *job = add_job(c, of, "estimate", work);
    add_option(c, job, "--format", format);
    job->file = file;
    job->is_in_folder = is_folder;
}

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_printf(a, "%.*s", (int)(slash - path + 1), path) : ".";
}

/* How each file of the job is read: the last words of its command line. */
static void add_flags(const cc_command *c, const cc_subject *of, cc_job *job)
{
    arena *a = c->arena;
    for (int i = 0; i < of->count && of->count > 1; i++) {
        const char *joined = "";
        for (int k = 0; k < of->units[i].flags.count; k++)
            joined = arena_printf(a, "%s%s%s", joined, k ? "\n" : "", of->units[i].flags.data[k]);
        add_option(c, job, "--file-flags", joined);
    }
    VEC_PUSH(a, &job->arguments, "--");
    for (int k = 0; k < of->units[0].flags.count && of->count == 1; k++)
        VEC_PUSH(a, &job->arguments, of->units[0].flags.data[k]);
    if (job->input) /* the name that tells where its headers are is not handed on */
        VEC_PUSH(a, &job->arguments, arena_printf(a, "-iquote%s", folder_of(a, of->units[0].path)));
}

/* What is printed. */
static void add_shown(const cc_command *c, const cc_subject *of, cc_work *work)
{
    arena *a = c->arena;
    const cc_options *o = &c->options;
    /* The first reports what is wrong, even where no remark is wanted. */
    cc_job *estimate = add_job(c, of, "estimate", work);
    add_option(c, estimate, o->remarks ? "--remarks" : "--no-remarks", NULL);
    const cc_speech of_pragmas = cc_on_unknown_pragmas(c);
    if (of_pragmas != CC_SILENT && c->sources.count) /* objects: their compiles have said it */
        add_option(c, estimate, "--unknown-pragmas",
                   of_pragmas == CC_REFUSES ? "error" : "warning");
    if (o->compares) {
        cc_job *job = add_job(c, of, "compare", work);
        if (o->alternatives)
            add_option(c, job, "--alternatives", o->alternatives);
    }
    const char *annotate =
        arena_printf(a, "-fpredict-annotate=%s", o->annotated ? o->annotated : "");
    if (o->annotates && is_file_for_one(annotate, o->annotated, c, of, work)) {
        cc_job *job = add_job(c, of, "annotate", work);
        if (o->annotated)
            add_option(c, job, "--output", o->annotated);
    }
}

void cc_add_subject(const cc_command *c, const cc_subject *of, cc_work *work)
{
    int first = work->jobs.count;
    if (!of->is_said)
        add_shown(c, of, work);
    for (int i = 0; i < c->options.reports.count; i++)
        add_report(c, of, c->options.reports.data[i], work);
    for (int i = first; i < work->jobs.count; i++) {
        work->jobs.data[i].repeats = i > first;
        add_flags(c, of, &work->jobs.data[i]);
    }
}

void cc_add_jobs(const cc_command *c, const cc_source *source, cc_work *work)
{
    cc_unit unit = {.path = source->path, .input = source->input};
    for (int i = 0; i < c->flags.count; i++)
        VEC_PUSH(c->arena, &unit.flags, c->flags.data[i]);
    if (source->has_language)
        VEC_PUSH(c->arena, &unit.flags, "-xc");
    cc_add_subject(
        c,
        &(cc_subject){
            .name = source->path, .count = 1, .units = &unit, .is_part = c->stage == CC_OBJECT},
        work);
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
    bool is_there = !job->is_in_folder || folder_make_for(job->file);
    FILE *to = is_there ? fopen(job->file, "w") : NULL;
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

static bool has_ended_with(const cc_job *job, int code)
{
    return job->has_run && WIFEXITED(job->status) && WEXITSTATUS(job->status) == code;
}

/* Shows what fpredict says of its options, in the spelling that they have here. */
static void show_use(arena *a, FILE *from)
{
    char line[1024];
    rewind(from);
    while (fgets(line, sizeof line, from)) {
        const char *text = line;
        if (strncmp(text, "Try '", 5) == 0) /* the help of fpredict's own command */
            text = "'man fpredict-cc' lists the options.\n";
        fputs(cc_spelled_here(a, text), stderr);
    }
}

/* Prints a job's output; `first` is the source's first job. */
static bool print_job(arena *a, cc_job *job, const cc_job *first)
{
    if (!job->has_run)
        return false;
    job->has_spoken = !is_empty(job->out) || !is_empty(job->err);
    bool ok = true;
    if (job->file)
        ok = write_file(job);
    else
        show(job->out);
    /* What is wrong is said once; a later job speaks of its own options only. */
    bool is_new = !job->repeats || (has_failed(job) && !has_failed(first));
    if (is_new && has_ended_with(job, EXIT_USE))
        show_use(a, job->err);
    else if (is_new)
        show(job->err);
    if (WIFSIGNALED(job->status))
        fprintf(stderr,
                "fpredict-cc: warning: the predictor was ended by signal %d (%s) on '%s'; the "
                "compilation is not affected\n",
                WTERMSIG(job->status), strsignal(WTERMSIG(job->status)), job->source);
    return ok && !has_failed(job);
}

int cc_print_predictions(const cc_command *c, cc_work *work)
{
    bool ok = !work->is_unwritten, is_refused = false, is_misused = false;
    const cc_job *first = NULL;
    for (int i = 0; i < work->notes.count && c->options.warnings; i++)
        fprintf(stderr, "fpredict-cc: warning: %s\n", work->notes.data[i]);
    ok = ok && !work->notes.count;
    for (int i = 0; i < work->jobs.count; i++) {
        cc_job *job = &work->jobs.data[i];
        if (!job->repeats)
            first = job;
        bool is_well = print_job(c->arena, job, first);
        ok = is_well && ok;
        is_refused = is_refused || has_ended_with(job, EXIT_UNKNOWN_PRAGMA);
        is_misused = is_misused || has_ended_with(job, EXIT_USE);
        job->fails_build = has_ended_with(job, EXIT_UNKNOWN_PRAGMA) ||
                           has_ended_with(job, EXIT_USE) || (!is_well && c->options.werror);
        if (job->out)
            fclose(job->out);
        if (job->err)
            fclose(job->err);
    }
    fflush(stderr);
    return is_misused ? EXIT_USE : is_refused || (!ok && c->options.werror) ? 1 : 0;
}
