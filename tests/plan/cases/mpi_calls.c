/* MPI's collectives, where all processors call them and where not. */
/* no proof: the machine that runs plans has no MPI */
typedef int MPI_Comm, MPI_Datatype, MPI_Op;
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_DOUBLE ((MPI_Datatype)1)
#define MPI_SUM ((MPI_Op)1)
int MPI_Barrier(MPI_Comm);
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Comm_size(MPI_Comm, int *);
int MPI_Comm_dup(MPI_Comm, MPI_Comm *);
int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void *, int, MPI_Datatype, void *, const int[], const int[], MPI_Datatype,
                   MPI_Comm);
#define N 64
#pragma hpf processors P(4)
double a[N], part[8], all[64];
#pragma hpf distribute a(block) onto P

static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int me, counts[4] = {1, 2, 3, 4}, at[4] = {0, 1, 3, 6};
    double s = 0, total;
    MPI_Comm all_of_them = MPI_COMM_WORLD, others;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_dup(MPI_COMM_WORLD, &others);
    for (int i = 0; i < N; i++)
        s += a[i];
    MPI_Allreduce(&s, &total, 1, MPI_DOUBLE, MPI_SUM, all_of_them);
    MPI_Allgather(part, 8, MPI_DOUBLE, all, 8, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Allgatherv(part, me + 1, MPI_DOUBLE, all, counts, at, MPI_DOUBLE, MPI_COMM_WORLD);
    meet();
    if (me == 0)
        meet();
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        a[i] = 1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Barrier(others);
    MPI_Allgather(part, me, MPI_DOUBLE, all, 8, MPI_DOUBLE, MPI_COMM_WORLD);
    return 0;
}
