/* -fpredict-spmd: the sources as an MPI program, compiled by mpicc instead of themselves;
 * -fpredict-shared: as threads on one processor, by the compiler. */

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
    static const char *const names[] = {"--machine",     "--compiler",   "--procs",
                                        "--set",         "--distribute", "--exchange",
                                        "--collectives", "--optimize",   "--entry"};
    const text_list *common = &c->options.common;
    for (int i = 0; i + 1 < common->count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(common->data[i], names[k]) == 0) {
                VEC_PUSH(c->arena, out, common->data[i]);
                VEC_PUSH(c->arena, out, common->data[i + 1]);
            }
}

/* Runs fpredict and waits for it; what it says goes to standard error. */
static bool run_predictor(const cc_command *c, const cc_input *fifo, const char *predictor,
                          const text_list *arguments)
{
    pid_t pid;
    int status = 0;
    cc_writers writers = {.arena = c->arena};
    posix_spawn_file_actions_t actions;
    sigprocmask(SIG_BLOCK, NULL, &writers.mask);
    posix_spawn_file_actions_init(&actions);
    bool is_fed = cc_writers_feed(&writers, &c->inputs, false, &actions) &&
                  (!fifo || cc_writers_feed_stdin(&writers, fifo, &actions));
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

/* Makes a folder for generated files; null after an error message. */
static const char *make_folder(arena *a)
{
    const char *folder = getenv("TMPDIR");
    char *path = arena_printf(a, "%s/fpredict-spmd-XXXXXX", folder ? folder : "/tmp");
    if (mkdtemp(path))
        return path;
    fprintf(stderr, "fpredict-cc: error: cannot make the folder '%s': %s\n", path, strerror(errno));
    return NULL;
}

/* Generates the files of one program, all of the command line, in the folder. */
static bool generate(const cc_command *c, const char *predictor, const char *folder)
{
    arena *a = c->arena;
    text_list arguments = {0};
    const cc_input *fifo = NULL;
    VEC_PUSH(a, &arguments, "fpredict");
    VEC_PUSH(a, &arguments, "emit");
    for (int i = 0; i < c->sources.count; i++) {
        const cc_input *input = c->sources.data[i].input;
        fifo = input && input->descriptor < 0 ? input : fifo;
        VEC_PUSH(a, &arguments, fifo && fifo == input ? "-" : c->sources.data[i].path);
    }
    VEC_PUSH(a, &arguments, "--output");
    VEC_PUSH(a, &arguments,
             c->sources.count == 1 ? arena_printf(a, "%s/program.c", folder) : folder);
    if (c->options.werror)
        VEC_PUSH(a, &arguments, "--warnings-as-errors");
    if (!c->options.warnings)
        VEC_PUSH(a, &arguments, "--no-warnings");
    if (c->options.is_shared)
        VEC_PUSH(a, &arguments, "--shared");
    take_options(c, &arguments);
    VEC_PUSH(a, &arguments, "--");
    for (int i = 0; i < c->flags.count; i++)
        VEC_PUSH(a, &arguments, c->flags.data[i]);
    if (run_predictor(c, fifo, predictor, &arguments))
        return true;
    if (c->stage == CC_OBJECT)
        fprintf(stderr,
                "fpredict-cc: error: with '%s', all files of a program that has directives are "
                "compiled by one command: 'fpredict-cc %s a.c b.c -o program'\n",
                c->options.is_shared ? "-fpredict-shared" : "-fpredict-spmd",
                c->options.is_shared ? "-fpredict-shared" : "-fpredict-spmd");
    return false;
}

/* Where <xmp.h> is found if the program's own folders have none, as fpredict finds it. */
static void add_headers(arena *a, const char *root, text_list *out)
{
    const char *installed = arena_printf(a, "%s/include", root);
    bool is_installed = access(arena_printf(a, "%s/xmp.h", installed), R_OK) == 0;
    VEC_PUSH(a, out, "-idirafter");
    VEC_PUSH(a, out, is_installed ? installed : arena_printf(a, "%s/frontend/include", root));
}

/* The library's files whose names begin so; false: there are none, which it says. */
static bool add_files(arena *a, const char *folder, const char *begin, text_list *out)
{
    const path_list files = folder_files(a, folder, begin, ".c");
    for (int i = 0; i < files.count; i++)
        VEC_PUSH(a, out, files.data[i]);
    if (files.count == 0)
        fprintf(stderr, "fpredict-cc: error: the run-time library is not in '%s'\n", folder);
    return files.count > 0;
}

static bool add_runtime(const cc_command *c, const char *root, text_list *out)
{
    arena *a = c->arena;
    const char *folder = arena_printf(a, "%s/codegen/runtime", root);
    const char *shared = c->options.is_shared ? arena_printf(a, "%s/shared", folder) : NULL;
    if (shared) /* before the compiler's own: it has a <mpi.h> */
        VEC_PUSH(a, out, arena_printf(a, "-I%s", shared));
    VEC_PUSH(a, out, arena_printf(a, "-I%s", root));
    VEC_PUSH(a, out, arena_printf(a, "-I%s", folder));
    add_headers(a, root, out);
    if (c->stage != CC_LINK)
        return true;
    return add_files(a, folder, "fpr_", out) && (!shared || add_files(a, shared, "fps_", out));
}

/* What is generated of each source, below the folder. */
static const char *const *generated_paths(const cc_command *c, const char *folder)
{
    arena *a = c->arena;
    const int count = c->sources.count;
    const char **paths = ARENA_ARRAY(a, count, const char *);
    for (int i = 0; i < count; i++)
        paths[i] = c->sources.data[i].path;
    const char *const *names = folder_names_below(a, count, paths);
    for (int i = 0; i < count; i++)
        paths[i] = arena_printf(a, "%s/%s", folder, count == 1 ? "program.c" : names[i]);
    return paths;
}

/* Are they the same bytes? Such a file is compiled where it is. */
static bool is_unchanged(const cc_command *c, const cc_source *source, const char *made)
{
    const source_file *a = source->input ? NULL : source_open(c->files, source->path);
    const source_file *b = source_open(c->files, made);
    return a && b && source_length(a) == source_length(b) &&
           memcmp(source_text(a), source_text(b), source_length(a)) == 0;
}

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_printf(a, "%.*s", (int)(slash - path + 1), path) : "./";
}

/* The headers beside the sources come first, as they do for these. */
static bool add_folders(const cc_command *c, int count, const cc_source *const *changed,
                        text_list *arguments, int options_from)
{
    arena *a = c->arena;
    text_list rest = {0};
    const char *folder = folder_of(a, changed[0]->path);
    for (int i = 1; i < count; i++)
        if (!folder_is_same_file(folder, folder_of(a, changed[i]->path))) {
            fprintf(stderr,
                    "fpredict-cc: error: '%s' and '%s' are in two folders, and what is generated "
                    "of them in one command could read the other one's headers: generate them by "
                    "'fpredict emit … --output DIR/', and compile each with '-iquote' of its "
                    "folder\n",
                    changed[0]->path, changed[i]->path);
            return false;
        }
    for (int i = options_from; i < arguments->count; i++)
        VEC_PUSH(a, &rest, arguments->data[i]);
    arguments->count = options_from;
    VEC_PUSH(a, arguments, arena_printf(a, "-iquote%s", folder));
    for (int i = 0; i < rest.count; i++)
        VEC_PUSH(a, arguments, rest.data[i]);
    return true;
}

/* Has the compiler read what is generated, where that differs. */
static bool replace_sources(const cc_command *c, text_list *arguments, const char *folder,
                            int options_from)
{
    const char *const *made = generated_paths(c, folder);
    const cc_source **changed = ARENA_ARRAY(c->arena, c->sources.count, const cc_source *);
    int count = 0;
    for (int i = 0; i < c->sources.count; i++) {
        const cc_source *source = &c->sources.data[i];
        if (is_unchanged(c, source, made[i]))
            continue;
        changed[count++] = source;
        for (int k = options_from; k < arguments->count; k++)
            if (strcmp(arguments->data[k], source->path) == 0)
                arguments->data[k] = made[i];
    }
    return !count || add_folders(c, count, changed, arguments, options_from);
}

bool cc_generate(const cc_command *c, cc_work *work, int options_from, text_list *temporary)
{
    text_list *arguments = &work->arguments;
    const char *root = runtime_root(c->arena, work->predictor);
    /* A program that has none is refused, an object of one is not. */
    bool has_directives =
        c->stage == CC_LINK && c->sources.count > 0 && c->sources.count == c->input_count;
    for (int i = 0; i < c->sources.count; i++)
        has_directives |= c->sources.data[i].has_directives || c->sources.data[i].input;
    if (has_directives) {
        const char *folder = make_folder(c->arena);
        if (!folder)
            return false;
        VEC_PUSH(c->arena, temporary, folder);
        if (!generate(c, work->predictor, folder) ||
            !replace_sources(c, arguments, folder, options_from))
            return false;
    }
    const char *written = cc_written_file(c);
    if (!c->output && written && c->stage != CC_LINK) {
        VEC_PUSH(c->arena, arguments, "-o");
        VEC_PUSH(c->arena, arguments, written);
    }
    return add_runtime(c, root, arguments);
}
