/* What few programs call, on 4 ranks: what of it is in the trace, and what is said to be missing.
 */

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { TAG = 5 };

static int rank, size;
static double out[100], in[100], many[400];

/* 2 messages to the next rank, found before they are received. */
static void matched(void)
{
    MPI_Message message;
    MPI_Request r[2];
    MPI_Status s;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int is_there = 0;
    MPI_Isend(out, 3, MPI_DOUBLE, right, TAG, MPI_COMM_WORLD, &r[0]);
    MPI_Mprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &message, &s);
    MPI_Mrecv(in, 100, MPI_DOUBLE, &message, &s);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(out, 4, MPI_DOUBLE, right, TAG, MPI_COMM_WORLD, &r[0]);
    while (!is_there)
        MPI_Improbe(left, TAG, MPI_COMM_WORLD, &is_there, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(in, 100, MPI_DOUBLE, &message, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* A receive that nobody sends to; a send whose request is freed, 1 message to the next. */
static void given_up(void)
{
    MPI_Request r[2];
    MPI_Status s;
    int is_cancelled;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Irecv(in, 100, MPI_DOUBLE, left, TAG + 1, MPI_COMM_WORLD, &r[0]);
    MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], &s);
    MPI_Test_cancelled(&s, &is_cancelled);
    if (!is_cancelled)
        printf("not cancelled\n");
    MPI_Irecv(in, 100, MPI_DOUBLE, left, TAG, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 5, MPI_DOUBLE, right, TAG, MPI_COMM_WORLD, &r[1]);
    MPI_Request_free(&r[1]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Begun together with messages, whose handles may be the same. */
static void later(void)
{
    MPI_Request r[5];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double sum;
    MPI_Irecv(in, 100, MPI_DOUBLE, left, TAG, MPI_COMM_WORLD, &r[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &r[1]);
    MPI_Isend(out, 6, MPI_DOUBLE, right, TAG, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(out, 7, MPI_DOUBLE, MPI_PROC_NULL, TAG, MPI_COMM_WORLD, &r[3]);
    MPI_Iallreduce(out, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[4]);
    MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
}

/* A communicator that is there later; neighbours; two groups, and both in one again. */
static void communicators(void)
{
    MPI_Comm dup, ring, half, between, all;
    MPI_Request r;
    const int sizes[1] = {size}, periods[1] = {1};
    MPI_Comm_idup(MPI_COMM_WORLD, &dup, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Bcast(out, 201, MPI_CHAR, 0, dup);
    MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, periods, 0, &ring);
    MPI_Neighbor_allgather(out, 1, MPI_DOUBLE, many, 1, MPI_DOUBLE, ring);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &between);
    MPI_Barrier(between);
    MPI_Intercomm_merge(between, rank % 2, &all); /* the even ranks first */
    MPI_Bcast(out, 202, MPI_CHAR, 0, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&between);
    MPI_Comm_free(&half);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&dup);
}

/* 5 puts and 4 gets. */
static void windows(void)
{
    double *memory, one = 1, zero = 0, result;
    MPI_Win window;
    MPI_Request r[3];
    const int right = (rank + 1) % size;
    MPI_Win_allocate(100 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    for (int i = 0; i < 100; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    MPI_Rput(out, 2, MPI_DOUBLE, right, 0, 2, MPI_DOUBLE, window, &r[0]);
    MPI_Rget(in, 2, MPI_DOUBLE, right, 10, 2, MPI_DOUBLE, window, &r[1]);
    MPI_Raccumulate(out, 2, MPI_DOUBLE, right, 20, 2, MPI_DOUBLE, MPI_SUM, window, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    MPI_Fetch_and_op(&one, &result, MPI_DOUBLE, right, 30, MPI_SUM, window);
    MPI_Win_flush(right, window);
    MPI_Fetch_and_op(NULL, &result, MPI_DOUBLE, right, 30, MPI_NO_OP, window);
    MPI_Win_flush_all(window);
    long expected = 0, mine = 1, was;
    MPI_Compare_and_swap(&mine, &expected, &was, MPI_LONG, right, 40, window);
    MPI_Win_flush(right, window);
    MPI_Win_unlock_all(window);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);
    MPI_Accumulate(&zero, 1, MPI_DOUBLE, right, 50, 1, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_unlock(right, window);
    MPI_Win_free(&window);
}

/* A message of a thread that is not recorded, to itself. */
static void *thread(void *unused)
{
    double to = 1, from;
    MPI_Sendrecv(&to, 1, MPI_DOUBLE, 0, TAG, &from, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    matched();
    given_up();
    later();
    communicators();
    windows();
    if (provided == MPI_THREAD_MULTIPLE) {
        pthread_create(&other, NULL, thread, NULL);
        pthread_join(other, NULL);
    }
    return MPI_Finalize();
}
