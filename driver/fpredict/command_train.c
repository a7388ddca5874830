#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/train.h"
#include "support/folder.h"
#include "training/profile/profile_data.h"

/* fpredict train: compiles the training set, runs it and fits a machine file;
 * fpredict train fit: the last of these (docs/training.md). Of a compiler: train_profile.c. */

/* --- The fit --- */

static bool find_fit(training *t)
{
    t->fit = session_fit_program(t->ctx);
    return t->fit != NULL;
}

/* The machines that --node-of may name are those of fpredict. */
static const char *machines_variable(const training *t)
{
    int count;
    const char *const *dirs = session_machine_dirs(t->ctx, &count);
    const char *list = "FPREDICT_MACHINES=";
    for (int i = 0; i < count; i++)
        list = arena_printf(t->ctx->arena, "%s%s%s", list, i ? ":" : "", dirs[i]);
    return list;
}

static bool fit(training *t)
{
    const options *o = t->opt;
    train_words w = {0};
    VEC_PUSH(t->ctx->arena, &w, t->fit);
    VEC_PUSH(t->ctx->arena, &w, t->raw);
    train_add(t, &w, "-o", o->output);
    train_add(t, &w, "--node-of", o->node_of);
    train_add(t, &w, "--network-of", o->network_of);
    if (o->ranks_per_node > 0)
        train_add(t, &w, "--ranks-per-node", arena_printf(t->ctx->arena, "%d", o->ranks_per_node));
    train_add(t, &w, "--name", o->name);
    train_add(t, &w, "--plots", o->plots);
    VEC_PUSH(t->ctx->arena, &w, NULL);
    const char *const variables[] = {machines_variable(t), NULL};
    const process_command c = {.arguments = w.data, .variables = variables};
    fflush(stdout);
    process_result r = process_run(&t->watch, t->ctx->arena, &c);
    if (r.end == PROCESS_NOT_STARTED)
        return train_fail(t, "'%s' %s", t->fit, r.why);
    if (r.end == PROCESS_STOPPED)
        return train_fail(
            t, "interrupted; the raw data are in '%s', and 'fpredict train fit' fits them", t->raw);
    /* What is wrong with the data it has said itself. */
    return r.end == PROCESS_OK || (r.status > 2 && train_fail(t, "'%s' %s", t->fit, r.why));
}

/* --- The training set --- */

static bool find_mpi(training *t)
{
    arena *a = t->ctx->arena;
    t->mpirun = t->opt->mpirun;
    t->mpicc = t->opt->mpicc ? t->opt->mpicc : mpi_compiler_of(t->mpirun);
    const char *const tools[] = {t->mpicc, t->mpirun};
    if (!*train_first_word(a, t->mpicc) || !*train_first_word(a, t->mpirun))
        return train_fail(t, "--mpicc and --mpirun are commands: neither may be empty");
    bool ok = true;
    for (int i = 0; i < 2; i++)
        if (!process_find(a, train_first_word(a, tools[i])))
            ok = train_fail(
                t,
                "there is no '%s' here; Debian has MPI in libmpich-dev and mpich, or "
                "libopenmpi-dev and openmpi-bin (simulated: libsimgrid-dev); --mpicc and "
                "--mpirun name others",
                train_first_word(a, tools[i]));
    return ok;
}

static bool compile(training *t)
{
    arena *a = t->ctx->arena;
    const char *root = session_runtime_root(t->ctx), *flags = "";
    train_words w = {0};
    for (int i = 0; i < t->opt->flag_count; i++) {
        VEC_PUSH(a, &w, t->opt->flags[i]);
        flags = arena_printf(a, "%s%s%s", flags, i ? " " : "", t->opt->flags[i]);
    }
    if (!t->opt->flag_count)
        VEC_PUSH(a, &w, flags = "-O2");
    if (strpbrk(flags, "\"\\\t"))
        flags = "flags with quotes"; /* they would end the string that the raw data have */
    VEC_PUSH(a, &w, arena_printf(a, "-DFPREDICT_TRAIN_FLAGS=\"%s\"", flags));
    train_add(t, &w, "-I", root);
    const char *folder = arena_printf(a, "%s/training", root);
    const path_list files = folder_files(a, folder, "train_", ".c");
    if (files.count == 0)
        return train_fail(t, "the training set is not in '%s'", folder);
    for (int i = 0; i < files.count; i++)
        VEC_PUSH(a, &w, files.data[i]);
    VEC_PUSH(a, &w, "-lm");
    train_add(t, &w, "-o", t->program);
    const process_command c = {
        .arguments = train_shell(t, t->mpicc, &w), .output = t->log, .most_bytes = PROCESS_MUCH};
    process_result r = process_run(&t->watch, a, &c);
    if (r.end == PROCESS_STOPPED)
        return train_fail(t, "interrupted");
    if (r.end == PROCESS_NOT_STARTED)
        return train_fail(t, "'%s' %s", t->mpicc, r.why);
    return r.end == PROCESS_OK ||
           train_fail(t, "the training set does not compile with '%s'%s", t->mpicc, train_said(t));
}

/* What a run ended with, in words. */
static bool explain(training *t, process_result r, bool has_log, bool has_data)
{
    const char *kept =
        has_data ? arena_printf(
                       t->ctx->arena,
                       "; what was measured is in '%s', and the same command continues from there",
                       t->raw)
                 : "";
    switch (r.end) {
    case PROCESS_OK:
        return true;
    case PROCESS_NOT_STARTED:
    case PROCESS_ENDLESS:
        return train_fail(t, "'%s' %s", t->mpirun, r.why);
    case PROCESS_STOPPED:
        return train_fail(t, "interrupted%s", kept);
    case PROCESS_STUCK:
    case PROCESS_LATE:
        return train_fail(t, "'%s' hangs: nothing was measured for %d seconds, and it was ended%s",
                          t->mpirun, t->opt->patience, kept);
    case PROCESS_FAILED:
        break;
    }
    return train_fail(t, "'%s' %s%s%s", t->mpirun, r.how, kept, has_log ? train_said(t) : "");
}

/* Does the program start, and with more ranks than one? Nothing is measured yet. */
static bool try_to_start(training *t)
{
    train_words w = {0};
    VEC_PUSH(t->ctx->arena, &w, t->program);
    VEC_PUSH(t->ctx->arena, &w, "--list");
    const process_command c = {.arguments = train_shell(t, t->mpirun, &w),
                               .output = t->log,
                               .most_bytes = PROCESS_MUCH,
                               .growing = t->log,
                               .patience_s = t->opt->patience};
    if (!explain(t, process_run(&t->watch, t->ctx->arena, &c), true, false))
        return false;
    char line[512];
    bool has_points = false, has_messages = false;
    FILE *in = fopen(t->log, "r");
    while (in && fgets(line, sizeof line, in)) {
        has_points |= strchr(line, '\t') != NULL;
        has_messages |= strncmp(line, "pingpong", 8) == 0;
    }
    if (in)
        fclose(in);
    if (!has_points)
        return train_fail(
            t, "'%s' does not start the training set, which would list what it measures%s",
            t->mpirun, train_said(t));
    return has_messages ||
           train_fail(t,
                      "'%s' starts one rank, and messages need two or more, on as many "
                      "processors: say how "
                      "many in --mpirun, as in --mpirun 'mpirun -n 2'",
                      t->mpirun);
}

/* What a run was in when it ended out of order, "alltoall ranks=3 bytes=98304", or null: the
 * training set's train_place.h. */
static const char *ended_in(const training *t)
{
    char line[512] = "";
    FILE *in = fopen(arena_printf(t->ctx->arena, "%s.now", t->raw), "r");
    if (!in)
        return NULL;
    bool is_read = fgets(line, sizeof line, in) != NULL;
    fclose(in);
    line[strcspn(line, "\r\n")] = '\0';
    return is_read && line[0] ? arena_strdup(t->ctx->arena, line) : NULL;
}

/* Can a training do without it? Not without messages between two. */
static bool can_be_left_out(const char *what)
{
    return what && strncmp(what, "pingpong ", 9) != 0 && strncmp(what, "stream ", 7) != 0;
}

static process_result measure_once(training *t, bool leaves_out)
{
    arena *a = t->ctx->arena;
    const options *o = t->opt;
    train_words w = {0};
    VEC_PUSH(a, &w, t->program);
    train_add(t, &w, "-o", t->raw);
    train_add(t, &w, "--progress", terminal_is(stderr) ? "always" : "never");
    train_add(t, &w, "--name", o->name);
    if (o->quick)
        VEC_PUSH(a, &w, "--quick");
    if (leaves_out)
        VEC_PUSH(a, &w, "--leave-out");
    if (o->repetitions)
        train_add(t, &w, "--repetitions", arena_printf(a, "%d", o->repetitions));
    if (o->time_limit)
        train_add(t, &w, "--time-limit", arena_printf(a, "%d", o->time_limit));
    if (o->ranks_per_node > 1)
        train_add(t, &w, "--ranks-per-node", arena_printf(a, "%d", o->ranks_per_node));
    train_add(t, &w, "--patience", arena_printf(a, "%d", o->patience));
    const char *const variables[] = {arena_printf(a, "FPREDICT_STARTED_BY=%s", t->mpirun), NULL};
    const process_command c = {.arguments = train_shell(t, t->mpirun, &w),
                               .variables = variables,
                               .growing = t->raw,
                               .patience_s = o->patience};
    return process_run(&t->watch, a, &c);
}

/* An MPI library that aborts or hangs in one pattern, or a simulation that ends in it, is no reason
 * to have no machine: it is left out, and the run goes on. */
static process_result measure_all(training *t)
{
    enum { LEFT_OUT_MOST = 100 };
    process_result r = measure_once(t, false);
    for (int i = 0; i < LEFT_OUT_MOST; i++) {
        bool is_late = t->opt->time_limit && r.end == PROCESS_FAILED && r.status == TRAIN_EXIT_LATE;
        const char *what = ended_in(t);
        if (r.end == PROCESS_STOPPED || r.end == PROCESS_NOT_STARTED || is_late ||
            !can_be_left_out(what))
            break;
        diag_report(t->ctx->diags, DIAG_WARNING, "train-left-out", (source_range){0},
                    "'%s' ended while it measured %s: that is left out, with what is larger",
                    t->mpirun, what);
        r = measure_once(t, true);
    }
    return r;
}

static bool measure(training *t)
{
    const options *o = t->opt;
    process_result r = measure_all(t);
    const char *what = ended_in(t);
    t->is_late = o->time_limit && r.end == PROCESS_FAILED && r.status == TRAIN_EXIT_LATE;
    if (t->is_late)
        return train_fail(
            t,
            "the time limit of %d s ended before all was measured; what was measured is in '%s': "
            "the same command continues from there, and 'fpredict train fit' fits what there is",
            o->time_limit, t->raw);
    if (r.end == PROCESS_OK && what)
        return train_fail(
            t,
            "'%s' ended while it measured %s, without which there is no machine; what "
            "was measured is in '%s'",
            t->mpirun, what, t->raw);
    return explain(t, r, false, access(t->raw, R_OK) == 0);
}

/* The machines of --node-of and --network-of, which the fit takes parts of. */
static bool check_machine(const training *t, const char *name)
{
    int count;
    const char *const *dirs = session_machine_dirs(t->ctx, &count);
    return !name || sag_open(t->ctx, name, count, dirs);
}

static bool check_plots(const training *t)
{
    return !t->opt->plots || process_find(t->ctx->arena, "gnuplot") ||
           train_fail(t, "--plots needs gnuplot, which is not here (Debian: gnuplot-nox)");
}

/* Measuring may take hours: all that is missing is told before it. */
static bool check_all(training *t)
{
    bool ok = find_fit(t);
    ok = find_mpi(t) && ok;
    ok = train_check_output(t) && ok;
    ok = check_machine(t, t->opt->node_of) && ok;
    ok = check_machine(t, t->opt->network_of) && ok;
    return check_plots(t) && ok;
}

static bool train(training *t)
{
    arena *a = t->ctx->arena;
    t->raw = train_beside(a, t->opt->output, ".raw");
    t->program = train_unused_beside(a, t->opt->output, ".train");
    t->log = train_unused_beside(a, t->opt->output, ".log");
    if (!check_all(t))
        return false;
    bool ok = compile(t) && try_to_start(t) && measure(t);
    unlink(t->program);
    unlink(t->log);
    if (!ok || !fit(t))
        return false;
    printf("\n%s is the machine, and %s what was measured. Next:\n"
           "  fpredict estimate PROGRAM.c --machine %s\n",
           t->opt->output, t->raw, t->opt->output);
    return true;
}

int command_train(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    training t = {.ctx = ctx, .opt = opt, .raw = opt->file};
    process_watch_signals(&t.watch);
    bool ok;
    if (opt->is_overhead)
        ok = train_overhead(&t);
    else if (opt->compiler || (opt->is_fit && profile_is_raw(opt->file)))
        ok = train_profile(&t, &s);
    else if (opt->machines.count)
        ok = train_fail(&t, "'%s' is no raw data of a compiler, which alone need --machine",
                        opt->file);
    else
        ok = opt->is_fit ? find_fit(&t) && fit(&t) : train(&t);
    process_unwatch(&t.watch);
    int code = session_close(&s, ok);
    return t.is_late ? TRAIN_EXIT_LATE : code;
}
