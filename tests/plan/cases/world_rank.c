/* What MPI_Comm_rank sets is another number on each node, which bounds go by: each sums up 16 of the
 * 64 numbers, and nothing moves until all of them are added up. */
/* no proof: each node has a sum of its own */
typedef struct comm *MPI_Comm;
extern MPI_Comm world;
#define MPI_COMM_WORLD world
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Comm_size(MPI_Comm, int *);
#define N 64
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], s;
#pragma xmp align a[i] with t[i]
int main(void)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int from = rank * N / size, to = (rank + 1) * N / size;
    for (int i = from; i < to; i++)
        s += i;
#pragma xmp reduction (+:s)
    for (int k = 0; k <= rank; k++)
        s += k;
    if (rank == 2)
        s = 0;
    return 0;
}
