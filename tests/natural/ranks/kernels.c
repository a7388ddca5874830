/* Communication alone, by hand, between two real ranks: what table.sh sets beside what fpredict
 * predicts of programs that send the same.
 *
 *   kernels PATTERN BYTES
 *
 * Prints the microseconds of one time: the least and the median of some batches, of the slower
 * rank. Where other programs use the processors, the least is of when the two ran undisturbed. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 201, TIMES = 8 };

static int rank, bytes;
static char *out, *in;

static void once(const char *pattern)
{
    const int other = 1 - rank;

    if (!strcmp(pattern, "pingpong")) {
        if (rank == 0)
            MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (!strcmp(pattern, "exchange")) {
        MPI_Request all[2];
        MPI_Status how[2];
        MPI_Irecv(in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &all[0]);
        MPI_Isend(out, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &all[1]);
        MPI_Waitall(2, all, how);
    } else if (!strcmp(pattern, "sendrecv")) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, other, 0, in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else if (!strcmp(pattern, "allreduce")) {
        MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } else {
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
}

static int compare(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    static double took[BATCHES], all[BATCHES];
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 3 || size != 2) {
        fprintf(stderr,
                "usage: kernels pingpong|exchange|sendrecv|allreduce|alltoall BYTES, 2 ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    bytes = atoi(argv[2]);
    out = calloc(2, (size_t)bytes);
    in = calloc(2, (size_t)bytes);
    if (!out || !in)
        MPI_Abort(MPI_COMM_WORLD, 2);
    once(argv[1]);
    for (int i = 0; i < BATCHES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double began = MPI_Wtime();
        for (int k = 0; k < TIMES; k++)
            once(argv[1]);
        took[i] = (MPI_Wtime() - began) / TIMES;
    }
    MPI_Reduce(took, all, BATCHES, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        qsort(all, BATCHES, sizeof *all, compare);
        printf("%.4f %.4f\n", all[0] * 1e6, all[BATCHES / 2] * 1e6);
    }
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
