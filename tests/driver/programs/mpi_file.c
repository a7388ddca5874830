/* Each processor writes its rows, of which the first has one more. */
#include <mpi.h>
#include <xmp.h>

#define N 9
#define M 100

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N];
#pragma xmp align u[i] with t[i]
double part[N][1000];

int main(void)
{
    MPI_File file;
    MPI_Status status;
    int rank = xmp_node_num() - 1, rows = N / 4;
    if (rank < N % 4)
        rows++;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        u[i] = i;
    MPI_File_open(MPI_COMM_WORLD, "rows", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, 0, part, rows * M, MPI_DOUBLE, &status);
    MPI_File_close(&file);
    return 0;
}
