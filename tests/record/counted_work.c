/* A program that says itself what it computes: 5 ms before its first barrier and 2 ms before the
 * second, whatever the processor did. What it does before it says so for the first time is its
 * preparation. Then its counter is reset, and is less than nothing: neither is time. Before the
 * last barrier it has counted 3 ms more than ever. */

#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static void compute(void)
{
    for (volatile int i = 0; i < 20000000; i++)
        ;
}

int main(int argc, char **argv)
{
    void (*counted)(unsigned long long ns) = NULL;
    MPI_Init(&argc, &argv);
    *(void **)&counted = dlsym(RTLD_DEFAULT, "fpredict_record_counted");
    if (!counted)
        return 3;
    MPI_Barrier(MPI_COMM_WORLD);
    compute();
    counted(0);
    compute();
    counted(5000000);
    MPI_Barrier(MPI_COMM_WORLD);
    compute();
    counted(7000000);
    MPI_Barrier(MPI_COMM_WORLD);
    compute();
    counted(3000000);
    MPI_Barrier(MPI_COMM_WORLD);
    counted(-1000000ULL);
    MPI_Barrier(MPI_COMM_WORLD);
    counted(10000000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
