#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "driver/fpredict/train.h"
#include "support/format.h"
#include "validate/fingerprint.h"

/* Compiles the kernels with the compiler that is trained, runs them and keeps what they measure. */

static const source_range nowhere = {0};

enum { SIZES_MOST = 5, REPETITIONS = 15, QUICK_REPETITIONS = 3, TRIED_STEPS = 8 };

/* Elements of 8 bytes. */
static const int all_sizes[] = {1, 8, 64, 512, 4096}, quick_sizes[] = {1, 32, 1024};
static const int no_size[] = {0};

/* One program: a kernel of one size on so many processors. */
typedef struct job {
    const profile_kernel *kernel;
    int procs, size; /* size 0: it has none */
    const char *parameters;
} job;

typedef VEC(job) jobs;

/* What a run has printed: seconds of `steps` steps, with communication and without. */
typedef struct measurement {
    int steps;
    double seconds[2];
} measurement;

typedef VEC(measurement) measurements;

const char *train_kernel_path(fp_context *ctx, const profile_kernel *kernel)
{
    return arena_printf(ctx->arena, "%s/training/compiler/%s.c", session_runtime_root(ctx),
                        kernel->name);
}

/* What the kernels' texts are, as a number; null after reporting that they are not there. */
static const char *kernels_version(const training *t)
{
    arena *a = t->ctx->arena;
    uint64_t number = FINGERPRINT_OF_NOTHING;
    for (int k = 0; k <= profile_kernel_count; k++) {
        const char *path =
            k < profile_kernel_count
                ? train_kernel_path(t->ctx, &profile_kernels[k])
                : arena_printf(a, "%s/training/compiler/kernel.h", session_runtime_root(t->ctx));
        if (!fingerprint_file(&number, path)) {
            train_fail(t, "cannot read '%s': %s", path, strerror(errno));
            return NULL;
        }
    }
    return arena_printf(a, "%016llx", (unsigned long long)number);
}

bool train_check_kernels(const training *t, const train_raw *raw)
{
    const char *then = train_raw_value(raw, "kernels"), *now = kernels_version(t);
    return now &&
           (!then || strcmp(then, now) == 0 ||
            train_fail(t,
                       "'%s' was measured with other kernels than this fpredict has: measure "
                       "into another file, or remove it to begin anew",
                       t->raw));
}

static const char *size_text(const training *t, const job *j)
{
    arena *a = t->ctx->arena;
    return j->size ? arena_printf(a, " of %s", format_plural(a, j->size, "element", "elements"))
                   : "";
}

/* --- The raw data --- */

/* A header's value has neither tabs nor ends of line. */
static const char *field_text(arena *a, const char *text)
{
    char *copy = arena_strdup(a, text);
    for (char *c = copy; *c; c++)
        *c = *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c;
    return copy;
}

static const char *flags_text(const training *t)
{
    const char *text = "";
    for (int i = 0; i < t->opt->flag_count; i++)
        text = arena_printf(t->ctx->arena, "%s%s%s", text, i ? " " : "", t->opt->flags[i]);
    return *text ? text : "-O2";
}

static bool begin_raw(const training *t)
{
    arena *a = t->ctx->arena;
    const char *version = kernels_version(t);
    FILE *out = version ? fopen(t->raw, "w") : NULL;
    if (!version)
        return false;
    if (!out)
        return train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
    const time_t now = time(NULL);
    struct tm utc;
    char date[32], host[256] = "";
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &utc));
    gethostname(host, sizeof host - 1);
    fprintf(out,
            "format\t%s\ncompiler\t%s\nflags\t%s\nstarted\t%s\nhost\t%s\ndate\t%s\nsizes\t%"
            "s\nkernels\t%s\n",
            PROFILE_FORMAT, field_text(a, t->opt->compiler), field_text(a, flags_text(t)),
            field_text(a, t->mpirun), field_text(a, host), date, t->opt->quick ? "quick" : "full",
            version);
    for (int k = 0; k < profile_kernel_count; k++)
        fprintf(out, "kernel\t%s\tstep:1\nkernel\t%s%s\tstep:1\n", profile_kernels[k].name,
                profile_kernels[k].name, PROFILE_STAYING);
    fprintf(out, "%s\n", TRAIN_COLUMNS);
    const bool is_written = !ferror(out);
    return (fclose(out) == 0 && is_written) || train_fail(t, "cannot write '%s'", t->raw);
}

/* Is it of the same compiler, started alike? */
static bool check_header(const training *t, const train_raw *raw)
{
    const struct {
        const char *key, *now;
    } same[] = {{"compiler", t->opt->compiler}, {"flags", flags_text(t)}, {"started", t->mpirun}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *then = train_raw_value(raw, same[i].key);
        const char *now = field_text(t->ctx->arena, same[i].now);
        if (!then || strcmp(then, now) != 0)
            return train_fail(t,
                              "'%s' was measured with another %s, '%s', which is '%s' now: measure "
                              "into another file, or remove it to begin anew",
                              t->raw, same[i].key, then ? then : "", now);
    }
    return true;
}

/* The data that raw data have of a job. */
typedef struct job_data {
    int count[2]; /* with communication, without */
    int first;    /* -1: none */
} job_data;

static job_data data_of(const job *j, const train_raw *raw)
{
    job_data found = {.first = -1};
    const size_t length = strlen(j->kernel->name);
    for (int d = 0; d < raw->datum_count; d++) {
        const char *name = raw->datum[d].kernel;
        const bool is_staying = strncmp(name, j->kernel->name, length) == 0 &&
                                strcmp(name + length, PROFILE_STAYING) == 0;
        if ((!is_staying && strcmp(name, j->kernel->name) != 0) ||
            strcmp(raw->datum[d].parameters, j->parameters) != 0)
            continue;
        found.count[is_staying]++;
        found.first = found.first < 0 ? d : found.first;
    }
    return found;
}

/* Takes out the jobs that are measured. What a run that was ended has written of one stands last,
 * and goes. */
static bool continue_raw(const training *t, jobs *all)
{
    char error[TRAIN_TEXT];
    train_raw raw;
    bool ok = train_raw_read_as(PROFILE_FORMAT, t->raw, &raw, error) || train_fail(t, "%s", error);
    ok = ok && check_header(t, &raw) && train_check_kernels(t, &raw);
    long long whole = raw.whole;
    int left = 0;
    for (int i = 0; ok && i < all->count; i++) {
        const job *j = &all->data[i];
        const job_data there = data_of(j, &raw);
        const int count = there.count[0] + there.count[1];
        if (there.count[0] != there.count[1]) {
            if (there.first + count != raw.datum_count)
                ok =
                    train_fail(t,
                               "%s:%d: only a part of '%s %s' is there: remove its lines, and it "
                               "is measured again",
                               t->raw, raw.datum[there.first].line, j->kernel->name, j->parameters);
            else
                whole = raw.datum[there.first].kernel - raw.text; /* which its line begins with */
        }
        if (there.count[0] == 0 || there.count[0] != there.count[1])
            all->data[left++] = *j;
    }
    all->count = left;
    if (ok && (raw.is_cut || whole != raw.whole) && truncate(t->raw, whole) != 0)
        ok = train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
    train_raw_clear(&raw);
    return ok;
}

/* All repetitions of a job at once, so that one that is there is there whole. */
static bool keep(const training *t, const job *j, const measurements *found)
{
    FILE *out = fopen(t->raw, "a");
    bool ok = out != NULL;
    const char *names[] = {j->kernel->name,
                           arena_printf(t->ctx->arena, "%s%s", j->kernel->name, PROFILE_STAYING)};
    for (int which = 0; ok && which < 2; which++)
        for (int r = 0; ok && r < found->count; r++) {
            const measurement *m = &found->data[r];
            ok = train_raw_write(out, &(train_datum){.kernel = names[which],
                                                     .parameters = j->parameters,
                                                     .repetition = r,
                                                     .iterations = m->steps,
                                                     .slowest_s = m->seconds[which],
                                                     .mean_s = m->seconds[which]});
        }
    if (out)
        ok = fclose(out) == 0 && ok;
    return ok || train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
}

/* --- One program --- */

/* False without an error: it does not compile, and its kernel is left out. */
static bool compile(training *t, const job *j)
{
    arena *a = t->ctx->arena;
    train_words w = {0};
    for (int i = 0; i < t->opt->flag_count; i++)
        VEC_PUSH(a, &w, t->opt->flags[i]);
    if (!t->opt->flag_count)
        VEC_PUSH(a, &w, "-O2");
    VEC_PUSH(a, &w, arena_printf(a, "-I%s", session_runtime_root(t->ctx)));
    VEC_PUSH(a, &w, arena_printf(a, "-DPROCS=%d", j->procs));
    if (j->size)
        VEC_PUSH(a, &w, arena_printf(a, "-DSIZE=%d", j->size));
    VEC_PUSH(a, &w, train_kernel_path(t->ctx, j->kernel));
    VEC_PUSH(a, &w, "-lm");
    train_add(t, &w, "-o", t->program);
    const process_command c = {.arguments = train_shell(t, t->opt->compiler, &w),
                               .output = t->log,
                               .most_bytes = PROCESS_MUCH};
    unlink(t->program); /* the one before */
    const process_result r = process_run(&t->watch, a, &c);
    if (r.end == PROCESS_OK)
        return access(t->program, X_OK) == 0 ||
               train_fail(t, "'%s' leaves no program where '-o %s' says", t->opt->compiler,
                          t->program);
    if (r.end == PROCESS_STOPPED)
        return train_fail(t, "interrupted; the same command continues");
    diag_report(t->ctx->diags, DIAG_WARNING, "train", nowhere,
                "'%s'%s for %d processors does not compile with '%s', and the kernel is left out%s",
                j->kernel->name, size_text(t, j), j->procs, t->opt->compiler, train_said(t));
    return false;
}

static bool take_lines(training *t, measurements *found)
{
    char line[512];
    FILE *in = fopen(t->log, "r");
    found->count = 0;
    while (in && fgets(line, sizeof line, in)) {
        const char *at = strstr(line, "measured ");
        int repetition;
        measurement m;
        if (at &&
            sscanf(at, "measured %d %d %lf %lf", &repetition, &m.steps, &m.seconds[0],
                   &m.seconds[1]) == 4 &&
            repetition == found->count && m.steps > 0 && m.seconds[0] >= 0 && m.seconds[1] >= 0)
            VEC_PUSH(t->ctx->arena, found, m);
    }
    if (in)
        fclose(in);
    return found->count > 0;
}

static bool run(training *t, const job *j, int steps, int repetitions, measurements *found)
{
    arena *a = t->ctx->arena;
    train_words w = {0};
    VEC_PUSH(a, &w, "-np");
    VEC_PUSH(a, &w, arena_printf(a, "%d", j->procs));
    VEC_PUSH(a, &w, t->program);
    VEC_PUSH(a, &w, arena_printf(a, "%d", steps));
    VEC_PUSH(a, &w, arena_printf(a, "%d", repetitions));
    const process_command c = {.arguments = train_shell(t, t->mpirun, &w),
                               .output = t->log,
                               .most_bytes = PROCESS_MUCH,
                               .limit_s = t->opt->patience};
    const process_result r = process_run(&t->watch, a, &c);
    if (r.end == PROCESS_STOPPED)
        return train_fail(t, "interrupted; the same command continues");
    if (r.end == PROCESS_LATE)
        return train_fail(t, "'%s' hangs: '%s'%s on %d processors was ended after %d seconds",
                          t->mpirun, j->kernel->name, size_text(t, j), j->procs, t->opt->patience);
    if (r.end != PROCESS_OK)
        return train_fail(t, "'%s', with '%s'%s on %d processors, %s", t->mpirun, j->kernel->name,
                          size_text(t, j), j->procs, r.why);
    return take_lines(t, found) ||
           train_fail(t,
                      "'%s' on %d processors prints no line 'measured …', which its kernel does%s",
                      j->kernel->name, j->procs, train_said(t));
}

/* Simulated time: each repetition is the same. */
static bool is_exact(const measurements *found)
{
    for (int i = 1; i < found->count; i++)
        for (int k = 0; k < 2; k++) {
            const double a = found->data[0].seconds[k], b = found->data[i].seconds[k];
            if (fabs(a - b) > 1e-6 * fmax(a, b))
                return false;
        }
    return found->count > 1;
}

/* Samples of two milliseconds, by how long a few steps take. Simulated ones need no more. */
static bool measure(training *t, const job *j, measurements *found, bool *is_real)
{
    enum { STEPS_MOST = 200000 };
    const double wanted_s = t->opt->quick ? 0.5e-3 : 2e-3;
    if (!run(t, j, TRIED_STEPS, QUICK_REPETITIONS, found))
        return false;
    *is_real = !is_exact(found);
    if (!*is_real)
        return true;
    const measurement *m = &found->data[found->count - 1];
    const double step_s = fmax(fmax(m->seconds[0], m->seconds[1]) / m->steps, 1e-9);
    const int steps = (int)fmin(fmax(ceil(wanted_s / step_s), TRIED_STEPS), STEPS_MOST);
    const int usual = t->opt->quick ? QUICK_REPETITIONS : REPETITIONS;
    return run(t, j, steps, t->opt->repetitions ? t->opt->repetitions : usual, found);
}

/* --- All of them --- */

static void list_jobs(const training *t, jobs *all)
{
    static const procs_shape usual[] = {{1, {2}}, {1, {4}}};
    arena *a = t->ctx->arena;
    const bool is_told = t->opt->procs.count > 0;
    const int shapes = is_told ? t->opt->procs.count : 2;
    for (int k = 0; k < profile_kernel_count; k++)
        for (int p = 0; p < shapes; p++) {
            const profile_kernel *kernel = &profile_kernels[k];
            const int procs = (is_told ? &t->opt->procs.data[p] : &usual[p])->extent[0];
            const int *sizes = !kernel->has_size ? no_size
                               : t->opt->quick   ? quick_sizes
                                                 : all_sizes;
            const size_t count = !kernel->has_size ? 1
                                 : t->opt->quick   ? sizeof quick_sizes / sizeof *quick_sizes
                                                   : sizeof all_sizes / sizeof *all_sizes;
            for (size_t s = 0; profile_kernel_runs_on(kernel, procs) && s < count; s++) {
                const char *size = sizes[s] ? arena_printf(a, " size=%d", sizes[s]) : "";
                const job one = {kernel, procs, sizes[s],
                                 arena_printf(a, "procs=%d%s", procs, size)};
                VEC_PUSH(a, all, one);
            }
        }
}

/* Ranks that share a processor wait for it, and not for messages. */
static void warn_of_sharing(const training *t, const job *j)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > 0 && j->procs > processors)
        diag_report(t->ctx->diags, DIAG_WARNING, "train", nowhere,
                    "%d ranks on the %ld processors of this host share them, if they run here, and "
                    "measure its scheduler: give fewer with --procs, or start them elsewhere",
                    j->procs, processors);
}

/* Two runs that write one file would measure each other. Where a file system has no locks there is
 * none. */
static int lock(const training *t)
{
    const int file = open(t->raw, O_RDWR | O_CLOEXEC);
    if (file < 0 || (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)) {
        train_fail(t, file < 0 ? "cannot write '%s'" : "another run is writing '%s'", t->raw);
        if (file >= 0)
            close(file);
        return -1;
    }
    return file;
}

/* Compiles and measures each job. */
static bool do_jobs(training *t, const jobs *all, int whole)
{
    measurements found = {0};
    const time_t began = time(NULL);
    meter *shown = meter_start(t->ctx->arena, stderr, "measuring");
    bool ok = true;
    const profile_kernel *refused = NULL; /* by the compiler: told once */
    for (int i = 0; ok && i < all->count; i++) {
        const job *j = &all->data[i];
        meter_say(shown, "%d of %d measured: %s%s on %d processors", whole - all->count + i, whole,
                  j->kernel->name, size_text(t, j), j->procs);
        t->is_late = t->opt->time_limit && time(NULL) - began >= t->opt->time_limit;
        if (t->is_late) {
            ok = train_fail(t,
                            "the time limit of %d s ended before all was measured; what was "
                            "measured is in '%s': the same command continues from there, and "
                            "'fpredict train fit' fits what there is",
                            t->opt->time_limit, t->raw);
            break;
        }
        bool is_real = false;
        if (j->kernel == refused)
            continue;
        if (!compile(t, j)) {
            ok = !diag_has_errors(t->ctx->diags);
            refused = j->kernel;
        } else
            ok = measure(t, j, &found, &is_real) && keep(t, j, &found);
        if (ok && is_real)
            warn_of_sharing(t, j);
    }
    meter_stop(shown);
    return ok;
}

bool train_measure_kernels(training *t)
{
    jobs all = {0};
    list_jobs(t, &all);
    const int whole = all.count;
    const bool is_new = access(t->raw, F_OK) != 0;
    if (is_new && !begin_raw(t))
        return false;
    const int held = lock(t);
    if (held < 0)
        return false;
    const bool ok = (is_new || continue_raw(t, &all)) && do_jobs(t, &all, whole);
    unlink(t->program);
    unlink(t->log);
    close(held);
    return ok;
}
