/* Counts the calls of all-to-alls that move bytes, as generated programs do; what is called before
 * the time begins moves integers. Each process says it when it ends. */

#include <mpi.h>
#include <stdio.h>

static int calls[2];

int MPI_Alltoall(const void *out, int n, MPI_Datatype type, void *in, int m, MPI_Datatype other,
                 MPI_Comm comm)
{
    calls[0] += type == MPI_BYTE;
    return PMPI_Alltoall(out, n, type, in, m, other, comm);
}

int MPI_Alltoallv(const void *out, const int *n, const int *from, MPI_Datatype type, void *in,
                  const int *m, const int *to, MPI_Datatype other, MPI_Comm comm)
{
    calls[1] += type == MPI_BYTE;
    return PMPI_Alltoallv(out, n, from, type, in, m, to, other, comm);
}

__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "calls %d %d\n", calls[0], calls[1]);
}
