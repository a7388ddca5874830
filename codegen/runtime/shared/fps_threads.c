/* Threads, of which one runs at a time, until it waits or ends. */

#define _GNU_SOURCE

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "codegen/runtime/shared/fps.h"

fps_world *fps_all;

/* --- The end, before the program's ------------------------------------------------------------ */

_Noreturn static void end_all(int status)
{
    for (int p = 1; p < fps_all->count; p++)
        if (fps_all->thread[p].process > 0 && fps_all->thread[p].state != FPS_ENDED)
            kill(fps_all->thread[p].process, SIGKILL);
    fflush(NULL);
    _exit(status ? status : 1);
}

int MPI_Abort(MPI_Comm comm, int code)
{
    (void)comm;
    if (!fps_all)
        exit(code);
    if (fpr_me == 0)
        end_all(code);
    fflush(NULL);
    fps_all->has_failed = true;
    sem_post(&fps_all->thread[0].turn);
    _exit(code ? code : 1);
}

/* The first thread ends the program for those that have left, with the status of the first of them
 * that has one. */
static void end_for_left(void)
{
    int status = 0;
    bool is_any = false;
    for (int p = 1; p < fps_all->count; p++) {
        fps_thread *t = &fps_all->thread[p];
        int own;
        if (t->state != FPS_LEFT)
            continue;
        is_any = true;
        if (t->process > 0 && waitpid(t->process, &own, 0) == t->process)
            t->status = WIFEXITED(own) ? WEXITSTATUS(own) : 1;
        t->process = 0;
        status = status ? status : t->status;
    }
    if (is_any)
        end_all(status);
}

/* The first thread is the parent of the others: has one of them died? */
static void look_after_others(void)
{
    int status;
    if (fps_all->has_failed)
        end_for_left();
    /* Who has failed ends soon; the others wait. */
    pid_t process = waitpid(-1, &status, fps_all->has_failed ? 0 : WNOHANG);
    for (int p = 1; p < fps_all->count && process > 0; p++) {
        fps_thread *t = &fps_all->thread[p];
        if (t->process != process)
            continue;
        t->process = 0;
        if (t->state == FPS_LEFT)
            t->status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        if (t->state == FPS_ENDED || t->state == FPS_LEFT)
            continue;
        if (WIFSIGNALED(status))
            fprintf(stderr, "error: thread %d has ended by signal %d (%s)\n", p, WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
        t->state = FPS_ENDED;
        end_all(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    }
}

/* --- Turns ---------------------------------------------------------------------------------- */

static void take_turn(void)
{
    sem_t *turn = &fps_mine()->turn;
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        int failed = fpr_me == 0 ? sem_timedwait(turn, &until) : sem_wait(turn);
        if (fpr_me == 0 && (failed || fps_all->has_failed))
            look_after_others();
        if (!failed && !fps_all->has_failed)
            break;
    }
    fps_mine()->state = FPS_RUNNING;
}

_Noreturn static void say_deadlock(void)
{
    fprintf(stderr, "error: all threads wait:\n");
    for (int p = 0; p < fps_all->count; p++)
        if (fps_all->thread[p].state == FPS_WAITING)
            fprintf(stderr, "  thread %d: %s\n", p, fps_all->thread[p].waits_for);
        else
            fprintf(stderr, "  thread %d has ended\n", p);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}

/* Nobody can go on. Where a thread has left, the others wait for it: that is the end of all of
 * them, as of MPI's processes. */
static void end_waiting(void)
{
    bool has_left = false;
    for (int p = 0; p < fps_all->count; p++)
        has_left |= fps_all->thread[p].state == FPS_LEFT;
    if (!has_left)
        say_deadlock();
    if (fpr_me == 0)
        end_for_left();
    fps_all->has_failed = fps_all->thread[0].state != FPS_LEFT;
    sem_post(&fps_all->thread[0].turn);
}

/* The next one after this that may run. False: there is none. */
static bool hand_on(void)
{
    for (int i = 1; i <= fps_all->count; i++) {
        int next = (fpr_me + i) % fps_all->count;
        if (fps_all->thread[next].state == FPS_READY) {
            sem_post(&fps_all->thread[next].turn);
            return true;
        }
    }
    return false;
}

void fps_wait(const char *for_what)
{
    fps_mine()->state = FPS_WAITING;
    fps_mine()->waits_for = for_what;
    if (!hand_on())
        end_waiting();
    take_turn();
}

void fps_wake(int rank)
{
    if (fps_all->thread[rank].state == FPS_WAITING)
        fps_all->thread[rank].state = FPS_READY;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

/* Of the first thread: others run for a second at most. Is it this one's turn then, as no other one
 * can go on? */
static bool let_others_run(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    return sem_timedwait(&fps_mine()->turn, &until) == 0;
}

/* exit() of a thread: what the others do without it is done before, for as long as they can. The
 * end of the first thread is that of all others. */
static void at_exit(void)
{
    if (fps_mine()->state == FPS_ENDED)
        return;
    fflush(NULL);
    fps_mine()->state = FPS_LEFT;
    bool none_goes_on = !hand_on();
    if (none_goes_on && fpr_me != 0)
        end_waiting();
    while (!none_goes_on && fpr_me == 0) {
        none_goes_on = let_others_run();
        if (!none_goes_on)
            look_after_others();
    }
}

/* All on the processor that this one is on: as one runs at a time, its caches serve all of them. */
static void stay_on_one_processor(void)
{
    cpu_set_t one;
    int at = sched_getcpu();
    if (at < 0 || at >= CPU_SETSIZE)
        return;
    CPU_ZERO(&one);
    CPU_SET((size_t)at, &one);
    sched_setaffinity(0, sizeof one, &one); /* without it they run all the same */
}

void fps_start(int count)
{
    fps_all = fps_allocate(1, sizeof *fps_all);
    fps_all->count = count;
    fps_all->thread = fps_allocate((size_t)count, sizeof *fps_all->thread);
    fps_all->offer = fps_allocate((size_t)count * (size_t)count, sizeof(fps_offer *));
    int *all = fps_allocate((size_t)count, sizeof *all);
    for (int p = 0; p < count; p++) {
        all[p] = p;
        if (sem_init(&fps_all->thread[p].turn, 1, 0))
            fpr_fail("no semaphore for thread %d: %s", p, strerror(errno));
    }
    stay_on_one_processor();
    fps_comm_of(count, all); /* the first: MPI_COMM_WORLD */
    fps_free(all);
    fflush(NULL);
    fps_mine()->state = FPS_RUNNING;
    pid_t first = getpid();
    atexit(at_exit);
    for (int p = 1; p < count; p++) {
        pid_t process = fork();
        if (process < 0)
            fpr_fail("cannot begin thread %d: %s", p, strerror(errno));
        if (process == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != first)
                _exit(1);
            fpr_me = p;
            take_turn();
            return;
        }
        fps_all->thread[p].process = process;
    }
}

void fps_end(void)
{
    fps_mine()->state = FPS_ENDED;
    if (fpr_me != 0) {
        if (!hand_on())
            sem_post(&fps_all->thread[0].turn); /* which waits for the last */
        return;
    }
    bool none_goes_on = !hand_on();
    for (int p = 1; p < fps_all->count; p++)
        while (fps_all->thread[p].state != FPS_ENDED) {
            if (none_goes_on)
                end_waiting();
            none_goes_on = let_others_run() && !fps_all->has_failed;
            look_after_others();
        }
    for (int p = 1; p < fps_all->count; p++)
        while (fps_all->thread[p].process > 0 && waitpid(fps_all->thread[p].process, NULL, 0) < 0 &&
               errno == EINTR)
            continue;
}
