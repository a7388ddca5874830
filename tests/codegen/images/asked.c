/* Who executes a task, XcalableMP's library says in it: numbers, counts, the communicator; also in functions that it calls, in tasks of
 * tasks, and again and again. The status is how much is wrong. */
#include <mpi.h>
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]

static int number(void)
{
    return xmp_node_num() * 10 + xmp_num_nodes();
}

int main(void)
{
    int me = xmpc_node_num(), wrong = number() != me * 10 + 14, told = 0, sum = 0;
    for (int k = 0; k < 3000; k++) {
#pragma xmp task on p[1:2]
        {
            MPI_Comm comm = xmp_get_mpi_comm();
            int rank, size;
            MPI_Comm_rank(comm, &rank);
            MPI_Comm_size(comm, &size);
            wrong += size != 2 || rank != me - 1;
        }
    }
#pragma xmp task on p[1:3]
    {
        told = number() * 1000;
#pragma xmp task on p[2:2]
        told += number() * 10 + (xmp_all_node_num() == me + 1) + (xmp_all_num_nodes() == 4);
    }
    wrong += told != (me == 0 ? 0 : me == 1 ? 13000 : me == 2 ? 23122 : 33222);
#pragma xmp task on p[3]
    sum = xmp_node_num();
    wrong += sum != (me == 3);
    if (wrong)
        fprintf(stderr, "%d wrong on %d\n", wrong, me);
    return wrong;
}
