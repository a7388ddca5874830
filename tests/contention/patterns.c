/* Patterns of messages that share links, by hand, in MPI: what table.sh sets beside what fpredict
 * predicts of programs that send the same.
 *
 *   patterns PATTERN BYTES TIMES LATE [K]
 *
 * All ranks begin at one time, rank r LATE microseconds times r later, and do the pattern TIMES
 * times. Prints the microseconds from when the last begins until the last is through. A rank posts
 * all that it receives, then sends to whom comes next round all ranks, as generated programs do. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size, bytes;
static char *out, *in;
static MPI_Request *requests;
static int posted;

static void receive(int from, int slot)
{
    MPI_Irecv(in + (size_t)slot * bytes, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD,
              &requests[posted++]);
}

static void send(int to, int slot)
{
    MPI_Isend(out + (size_t)slot * bytes, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &requests[posted++]);
}

static void shift(int by)
{
    receive((rank - by + size) % size, 0);
    send((rank + by) % size, 0);
}

static void all_to_all(void)
{
    for (int i = 1; i < size; i++)
        receive((rank - i + size) % size, i);
    for (int i = 1; i < size; i++)
        send((rank + i) % size, i);
}

static void to_first(void)
{
    for (int i = 1; i < size && rank == 0; i++)
        receive(i, i);
    if (rank)
        send(0, 0);
}

static void once(const char *pattern, int k)
{
    posted = 0;
    if (!strcmp(pattern, "shift"))
        shift(k);
    else if (!strcmp(pattern, "alltoall"))
        all_to_all();
    else
        to_first();
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
}

static void sleep_until(double at)
{
    double left = at - MPI_Wtime();
    struct timespec t = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9 + 0.5)};
    if (left > 0)
        nanosleep(&t, NULL);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 5) {
        fprintf(stderr, "usage: patterns shift|alltoall|gather BYTES TIMES LATE [K]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int times = atoi(argv[3]), k = argc > 5 ? atoi(argv[5]) : 1;
    double late = atof(argv[4]) * 1e-6, begin, end, last;

    bytes = atoi(argv[2]);
    out = calloc((size_t)size, (size_t)bytes);
    in = calloc((size_t)size, (size_t)bytes);
    requests = calloc(2 * (size_t)size, sizeof *requests);
    double now = MPI_Wtime();
    MPI_Allreduce(&now, &begin, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    begin += 1; /* when all have heard of it */
    sleep_until(begin + late * rank);
    for (int i = 0; i < times; i++)
        once(argv[1], k);
    end = MPI_Wtime();
    MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", (last - begin - late * (size - 1)) * 1e6);
    free(out);
    free(in);
    free(requests);
    MPI_Finalize();
    return 0;
}
