/* Linked into an MPI program: writes, for each rank, a line with the seconds and the seconds of
 * processor time from the end of MPI_Init to the beginning of MPI_Finalize, to the file that
 * NATURAL_TIMES names. The linker puts these functions before MPI's (compare.sh: --wrap). */

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int __real_MPI_Init(int *argc, char ***argv);
int __real_MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int __real_MPI_Finalize(void);
int __wrap_MPI_Init(int *argc, char ***argv);
int __wrap_MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int __wrap_MPI_Finalize(void);

static double begin_s, begin_cpu_s;

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(void)
{
    begin_s = now(CLOCK_MONOTONIC);
    begin_cpu_s = now(CLOCK_PROCESS_CPUTIME_ID);
}

int __wrap_MPI_Init(int *argc, char ***argv)
{
    int status = __real_MPI_Init(argc, argv);

    begin();
    return status;
}

int __wrap_MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int status = __real_MPI_Init_thread(argc, argv, required, provided);

    begin();
    return status;
}

int __wrap_MPI_Finalize(void)
{
    const double cpu = now(CLOCK_PROCESS_CPUTIME_ID) - begin_cpu_s;
    const double wall = now(CLOCK_MONOTONIC) - begin_s;
    const char *path = getenv("NATURAL_TIMES");
    const int out = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    char line[64];

    if (out >= 0) { /* a line in one write, so that those of several ranks do not mix */
        int length = snprintf(line, sizeof line, "%.6f %.6f\n", wall, cpu);
        if (write(out, line, (size_t)length) != length)
            fprintf(stderr, "cannot write to %s\n", path);
        close(out);
    }
    return __real_MPI_Finalize();
}
