#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/fpredict_cc/fpredict_cc.h"

extern char **environ;

/* A run in progress. Signals are blocked and waited for, so that there is no
 * handler and nothing global. */
typedef struct watch {
    cc_work *work;
    sigset_t inherited; /* mask, for the children */
    pid_t compiler;     /* 0: ended */
    int status;         /* the compiler's */
    int next;           /* job to start */
} watch;

char **cc_argv(arena *a, const text_list *arguments)
{
    char **argv = ARENA_ARRAY(a, arguments->count + 1, char *);
    for (int i = 0; i < arguments->count; i++)
        argv[i] = arena_strdup(a, arguments->data[i]); /* exec takes no const */
    return argv;
}

/* The environment of a predictor: what it prints, to a file, is shown on standard error in the
 * end, and should be as wide as that. */
static char **environment_of(const watch *w, const cc_job *job)
{
    arena *a = w->work->arena;
    const int columns = job->file ? 0 : terminal_columns(stderr, 0);
    int count = 0, kept = 0;
    if (columns == 0)
        return environ;
    while (environ[count])
        count++;
    char **all = ARENA_ARRAY(a, count + 2, char *);
    for (int i = 0; i < count; i++)
        if (strncmp(environ[i], "COLUMNS=", 8) != 0)
            all[kept++] = environ[i];
    all[kept] = arena_strdup(a, arena_printf(a, "COLUMNS=%d", columns));
    return all;
}

/* Starts a program; `input` is a file for its standard input, or null, out and
 * err streams for its output, or null. Returns its id, or -1 with errno set. */
static pid_t start(const watch *w, const char *path, const text_list *arguments,
                   char *const *environment, const char *input, FILE *out, FILE *err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (input)
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
    if (out)
        posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
    if (err)
        posix_spawn_file_actions_adddup2(&actions, fileno(err), 2);
    posix_spawnattr_setsigmask(&attributes, &w->inherited);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn(&pid, path, &actions, &attributes, cc_argv(w->work->arena, arguments),
                            environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

/* Starts the next predictor when none runs; one at a time leaves the other
 * processor to the compiler. */
static void start_job(watch *w)
{
    for (int i = 0; i < w->work->jobs.count; i++)
        if (w->work->jobs.data[i].pid)
            return;
    while (w->next < w->work->jobs.count) {
        cc_job *job = &w->work->jobs.data[w->next++];
        const char *path = w->work->predictor;
        job->out = tmpfile();
        job->err = tmpfile();
        pid_t pid = job->out && job->err ? start(w, path, &job->arguments, environment_of(w, job),
                                                 w->work->input, job->out, job->err)
                                         : -1;
        if (pid > 0) {
            job->pid = pid;
            return;
        }
        fprintf(stderr,
                "fpredict-cc: warning: '%s' is not predicted: cannot start '%s': %s; "
                "$FPREDICT_PREDICTOR names the predictor\n",
                job->source, path, strerror(errno));
    }
}

/* Takes note of every child that has ended. */
static void reap(watch *w)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == w->compiler) {
            w->compiler = 0;
            w->status = status;
        }
        for (int i = 0; i < w->work->jobs.count; i++) {
            cc_job *job = &w->work->jobs.data[i];
            if (job->pid == pid) {
                job->pid = 0;
                job->has_run = true;
                job->status = status;
            }
        }
    }
}

static bool is_predicting(const watch *w)
{
    for (int i = 0; i < w->work->jobs.count; i++)
        if (w->work->jobs.data[i].pid)
            return true;
    return false;
}

static void stop_predicting(watch *w)
{
    w->next = w->work->jobs.count;
    w->work->is_stopped = true;
    for (int i = 0; i < w->work->jobs.count; i++)
        if (w->work->jobs.data[i].pid)
            kill(w->work->jobs.data[i].pid, SIGTERM);
}

/* Passes a signal on. One from the terminal has reached the compiler already. */
static void pass_on(watch *w, const siginfo_t *info)
{
    if (w->compiler && info->si_code != SI_KERNEL)
        kill(w->compiler, info->si_signo);
    stop_predicting(w);
}

/* Waits until the compiler and the predictors have ended. */
static void wait_for_all(watch *w, const sigset_t *waited)
{
    while (w->compiler || is_predicting(w)) {
        siginfo_t info;
        if (sigwaitinfo(waited, &info) < 0)
            continue; /* interrupted by a signal that is not ours */
        if (info.si_signo != SIGCHLD) {
            pass_on(w, &info);
            continue;
        }
        bool was_compiling = w->compiler != 0;
        reap(w);
        if (was_compiling && !w->compiler && WIFSIGNALED(w->status))
            stop_predicting(w);
        start_job(w);
    }
}

int cc_run(cc_work *work)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    watch w = {.work = work};
    sigset_t waited;
    sigemptyset(&waited);
    sigaddset(&waited, SIGCHLD);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        sigaddset(&waited, passed[i]);
    signal(SIGCHLD, SIG_DFL); /* ignored, children would leave no status */
    sigprocmask(SIG_BLOCK, &waited, &w.inherited);

    pid_t pid = start(&w, work->compiler, &work->arguments, environ, work->input, NULL, NULL);
    if (pid > 0) {
        w.compiler = pid;
        start_job(&w);
        wait_for_all(&w, &waited);
    } else {
        fprintf(stderr, "fpredict-cc: error: cannot start '%s': %s\n", work->compiler,
                strerror(errno));
        w.status = -1;
    }
    sigprocmask(SIG_SETMASK, &w.inherited, NULL);
    return w.status;
}
