/* What <xmp.h> adds to <mpi.h>, of which this is enough. */
#define MPI_VERSION 3
typedef int MPI_Comm;
int MPI_Barrier(MPI_Comm comm);
#include <xmp.h>
#pragma xmp nodes p[4]

int main(void)
{
#pragma xmp task on p[1:2]
    {
        MPI_Comm comm = xmp_get_mpi_comm();
        MPI_Barrier(comm);
    }
    return 0;
}
