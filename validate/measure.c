/* Generates, builds and runs. Everything goes through files in a folder of its own, which is
 * removed at the end. */

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/process.h"
#include "support/vec.h"
#include "validate/journal.h"
#include "validate/progress.h"
#include "validate/serial.h"
#include "validate/validate.h"

static const source_range nowhere = {0};

/* What building may take, seconds. */
enum { BUILD_LIMIT = 300 };

typedef struct measure {
    fp_context *ctx;
    const validate_setup *setup;
    process_watch watch;
    validate_journal *journal;
    const char *folder;
    const char *costs; /* seconds an operation, for FPR_COSTS; null: computation is real */
    uint64_t common;   /* fingerprint of what all programs share */
    bool has_library;
    validate_tally *tally;
} measure;

/* One program of a case. */
typedef struct product {
    uint64_t fingerprint;
    bool is_generated, is_built;
    VEC(double) runs;
} product;

static bool report(measure *m, const char *format, const char *a, const char *b)
{
    diag_report(m->ctx->diags, DIAG_ERROR, "validate", nowhere, format, a, b);
    return false;
}

/* --- Fingerprints ------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* A text and its end. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text ? text : "", (text ? strlen(text) : 0) + 1);
}

static bool hash_file(uint64_t *hash, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    char block[1 << 14];
    size_t count;
    while ((count = fread(block, 1, sizeof block, in)) > 0)
        *hash = hash_bytes(*hash, block, count);
    bool ok = !ferror(in);
    fclose(in);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The sources of the run-time library are part of every program. */
static bool hash_library(measure *m)
{
    const char *folder = arena_printf(m->ctx->arena, "%s/codegen/runtime", m->setup->runtime_root);
    DIR *d = opendir(folder);
    if (!d)
        return report(m, "cannot read the run-time library in '%s': %s", folder, strerror(errno));
    VEC(const char *) names = {0};
    for (struct dirent *e; (e = readdir(d));)
        if (strncmp(e->d_name, "fpr", 3) == 0)
            VEC_PUSH(m->ctx->arena, &names,
                     arena_printf(m->ctx->arena, "%s/%s", folder, e->d_name));
    closedir(d);
    qsort(names.data, (size_t)names.count, sizeof *names.data, by_name);
    for (int i = 0; i < names.count; i++)
        if (!hash_file(&m->common, names.data[i]))
            return report(m, "cannot read '%s': %s", names.data[i], strerror(errno));
    return names.count > 0 || report(m, "'%s' holds no run-time library%s", folder, "");
}

/* Files that the commands name (a platform, a list of hosts) count with what is in them. */
static void hash_command(measure *m, const char *command)
{
    m->common = hash_text(m->common, command);
    char *words = arena_strdup(m->ctx->arena, command), *rest = NULL;
    for (char *w = strtok_r(words, " \t'\"=()", &rest); w; w = strtok_r(NULL, " \t'\"=()", &rest)) {
        struct stat s;
        if (stat(w, &s) == 0 && S_ISREG(s.st_mode))
            hash_file(&m->common, w);
    }
}

static bool hash_common(measure *m)
{
    m->common = UINT64_C(0xcbf29ce484222325);
    hash_command(m, m->setup->mpicc);
    hash_command(m, m->setup->mpirun);
    if (m->costs && !hash_file(&m->common, m->costs))
        return report(m, "cannot read '%s': %s", m->costs, strerror(errno));
    const char *clock = serial_clock_source(m->ctx->arena, m->setup);
    if (m->setup->is_serial && !hash_file(&m->common, clock))
        return report(m, "cannot read '%s': %s", clock, strerror(errno));
    return m->setup->is_serial || hash_library(m);
}

/* --- Commands ---------------------------------------------------------------------------- */

static const char *file_of(const measure *m, int i, const char *suffix)
{
    return arena_printf(m->ctx->arena, "%s/%d%s", m->folder, i, suffix);
}

static const char *flags_text(arena *a, const validate_case *c)
{
    const char *text = "";
    for (int i = 0; i < c->flag_count; i++)
        text = arena_printf(a, "%s %s", text, process_quote(a, c->flags[i]));
    return text;
}

static const char *generate_command(measure *m, int i, const validate_case *c)
{
    arena *a = m->ctx->arena;
    if (m->setup->is_serial)
        return serial_preprocess(a, m->setup, c, file_of(m, i, ".c"));
    const char *chosen =
        c->is_as_written ? ""
                         : arena_printf(a, " --distribute %s", process_quote(a, c->distribution));
    return arena_printf(
        a, "exec %s emit %s --no-warnings --quiet-compiler --machine %s --procs %s%s%s -o %s --%s",
        process_quote(a, m->setup->predictor), process_quote(a, c->path),
        process_quote(a, m->setup->machine), c->procs, chosen,
        m->setup->is_injected ? " --count-work" : "", process_quote(a, file_of(m, i, ".c")),
        flags_text(a, c));
}

/* Runs a command that makes something to run. */
static process_result prepare(measure *m, const char *command, const char *output)
{
    const process_command c = {.shell = command, .output = output, .limit_s = BUILD_LIMIT};
    return process_run(&m->watch, m->ctx->arena, &c);
}

/* What all programs are linked with, once. */
static process_result build_library(measure *m)
{
    arena *a = m->ctx->arena;
    const char *root = process_quote(a, m->setup->runtime_root);
    const char *command =
        m->setup->is_serial
            ? serial_build_clock(a, m->setup, m->folder)
            : arena_printf(a,
                           "for f in %s/codegen/runtime/fpr_*.c; do"
                           " %s -std=gnu11 -O2 -w -I%s -c \"$f\" -o %s/$(basename \"$f\" .c).o"
                           " || exit 1; done",
                           root, m->setup->mpicc, root, process_quote(a, m->folder));
    return prepare(m, command, arena_printf(a, "%s/library.log", m->folder));
}

static const char *build_command(measure *m, int i, const validate_case *c)
{
    arena *a = m->ctx->arena;
    if (m->setup->is_serial)
        return serial_build(a, m->setup, c, m->folder, file_of(m, i, ".run"));
    const char *slash = strrchr(c->path, '/');
    const char *beside = slash ? arena_strndup(a, c->path, (size_t)(slash - c->path)) : ".";
    const char *root = m->setup->runtime_root;
    return arena_printf(a, "%s -w%s -I%s -I%s -I%s -I%s %s %s/fpr_*.o -lm -o %s", m->setup->mpicc,
                        flags_text(a, c), process_quote(a, root),
                        process_quote(a, arena_printf(a, "%s/codegen/runtime", root)),
                        process_quote(a, m->setup->header_dir), process_quote(a, beside),
                        process_quote(a, file_of(m, i, ".c")), process_quote(a, m->folder),
                        process_quote(a, file_of(m, i, ".run")));
}

/* What operations take on the machine, for programs that count them. */
static bool write_costs(measure *m)
{
    arena *a = m->ctx->arena;
    if (!m->setup->is_injected)
        return true;
    m->costs = arena_printf(a, "%s/costs", m->folder);
    const char *command =
        arena_printf(a, "exec %s machines --costs %s", process_quote(a, m->setup->predictor),
                     process_quote(a, m->setup->machine));
    process_result r = prepare(m, command, m->costs);
    return r.end == PROCESS_OK ||
           report(m, "'%s' has no costs that programs could be charged: fpredict machines %s",
                  m->setup->machine, r.why);
}

/* --- One case ------------------------------------------------------------------------------ */

/* Notes why a case is left out; true where the others go on. */
static bool leave_out(measure *m, validate_case *c, const char *what, process_result r)
{
    if (r.end == PROCESS_STOPPED) {
        m->tally->is_interrupted = true;
        return false;
    }
    c->why = arena_printf(m->ctx->arena, "%s %s", what, r.why);
    m->tally->failed++;
    return true;
}

/* Returns false when all is over. */
static bool generate(measure *m, int i, validate_case *c, product *p)
{
    arena *a = m->ctx->arena;
    process_result r = prepare(m, generate_command(m, i, c), file_of(m, i, ".log"));
    if (r.end != PROCESS_OK)
        return leave_out(m, c, m->setup->is_serial ? "the compiler" : "fpredict emit", r);
    p->is_generated = true;
    p->fingerprint = hash_text(m->common, flags_text(a, c));
    p->fingerprint = hash_text(p->fingerprint, c->procs);
    return hash_file(&p->fingerprint, file_of(m, i, ".c")) ||
           report(m, "cannot read '%s': %s", file_of(m, i, ".c"), strerror(errno));
}

static bool build(measure *m, int i, validate_case *c, product *p)
{
    if (!m->has_library) {
        process_result r = build_library(m);
        if (r.end == PROCESS_STOPPED)
            return leave_out(m, c, "", r);
        if (r.end != PROCESS_OK)
            return report(m,
                          m->setup->is_serial ? "the clock of programs cannot be built: '%s' %s"
                                              : "the run-time library cannot be built: '%s' %s",
                          m->setup->mpicc, r.why);
        m->has_library = true;
    }
    process_result r = prepare(m, build_command(m, i, c), file_of(m, i, ".log"));
    p->is_built = r.end == PROCESS_OK;
    return p->is_built || leave_out(m, c, "the compiler", r);
}

/* Reads what the run-time library has written, a line a rank: the last one's time counts. */
static bool read_report(const char *path, int processors, double *seconds)
{
    FILE *in = fopen(path, "r");
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
    return ranks == processors;
}

static bool run(measure *m, int i, validate_case *c, product *p, int repetition)
{
    arena *a = m->ctx->arena;
    const char *said = file_of(m, i, ".report");
    unlink(said);
    const char *extra[3] = {arena_printf(a, "FPR_REPORT=%s", said), NULL, NULL};
    if (m->costs)
        extra[1] = arena_printf(a, "FPR_COSTS=%s", m->costs);
    const char *executable = file_of(m, i, ".run");
    const char *command = m->setup->is_serial
                              ? serial_run(a, m->setup, executable)
                              : arena_printf(a, "%s -np %d %s", m->setup->mpirun, c->processors,
                                             process_quote(a, executable));
    const process_command starts = {.shell = command,
                                    .variables = extra,
                                    .output = file_of(m, i, ".log"),
                                    .limit_s = m->setup->time_limit};
    process_result r = process_run(&m->watch, a, &starts);
    double seconds = 0;
    if (r.end == PROCESS_OK && !read_report(said, c->processors, &seconds))
        r = (process_result){PROCESS_FAILED, 0, "has not said how long it took"};
    if (r.end != PROCESS_OK)
        return leave_out(m, c, "the run", r);
    m->tally->measured++;
    VEC_PUSH(a, &p->runs, seconds);
    return validate_journal_add(
        m->ctx, m->journal, p->fingerprint, repetition, seconds,
        arena_printf(a, "%s\t%s\t%s\t%s", c->path, c->distribution, c->size, c->procs));
}

static void remove_files(measure *m, int i)
{
    static const char *const suffix[] = {".c", ".log", ".run", ".report"};
    for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++)
        unlink(file_of(m, i, suffix[k]));
}

/* One repetition of one case. Returns false when all is over. */
static bool measure_one(measure *m, int i, validate_case *c, product *p, int repetition)
{
    double seconds;
    if (c->why)
        return true;
    if (!p->is_generated && (!generate(m, i, c, p) || c->why))
        return c->why != NULL;
    if (validate_journal_find(m->journal, p->fingerprint, repetition, &seconds)) {
        m->tally->found++;
        VEC_PUSH(m->ctx->arena, &p->runs, seconds);
    } else if ((!p->is_built && (!build(m, i, c, p) || c->why)) || !run(m, i, c, p, repetition)) {
        return c->why != NULL;
    }
    if (c->why || repetition + 1 == m->setup->repetitions)
        remove_files(m, i);
    return true;
}

/* --- All of them --------------------------------------------------------------------------- */

static void measure_all(measure *m, int count, validate_case *cases, product *products)
{
    progress bar = progress_begin(m->setup->shows_progress, count * m->setup->repetitions);
    bool goes_on = true;
    for (int r = 0; r < m->setup->repetitions && goes_on; r++)
        for (int i = 0; i < count && goes_on; i++) {
            progress_show(&bar, r * count + i,
                          arena_printf(m->ctx->arena, "%s %s %s on %s", cases[i].name,
                                       cases[i].distribution, cases[i].size, cases[i].procs));
            goes_on = measure_one(m, i, &cases[i], &products[i], r);
        }
    progress_end(&bar);
    for (int i = 0; i < count; i++) {
        cases[i].run_count = products[i].runs.count;
        cases[i].runs = products[i].runs.data;
        /* Fewer runs than were asked for, by a mistake of one of them: none counts. */
        if (cases[i].why)
            cases[i].run_count = 0;
        remove_files(m, i);
    }
}

static bool make_folder(measure *m)
{
    const char *root = getenv("TMPDIR");
    char *path = arena_printf(m->ctx->arena, "%s/fpredict-validate-XXXXXX", root ? root : "/tmp");
    m->folder = path;
    return mkdtemp(path) || report(m, "cannot make the folder '%s': %s", path, strerror(errno));
}

static void remove_folder(measure *m)
{
    DIR *d = opendir(m->folder);
    for (struct dirent *e; d && (e = readdir(d));)
        unlink(arena_printf(m->ctx->arena, "%s/%s", m->folder, e->d_name));
    if (d)
        closedir(d);
    rmdir(m->folder);
}

bool validate_measure(fp_context *ctx, const validate_setup *setup, int count, validate_case *cases,
                      validate_tally *tally)
{
    measure m = {.ctx = ctx, .setup = setup, .tally = tally};
    *tally = (validate_tally){0};
    m.journal = validate_journal_open(ctx, setup->journal);
    if (!m.journal)
        return false;
    int before = diag_errors_reported(ctx->diags);
    if (make_folder(&m)) {
        process_watch_signals(&m.watch);
        if (write_costs(&m) && hash_common(&m))
            measure_all(&m, count, cases, ARENA_ARRAY(ctx->arena, count, product));
        process_unwatch(&m.watch);
        remove_folder(&m);
    }
    validate_journal_close(m.journal);
    return diag_errors_reported(ctx->diags) == before;
}
