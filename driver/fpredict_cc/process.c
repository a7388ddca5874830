#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/fpredict_cc/fpredict_cc.h"
#include "support/guardian.h"

extern char **environ;

/* A run in progress. Signals are blocked and waited for, so that there is no
 * handler and nothing global. */
typedef struct watch {
    cc_work *work;
    sigset_t inherited; /* mask, for the children */
    cc_writers writers;
    guardian guardian; /* of all that we start, which ends with us */
    pid_t compiler;    /* 0: ended */
    int status;        /* the compiler's */
    int next;          /* job to start */
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

/* A file that only its descriptor names, in memory, for a full or missing /tmp is no reason not to
 * predict; null, errno set, where there is neither memory nor /tmp. */
static FILE *unnamed_file(void)
{
    enum { NAMES = 100 };
    static const mode_t owners = 0600;
    char name[64];
    int fd = -1;
    for (int i = 0; i < NAMES && fd < 0; i++) {
        snprintf(name, sizeof name, "/fpredict-cc-%ld-%d", (long)getpid(), i);
        fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, owners);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0)
        return tmpfile();
    shm_unlink(name);
    FILE *file = fdopen(fd, "w+");
    if (!file)
        close(fd);
    return file;
}

/* Signals that a program which is started has not to ignore because we do. */
static void set_signals(const watch *w, posix_spawnattr_t *attributes, short flags)
{
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(attributes, &w->inherited);
    posix_spawnattr_setsigdefault(attributes, &usual);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes,
                             (short)(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

/* Starts the compiler. Returns its id, or -1 with errno set. */
static pid_t start_compiler(watch *w)
{
    const cc_work *work = w->work;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    set_signals(w, &attributes, 0);
    int error = cc_writers_feed(&w->writers, work->inputs, true, &actions) ? 0 : errno;
    if (!error)
        error = posix_spawn(&pid, work->compiler, &actions, &attributes,
                            cc_argv(work->arena, &work->arguments), environ);
    cc_writers_started(&w->writers);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

/* Starts the job's predictor, in a process group of its own. Likewise. */
static pid_t start_predictor(watch *w, const cc_job *job)
{
    const cc_work *work = w->work;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    set_signals(w, &attributes, POSIX_SPAWN_SETPGROUP);
    bool is_fed = cc_writers_feed(&w->writers, work->inputs, false, &actions) &&
                  (!job->input || cc_writers_feed_stdin(&w->writers, job->input, &actions));
    int error = is_fed ? 0 : errno;
    posix_spawn_file_actions_adddup2(&actions, fileno(job->out), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(job->err), STDERR_FILENO);
    if (!error)
        error = posix_spawn(&pid, work->predictor, &actions, &attributes,
                            cc_argv(work->arena, &job->arguments), environment_of(w, job));
    cc_writers_started(&w->writers);
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
        job->out = unnamed_file();
        job->err = job->out ? unnamed_file() : NULL;
        if (!job->err) {
            fprintf(stderr,
                    "fpredict-cc: warning: '%s' is not predicted: there is no room for what the "
                    "predictor prints, in memory or in /tmp: %s\n",
                    job->source, strerror(errno));
            continue;
        }
        job->pid = start_predictor(w, job);
        if (job->pid > 0) {
            guardian_add(&w->guardian, -job->pid);
            return;
        }
        job->pid = 0;
        fprintf(stderr,
                "fpredict-cc: warning: '%s' is not predicted: cannot start '%s': %s; "
                "$FPREDICT_PREDICTOR names the predictor\n",
                job->source, w->work->predictor, strerror(errno));
    }
}

/* Takes note of every child that has ended. */
static void reap(watch *w)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == w->compiler) {
            guardian_drop(&w->guardian, pid);
            w->compiler = 0;
            w->status = status;
        }
        cc_writers_ended(&w->writers, pid);
        for (int i = 0; i < w->work->jobs.count; i++) {
            cc_job *job = &w->work->jobs.data[i];
            if (job->pid == pid) {
                guardian_drop(&w->guardian, -pid);
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

static void stop_predicting(watch *w, int signal)
{
    w->next = w->work->jobs.count;
    w->work->stopped_by = signal;
    for (int i = 0; i < w->work->jobs.count; i++)
        if (w->work->jobs.data[i].pid)
            kill(w->work->jobs.data[i].pid, SIGTERM);
}

/* Takes note of the children's ends for so long. */
static void reap_for(watch *w, double seconds)
{
    struct timespec from, now;
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (double left = seconds; w->compiler && left > 0;) {
        const struct timespec most = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
        sigtimedwait(&ends, NULL, &most);
        reap(w);
        clock_gettime(CLOCK_MONOTONIC, &now);
        left = seconds - (double)(now.tv_sec - from.tv_sec) -
               1e-9 * (double)(now.tv_nsec - from.tv_nsec);
    }
}

/* Passes a signal on. One from the terminal has reached the compiler already; so has one that was
 * sent to the process group, which cannot be told from one to us alone, and a second one ends the
 * compiler before it has removed what it has written: it has a moment to end by itself. */
static void pass_on(watch *w, const siginfo_t *info)
{
    static const double moment_s = 0.3;
    stop_predicting(w, info->si_signo);
    if (info->si_code == SI_KERNEL)
        return;
    reap_for(w, moment_s);
    if (w->compiler)
        kill(w->compiler, info->si_signo);
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
            stop_predicting(w, WTERMSIG(w->status));
        start_job(w);
    }
}

int cc_run(cc_work *work)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    watch w = {.work = work, .guardian = {.pid = -1, .words = -1}};
    sigset_t waited;
    sigemptyset(&waited);
    sigaddset(&waited, SIGCHLD);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        sigaddset(&waited, passed[i]);
    signal(SIGCHLD, SIG_DFL); /* ignored, children would leave no status */
    sigprocmask(SIG_BLOCK, &waited, &w.inherited);
    w.writers = (cc_writers){.arena = work->arena, .mask = w.inherited};

    pid_t pid = start_compiler(&w);
    if (pid > 0) {
        w.compiler = pid;
        w.guardian = guardian_begin();
        guardian_add(&w.guardian, pid);
        start_job(&w);
        wait_for_all(&w, &waited);
        cc_writers_end(&w.writers);
        guardian_end(&w.guardian);
    } else {
        fprintf(stderr, "fpredict-cc: error: cannot start '%s': %s\n", work->compiler,
                strerror(errno));
        cc_writers_end(&w.writers);
        w.status = -1;
    }
    sigprocmask(SIG_SETMASK, &w.inherited, NULL);
    return w.status;
}
