#include "driver/fpredict_cc/fpredict_cc.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/folder.h"
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
const char *cc_find_program(arena *a, const char *name)
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
 * *words, unless some are there; returns the compiler's path. */
static const char *find_compiler(arena *a, const char *variable, const char *const usual[2],
                                 text_list *words)
{
    const char *chosen = getenv(variable);
    if (!words->count && chosen && *chosen) {
        for (const char *at = chosen; *at;) {
            size_t length = strcspn(at, " \t");
            if (length)
                VEC_PUSH(a, words, arena_strndup(a, at, length));
            at += length + strspn(at + length, " \t");
        }
    }
    for (size_t i = 0; words->count == 0 && i < 2; i++)
        if (cc_find_program(a, usual[i]))
            VEC_PUSH(a, words, usual[i]);
    const char *path = words->count ? cc_find_program(a, words->data[0]) : NULL;
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

/* --- Sources --------------------------------------------------------------- */

/* Reads what can be read only once, into *input; it is null for what stays where it is. */
static bool read_input(cc_command *c, const char *path, const cc_input **input)
{
    *input = NULL;
    if (!cc_is_read_once(path))
        return true;
    *input = cc_input_read(c->arena, &c->inputs, path);
    if (!*input)
        fprintf(stderr, "fpredict-cc: error: cannot read '%s': %s\n", path, strerror(errno));
    return *input != NULL;
}

static bool read_inputs(cc_command *c)
{
    const cc_input *header;
    for (int i = 0; i < c->sources.count; i++)
        if (!read_input(c, c->sources.data[i].path, &c->sources.data[i].input))
            return false;
    for (int i = 0; i < c->forced.count; i++)
        if (!read_input(c, c->forced.data[i], &header))
            return false;
    return true;
}

static cc_mentions mentions(const cc_command *c, cc_source *source)
{
    const cc_input *input = source->input;
    const source_file *file = input ? NULL : source_open(c->files, source->path);
    cc_mentions found = {0};
    if (input)
        found = cc_mentions_in(c, source->path, input->text, input->length);
    else if (file)
        found = cc_mentions_in(c, source->path, source_text(file), source_length(file));
    if (file)
        VEC_PUSH(c->arena, &source->files, file);
    for (int i = 0; i < found.headers.count; i++)
        VEC_PUSH(c->arena, &source->files, found.headers.data[i]);
    return found;
}

/* Looks which sources could hold directives. */
static void find_directives(cc_command *c)
{
    for (int i = 0; i < c->sources.count; i++) {
        cc_source *source = &c->sources.data[i];
        const cc_mentions found = mentions(c, source);
        if (found.directives && found.fifo)
            fprintf(stderr,
                    "fpredict-cc: warning: '%s' is not predicted: it includes the FIFO '%s', which "
                    "can be read only once; include a file\n",
                    source->path, found.fifo);
        else
            source->has_directives = found.directives;
    }
}

/* Adds the jobs of these, or of the program that is linked. */
static void plan_predictions(cc_command *c, cc_work *work)
{
    if (c->stage == CC_LINK && cc_add_program_jobs(c, work))
        return;
    for (int i = 0; i < c->sources.count; i++)
        if (c->sources.data[i].has_directives)
            cc_add_jobs(c, &c->sources.data[i], work);
}

const char *cc_written_file(const cc_command *c)
{
    if (c->output)
        return c->output;
    if (c->stage == CC_LINK)
        return "a.out";
    if (c->input_count != 1 || c->sources.count != 1)
        return NULL;
    return cc_written_of(c, &c->sources.data[0]);
}

const char *cc_written_of(const cc_command *c, const cc_source *source)
{
    if (c->stage != CC_OBJECT && c->stage != CC_ASSEMBLY)
        return NULL;
    if (c->output && c->sources.count == 1)
        return c->output;
    const char *slash = strrchr(source->path, '/'), *name = slash ? slash + 1 : source->path;
    const char *dot = strrchr(name, '.');
    return arena_printf(c->arena, "%.*s.%s", dot ? (int)(dot - name) : (int)strlen(name), name,
                        c->stage == CC_OBJECT ? "o" : "s");
}

/* --- The run --------------------------------------------------------------- */

static void remove_file(const char *path)
{
    struct stat info;
    if (path && lstat(path, &info) == 0 && S_ISREG(info.st_mode))
        unlink(path);
}

/* A failed build leaves no output that looks like a good one. Of several sources, those that
 * failed have none; the compiler keeps the others', too. */
static void remove_output(const cc_command *c, const cc_work *work)
{
    const char *written = cc_written_file(c);
    remove_file(written);
    for (int i = 0; i < work->jobs.count && !written; i++)
        for (int k = 0; k < c->sources.count && work->jobs.data[i].fails_build; k++)
            if (c->sources.data[k].path == work->jobs.data[i].source)
                remove_file(cc_written_of(c, &c->sources.data[k]));
}

/* Runs the compiler and the predictors. Returns the exit code; *signal is the one
 * that ended the compiler, or came when that had ended; or 0. */
static int compile_and_predict(cc_command *c, cc_work *work, int *signal)
{
    int status = cc_run(work);
    if (status == -1)
        return 1;
    if (WIFSIGNALED(status)) {
        *signal = WTERMSIG(status);
        return 128 + *signal;
    }
    int failed = work->stopped_by ? 0 : cc_print_predictions(c, work);
    *signal = work->stopped_by;
    if (!failed && WEXITSTATUS(status) == 0 && !*signal)
        cc_keep_records(c, work);
    if (!failed || WEXITSTATUS(status) != 0)
        return WEXITSTATUS(status);
    remove_output(c, work);
    return failed;
}

/* Becomes the compiler; returns only when that fails. */
static int become(arena *a, const char *path, const text_list *arguments)
{
    signal(SIGPIPE, SIG_DFL);
    execv(path, cc_argv(a, arguments));
    fprintf(stderr, "fpredict-cc: error: cannot start '%s': %s\n", path, strerror(errno));
    return 1;
}

/* Says which of our own options are none. Nothing is compiled then, as for the compiler's own. */
static bool say_mistakes(const cc_command *c)
{
    for (int i = 0; i < c->options.mistakes.count; i++)
        fprintf(stderr, "fpredict-cc: error: %s\n", c->options.mistakes.data[i]);
    return c->options.mistakes.count > 0;
}

/* Would a report replace a source, or what the compiler writes? Says so. */
static bool say_overwritten(const cc_command *c, const cc_work *work)
{
    const char *written = cc_written_file(c);
    bool is_any = false;
    for (int i = 0; i < work->jobs.count; i++) {
        const char *file = work->jobs.data[i].file;
        bool is_other = file && written && strcmp(file, written) == 0;
        for (int k = 0; file && k < c->sources.count && !is_other; k++)
            is_other = folder_is_same_file(file, c->sources.data[k].path);
        if (is_other)
            fprintf(stderr,
                    "fpredict-cc: error: '-fpredict-report=' names '%s', which is the source or "
                    "the output of this compile; give the report another name\n",
                    file);
        is_any = is_any || is_other;
    }
    return is_any;
}

/* -fpredict-record: the command of the compiler becomes one of `fpredict record --compile`. */
static void record(const cc_command *c, cc_work *work)
{
    arena *a = c->arena;
    const cc_options *o = &c->options;
    const text_list compiler = work->arguments;
    text_list w = {0};
    VEC_PUSH(a, &w, work->predictor);
    VEC_PUSH(a, &w, "record");
    VEC_PUSH(a, &w, "--compile");
    if (o->recorded_functions)
        VEC_PUSH(a, &w, arena_printf(a, "--functions=%s", o->recorded_functions));
    if (o->recorded_commands)
        VEC_PUSH(a, &w, arena_printf(a, "--commands=%s", o->recorded_commands));
    if (o->records_loops)
        VEC_PUSH(a, &w, "--loops");
    VEC_PUSH(a, &w, "--");
    for (int i = 0; i < compiler.count; i++)
        VEC_PUSH(a, &w, compiler.data[i]);
    work->arguments = w;
    work->compiler = work->predictor;
}

/* Says which options go with no recording of what is generated. */
static bool say_unrecorded(const cc_command *c)
{
    const cc_options *o = &c->options;
    const bool has_marks = o->records_loops || o->recorded_functions || o->recorded_commands;
    const char *why = NULL;
    if (o->is_recorded && o->is_shared)
        why = "'-fpredict-record' is of MPI programs; those of '-fpredict-shared' record by "
              "themselves";
    else if (has_marks && o->generates)
        why = "the text of '-fpredict-spmd' has other functions and loops than its source, whose "
              "parts '#pragma fpredict region' names; leave '-fpredict-record' alone";
    if (why)
        fprintf(stderr, "fpredict-cc: error: %s\n", why);
    return why != NULL;
}

static int run(cc_command *c, text_list *temporary, int *signal)
{
    if (say_mistakes(c))
        return EXIT_USE;
    if (say_unrecorded(c))
        return EXIT_USE;
    cc_work work = {.arena = c->arena, .predictor = find_predictor(c->arena), .inputs = &c->inputs};
    static const char *const plain[2] = {"clang", "clang-19"};
    static const char *const parallel[2] = {"mpicc", "mpicc.mpich"};
    text_list words = {0};
    bool generates =
        c->options.generates && !c->only_shows && (c->sources.count > 0 || c->stage == CC_LINK);
    const bool records = c->options.is_recorded && !c->only_shows;
    const bool is_parallel = (generates || records) && !c->options.is_shared;
    if (!generates || !is_parallel)
        words = c->launched;
    work.compiler = is_parallel ? find_compiler(c->arena, "FPREDICT_MPICC", parallel, &words)
                                : find_compiler(c->arena, "FPREDICT_CC", plain, &words);
    if (!work.compiler)
        return 1;
    bool predicts = c->options.predicts && !c->only_shows && c->stage != CC_PREPROCESS;
    if ((predicts || generates) && !read_inputs(c))
        return 1;
    if (predicts || generates)
        find_directives(c);
    if (predicts)
        plan_predictions(c, &work);
    if (say_overwritten(c, &work))
        return EXIT_USE;
    /* Directives are no mistake; a source without any keeps its warnings. Objects and databases
     * that record the command line do so only where there would be some. */
    bool is_silenced = work.jobs.count && c->sources.count && cc_on_unknown_pragmas(c) != CC_SILENT;
    const char *added = is_silenced ? "-Wno-unknown-pragmas" : NULL;
    if (!cc_compiler_arguments(c, &words, added, &work.arguments, temporary))
        return 1;
    if (generates && !cc_generate(c, &work, words.count, temporary))
        return 1;
    if (records)
        record(c, &work);
    if (!work.jobs.count && !work.notes.count && !temporary->count && !c->inputs.count &&
        !(predicts && cc_keeps_records(c)))
        return become(c->arena, work.compiler, &work.arguments);
    return compile_and_predict(c, &work, signal);
}

/* Of a temporary file, or a folder of such. */
static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info, (void)type, (void)at;
    return remove(path);
}

/* A file that we open never becomes a standard stream that is closed; the compiler finds it
 * closed. */
static void reserve_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", O_RDWR | O_CLOEXEC); /* the lowest one: fd */
}

int main(int argc, char **argv)
{
    reserve_streams();
    signal(SIGPIPE, SIG_IGN); /* nobody reads what we print: the compilation is not affected */
    arena *a = arena_new();
    text_list temporary = {0};
    int ended_by = 0;
    int code = run(cc_read_arguments(a, argc, argv), &temporary, &ended_by);
    for (int i = 0; i < temporary.count; i++)
        nftw(temporary.data[i], remove_one, 4, FTW_DEPTH | FTW_PHYS);
    arena_free(a);
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    return code;
}
