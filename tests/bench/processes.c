#include "tests/bench/processes.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double clock_time(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_cpu_time(void)
{
    return clock_time(CLOCK_THREAD_CPUTIME_ID);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Returns the time of one run with its output dropped; negative when it fails. */
static double run(const char *const *command)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t pid;
    int status = 1;
    double start = clock_time(CLOCK_MONOTONIC);
    int error = posix_spawnp(&pid, command[0], &actions, NULL, (char *const *)command, environ);
    if (!error)
        waitpid(pid, &status, 0);
    double end = clock_time(CLOCK_MONOTONIC);
    posix_spawn_file_actions_destroy(&actions);
    if (!error && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return end - start;
    fprintf(stderr, "bench: %s fails\n", command[0]);
    return -1;
}

int bench_processes(const char *const *first, const char *const *second, double *first_s,
                    double *second_s)
{
    double a[BENCH_RUNS + 1], b[BENCH_RUNS + 1];
    for (int i = 0; i <= BENCH_RUNS; i++) {
        a[i] = run(first);
        b[i] = second ? run(second) : 0;
        if (a[i] < 0 || b[i] < 0)
            return 0;
    }
    *first_s = bench_median(a + 1, BENCH_RUNS);
    if (second)
        *second_s = bench_median(b + 1, BENCH_RUNS);
    return 1;
}
