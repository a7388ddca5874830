#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/train.h"

/* fpredict train --compiler: kernels compiled by a compiler, measured, and what they say of it
 * (docs/training.md, docs/compilers.md). */

/* The machine as its file says: what compilers do is what is looked for. */
static const sag *open_machine(const training *t)
{
    int count;
    const char *const *dirs = session_machine_dirs(t->ctx, &count);
    if (t->opt->machines.count != 1) {
        train_fail(t,
                   "on which machine? Name its file: --machine host.yaml; 'fpredict train' makes "
                   "one");
        return NULL;
    }
    const sag *machine = sag_open(t->ctx, t->opt->machines.data[0], count, dirs);
    if (machine)
        session_check_training(t->ctx, machine);
    return machine;
}

static bool find_tools(training *t)
{
    arena *a = t->ctx->arena;
    t->mpirun = t->opt->mpirun;
    const char *const tools[] = {t->opt->compiler, t->mpirun};
    static const char *const names[] = {"--compiler", "--mpirun"};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        const char *word = train_first_word(a, tools[i]);
        if (!*word)
            ok = train_fail(t, "%s is a command, and may not be empty", names[i]);
        else if (!process_find(a, word))
            ok = train_fail(t, "there is no '%s' here, which %s names%s", word, names[i],
                            i ? ""
                              : ": it is a command that compiles data-parallel C, such as "
                                "'fpredict-cc -fpredict-spmd'");
    }
    return ok;
}

/* "mine" of "profiles/mine.yaml" */
static const char *name_of(const training *t)
{
    if (t->opt->name)
        return t->opt->name;
    const char *path = t->opt->output ? t->opt->output : t->raw;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return arena_strndup(t->ctx->arena, name, strcspn(name, "."));
}

/* The flags that the kernels were compiled with, divided at blanks, and where their header is. */
static int flags_of(fp_context *ctx, const train_raw *raw, const char *const **flags)
{
    arena *a = ctx->arena;
    const char *at = train_raw_value(raw, "flags");
    train_words w = {0};
    VEC_PUSH(a, &w, arena_printf(a, "-I%s", session_runtime_root(ctx)));
    while (at && *at) {
        const size_t length = strcspn(at, " ");
        VEC_PUSH(a, &w, arena_strndup(a, at, length));
        at += length + strspn(at + length, " ");
    }
    *flags = (const char *const *)w.data;
    return w.count;
}

static bool fit(training *t, const sag *machine, const train_raw *raw, profile_result *result)
{
    arena *a = t->ctx->arena;
    profile_data data;
    char error[TRAIN_TEXT];
    if (!profile_collect(a, raw, &data, error))
        return train_fail(t, "%s: %s", t->raw, error);
    if (!train_check_kernels(t, raw))
        return false;
    if (data.count == 0)
        return train_fail(t, "%s: nothing is measured", t->raw);
    const char *compiler = train_raw_value(raw, "compiler"), *date = train_raw_value(raw, "date");
    compiler = arena_strdup(a, compiler ? compiler : "an unknown compiler");
    const char *const *flags;
    const int flag_count = flags_of(t->ctx, raw, &flags);
    const profile_request request = {
        .machine = machine,
        .measured = &data,
        .predict = kernel_predict,
        .predict_data = kernel_predictor_new(t->ctx, t->opt, flag_count, flags),
        .name = name_of(t),
        .title = arena_printf(a, "as measured of '%s'", compiler),
        .source = arena_printf(a, "our own measurement of '%s' on %s%s%s", compiler, machine->name,
                               date ? ", " : "", date ? date : ""),
    };
    meter *shown = meter_start(a, stderr, "predicting the kernels with each rule");
    const bool ok = profile_fit(t->ctx, &request, result);
    meter_stop(shown);
    return ok;
}

/* The text of the profile, once it has been read back; null after reporting. */
static const char *text_of(const training *t, const sag_compiler *profile, size_t *length)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, length);
    const bool is_written = memory && sag_compiler_write(t->ctx, profile, memory);
    if (memory)
        fclose(memory);
    const char *kept = is_written ? arena_strndup(t->ctx->arena, text, *length) : NULL;
    free(text);
    if (!kept) {
        train_fail(t, "the profile cannot be written");
        return NULL;
    }
    const source_file *file =
        source_add(t->ctx->sources, "the profile that was fitted", kept, *length);
    return sag_compiler_read(t->ctx, file) ? kept : NULL;
}

/* One that is there stays whole until the other is. */
static bool write_profile(const training *t, const sag_compiler *profile)
{
    size_t length;
    const char *output = t->opt->output, *text = text_of(t, profile, &length);
    if (!text)
        return false;
    const char *part = arena_printf(t->ctx->arena, "%s.part", output);
    FILE *out = fopen(part, "w");
    bool ok = out && fwrite(text, 1, length, out) == length;
    if (out)
        ok = fclose(out) == 0 && ok;
    ok = ok && rename(part, output) == 0;
    const int why = errno;
    if (!ok)
        unlink(part);
    return ok || train_fail(t, "cannot write '%s': %s", output, strerror(why));
}

static bool report(training *t, session *s, const profile_result *result)
{
    FILE *out = session_out(s);
    profile_report(t->ctx, result, out, session_style(s).width);
    if (!t->opt->output)
        return true;
    if (result->is_empty)
        return train_fail(t, "the measurements decide nothing, so no profile is written");
    if (!write_profile(t, result->profile))
        return false;
    fprintf(out,
            "\n%s is the compiler's profile, and %s what was measured. Next:\n"
            "  fpredict estimate PROGRAM.c --machine %s --compiler %s%s\n",
            t->opt->output, t->raw, t->opt->machines.data[0],
            strchr(t->opt->output, '/') ? "" : "./", t->opt->output);
    return true;
}

static bool check_raw(const training *t)
{
    return !t->opt->output || strcmp(t->opt->output, t->raw) != 0 ||
           train_fail(t, "--output '%s' would replace the raw data", t->opt->output);
}

bool train_profile(training *t, session *s)
{
    const sag *machine = open_machine(t);
    bool ok = machine != NULL;
    if (!t->opt->is_fit) {
        arena *a = t->ctx->arena;
        t->raw = train_beside(a, t->opt->output, ".raw");
        t->program = train_unused_beside(a, t->opt->output, ".train");
        t->log = train_unused_beside(a, t->opt->output, ".log");
        ok = find_tools(t) && ok;
        ok = train_check_output(t) && ok;
        ok = ok && check_raw(t) && train_measure_kernels(t);
    }
    ok = ok && check_raw(t);
    char error[TRAIN_TEXT];
    train_raw raw;
    if (!ok)
        return false;
    profile_result result;
    ok = train_raw_read_as(PROFILE_FORMAT, t->raw, &raw, error) || train_fail(t, "%s", error);
    ok = ok && fit(t, machine, &raw, &result) && report(t, s, &result);
    train_raw_clear(&raw);
    return ok;
}
