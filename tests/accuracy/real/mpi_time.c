/* Loaded before an MPI library (LD_PRELOAD): for how long each rank of a program that fpredict wrote has
 * a processor outside MPI, from the barrier at which its time begins to the gather of its report. That
 * is computing, and the run-time library's own work; other programs do not lengthen it by more than
 * what they take of caches. Looking at the clock twice a call takes time, too: a program's own time is that of
 * other runs.
 *
 * At its end each rank adds a line to the file that MPI_TIME_REPORT names: the rank, its seconds, and
 * those outside MPI. MPI 3.1, chapter 14: each function of MPI has a second name, PMPI_. */

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double began, left, outside, total, outside_then, clock_s;
static int rank = -1;

static double had_processor(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What one look at the clock takes: each stretch outside has one. */
static void measure_clock(void)
{
    enum { TIMES = 1000 };
    const double from = had_processor();

    for (int i = 0; i < TIMES; i++)
        left = had_processor();
    clock_s = (left - from) / TIMES;
}

static void enter(void)
{
    const double stretch = had_processor() - left - clock_s;

    outside += stretch > 0 ? stretch : 0;
}

static void leave(void)
{
    left = had_processor();
}

/* FUNCTION(name, what it takes, what is passed on) */
#define FUNCTION(name, takes, passes)                                                              \
    int MPI_##name takes                                                                           \
    {                                                                                              \
        enter();                                                                                   \
        const int status = PMPI_##name passes;                                                     \
        leave();                                                                                   \
        return status;                                                                             \
    }

/* clang-format off */
FUNCTION(Send, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
FUNCTION(Recv, (void *b, int n, MPI_Datatype t, int from_, int tag, MPI_Comm c, MPI_Status *s),
         (b, n, t, from_, tag, c, s))
FUNCTION(Isend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
         (b, n, t, to, tag, c, r))
FUNCTION(Irecv, (void *b, int n, MPI_Datatype t, int from_, int tag, MPI_Comm c, MPI_Request *r),
         (b, n, t, from_, tag, c, r))
FUNCTION(Wait, (MPI_Request *r, MPI_Status *s), (r, s))
FUNCTION(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))
FUNCTION(Sendrecv, (const void *b, int n, MPI_Datatype t, int to, int tag, void *in, int m, MPI_Datatype u,
                    int from_, int with, MPI_Comm c, MPI_Status *s),
         (b, n, t, to, tag, in, m, u, from_, with, c, s))
FUNCTION(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
FUNCTION(Reduce, (const void *b, void *in, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
         (b, in, n, t, o, root, c))
FUNCTION(Allreduce, (const void *b, void *in, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
         (b, in, n, t, o, c))
FUNCTION(Allgather, (const void *b, int n, MPI_Datatype t, void *in, int m, MPI_Datatype u, MPI_Comm c),
         (b, n, t, in, m, u, c))
FUNCTION(Allgatherv, (const void *b, int n, MPI_Datatype t, void *in, const int m[], const int at[],
                      MPI_Datatype u, MPI_Comm c),
         (b, n, t, in, m, at, u, c))
FUNCTION(Alltoall, (const void *b, int n, MPI_Datatype t, void *in, int m, MPI_Datatype u, MPI_Comm c),
         (b, n, t, in, m, u, c))
FUNCTION(Alltoallv, (const void *b, const int n[], const int at[], MPI_Datatype t, void *in, const int m[],
                     const int to[], MPI_Datatype u, MPI_Comm c),
         (b, n, at, t, in, m, to, u, c))
FUNCTION(Comm_split, (MPI_Comm c, int color, int key, MPI_Comm *made), (c, color, key, made))
FUNCTION(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm *made), (c, g, tag, made))
/* clang-format on */

/* The first one is the beginning. */
int MPI_Barrier(MPI_Comm c)
{
    enter();
    const int status = PMPI_Barrier(c);

    if (rank < 0) {
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        measure_clock();
        outside = 0;
        began = PMPI_Wtime();
    }
    leave();
    return status;
}

/* The last one is that of the report. */
int MPI_Gather(const void *b, int n, MPI_Datatype t, void *in, int m, MPI_Datatype u, int root,
               MPI_Comm c)
{
    enter();
    total = PMPI_Wtime() - began;
    outside_then = outside;
    const int status = PMPI_Gather(b, n, t, in, m, u, root, c);
    leave();
    return status;
}

__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("MPI_TIME_REPORT");
    const int out = path && rank >= 0 ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    char line[96];

    if (out < 0)
        return;
    const int length = snprintf(line, sizeof line, "%d %.9f %.9f\n", rank, total, outside_then);
    if (write(out, line, (size_t)length) != length) /* in one write, so that ranks do not mix */
        perror(path);
    close(out);
}
