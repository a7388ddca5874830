#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/fpredict/train.h"
#include "support/format.h"

/* Compiles the kernels with the compiler that is trained, runs them and keeps what they measure. */

static const source_range nowhere = {0};

enum { REPETITIONS = 15, QUICK_REPETITIONS = 3, TRIED_STEPS = 8 };

/* Elements of 8 bytes. */
static const int all_sizes[] = {1, 8, 64, 512, 4096}, quick_sizes[] = {1, 32, 1024};
static const int no_size[] = {0};

const char *train_kernel_path(fp_context *ctx, const profile_kernel *kernel)
{
    return arena_printf(ctx->arena, "%s/training/compiler/%s.c", session_runtime_root(ctx),
                        kernel->name);
}

static const char *size_text(const training *t, const train_job *j)
{
    arena *a = t->ctx->arena;
    return j->size ? arena_printf(a, " of %s", format_plural(a, j->size, "element", "elements"))
                   : "";
}

/* --- One program --- */

/* False without an error: it does not compile, and its kernel is left out. */
static bool compile(training *t, const train_job *j)
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

static bool take_lines(training *t, train_measurements *found)
{
    char line[512];
    FILE *in = fopen(t->log, "r");
    found->count = 0;
    while (in && fgets(line, sizeof line, in)) {
        const char *at = strstr(line, "measured ");
        int repetition;
        train_measurement m;
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

static bool run(training *t, const train_job *j, int steps, int repetitions,
                train_measurements *found)
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
static bool is_exact(const train_measurements *found)
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
static bool measure(training *t, const train_job *j, train_measurements *found, bool *is_real)
{
    enum { STEPS_MOST = 200000 };
    const double wanted_s = t->opt->quick ? 0.5e-3 : 2e-3;
    if (!run(t, j, TRIED_STEPS, QUICK_REPETITIONS, found))
        return false;
    *is_real = !is_exact(found);
    if (!*is_real)
        return true;
    const train_measurement *m = &found->data[found->count - 1];
    const double step_s = fmax(fmax(m->seconds[0], m->seconds[1]) / m->steps, 1e-9);
    const int steps = (int)fmin(fmax(ceil(wanted_s / step_s), TRIED_STEPS), STEPS_MOST);
    const int usual = t->opt->quick ? QUICK_REPETITIONS : REPETITIONS;
    return run(t, j, steps, t->opt->repetitions ? t->opt->repetitions : usual, found);
}

/* --- All of them --- */

static void list_jobs(const training *t, train_jobs *all)
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
                const train_job one = {kernel, procs, sizes[s],
                                       arena_printf(a, "procs=%d%s", procs, size)};
                VEC_PUSH(a, all, one);
            }
        }
}

/* Ranks that share a processor wait for it, and not for messages. */
static void warn_of_sharing(const training *t, const train_job *j)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > 0 && j->procs > processors)
        diag_report(t->ctx->diags, DIAG_WARNING, "train", nowhere,
                    "%d ranks on the %ld processors of this host share them, if they run here, and "
                    "measure its scheduler: give fewer with --procs, or start them elsewhere",
                    j->procs, processors);
}

/* Compiles and measures each job. */
static bool do_jobs(training *t, const train_jobs *all, int whole)
{
    train_measurements found = {0};
    const time_t began = time(NULL);
    meter *shown = meter_start(t->ctx->arena, stderr, "measuring");
    bool ok = true;
    const profile_kernel *refused = NULL; /* by the compiler: told once */
    for (int i = 0; ok && i < all->count; i++) {
        const train_job *j = &all->data[i];
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
            ok = measure(t, j, &found, &is_real) && train_data_keep(t, j, &found);
        if (ok && is_real)
            warn_of_sharing(t, j);
    }
    meter_stop(shown);
    return ok;
}

bool train_measure_kernels(training *t)
{
    train_jobs all = {0};
    list_jobs(t, &all);
    const int whole = all.count;
    const bool is_new = access(t->raw, F_OK) != 0;
    if (is_new && !train_data_begin(t))
        return false;
    const int held = train_data_lock(t);
    if (held < 0)
        return false;
    const bool ok = (is_new || train_data_continue(t, &all)) && do_jobs(t, &all, whole);
    unlink(t->program);
    unlink(t->log);
    close(held);
    return ok;
}
