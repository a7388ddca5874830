/* What recording takes: so many calls of each kind, ns a call, printed by rank 0 of 1 or more.
 * Compare a run that is recorded with one that is not. */

#include <mpi.h>
#include <stdio.h>

#include "fpredict_region.h"

enum { CALLS = 200000 };

static double measure(void (*call)(void))
{
    double best = 1e9;
    for (int k = 0; k < 5; k++) {
        const double begun = MPI_Wtime();
        for (int i = 0; i < CALLS / 5; i++)
            call();
        const double taken = (MPI_Wtime() - begun) / (CALLS / 5);
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
                 {"region", 2, region}};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const double ns = measure(kinds[i].call);
        if (rank == 0)
            printf("%-34s %3d events %8.0f ns\n", kinds[i].name, kinds[i].events, ns);
    }
    return MPI_Finalize();
}
