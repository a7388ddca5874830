/* Regions by name and by function, on 2 ranks. Argument "die": rank 1 ends by a signal after
 * 1,000 regions; "exit": all end with status 7; "read": rank 0 prints its input; "much": 20,000
 * regions, and no file may have more than 512 KiB; "compute": rank r computes 50 ms times r + 1,
 * between two barriers. */

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "fpredict_region.h"

#undef clock_gettime /* SMPI has a simulated one in its place */

static volatile double sum;

static void __attribute__((noinline)) leaf(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

void __attribute__((noinline)) stem(int n)
{
    leaf(n);
    leaf(n);
}

/* So many seconds of the thread's processor time. */
static void compute(double seconds)
{
    struct timespec begun, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((double)(now.tv_sec - begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - begun.tv_nsec) <
           seconds);
}

int main(int argc, char **argv)
{
    int rank;
    char name[16];
    const char *wish = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "step %d", i % 2); /* one buffer, two names */
        fpredict_region_begin(name);
        fpredict_region_begin("inner");
        stem(10);
        fpredict_region_end();
        fpredict_region_end();
    }
    const int many = strcmp(wish, "die") == 0 ? 1000 : strcmp(wish, "much") == 0 ? 20000 : 0;
    const struct rlimit small = {512 * 1024, RLIM_INFINITY};
    if (many == 20000)
        setrlimit(RLIMIT_FSIZE, &small);
    for (int i = 0; i < many; i++) {
        fpredict_region_begin("many");
        fpredict_region_end();
    }
    if (strcmp(wish, "die") == 0 && rank == 1)
        raise(SIGKILL);
    if (strcmp(wish, "read") == 0 && rank == 0) {
        char line[100];
        printf("read %s", fgets(line, sizeof line, stdin) ? line : "nothing\n");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(wish, "compute") == 0)
        compute(0.05 * (rank + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return strcmp(wish, "exit") == 0 ? 7 : 0;
}
