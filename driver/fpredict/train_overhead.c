#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/train.h"
#include "support/folder.h"

/* fpredict train overhead: what recording an event takes, by class, from a small program that is
 * run with recording and without (training/overhead/calls.c). */

typedef enum call_kind {
    CALL_REGION,
    CALL_ALONE,
    CALL_MESSAGE,
    CALL_EXCHANGE,
    CALL_BARRIER,
    CALL_LATE,
    CALL_PUT,
    CALL_KIND_COUNT
} call_kind;

static const char *const kind_names[CALL_KIND_COUNT] = {
    [CALL_REGION] = "region",   [CALL_ALONE] = "call",
    [CALL_MESSAGE] = "message", [CALL_EXCHANGE] = "exchange",
    [CALL_BARRIER] = "barrier", [CALL_LATE] = "late",
    [CALL_PUT] = "put"};

/* The events of each, by class. */
static const struct {
    recorded_class of;
    int events, calls; /* calls of MPI begin and end: two events of the run-time system each */
} contents[CALL_KIND_COUNT] = {
    [CALL_REGION] = {RECORDED_USER, 2, 0},        [CALL_ALONE] = {RECORDED_RUNTIME, 2, 0},
    [CALL_MESSAGE] = {RECORDED_MESSAGE, 4, 3},    [CALL_EXCHANGE] = {RECORDED_MESSAGE, 4, 1},
    [CALL_BARRIER] = {RECORDED_COLLECTIVE, 2, 1}, [CALL_LATE] = {RECORDED_CLOCK, 1, 1},
    [CALL_PUT] = {RECORDED_ACCESS, 1, 1}};

static bool find_mpi(training *t)
{
    arena *a = t->ctx->arena;
    t->mpirun = t->opt->mpirun;
    t->mpicc = t->opt->mpicc ? t->opt->mpicc : mpi_compiler_of(t->mpirun);
    const char *const tools[] = {t->mpicc, t->mpirun};
    for (int i = 0; i < 2; i++)
        if (!process_find(a, train_first_word(a, tools[i])))
            return train_fail(
                t,
                "there is no '%s' here: --mpicc and --mpirun are those of the program "
                "that is to be recorded (Debian: libopenmpi-dev or libmpich-dev)",
                tools[i]);
    return true;
}

static bool compile(training *t)
{
    arena *a = t->ctx->arena;
    train_words w = {0};
    VEC_PUSH(a, &w, "-O2");
    train_add(t, &w, "-I", session_header_dir(t->ctx));
    VEC_PUSH(a, &w, arena_printf(a, "%s/training/overhead/calls.c", session_runtime_root(t->ctx)));
    train_add(t, &w, "-o", t->program);
    const process_command c = {
        .arguments = train_shell(t, t->mpicc, &w), .output = t->log, .most_bytes = PROCESS_MUCH};
    const process_result r = process_run(&t->watch, a, &c);
    return r.end == PROCESS_OK ||
           train_fail(t, "what is recorded does not compile with '%s'%s", t->mpicc, train_said(t));
}

/* Reads "overhead KIND NS" of what was printed; false: not all is there, but for accesses, which
 * are below 0 then. */
static bool read_times(const char *path, double ns[CALL_KIND_COUNT])
{
    char line[256], name[32];
    double value;
    FILE *in = fopen(path, "r");
    for (int k = 0; k < CALL_KIND_COUNT; k++)
        ns[k] = -1;
    while (in && fgets(line, sizeof line, in))
        for (int k = 0; k < CALL_KIND_COUNT; k++)
            if (sscanf(line, "overhead %31s %lf", name, &value) == 2 &&
                strcmp(name, kind_names[k]) == 0)
                ns[k] = value;
    if (in)
        fclose(in);
    for (int k = 0; k < CALL_KIND_COUNT; k++)
        if (!(ns[k] >= 0) && k != CALL_PUT)
            return false;
    return true;
}

/* Runs it, behind words that start it. */
static bool run(training *t, const char *starting, double ns[CALL_KIND_COUNT])
{
    train_words w = {0};
    VEC_PUSH(t->ctx->arena, &w, t->program);
    const process_command c = {.arguments = train_shell(t, starting, &w),
                               .output = t->log,
                               .most_bytes = PROCESS_MUCH,
                               .limit_s = t->opt->time_limit ? t->opt->time_limit : 120};
    const process_result r = process_run(&t->watch, t->ctx->arena, &c);
    return (r.end == PROCESS_OK && read_times(t->log, ns)) ||
           train_fail(t, "'%s' does not run what is measured%s", starting, train_said(t));
}

/* Runs it with `fpredict record` before it; what that writes is of no use. */
static bool run_recorded(training *t, const char *folder, double ns[CALL_KIND_COUNT])
{
    arena *a = t->ctx->arena;
    const char *self = session_beside_program(t->ctx, "fpredict");
    const char *written = arena_printf(a, "%s/run", folder);
    if (!self)
        return train_fail(t, "fpredict itself, which records, is not found");
    const char *starting = arena_printf(
        a, "%s record -o %s%s -- %s", process_quote(a, self), process_quote(a, written),
        t->opt->mpicc ? arena_printf(a, " --mpicc %s", process_quote(a, t->opt->mpicc)) : "",
        t->mpirun);
    return run(t, starting, ns);
}

/* What recording adds to each kind of call, shared among its events; of a class the mean. */
static void share_out(const double with[], const double without[], double ns[])
{
    int found[RECORDED_CLASS_COUNT] = {0};
    for (int k = 0; k < CALL_KIND_COUNT; k++) {
        const double of_calls =
            contents[k].calls ? 2 * contents[k].calls * ns[RECORDED_RUNTIME] : 0;
        const recorded_class c = contents[k].of;
        const double each = fmax(with[k] - without[k] - of_calls, 0) / contents[k].events;
        ns[c] += (each - ns[c]) / ++found[c];
    }
}

static bool write_list(const training *t, const double ns[])
{
    const char *list = "";
    for (int c = 0; c < RECORDED_CLASS_COUNT; c++)
        list = arena_printf(t->ctx->arena, "%s%s%s=%.1fns", list, c ? "," : "",
                            recorded_class_name((recorded_class)c), ns[c]);
    FILE *out = t->opt->output ? fopen(t->opt->output, "w") : stdout;
    if (!out)
        return train_fail(t, "--output '%s' cannot be written", t->opt->output);
    if (t->opt->output)
        fprintf(out, "# What recording an event takes, by 'fpredict train overhead --mpirun %s'.\n",
                t->mpirun);
    fprintf(out, "%s\n", list);
    const bool ok = !ferror(out);
    if (t->opt->output && fclose(out) != 0)
        return train_fail(t, "--output '%s' cannot be written", t->opt->output);
    if (ok && t->opt->output)
        printf("%s\nNext:\n  fpredict deperturb TRACE --overhead %s\n", list, t->opt->output);
    return ok;
}

static bool measure(training *t, const char *folder)
{
    double with[CALL_KIND_COUNT], without[CALL_KIND_COUNT], ns[RECORDED_CLASS_COUNT] = {0};
    t->program = arena_printf(t->ctx->arena, "%s/calls", folder);
    t->log = arena_printf(t->ctx->arena, "%s/log", folder);
    if (!compile(t) || !run(t, t->mpirun, without) || !run_recorded(t, folder, with))
        return false;
    share_out(with, without, ns);
    if (without[CALL_PUT] < 0 || with[CALL_PUT] < 0) {
        ns[RECORDED_ACCESS] = ns[RECORDED_MESSAGE];
        diag_report(t->ctx->diags, DIAG_WARNING, "train-overhead", (source_range){0},
                    "this MPI has no window of one rank: an access is taken to be recorded like a "
                    "message");
    }
    return write_list(t, ns);
}

bool train_overhead(training *t)
{
    const char *root = getenv("TMPDIR");
    char *folder = arena_printf(t->ctx->arena, "%s/fpredict-XXXXXX", root && *root ? root : "/tmp");
    if (!find_mpi(t) || (t->opt->output && !train_check_output(t)))
        return false;
    if (!mkdtemp(folder))
        return train_fail(t, "the folder '%s' cannot be made: $TMPDIR says where", folder);
    const bool ok = measure(t, folder);
    folder_remove(t->ctx->arena, folder);
    return ok;
}
