#include "validate/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/vec.h"

extern char **environ;

void process_watch_signals(process_watch *w)
{
    w->is_interrupted = false;
    sigemptyset(&w->waited);
    sigaddset(&w->waited, SIGCHLD);
    sigaddset(&w->waited, SIGINT);
    sigaddset(&w->waited, SIGTERM);
    sigaddset(&w->waited, SIGHUP);
    signal(SIGCHLD, SIG_DFL); /* ignored, children would leave no status */
    sigprocmask(SIG_BLOCK, &w->waited, &w->inherited);
}

void process_unwatch(process_watch *w)
{
    /* One that came meanwhile would end us with the mask that is put back. */
    static const struct timespec none = {0, 0};
    for (int number; (number = sigtimedwait(&w->waited, NULL, &none)) > 0;)
        w->is_interrupted |= number != SIGCHLD;
    sigprocmask(SIG_SETMASK, &w->inherited, NULL);
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

static char **environment_with(arena *a, const char *const *extra)
{
    VEC(char *) all = {0};
    for (char **e = environ; *e; e++)
        VEC_PUSH(a, &all, *e);
    for (; extra && *extra; extra++)
        VEC_PUSH(a, &all, arena_strdup(a, *extra));
    VEC_PUSH(a, &all, NULL);
    return all.data;
}

/* Returns the id of the shell, which leads its own group; -1 with errno set. */
static pid_t start(const process_watch *w, arena *a, const char *command, const char *const *extra,
                   const char *log)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_setsigmask(&attributes, &w->inherited);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    char *argv[] = {arena_strdup(a, "sh"), arena_strdup(a, "-c"), arena_strdup(a, command), NULL};
    pid_t pid = -1;
    int error =
        posix_spawn(&pid, "/bin/sh", &actions, &attributes, argv, environment_with(a, extra));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits for the shell up to a time; false when it still runs then, or a signal came. */
static bool wait_until(process_watch *w, pid_t pid, double deadline, int *status)
{
    for (;;) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return true;
        double left = deadline - now();
        if (left <= 0)
            return false;
        time_t seconds = (time_t)left;
        struct timespec patience = {seconds, (long)(1e9 * (left - (double)seconds))};
        int signal_number = sigtimedwait(&w->waited, NULL, &patience);
        if (signal_number > 0 && signal_number != SIGCHLD) {
            w->is_interrupted = true;
            return false;
        }
    }
}

/* Ends the whole group: first it is asked. */
static void end_group(process_watch *w, pid_t pid, int *status)
{
    enum { PATIENCE = 2 };
    bool was_interrupted = w->is_interrupted;
    kill(-pid, SIGTERM);
    if (!wait_until(w, pid, now() + PATIENCE, status)) {
        kill(-pid, SIGKILL);
        while (waitpid(pid, status, 0) < 0 && errno == EINTR)
            ;
    }
    kill(-pid, SIGKILL); /* what the shell has left behind */
    w->is_interrupted |= was_interrupted;
}

/* The line of the output that says most: the first with "error", else the last. */
static const char *telling_line(arena *a, const char *log)
{
    FILE *in = fopen(log, "r");
    char line[512];
    const char *last = NULL, *error = NULL;
    while (in && fgets(line, sizeof line, in)) {
        size_t length = strcspn(line, "\r\n");
        line[length] = '\0';
        const char *text = line + strspn(line, " \t");
        if (!*text)
            continue;
        last = arena_strdup(a, text);
        if (!error && (strstr(text, "error") || strstr(text, "undefined")))
            error = last;
    }
    if (in)
        fclose(in);
    return error ? error : last;
}

static const char *describe(arena *a, int status, const char *log)
{
    const char *said = telling_line(a, log);
    const char *end = WIFSIGNALED(status) ? arena_printf(a, "is ended by a signal (%s)",
                                                         strsignal(WTERMSIG(status)))
                                          : arena_printf(a, "exits with %d", WEXITSTATUS(status));
    return said ? arena_printf(a, "%s: %s", end, said) : end;
}

process_result process_run(process_watch *w, arena *a, const char *command,
                           const char *const *extra, const char *log, int limit)
{
    pid_t pid = start(w, a, command, extra, log);
    if (pid < 0)
        return (process_result){PROCESS_FAILED,
                                arena_printf(a, "cannot be started: %s", strerror(errno))};
    int status = 0;
    if (!wait_until(w, pid, now() + limit, &status)) {
        end_group(w, pid, &status);
        if (w->is_interrupted)
            return (process_result){PROCESS_STOPPED, "was interrupted"};
        return (process_result){PROCESS_LATE, arena_printf(a, "is not done after %d s", limit)};
    }
    kill(-pid, SIGKILL); /* nothing of it goes on beside the next one */
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return (process_result){PROCESS_OK, NULL};
    return (process_result){PROCESS_FAILED, describe(a, status, log)};
}
