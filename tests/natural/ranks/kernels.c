/* Communication alone, by hand, between real ranks: what table.sh sets beside what fpredict
 * predicts of programs that send the same.
 *
 *   kernels [PATTERN BYTES]
 *
 * Prints the microseconds of one time: the least and the median of some batches, of the slowest
 * rank. Where other programs use the processors, the least is of when all ran undisturbed. Without
 * arguments all patterns of all sizes, each in a line that begins with them. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 201, FEWEST = 11, TIMES = 8, SIZES = 6 };
static const double BUDGET_S = 0.25; /* of one pattern and size, about */

static int rank, ranks, bytes;
static char *out, *in;

static void pingpong(void)
{
    const int other = 1 - rank;

    if (rank > 1)
        return;
    if (rank == 0)
        MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

/* Round a ring; of two ranks each sends to the other. */
static void exchange(void)
{
    MPI_Request all[2];
    MPI_Status how[2];

    MPI_Irecv(in, bytes, MPI_BYTE, (rank + 1) % ranks, 0, MPI_COMM_WORLD, &all[0]);
    MPI_Isend(out, bytes, MPI_BYTE, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &all[1]);
    MPI_Waitall(2, all, how);
}

static void ring(void)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + ranks - 1) % ranks, 0, in, bytes, MPI_BYTE,
                 (rank + 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void allreduce(void)
{
    MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void broadcast(void)
{
    MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void alltoall(void)
{
    MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void swap(int length, int to, int from)
{
    MPI_Sendrecv(out, length, MPI_BYTE, to, 0, in, length, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The four sides of a block of a square that a grid of ranks shares: `bytes` to the ranks above and
 * below; what goes to the left and right is as long as that side is. */
static void halo(void)
{
    int grid[2] = {0, 0};

    MPI_Dims_create(ranks, 2, grid);
    const int i = rank / grid[1], j = rank % grid[1], side = bytes * grid[1] / grid[0];
    const int up = i > 0 ? rank - grid[1] : MPI_PROC_NULL;
    const int down = i < grid[0] - 1 ? rank + grid[1] : MPI_PROC_NULL;
    const int left = j > 0 ? rank - 1 : MPI_PROC_NULL;
    const int right = j < grid[1] - 1 ? rank + 1 : MPI_PROC_NULL;

    swap(bytes, up, down);
    swap(bytes, down, up);
    swap(side, left, right);
    swap(side, right, left);
}

static const struct {
    const char *name;
    void (*once)(void);
    int sizes[SIZES];
} patterns[] = {{"pingpong", pingpong, {48, 304, 3000, 12000, 50000, 200000}},
                {"exchange", exchange, {48, 304, 3000, 12000, 50000, 200000}},
                {"sendrecv", ring, {48, 304, 3000, 12000, 50000, 200000}},
                {"allreduce", allreduce, {48, 304, 3000, 12000, 50000, 200000}},
                {"broadcast", broadcast, {48, 304, 3000, 12000, 50000, 200000}},
                {"alltoall", alltoall, {32, 288, 3200, 12800, 51200, 204800}},
                {"halo", halo, {48, 304, 3000, 12000, 50000, 200000}}};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

static int compare(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static double batch(void (*once)(void))
{
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    for (int k = 0; k < TIMES; k++)
        once();
    return (MPI_Wtime() - began) / TIMES;
}

static void measure(void (*once)(void), const char *before)
{
    static double took[BATCHES], all[BATCHES];
    double longest, first;

    out = calloc((size_t)ranks, (size_t)bytes);
    in = calloc((size_t)ranks, (size_t)bytes);
    if (!out || !in)
        MPI_Abort(MPI_COMM_WORLD, 2);
    batch(once);
    first = batch(once);
    MPI_Allreduce(&first, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const double fit = BUDGET_S / (longest * TIMES);
    const int count = fit > BATCHES ? BATCHES : fit < FEWEST ? FEWEST : (int)fit;
    for (int i = 0; i < count; i++)
        took[i] = batch(once);
    MPI_Reduce(took, all, count, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        qsort(all, (size_t)count, sizeof *all, compare);
        printf("%s%.4f %.4f\n", before, all[0] * 1e6, all[count / 2] * 1e6);
        fflush(stdout);
    }
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    int found = argc < 3;
    char before[64] = "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int p = 0; p < PATTERNS; p++)
        for (int k = 0; k < SIZES; k++) {
            bytes = argc < 3 ? patterns[p].sizes[k] : atoi(argv[2]);
            if (argc < 3)
                snprintf(before, sizeof before, "%s %d ", patterns[p].name, bytes);
            else if (k > 0 || strcmp(argv[1], patterns[p].name) != 0)
                continue;
            found = 1;
            measure(patterns[p].once, before);
        }
    if (!found || ranks < 2) {
        fprintf(stderr, "usage: kernels [PATTERN BYTES], 2 ranks or more\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return 0;
}
