#include "support/guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* As many as may run at once; more would go unguarded. */
enum { GUARDED_MOST = 1024 };

/* What it is told: what begins, or is no more. */
typedef struct word {
    pid_t which; /* as kill() takes it */
    bool has_ended;
} word;

/* --- In the guardian: what may be called in a child that was forked, and no more -------------- */

static void close_all_but(int kept)
{
    enum { FILES_MOST = 4096 };
    long most = sysconf(_SC_OPEN_MAX);
    most = most < 0 || most > FILES_MOST ? FILES_MOST : most;
    for (int file = 0; file < most; file++)
        if (file != kept)
            close(file); /* a pipe that somebody reads to its end, a file that is locked */
}

static void pause_for(double seconds)
{
    const struct timespec t = {0, (long)(1e9 * seconds)};
    nanosleep(&t, NULL);
}

static bool is_any_left(int count, const pid_t *guarded)
{
    for (int i = 0; i < count; i++)
        if (kill(guarded[i], 0) == 0)
            return true;
    return false;
}

static void end_all(int count, const pid_t *guarded)
{
    enum { LOOKS = 50 };
    static const double look_s = 0.1;
    for (int i = 0; i < count; i++)
        kill(guarded[i], SIGTERM); /* who starts programs ends them, elsewhere too */
    for (int look = 0; look < LOOKS && is_any_left(count, guarded); look++)
        pause_for(look_s);
    for (int i = 0; i < count; i++)
        kill(guarded[i], SIGKILL);
}

static void guard(int words)
{
    pid_t guarded[GUARDED_MOST];
    int count = 0;
    word told;
    ssize_t length;
    while ((length = recv(words, &told, sizeof told, 0)) > 0 || (length < 0 && errno == EINTR)) {
        if (length < (ssize_t)sizeof told)
            continue;
        if (!told.has_ended && count < GUARDED_MOST)
            guarded[count++] = told.which;
        for (int i = 0; i < count && told.has_ended; i++)
            if (guarded[i] == told.which)
                guarded[i--] = guarded[--count];
    }
    end_all(count, guarded);
}

/* --- Outside ---------------------------------------------------------------------------------- */

guardian guardian_begin(void)
{
    guardian g = {.pid = -1, .words = -1};
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return g;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC); /* the words end with us alone */
    g.pid = fork();
    if (g.pid == 0) {
        setsid(); /* what the terminal sends to us is not for it */
        close_all_but(ends[1]);
        guard(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (g.pid < 0)
        close(ends[0]);
    else
        g.words = ends[0];
    return g;
}

static void tell(const guardian *g, word what)
{
    if (g->words >= 0)
        (void)!send(g->words, &what, sizeof what, MSG_NOSIGNAL);
}

void guardian_add(const guardian *g, pid_t which)
{
    tell(g, (word){.which = which});
}

void guardian_drop(const guardian *g, pid_t which)
{
    tell(g, (word){.which = which, .has_ended = true});
}

void guardian_end(guardian *g)
{
    if (g->words < 0)
        return;
    close(g->words);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    g->words = -1;
}
