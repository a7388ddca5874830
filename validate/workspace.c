#include "validate/workspace.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "support/folder.h"
#include "support/vec.h"
#include "validate/fingerprint.h"
#include "validate/library.h"
#include "validate/serial.h"

static const source_range nowhere = {0};

static bool report(workspace *w, const char *what)
{
    diag_report(w->ctx->diags, DIAG_ERROR, "validate", nowhere, "%s", what);
    return false;
}

static const char *quote(const workspace *w, const char *text)
{
    return process_quote(w->ctx->arena, text);
}

/* --- The folder --------------------------------------------------------------------------- */

static bool make_folder(workspace *w)
{
    arena *a = w->ctx->arena;
    const char *root = getenv("TMPDIR");
    char *path = arena_printf(a, "%s/fpredict-validate-XXXXXX", root && *root ? root : "/tmp");
    if (!mkdtemp(path))
        return report(
            w, arena_printf(a, "cannot make the folder '%s': %s; $TMPDIR says where it is made",
                            path, strerror(errno)));
    w->folder = path;
    return true;
}

const char *workspace_file(const workspace *w, int i, const char *suffix)
{
    return arena_printf(w->ctx->arena, "%s/%d%s", w->folder, i, suffix);
}

/* The folder of what is generated of a program of several files. */
static const char *generated_folder(const workspace *w, int i)
{
    return workspace_file(w, i, ".d");
}

void workspace_remove(const workspace *w, int i)
{
    folder_remove(w->ctx->arena, generated_folder(w, i));
    static const char *const suffix[] = {".c", ".log", ".run", ".report", ".out"};
    for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++)
        unlink(workspace_file(w, i, suffix[k]));
}

/* --- What all programs share --------------------------------------------------------------- */

/* What operations take on the machine, for programs that count them. */
static bool write_costs(workspace *w)
{
    arena *a = w->ctx->arena;
    const char *machine = w->setup->machine;
    if (!w->setup->is_injected)
        return true;
    w->costs = arena_printf(a, "%s/costs", w->folder);
    const process_command c = {.shell =
                                   arena_printf(a, "exec %s machines --no-warnings --costs %s",
                                                quote(w, w->setup->predictor), quote(w, machine)),
                               .output = w->costs,
                               .most_bytes = PROCESS_MUCH,
                               .limit_s = WORKSPACE_BUILD_LIMIT};
    process_result r = process_run(&w->watch, a, &c);
    return r.end == PROCESS_OK || r.end == PROCESS_STOPPED ||
           report(w, arena_printf(a,
                                  "'%s' has no costs that programs could be charged: fpredict "
                                  "machines %s",
                                  machine, r.why));
}

static bool take_fingerprint(workspace *w)
{
    arena *a = w->ctx->arena;
    w->common = fingerprint_command(FINGERPRINT_OF_NOTHING, a, w->setup->mpicc);
    w->common = fingerprint_command(w->common, a, w->setup->mpirun);
    const char *clock = serial_clock_source(a, w->setup);
    const char *files[] = {w->costs, w->setup->is_serial ? clock : NULL};
    for (int i = 0; i < 2; i++)
        if (files[i] && !fingerprint_file(&w->common, files[i]))
            return report(w, arena_printf(a, "cannot read '%s': %s", files[i], strerror(errno)));
    if (w->setup->is_serial)
        return true;
    const char *runtime = arena_printf(a, "%s/codegen/runtime", w->setup->runtime_root);
    const char *wrong = fingerprint_folder(&w->common, a, runtime, "fpr");
    return !wrong || report(w, arena_printf(a, "the run-time library: %s", wrong));
}

bool workspace_open(workspace *w, fp_context *ctx, const validate_setup *setup)
{
    *w = (workspace){.ctx = ctx, .setup = setup};
    process_watch_signals(&w->watch);
    return make_folder(w) && write_costs(w) && (w->watch.is_interrupted || take_fingerprint(w));
}

void workspace_close(workspace *w)
{
    process_unwatch(&w->watch);
    if (w->folder)
        folder_remove(w->ctx->arena, w->folder);
}

bool workspace_build_library(workspace *w)
{
    arena *a = w->ctx->arena;
    if (w->has_library)
        return true;
    const char *shell = w->setup->is_serial ? serial_build_clock(a, w->setup, w->folder)
                                            : library_build(a, w->setup, w->folder);
    const process_command c = {.shell = shell,
                               .output = arena_printf(a, "%s/library.log", w->folder),
                               .most_bytes = PROCESS_MUCH,
                               .limit_s = WORKSPACE_BUILD_LIMIT};
    process_result r = process_run(&w->watch, a, &c);
    w->has_library = r.end == PROCESS_OK;
    if (!w->has_library && r.end != PROCESS_STOPPED)
        report(w, arena_printf(a, "the %s cannot be built: '%s' %s; %s names another compiler",
                               w->setup->is_serial ? "clock of programs" : "run-time library",
                               w->setup->mpicc, r.why, w->setup->is_serial ? "--cc" : "--mpicc"));
    return w->has_library;
}

/* --- One case ------------------------------------------------------------------------------ */

static const char *flags_text(const workspace *w, const validate_case *c)
{
    const char *text = "";
    for (int i = 0; i < c->flag_count; i++)
        text = arena_printf(w->ctx->arena, "%s %s", text, quote(w, c->flags[i]));
    return text;
}

/* The file of a case's source: its own, or one with its sizes, of the same name, for that is in
 * what is generated. What cannot be written cannot be read either, and is reported then. */
static const char *source_of(const workspace *w, const validate_case *c)
{
    if (!c->changed)
        return c->path;
    arena *a = w->ctx->arena;
    const char *folder =
        arena_printf(a, "%s/source-%d-%d", w->folder, c->program_index, c->size_index);
    const char *slash = strrchr(c->path, '/');
    const char *path = arena_printf(a, "%s/%s", folder, slash ? slash + 1 : c->path);
    FILE *out = mkdir(folder, 0777) == 0 ? fopen(path, "w") : NULL;
    if (out) {
        fputs(c->changed, out);
        fclose(out);
    }
    return path;
}

/* The files that are generated of a case: one for each source. */
static const char *const *generated_files(const workspace *w, int i, const validate_case *c)
{
    arena *a = w->ctx->arena;
    const char **files = ARENA_ARRAY(a, c->other_count + 1, const char *);
    files[0] = c->other_count ? c->path : workspace_file(w, i, ".c");
    for (int k = 0; k < c->other_count; k++)
        files[k + 1] = c->others[k];
    if (!c->other_count)
        return files;
    const char *const *names = folder_names_below(a, c->other_count + 1, files);
    for (int k = 0; k <= c->other_count; k++)
        files[k] = arena_printf(a, "%s/%s", generated_folder(w, i), names[k]);
    return files;
}

bool workspace_fingerprint(const workspace *w, int i, const validate_case *c, uint64_t *out)
{
    const char *const *files = generated_files(w, i, c);
    *out = fingerprint_text(w->common, flags_text(w, c));
    *out = fingerprint_text(*out, c->procs);
    for (int k = 0; k <= c->other_count; k++)
        if (!fingerprint_file(out, files[k])) {
            diag_report(w->ctx->diags, DIAG_ERROR, "validate", nowhere, "cannot read '%s': %s",
                        files[k], strerror(errno));
            return false;
        }
    return true;
}

/* Those sources, in words of the shell. */
static const char *others_text(const workspace *w, const validate_case *c)
{
    const char *text = "";
    for (int k = 0; k < c->other_count; k++)
        text = arena_printf(w->ctx->arena, "%s %s", text, quote(w, c->others[k]));
    return text;
}

static const char *emit_command(const workspace *w, int i, const validate_case *c)
{
    arena *a = w->ctx->arena;
    const char *chosen =
        c->is_as_written ? "" : arena_printf(a, " --distribute %s", quote(w, c->distribution));
    const char *compiler = w->setup->compiler;
    const char *sets = compiler ? arena_printf(a, " --compiler %s", quote(w, compiler)) : "";
    if (w->setup->collectives)
        sets = arena_printf(a, "%s --collectives %s", sets, w->setup->collectives);
    if (w->setup->exchange)
        sets = arena_printf(a, "%s --exchange %s", sets, w->setup->exchange);
    for (int k = 0; k < c->set_count; k++)
        sets = arena_printf(a, "%s --set %s", sets, quote(w, c->sets[k]));
    return arena_printf(
        a,
        "exec %s emit %s%s --no-warnings --quiet-compiler --machine %s --procs %s%s%s%s -o %s --%s",
        quote(w, w->setup->predictor), quote(w, source_of(w, c)), others_text(w, c),
        quote(w, w->setup->machine), c->procs, chosen, sets,
        w->setup->is_injected ? " --count-work" : "",
        quote(w, c->other_count ? generated_folder(w, i) : workspace_file(w, i, ".c")),
        flags_text(w, c));
}

process_command workspace_generate(const workspace *w, int i, const validate_case *c)
{
    return (process_command){.shell = w->setup->is_serial
                                          ? serial_preprocess(w->ctx->arena, w->setup, c,
                                                              source_of(w, c),
                                                              workspace_file(w, i, ".c"))
                                          : emit_command(w, i, c),
                             .output = workspace_file(w, i, ".log"),
                             .most_bytes = PROCESS_MUCH,
                             .limit_s = WORKSPACE_BUILD_LIMIT};
}

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(a, path, (size_t)(slash - path)) : ".";
}

/* One after the other, each with the headers beside its source; under SMPI, what is printed by a
 * file that is passed through is of its own process, too. */
static const char *compile_files(const workspace *w, int i, const validate_case *c,
                                 const char *flags)
{
    arena *a = w->ctx->arena;
    const char *const *files = generated_files(w, i, c);
    const char *text = "", *objects = "";
    const char *own = strstr(w->setup->mpicc, "smpicc") ? " -include fpr.h" : "";
    for (int k = 0; k <= c->other_count; k++) {
        const char *object = quote(w, arena_printf(a, "%s/%d.o", generated_folder(w, i), k));
        const char *source = k ? c->others[k - 1] : c->path;
        text = arena_printf(a, "%s%s -w%s%s%s -iquote%s -c %s -o %s && ", text, w->setup->mpicc,
                            flags_text(w, c), flags, own, quote(w, folder_of(a, source)),
                            quote(w, files[k]), object);
        objects = arena_printf(a, "%s %s", objects, object);
    }
    return arena_printf(a, "%s%s%s %s/fpr_*.o -lm -o %s", text, w->setup->mpicc, objects,
                        quote(w, w->folder), quote(w, workspace_file(w, i, ".run")));
}

static const char *compile_command(const workspace *w, int i, const validate_case *c)
{
    arena *a = w->ctx->arena;
    const char *root = w->setup->runtime_root;
    const char *flags = arena_printf(a, " -I%s -I%s -I%s", quote(w, root),
                                     quote(w, arena_printf(a, "%s/codegen/runtime", root)),
                                     quote(w, w->setup->header_dir));
    if (c->other_count)
        return compile_files(w, i, c, flags);
    return arena_printf(a, "%s -w%s%s -I%s %s %s/fpr_*.o -lm -o %s", w->setup->mpicc,
                        flags_text(w, c), flags, quote(w, folder_of(a, c->path)),
                        quote(w, workspace_file(w, i, ".c")), quote(w, w->folder),
                        quote(w, workspace_file(w, i, ".run")));
}

process_command workspace_build(const workspace *w, int i, const validate_case *c)
{
    return (process_command){
        .shell = w->setup->is_serial ? serial_build(w->ctx->arena, w->setup, c, source_of(w, c),
                                                    w->folder, workspace_file(w, i, ".run"))
                                     : compile_command(w, i, c),
        .output = workspace_file(w, i, ".log"),
        .most_bytes = PROCESS_MUCH,
        .limit_s = WORKSPACE_BUILD_LIMIT};
}

process_command workspace_run(const workspace *w, int i, const validate_case *c)
{
    arena *a = w->ctx->arena;
    const char *said = workspace_file(w, i, ".report"), *executable = workspace_file(w, i, ".run");
    unlink(said);
    const char **variables = ARENA_ARRAY(a, 3, const char *);
    variables[0] = arena_printf(a, "FPR_REPORT=%s", said);
    if (w->costs)
        variables[1] = arena_printf(a, "FPR_COSTS=%s", w->costs);
    const char *command = w->setup->is_serial ? serial_run(a, w->setup, executable)
                                              : arena_printf(a, "%s -np %d %s", w->setup->mpirun,
                                                             c->processors, quote(w, executable));
    return (process_command){
        .shell = arena_printf(a, "%s >%s", command, quote(w, workspace_file(w, i, ".out"))),
        .variables = variables,
        .output = workspace_file(w, i, ".log"),
        .printed = workspace_file(w, i, ".out"),
        .most_bytes = PROCESS_MUCH,
        .limit_s = w->setup->time_limit};
}

bool workspace_is_full(const workspace *w, int i)
{
    enum { ROOM = 1 << 16 }; /* bytes; less holds no program */
    struct statvfs s;
    if (statvfs(w->folder, &s) == 0 && (double)s.f_bavail * (double)s.f_frsize < ROOM)
        return true;
    /* A linker removes what it had no room for, and there is some again. */
    FILE *in = fopen(workspace_file(w, i, ".log"), "r");
    char line[512];
    bool is_full = false;
    while (in && !is_full && fgets(line, sizeof line, in))
        is_full = strstr(line, strerror(ENOSPC)) || strstr(line, strerror(EDQUOT));
    if (in)
        fclose(in);
    return is_full;
}

bool workspace_read_time(const workspace *w, int i, const validate_case *c, double *seconds)
{
    FILE *in = fopen(workspace_file(w, i, ".report"), "r");
    char line[256];
    int ranks = 0;
    *seconds = 0;
    while (in && fgets(line, sizeof line, in)) {
        int rank;
        double time;
        if (sscanf(line, "%d %lf", &rank, &time) != 2)
            continue;
        ranks++;
        *seconds = time > *seconds ? time : *seconds;
    }
    if (in)
        fclose(in);
    return ranks == c->processors;
}

/* --- The sequential program ------------------------------------------------------------------- */

static process_result run_step(workspace *w, const char *command, const char *log,
                               const char *printed, int limit)
{
    const process_command c = {.shell = command,
                               .output = log,
                               .printed = printed,
                               .most_bytes = PROCESS_MUCH,
                               .limit_s = limit};
    return process_run(&w->watch, w->ctx->arena, &c);
}

static bool is_empty(const char *path)
{
    FILE *in = fopen(path, "r");
    bool ok = !in || getc(in) == EOF;
    if (in)
        fclose(in);
    return ok;
}

workspace_sequential workspace_run_sequential(workspace *w, const validate_case *c)
{
    arena *a = w->ctx->arena;
    workspace_sequential s = {c->program_index, c->size_index, NULL, NULL};
    const char *name = arena_printf(a, "%s/plain-%d-%d", w->folder, s.program, s.size);
    const char *executable = quote(w, name), *log = arena_printf(a, "%s.log", name);
    const char *out = arena_printf(a, "%s.out", name);
    const char *build = arena_printf(a, "%s %s%s -lm -o %s", serial_compile(a, w->setup, c),
                                     quote(w, source_of(w, c)), others_text(w, c), executable);
    process_result r = run_step(w, build, log, NULL, WORKSPACE_BUILD_LIMIT);
    const char *what = "cannot be built: the compiler";
    if (r.end == PROCESS_OK) {
        what = "has no result: it";
        r = run_step(w, arena_printf(a, "%s >%s", executable, quote(w, out)), log, out,
                     w->setup->time_limit);
    }
    unlink(name);
    if (r.end == PROCESS_OK && is_empty(out))
        s.why = "the sequential program prints nothing";
    else if (r.end == PROCESS_OK)
        s.printed = out;
    else if (r.end != PROCESS_STOPPED)
        s.why = arena_printf(a, "the sequential program %s %s", what, r.why);
    return s;
}
