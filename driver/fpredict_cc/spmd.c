/* -fpredict-spmd: the source as an MPI program, compiled by mpicc instead of itself. */

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/fpredict_cc/fpredict_cc.h"
#include "support/folder.h"

extern char **environ;

/* Returns `folder` of the source tree, or of where fpredict is installed: what generated
 * programs include and link. */
static const char *runtime_root(arena *a, const char *predictor)
{
    const char *slash = strrchr(predictor, '/');
    const char *installed =
        arena_printf(a, "%.*s/" FPREDICT_INSTALLED_RUNTIME, slash ? (int)(slash - predictor) : 1,
                     slash ? predictor : ".");
    const char *header = arena_printf(a, "%s/codegen/runtime/fpr.h", installed);
    return access(header, R_OK) == 0 ? installed : FPREDICT_BUILT_RUNTIME;
}

/* Options of the family that say what is generated; the others are about predictions. */
static void take_options(const cc_command *c, text_list *out)
{
    static const char *const names[] = {"--machine",  "--procs",    "--distribute",
                                        "--exchange", "--optimize", "--entry"};
    const text_list *common = &c->options.common;
    for (int i = 0; i + 1 < common->count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(common->data[i], names[k]) == 0) {
                VEC_PUSH(c->arena, out, common->data[i]);
                VEC_PUSH(c->arena, out, common->data[i + 1]);
            }
}

/* Runs fpredict and waits for it; what it says goes to standard error. */
static bool run_predictor(const cc_command *c, const cc_source *source, const char *predictor,
                          const text_list *arguments)
{
    pid_t pid;
    int status = 0;
    cc_writers writers = {.arena = c->arena};
    posix_spawn_file_actions_t actions;
    sigprocmask(SIG_BLOCK, NULL, &writers.mask);
    posix_spawn_file_actions_init(&actions);
    bool is_fifo = source->input && source->input->descriptor < 0;
    bool is_fed = cc_writers_feed(&writers, &c->inputs, false, &actions) &&
                  (!is_fifo || cc_writers_feed_stdin(&writers, source->input, &actions));
    int failed = is_fed ? posix_spawnp(&pid, predictor, &actions, NULL,
                                       cc_argv(c->arena, arguments), environ)
                        : errno;
    cc_writers_started(&writers);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        fprintf(stderr, "fpredict-cc: error: cannot start '%s': %s\n", predictor, strerror(failed));
    while (!failed && waitpid(pid, &status, 0) < 0)
        failed = errno == EINTR ? 0 : errno;
    cc_writers_end(&writers);
    return !failed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Makes a file whose name says that it is C; null after an error message. */
static const char *make_file(arena *a)
{
    const char *folder = getenv("TMPDIR");
    char *path = arena_printf(a, "%s/fpredict-spmd-XXXXXX", folder ? folder : "/tmp");
    const char *named = NULL;
    int fd = mkstemp(path);
    if (fd >= 0) {
        close(fd);
        named = arena_printf(a, "%s.c", path);
        if (rename(path, named) == 0)
            return named;
        unlink(path);
    }
    fprintf(stderr, "fpredict-cc: error: cannot write '%s': %s\n", named ? named : path,
            strerror(errno));
    return NULL;
}

/* Generates the program of one source; returns its name, or null after an error. */
static const char *generate(const cc_command *c, const cc_source *source, const char *predictor,
                            text_list *temporary)
{
    arena *a = c->arena;
    const char *path = make_file(a);
    if (!path)
        return NULL;
    VEC_PUSH(a, temporary, path);
    text_list arguments = {0};
    bool is_fifo = source->input && source->input->descriptor < 0;
    const char *const first[] = {"fpredict", "emit", is_fifo ? "-" : source->path, "--output",
                                 path};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VEC_PUSH(a, &arguments, first[i]);
    if (c->options.werror)
        VEC_PUSH(a, &arguments, "--warnings-as-errors");
    if (!c->options.warnings)
        VEC_PUSH(a, &arguments, "--no-warnings");
    take_options(c, &arguments);
    VEC_PUSH(a, &arguments, "--");
    for (int i = 0; i < c->flags.count; i++)
        VEC_PUSH(a, &arguments, c->flags.data[i]);
    return run_predictor(c, source, predictor, &arguments) ? path : NULL;
}

static bool add_runtime(const cc_command *c, const char *root, text_list *out)
{
    arena *a = c->arena;
    const char *folder = arena_printf(a, "%s/codegen/runtime", root);
    VEC_PUSH(a, out, arena_printf(a, "-I%s", root));
    VEC_PUSH(a, out, arena_printf(a, "-I%s", folder));
    if (c->stage != CC_LINK)
        return true;
    const path_list files = folder_files(a, folder, "fpr_", ".c");
    for (int i = 0; i < files.count; i++)
        VEC_PUSH(a, out, files.data[i]);
    if (files.count == 0)
        fprintf(stderr, "fpredict-cc: error: the run-time library is not in '%s'\n", folder);
    return files.count > 0;
}

bool cc_generate(const cc_command *c, cc_work *work, text_list *temporary)
{
    text_list *arguments = &work->arguments;
    const char *root = runtime_root(c->arena, work->predictor);
    for (int i = 0; i < c->sources.count; i++) {
        const cc_source *source = &c->sources.data[i];
        const char *made = generate(c, source, work->predictor, temporary);
        if (!made)
            return false;
        const char *slash = strrchr(source->path, '/');
        if (slash) /* its own headers */
            VEC_PUSH(c->arena, arguments,
                     arena_printf(c->arena, "-I%.*s", (int)(slash - source->path), source->path));
        for (int k = 1; k < arguments->count; k++)
            if (strcmp(arguments->data[k], source->path) == 0)
                arguments->data[k] = made;
    }
    const char *written = cc_written_file(c);
    if (!c->output && written && c->stage != CC_LINK) {
        VEC_PUSH(c->arena, arguments, "-o");
        VEC_PUSH(c->arena, arguments, written);
    }
    return add_runtime(c, root, arguments);
}
