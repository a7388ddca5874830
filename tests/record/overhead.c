/* What recording takes: ns of processor time a call, of several kinds, printed by rank 0. Compare a
 * run that is recorded with one that is not. */

#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "fpredict_region.h"

enum { CALLS = 5000, TRIES = 20 };

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The least of a few tries: others may use the processor's caches. */
static double measure(void (*call)(void))
{
    double best = 1e9;
    for (int k = 0; k < TRIES; k++) {
        const double begun = processor_time();
        for (int i = 0; i < CALLS; i++)
            call();
        const double taken = (processor_time() - begun) / CALLS;
        best = taken < best ? taken : best;
    }
    return best * 1e9;
}

static void probe(void)
{
    int is_there;
    MPI_Iprobe(0, 1, MPI_COMM_SELF, &is_there, MPI_STATUS_IGNORE);
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_SELF);
}

static void exchange(void)
{
    char out = 0, in;
    MPI_Sendrecv(&out, 1, MPI_CHAR, 0, 0, &in, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void later(void)
{
    char out = 0, in;
    MPI_Request r[2];
    MPI_Irecv(&in, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, &r[0]);
    MPI_Isend(&out, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* Far enough from the last call for the thread's clock to be read, at the beginning; and a call
 * that takes so long that it is at the end, too. */
static void work(void)
{
    static volatile double sum;
    for (int i = 0; i < 6000; i++)
        sum += i;
}

static void spaced(void)
{
    work();
    probe();
}

static int copy_slowly(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out;
    work();
    *flag = 0;
    return MPI_SUCCESS;
}

static void slow(void)
{
    MPI_Comm made;
    work();
    MPI_Comm_dup(MPI_COMM_SELF, &made);
    MPI_Comm_free(&made);
}

static void region(void)
{
    fpredict_region_begin("region");
    fpredict_region_end();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int events;
        void (*call)(void);
    } kinds[] = {{"MPI_Iprobe", 2, probe},
                 {"MPI_Barrier", 4, barrier},
                 {"MPI_Sendrecv", 6, exchange},
                 {"MPI_Irecv, MPI_Isend, MPI_Waitall", 10, later},
                 {"work, MPI_Iprobe", 2, spaced},
                 {"work, MPI_Comm_dup at work, _free", 6, slow},
                 {"region", 2, region}};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int keyval;
    MPI_Comm_create_keyval(copy_slowly, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &keyval);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const double ns = measure(kinds[i].call);
        if (rank == 0)
            printf("%-34s %3d events %8.0f ns\n", kinds[i].name, kinds[i].events, ns);
    }
    return MPI_Finalize();
}
