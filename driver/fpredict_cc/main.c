#include "driver/fpredict_cc/fpredict_cc.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/source.h"

/* --- Programs -------------------------------------------------------------- */

/* Is it this program? A link named clang must not start itself. */
static bool is_self(const char *path)
{
    struct stat self, other;
    return stat("/proc/self/exe", &self) == 0 && stat(path, &other) == 0 &&
           self.st_dev == other.st_dev && self.st_ino == other.st_ino;
}

/* Returns the path of a program as a shell finds it, or null. */
static const char *find_program(arena *a, const char *name)
{
    if (strchr(name, '/'))
        return name;
    const char *folders = getenv("PATH");
    for (const char *at = folders ? folders : "/usr/bin:/bin"; at;) {
        size_t length = strcspn(at, ":");
        const char *path = length ? arena_printf(a, "%.*s/%s", (int)length, at, name) : name;
        if (access(path, X_OK) == 0 && !is_self(path))
            return path;
        at = at[length] ? at + length + 1 : NULL;
    }
    return NULL;
}

/* Puts the words of `variable`, "ccache clang" say, or else the first of the usual ones into
 * *words; returns the compiler's path. */
static const char *find_compiler(arena *a, const char *variable, const char *const usual[2],
                                 text_list *words)
{
    const char *chosen = getenv(variable);
    if (chosen && *chosen) {
        for (const char *at = chosen; *at;) {
            size_t length = strcspn(at, " \t");
            if (length)
                VEC_PUSH(a, words, arena_strndup(a, at, length));
            at += length + strspn(at + length, " \t");
        }
    }
    for (size_t i = 0; words->count == 0 && i < 2; i++)
        if (find_program(a, usual[i]))
            VEC_PUSH(a, words, usual[i]);
    const char *path = words->count ? find_program(a, words->data[0]) : NULL;
    if (path && is_self(path)) {
        fprintf(stderr, "fpredict-cc: error: %s names fpredict-cc itself\n", variable);
        return NULL;
    }
    if (!path)
        fprintf(stderr, "fpredict-cc: error: cannot find %s%s%s; %s names the compiler\n",
                words->count ? words->data[0] : usual[0], words->count ? "" : " or ",
                words->count ? "" : usual[1], variable);
    return path;
}

/* Returns the fpredict beside this program, unless $FPREDICT_PREDICTOR names
 * another. */
static const char *find_predictor(arena *a)
{
    const char *chosen = getenv("FPREDICT_PREDICTOR");
    if (chosen && *chosen)
        return chosen;
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *slash = NULL;
    if (length > 0) {
        self[length] = '\0';
        slash = strrchr(self, '/');
    }
    return slash ? arena_printf(a, "%.*s/fpredict", (int)(slash - self), self) : "fpredict";
}

/* --- Standard input -------------------------------------------------------- */

/* Keeps standard input in a file, for the compiler and the predictor both read
 * all of it. Returns its name, or null after an error message. */
static const char *keep_input(arena *a)
{
    const char *folder = getenv("TMPDIR");
    char *path = arena_printf(a, "%s/fpredict-cc-XXXXXX", folder ? folder : "/tmp");
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    bool ok = file != NULL;
    char buffer[8192];
    size_t n;
    while (ok && (n = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        ok = fwrite(buffer, 1, n, file) == n;
    if (file)
        ok = fclose(file) == 0 && ok;
    if (ok && !ferror(stdin))
        return path;
    fprintf(stderr, "fpredict-cc: error: cannot keep standard input in '%s': %s\n", path,
            strerror(errno));
    if (fd >= 0)
        unlink(path);
    return NULL;
}

/* --- The run --------------------------------------------------------------- */

/* Adds the jobs of the sources that could hold directives. Returns false after
 * an error that stops the compile, too. */
static bool plan_predictions(cc_command *c, cc_work *work, text_list *temporary)
{
    source_set *files = source_set_new(c->arena);
    for (int i = 0; i < c->sources.count; i++) {
        const cc_source *source = &c->sources.data[i];
        const char *path = source->path;
        if (strcmp(path, "-") == 0) {
            if (!work->input) {
                if (!(work->input = keep_input(c->arena)))
                    return false;
                VEC_PUSH(c->arena, temporary, work->input);
            }
            path = work->input;
        }
        const source_file *file = source_open(files, path);
        if (file && cc_mentions_directives(c, source->path, source_text(file), source_length(file)))
            cc_add_jobs(c, source, c->sources.count == 1, work);
    }
    return true;
}

const char *cc_written_file(const cc_command *c)
{
    if (c->output)
        return c->output;
    if (c->stage == CC_LINK)
        return "a.out";
    if (c->input_count != 1 || c->sources.count != 1 || c->stage == CC_CHECK)
        return NULL;
    const char *path = c->sources.data[0].path, *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return arena_printf(c->arena, "%.*s.%s", dot ? (int)(dot - name) : (int)strlen(name), name,
                        c->stage == CC_OBJECT ? "o" : "s");
}

/* A failed build leaves no output that looks like a good one. */
static void remove_output(const cc_command *c)
{
    struct stat info;
    const char *path = cc_written_file(c);
    if (path && lstat(path, &info) == 0 && S_ISREG(info.st_mode))
        unlink(path);
}

/* Runs the compiler and the predictors. Returns the exit code; *signal is the one
 * that ended the compiler. */
static int compile_and_predict(cc_command *c, cc_work *work, int *signal)
{
    int status = cc_run(work);
    if (status == -1)
        return 1;
    if (WIFSIGNALED(status)) {
        *signal = WTERMSIG(status);
        return 128 + *signal;
    }
    bool ok = work->is_stopped || cc_print_predictions(c, work);
    if (ok || WEXITSTATUS(status) != 0)
        return WEXITSTATUS(status);
    remove_output(c);
    return 1;
}

/* Becomes the compiler; returns only when that fails. */
static int become(arena *a, const char *path, const text_list *arguments)
{
    execv(path, cc_argv(a, arguments));
    fprintf(stderr, "fpredict-cc: error: cannot start '%s': %s\n", path, strerror(errno));
    return 1;
}

static int run(cc_command *c, text_list *temporary, int *signal)
{
    cc_work work = {.arena = c->arena, .predictor = find_predictor(c->arena)};
    static const char *const plain[2] = {"clang", "clang-19"};
    static const char *const parallel[2] = {"mpicc", "mpicc.mpich"};
    text_list words = {0};
    bool generates = c->options.generates && !c->only_shows && c->sources.count > 0;
    work.compiler = generates ? find_compiler(c->arena, "FPREDICT_MPICC", parallel, &words)
                              : find_compiler(c->arena, "FPREDICT_CC", plain, &words);
    if (!work.compiler)
        return 1;
    bool predicts = c->options.predicts && !c->only_shows && c->stage != CC_PREPROCESS;
    if (predicts && !plan_predictions(c, &work, temporary))
        return 1;
    /* Directives are no mistake; a source without any keeps its warnings. */
    const char *added = work.jobs.count ? "-Wno-unknown-pragmas" : NULL;
    if (!cc_compiler_arguments(c, &words, added, &work.arguments, temporary))
        return 1;
    if (generates && !cc_generate(c, work.predictor, &work.arguments, temporary))
        return 1;
    if (!work.jobs.count && !temporary->count && !c->options.mistakes.count)
        return become(c->arena, work.compiler, &work.arguments);
    return compile_and_predict(c, &work, signal);
}

int main(int argc, char **argv)
{
    arena *a = arena_new();
    text_list temporary = {0};
    int ended_by = 0;
    int code = run(cc_read_arguments(a, argc, argv), &temporary, &ended_by);
    for (int i = 0; i < temporary.count; i++)
        unlink(temporary.data[i]);
    arena_free(a);
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    return code;
}
