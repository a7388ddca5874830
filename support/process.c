#include "support/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/process_failure.h"
#include "support/vec.h"

extern char **environ;

struct process {
    pid_t pid; /* -1: it could not be started … */
    process_command command;
    double begun, changed; /* when it was, and when the growing file was last seen to be */
    long long size;        /* of that file then */
    process_result failed; /* … and this is why */
};

/* --- Signals ------------------------------------------------------------------------------ */

/* Whoever started us may want it to be: nohup. */
static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* Whose parent has ended is our child, so that we see its end; else somebody's who may let it
 * be for a while. */
static void adopt_orphans(bool should)
{
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, should ? 1UL : 0UL, 0UL, 0UL, 0UL);
#else
    (void)should;
#endif
}

void process_watch_signals(process_watch *w)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    w->is_interrupted = false;
    w->signal_number = 0;
    sigemptyset(&w->waited);
    sigaddset(&w->waited, SIGCHLD);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        if (!is_ignored(ending[i]))
            sigaddset(&w->waited, ending[i]);
    signal(SIGCHLD, SIG_DFL); /* ignored, children would leave no status */
    sigprocmask(SIG_BLOCK, &w->waited, &w->inherited);
    adopt_orphans(true);
    w->guard = guardian_begin();
}

/* Does it tell us to end? */
static bool take_signal(process_watch *w, int number)
{
    if (number <= 0 || number == SIGCHLD)
        return false;
    if (!w->is_interrupted)
        w->signal_number = number;
    w->is_interrupted = true;
    return true;
}

/* Waits for a signal, so many seconds. Is it one that tells us to end? */
static bool wait_for_signal(process_watch *w, double seconds)
{
    enum { LONGEST = 3600 }; /* "for ever" is waited for again and again */
    double whole = floor(fmin(fmax(seconds, 0), LONGEST));
    double part = fmax(fmin(seconds, LONGEST) - whole, 0);
    const struct timespec patience = {(time_t)whole, (long)(1e9 * part)};
    return take_signal(w, sigtimedwait(&w->waited, NULL, &patience));
}

/* What has come while nobody waited. */
static void take_signals(process_watch *w)
{
    static const struct timespec none = {0, 0};
    for (int number; (number = sigtimedwait(&w->waited, NULL, &none)) > 0;)
        take_signal(w, number);
}

void process_unwatch(process_watch *w)
{
    guardian_end(&w->guard);
    adopt_orphans(false);
    take_signals(w); /* it would end us with the mask that is put back */
    sigprocmask(SIG_SETMASK, &w->inherited, NULL);
}

/* --- Starting ----------------------------------------------------------------------------- */

static bool is_told(const char *const *variables, const char *inherited)
{
    size_t length = strcspn(inherited, "=") + 1;
    for (; variables && *variables; variables++)
        if (strncmp(*variables, inherited, length) == 0)
            return true;
    return false;
}

static char **environment_of(arena *a, const char *const *variables)
{
    VEC(char *) all = {0};
    for (char **e = environ; *e; e++)
        if (!is_told(variables, *e))
            VEC_PUSH(a, &all, *e);
    for (; variables && *variables; variables++)
        VEC_PUSH(a, &all, arena_strdup(a, *variables));
    VEC_PUSH(a, &all, NULL);
    return all.data;
}

static char **arguments_of(arena *a, const process_command *c)
{
    const char *const shell[] = {"/bin/sh", "-c", c->shell, NULL};
    VEC(char *) all = {0};
    for (const char *const *at = c->shell ? shell : c->arguments; *at; at++)
        VEC_PUSH(a, &all, arena_strdup(a, *at)); /* posix_spawn takes no const */
    VEC_PUSH(a, &all, NULL);
    return all.data;
}

/* Starts the leader of a group, with the signals as they were before they became ours; its
 * output goes to `output` unless that is -1. Returns -1 with errno set. */
static pid_t spawn(const process_watch *w, arena *a, const process_command *c, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (!c->keeps_input)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&actions, output, 1);
        posix_spawn_file_actions_adddup2(&actions, output, 2);
    }
    posix_spawnattr_setsigmask(&attributes, &w->inherited);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    char **arguments = arguments_of(a, c);
    pid_t pid = -1;
    int error = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments,
                             environment_of(a, c->variables));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

/* Returns -1 and says in `why` what is wrong. */
static pid_t start(const process_watch *w, arena *a, const process_command *c, const char **why)
{
    int output = -1;
    if (c->output) {
        output = open(c->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (output < 0) {
            *why = arena_printf(a, "cannot be started: '%s': %s", c->output, strerror(errno));
            return -1;
        }
    }
    pid_t pid = spawn(w, a, c, output);
    if (pid < 0)
        *why = arena_printf(a, "cannot be started: %s", strerror(errno));
    if (output >= 0)
        close(output);
    return pid;
}

/* --- Waiting ------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* It stays to be reaped, so that the number of its group is not given to another one. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

static long long size_of(const char *path)
{
    struct stat s;
    return path && stat(path, &s) == 0 ? (long long)s.st_size : -1;
}

/* Is it to be waited for still? If not, `end` says how it came to its end, or why it should;
 * else it must be looked at again after at most `wait` seconds. */
static bool goes_on(process *p, double *wait, process_end *end)
{
    static const double look_s = 0.2; /* how often a file is looked at */
    const process_command *c = &p->command;
    double time = now();
    *end = PROCESS_OK;
    if (has_ended(p->pid))
        return false;
    if (c->limit_s) {
        double left = p->begun + c->limit_s - time;
        *end = PROCESS_LATE;
        if (left <= 0)
            return false;
        *wait = fmin(*wait, left);
    }
    if (c->most_bytes) {
        *end = PROCESS_ENDLESS;
        if (size_of(c->output) > c->most_bytes || size_of(c->printed) > c->most_bytes)
            return false;
        *wait = fmin(*wait, look_s);
    }
    if (c->growing && c->patience_s) {
        long long grown = size_of(c->growing);
        p->changed = grown != p->size ? time : p->changed;
        p->size = grown;
        *end = PROCESS_STUCK;
        if (time - p->changed > c->patience_s)
            return false;
        *wait = fmin(*wait, look_s);
    }
    return true;
}

/* Returns the status of one that has ended; nothing of it goes on beside the next one. */
static int reap(const process_watch *w, pid_t pid)
{
    int status = 0;
    kill(-pid, SIGKILL);
    guardian_drop(&w->guard, -pid);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    while (waitpid(-pid, NULL, 0) > 0 || errno == EINTR)
        ; /* its orphans */
    return status;
}

/* Asks the group to end, waits until all of it has (who starts programs has files to remove,
 * and others to end), and leaves it to SIGKILL after a while, or when we are told once more. */
static void ask_to_end(process_watch *w, pid_t pid, int signal_number)
{
    static const double grace_s = 5, look_s = 0.05;
    kill(-pid, signal_number);
    for (double until = now() + grace_s; now() < until;) {
        while (waitpid(-pid, NULL, WNOHANG) > 0)
            ; /* the dead count as a group, too */
        if (kill(-pid, 0) != 0 || wait_for_signal(w, look_s))
            break;
    }
    reap(w, pid);
}

static process_result result_of(arena *a, int status, const process_command *c)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return (process_result){.end = PROCESS_OK};
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    int signal_number = process_signal_of(code, c->output, c->printed);
    const char *how = signal_number
                          ? arena_printf(a, "is ended by a signal (%s)", strsignal(signal_number))
                          : arena_printf(a, "exits with %d", code);
    const char *said = process_last_words(a, c->output, signal_number != 0);
    return (process_result){.end = PROCESS_FAILED,
                            .status = code,
                            .how = how,
                            .is_killed = WIFSIGNALED(status),
                            .why = said ? arena_printf(a, "%s: %s", how, said) : how};
}

process *process_start(process_watch *w, arena *a, const process_command *c)
{
    process *p = ARENA_NEW(a, process);
    *p = (process){.pid = -1, .command = *c};
    take_signals(w);
    if (w->is_interrupted) {
        p->failed = (process_result){
            .end = PROCESS_STOPPED, .status = 128 + w->signal_number, .why = "was interrupted"};
        return p;
    }
    p->begun = p->changed = now();
    p->size = size_of(c->growing);
    const char *why = NULL;
    p->pid = start(w, a, c, &why);
    if (p->pid > 0)
        guardian_add(&w->guard, -p->pid);
    else
        p->failed = (process_result){.end = PROCESS_NOT_STARTED, .status = 127, .why = why};
    return p;
}

/* Ends it, unless it has ended, and says what has come of it. */
static process_result conclude(process_watch *w, arena *a, const process *p, process_end end)
{
    const process_command *c = &p->command;
    if (end == PROCESS_OK)
        return result_of(a, reap(w, p->pid), c);
    int signal_number = end == PROCESS_STOPPED ? w->signal_number : SIGTERM;
    ask_to_end(w, p->pid, signal_number);
    const char *why = "was interrupted";
    if (end == PROCESS_LATE)
        why = arena_printf(a, "is not finished after %d s", c->limit_s);
    if (end == PROCESS_STUCK)
        why = arena_printf(a, "has made no progress for %d s", c->patience_s);
    if (end == PROCESS_ENDLESS)
        why = arena_printf(a, "prints without end: more than %lld MiB", c->most_bytes >> 20);
    return (process_result){.end = end, .status = 128 + signal_number, .why = why};
}

int process_wait(process_watch *w, arena *a, int count, process *const *started,
                 process_result *out)
{
    assert(count > 0);
    for (;;) {
        double wait = INFINITY;
        for (int i = 0; i < count; i++) {
            process *p = started[i];
            process_end end;
            if (p->pid < 0) {
                *out = p->failed;
                return i;
            }
            bool is_running = goes_on(p, &wait, &end);
            if (is_running && !w->is_interrupted)
                continue;
            *out = conclude(w, a, p, is_running ? PROCESS_STOPPED : end);
            return i;
        }
        wait_for_signal(w, wait);
    }
}

process_result process_run(process_watch *w, arena *a, const process_command *c)
{
    process_result r;
    process *p = process_start(w, a, c);
    process_wait(w, a, 1, &p, &r);
    return r;
}

/* --- Names ---------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

const char *process_find(arena *a, const char *name)
{
    if (strchr(name, '/'))
        return is_program(name) ? name : NULL;
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
        int length = (int)strcspn(at, ":");
        const char *file = arena_printf(a, "%.*s/%s", length, at, name);
        if (length && is_program(file))
            return file;
        at += length + (at[length] == ':');
    }
    return NULL;
}

const char *process_quote(arena *a, const char *text)
{
    char *quoted = arena_alloc(a, 4 * strlen(text) + 3), *at = quoted;
    *at++ = '\'';
    for (const char *s = text; *s; s++) {
        if (*s == '\'') {
            memcpy(at, "'\\''", 4);
            at += 4;
        } else {
            *at++ = *s;
        }
    }
    *at++ = '\'';
    return quoted;
}
