#include "driver/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LOOKS_PER_S = 5, GRACE_S = 5 };

const char *child_find(arena *a, const char *name)
{
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? name : NULL;
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
        int length = (int)strcspn(at, ":");
        const char *file = arena_printf(a, "%.*s/%s", length, at, name);
        if (length && access(file, X_OK) == 0)
            return file;
        at += length + (at[length] == ':');
    }
    return NULL;
}

/* Starts it with signals as they were before ours were blocked; -1 with errno. */
static pid_t start(const child_command *c, const sigset_t *inherited)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (c->output) {
        posix_spawn_file_actions_addopen(&actions, 1, c->output, O_WRONLY | O_CREAT | O_TRUNC,
                                         0666);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
    }
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, inherited);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    /* posix_spawnp does not write to the arguments (POSIX: they are const but for
     * the sake of old declarations). */
    char *const *arguments;
    memcpy(&arguments, &c->arguments, sizeof arguments);
    int error = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

static long long size_of(const char *path)
{
    struct stat s;
    return path && stat(path, &s) == 0 ? (long long)s.st_size : -1;
}

/* Waits a moment; returns the signal that has told us to end, or 0. */
static int moment(const sigset_t *ending)
{
    const struct timespec t = {0, 1000000000L / LOOKS_PER_S};
    int got = sigtimedwait(ending, NULL, &t);
    return got > 0 && got != SIGCHLD ? got : 0;
}

/* Asks the group to end, and after a while ends it. */
static int end_group(pid_t pid, int with, const sigset_t *ending)
{
    int status = 0;
    kill(-pid, with);
    for (int i = 0; i < GRACE_S * LOOKS_PER_S; i++) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return status;
        moment(ending);
    }
    kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    return status;
}

static child_result result_of(int status)
{
    child_result r = {.end = CHILD_OK};
    r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (r.status)
        r.end = CHILD_FAILED;
    return r;
}

static child_result wait_for(const child_command *c, pid_t pid, const sigset_t *ending)
{
    int status = 0, quiet = 0;
    long long size = size_of(c->growing);
    for (;;) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return result_of(status);
        int with = moment(ending);
        if (with) {
            end_group(pid, with, ending);
            return (child_result){.end = CHILD_INTERRUPTED, .status = 128 + with};
        }
        long long now = size_of(c->growing);
        quiet = now != size ? 0 : quiet + 1;
        size = now;
        if (c->patience_s && quiet > c->patience_s * LOOKS_PER_S) {
            end_group(pid, SIGTERM, ending);
            return (child_result){.end = CHILD_STUCK};
        }
    }
}

child_result child_run(const child_command *c)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
    sigset_t ending, inherited;
    sigemptyset(&ending);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&ending, ends[i]);
    sigprocmask(SIG_BLOCK, &ending, &inherited);
    pid_t pid = start(c, &inherited);
    child_result r = pid > 0 ? wait_for(c, pid, &ending)
                             : (child_result){.end = CHILD_NOT_STARTED, .text = strerror(errno)};
    sigprocmask(SIG_SETMASK, &inherited, NULL);
    return r;
}
