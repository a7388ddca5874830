#include <mpi.h>
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]

int main(void)
{
    int rank = 0;
#pragma xmp task on p[1:2]
    {
        MPI_Comm comm = xmp_get_mpi_comm();
        MPI_Comm_rank(comm, &rank);
    }
    return rank;
}
