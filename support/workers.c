#define _GNU_SOURCE /* sched_getaffinity */
#include "support/workers.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct worker {
    pid_t pid; /* -1: its end is known */
    int words; /* a socket of whole messages; -1: it has no room left */
    int part;  /* that it does; -1: none */
} worker;

struct workers {
    arena *arena;
    worker_job job;
    int count;
    worker *all;
};

int workers_usual(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* --- In a worker ------------------------------------------------------------------------------ */

/* A message of this length says that a part must be done elsewhere: there is no room for what
 * it finds. */
enum { FULL_LENGTH = 1 };

static void end_full(void *with)
{
    static const char full[FULL_LENGTH];
    (void)!send(*(const int *)with, full, sizeof full, MSG_NOSIGNAL);
    _exit(0);
}

static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
#endif
    if (getppid() != parent)
        _exit(0);
}

static _Noreturn void work(const worker_job *job, arena *results, int words)
{
    _Alignas(max_align_t) unsigned char request[WORKER_MESSAGE], reply[WORKER_MESSAGE];
    for (;;) {
        ssize_t length = recv(words, request, sizeof request, 0);
        if (length < 0 && errno == EINTR)
            continue;
        if (length != (ssize_t)job->request_size)
            _exit(0);
        memset(reply, 0, job->reply_size);
        job->task(job->with, results, request, reply);
        if (send(words, reply, job->reply_size, MSG_NOSIGNAL) < 0)
            _exit(0);
    }
}

/* --- Starting --------------------------------------------------------------------------------- */

/* What a worker may find: more than anybody has memory for, but a part of what this process may
 * address where that is limited. */
static size_t room_of(int count)
{
    const uint64_t usual = (uint64_t)16 << 30;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return (size_t)usual;
    uint64_t share = limit.rlim_cur / (4 * (uint64_t)count);
    return (size_t)(share < usual ? share : usual);
}

static bool start(workers *w, worker *one)
{
    enum { ROOM_LEAST = 1 << 26 };
    int ends[2];
    const size_t room = room_of(w->count);
    arena *results =
        room >= ROOM_LEAST ? arena_new_shared(w->arena, room, end_full, &one->words) : NULL;
    if (!results)
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return false;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        end_with(parent);
        for (worker *before = w->all; before < one; before++)
            close(before->words);
        close(ends[0]);
        one->words = ends[1];
        work(&w->job, results, ends[1]);
    }
    close(ends[1]);
    if (pid < 0)
        close(ends[0]);
    else
        *one = (worker){.pid = pid, .words = ends[0], .part = -1};
    return pid > 0;
}

workers *workers_start(arena *a, int count, const worker_job *job)
{
    assert(job->request_size <= WORKER_MESSAGE && job->request_size > 0);
    assert(job->reply_size <= WORKER_MESSAGE && job->reply_size > FULL_LENGTH);
    workers *w = ARENA_NEW(a, workers);
    *w = (workers){.arena = a, .job = *job, .count = count > 1 ? count : 0};
    w->all = ARENA_ARRAY(a, w->count, worker);
    for (int i = 0; i < w->count; i++)
        if (!start(w, &w->all[i]))
            w->count = i;
    return w;
}

/* Ends it, if it has not ended by itself, and returns how; false where nobody knows. */
static bool end(worker *one, int *status)
{
    pid_t ended = -1;
    if (one->pid < 0)
        return false;
    kill(one->pid, SIGKILL);
    do
        ended = waitpid(one->pid, status, 0);
    while (ended < 0 && errno == EINTR);
    one->pid = -1;
    return ended >= 0;
}

void workers_end(workers *w)
{
    int status;
    for (int i = 0; i < w->count; i++) {
        if (w->all[i].words >= 0)
            close(w->all[i].words);
        end(&w->all[i], &status);
    }
    w->count = 0;
}

/* --- Parts ------------------------------------------------------------------------------------ */

/* What workers_map does. */
typedef struct mapping {
    workers *w;
    int count, next, done;
    const unsigned char *requests;
    unsigned char *replies;
    worker_watcher told;
    void *with;
    const char **why;
} mapping;

static const void *request_of(const mapping *m, int part)
{
    return m->requests + (size_t)part * m->w->job.request_size;
}

static void *reply_of(const mapping *m, int part)
{
    return m->replies + (size_t)part * m->w->job.reply_size;
}

/* The last first: sizes and processors mostly ascend, and who does the largest part should not
 * begin when the others are done. */
static int next_part(mapping *m)
{
    return m->count - 1 - m->next++;
}

static void tell(mapping *m)
{
    m->done++;
    if (m->told)
        m->told(m->with, m->done);
}

static void do_here(mapping *m, int part)
{
    const worker_job *job = &m->w->job;
    memset(reply_of(m, part), 0, job->reply_size);
    job->task(job->with, m->w->arena, request_of(m, part), reply_of(m, part));
    tell(m);
}

/* Says how a worker has ended that nobody has told to. */
static bool report_end(const mapping *m, worker *one)
{
    arena *a = m->w->arena;
    int status = 0;
    *m->why = "has ended before its time";
    if (end(one, &status) && WIFSIGNALED(status))
        *m->why = arena_printf(a, "was ended by signal %d (%s)", WTERMSIG(status),
                               strsignal(WTERMSIG(status)));
    return false;
}

/* Gives it the next part; false after reporting. */
static bool feed(mapping *m, worker *one)
{
    if (one->words < 0 || m->next == m->count)
        return true;
    one->part = next_part(m);
    ssize_t sent;
    do
        sent = send(one->words, request_of(m, one->part), m->w->job.request_size, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent >= 0 || report_end(m, one);
}

/* Takes what it has found, and gives it more to do; false after reporting. */
static bool take(mapping *m, worker *one)
{
    _Alignas(max_align_t) unsigned char reply[WORKER_MESSAGE];
    ssize_t length = recv(one->words, reply, sizeof reply, 0);
    int part = one->part;
    if (length < 0 && errno == EINTR)
        return true;
    one->part = -1;
    if (length == FULL_LENGTH) {
        close(one->words);
        one->words = -1;
        do_here(m, part);
        return true;
    }
    if (length != (ssize_t)m->w->job.reply_size)
        return report_end(m, one);
    memcpy(reply_of(m, part), reply, (size_t)length);
    tell(m);
    return feed(m, one);
}

/* Waits for those that are at work; returns how many these are, or -1 after reporting. */
static int wait_for_some(mapping *m, struct pollfd *busy, worker **who)
{
    int count = 0;
    for (int i = 0; i < m->w->count; i++)
        if (m->w->all[i].part >= 0) {
            busy[count] = (struct pollfd){.fd = m->w->all[i].words, .events = POLLIN};
            who[count++] = &m->w->all[i];
        }
    while (count > 0 && poll(busy, (nfds_t)count, -1) < 0)
        assert(errno == EINTR || errno == EAGAIN);
    for (int i = 0; i < count; i++)
        if (busy[i].revents && !take(m, who[i]))
            return -1;
    return count;
}

bool workers_map(workers *w, int count, const void *requests, void *replies, worker_watcher told,
                 void *with, const char **why)
{
    mapping m = {.w = w,
                 .count = count,
                 .requests = requests,
                 .replies = replies,
                 .told = told,
                 .with = with,
                 .why = why};
    arena *scratch = arena_new();
    struct pollfd *busy = ARENA_ARRAY(scratch, w->count, struct pollfd);
    worker **who = ARENA_ARRAY(scratch, w->count, worker *);
    int waited = 0;
    for (int i = 0; i < w->count && waited >= 0; i++)
        waited = feed(&m, &w->all[i]) ? 0 : -1;
    while (waited >= 0 && (waited = wait_for_some(&m, busy, who)) > 0)
        ;
    while (waited == 0 && m.next < count)
        do_here(&m, next_part(&m));
    arena_free(scratch);
    return waited == 0;
}
