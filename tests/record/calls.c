/* Every sort of call that is recorded, and what each rank knows of it by itself: it counts its
 * messages and their bytes where it sends and receives them, and prints that at the end, a line a
 * rank, with the sources of its receives from any rank in their order. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 5, MOST = 1000 };

static int rank, size;
static long sent, sent_bytes, received, received_bytes, collectives, given, got, puts_, gets_;
static char sources[4096];
static double out[MOST], in[MOST];

static void count_sent(int count, size_t of)
{
    sent++;
    sent_bytes += (long)(count * of);
}

static void count_received(int count, size_t of)
{
    received++;
    received_bytes += (long)(count * of);
}

static void count_any(const MPI_Status *s)
{
    sprintf(sources + strlen(sources), " %d", s->MPI_SOURCE);
}

static void count_together(long gives, long gets)
{
    collectives++;
    given += gives;
    got += gets;
}

/* --- Blocking ---------------------------------------------------------------- */

static void blocking(void)
{
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Status s;
    if (rank == 0) {
        MPI_Send(out, 10, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
        MPI_Ssend(out, 11, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
        static char buffer[MOST * sizeof(double) + MPI_BSEND_OVERHEAD];
        void *detached;
        int bytes;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(out, 12, MPI_INT, 1, TAG, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes);
        MPI_Barrier(MPI_COMM_WORLD); /* the receiver has asked before it */
        MPI_Rsend(out, 13, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
        count_sent(10, sizeof(double));
        count_sent(11, sizeof(double));
        count_sent(12, sizeof(int));
        count_sent(13, 1);
    } else if (rank == 1) {
        MPI_Request r;
        MPI_Recv(in, MOST, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, MOST, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &s);
        MPI_Recv(in, MOST, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        count_any(&s);
        MPI_Irecv(in, MOST, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, &r);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        count_received(10, sizeof(double));
        count_received(11, sizeof(double));
        count_received(12, sizeof(int));
        count_received(13, 1);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    count_together(0, 0);

    MPI_Sendrecv(out, 20, MPI_DOUBLE, right, TAG, in, MOST, MPI_DOUBLE, left, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(in, 21, MPI_DOUBLE, left, TAG, right, TAG, MPI_COMM_WORLD, &s);
    for (int n = 20; n <= 21; n++) {
        count_sent(n, sizeof(double));
        count_received(n, sizeof(double));
    }
    /* Nobody is no partner. */
    MPI_Send(out, 5, MPI_DOUBLE, MPI_PROC_NULL, TAG, MPI_COMM_WORLD);
    MPI_Recv(in, 5, MPI_DOUBLE, MPI_PROC_NULL, TAG, MPI_COMM_WORLD, &s);
}

/* --- From any rank ----------------------------------------------------------- */

/* Rank 0 takes what comes, and a second message of each in the order of the first. */
static void wildcards(void)
{
    MPI_Status s;
    if (rank > 0) {
        MPI_Send(out, rank, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD);
        MPI_Send(out, 1, MPI_DOUBLE, 0, TAG + 1, MPI_COMM_WORLD);
        count_sent(rank, sizeof(double));
        count_sent(1, sizeof(double));
        return;
    }
    for (int i = 1; i < size; i++) {
        int n;
        MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &s);
        MPI_Recv(in, MOST, MPI_DOUBLE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &s);
        MPI_Get_count(&s, MPI_DOUBLE, &n);
        count_any(&s);
        count_received(n, sizeof(double));
        MPI_Recv(in, MOST, MPI_DOUBLE, s.MPI_SOURCE, TAG + 1, MPI_COMM_WORLD, &s);
        count_received(1, sizeof(double));
    }
}

/* --- Begun, and waited for ------------------------------------------------------ */

enum { REQUESTS = 8 };

/* Each rank sends REQUESTS messages to the next, and waits for them and as many in a way of its
 * own. */
static void begin_all(MPI_Request *r)
{
    static double to[REQUESTS][40], from[REQUESTS][40];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < REQUESTS; i++) {
        MPI_Irecv(from[i], 40, MPI_DOUBLE, i % 2 ? MPI_ANY_SOURCE : left, TAG + i, MPI_COMM_WORLD,
                  &r[i]);
        count_received(30 + i, sizeof(double));
        if (i % 2) /* which only one rank sends */
            sprintf(sources + strlen(sources), " %d", left);
    }
    for (int i = 0; i < REQUESTS; i++) {
        if (i % 2)
            MPI_Issend(to[i], 30 + i, MPI_DOUBLE, right, TAG + i, MPI_COMM_WORLD, &r[REQUESTS + i]);
        else
            MPI_Isend(to[i], 30 + i, MPI_DOUBLE, right, TAG + i, MPI_COMM_WORLD, &r[REQUESTS + i]);
        count_sent(30 + i, sizeof(double));
    }
}

static void waiting(void)
{
    MPI_Request r[2 * REQUESTS];
    MPI_Status s[2 * REQUESTS];
    int which, done, indices[2 * REQUESTS];
    begin_all(r);
    MPI_Waitall(2 * REQUESTS, r, MPI_STATUSES_IGNORE);
    begin_all(r);
    for (int i = 0; i < 2 * REQUESTS; i++)
        MPI_Waitany(2 * REQUESTS, r, &which, &s[0]);
    begin_all(r);
    for (int left = 2 * REQUESTS; left > 0; left -= done)
        MPI_Waitsome(2 * REQUESTS, r, &done, indices, s);
    begin_all(r);
    for (int i = 0; i < 2 * REQUESTS; i++)
        for (done = 0; !done;)
            MPI_Test(&r[i], &done, &s[0]);
    begin_all(r);
    for (done = 0; !done;)
        MPI_Testall(2 * REQUESTS, r, &done, s);
    begin_all(r);
    for (int left = 2 * REQUESTS; left > 0; left -= done != 0)
        MPI_Testany(2 * REQUESTS, r, &which, &done, &s[0]);
    begin_all(r);
    for (int left = 2 * REQUESTS; left > 0; left -= done)
        MPI_Testsome(2 * REQUESTS, r, &done, indices, s);
}

static void __attribute__((unused)) persistent(void)
{
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request r[2];
    MPI_Recv_init(in, MOST, MPI_DOUBLE, left, TAG, MPI_COMM_WORLD, &r[0]);
    MPI_Send_init(out, 50, MPI_DOUBLE, right, TAG, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 3; i++) {
        if (i == 0) {
            MPI_Start(&r[0]);
            MPI_Start(&r[1]);
        } else {
            MPI_Startall(2, r);
        }
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        count_sent(50, sizeof(double));
        count_received(50, sizeof(double));
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

/* --- Together ----------------------------------------------------------------- */

static void together(void)
{
    enum { N = 7 };
    const long d = sizeof(double), n = N * d, all = size * n;
    static double many[64 * N], more[64 * N];
    int counts[64], places[64], sum = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        places[i] = sum;
        sum += counts[i];
    }
    const int last = size - 1, is_root = rank == last;
    MPI_Barrier(MPI_COMM_WORLD);
    count_together(0, 0);
    MPI_Bcast(out, N, MPI_DOUBLE, last, MPI_COMM_WORLD);
    count_together(is_root ? n : 0, is_root ? 0 : n);
    MPI_Gather(out, N, MPI_DOUBLE, many, N, MPI_DOUBLE, last, MPI_COMM_WORLD);
    count_together(n, is_root ? all : 0);
    MPI_Gatherv(out, rank + 1, MPI_DOUBLE, many, counts, places, MPI_DOUBLE, last, MPI_COMM_WORLD);
    count_together((rank + 1) * d, is_root ? sum * d : 0);
    MPI_Scatter(many, N, MPI_DOUBLE, in, N, MPI_DOUBLE, last, MPI_COMM_WORLD);
    count_together(is_root ? all : 0, n);
    MPI_Scatterv(many, counts, places, MPI_DOUBLE, in, rank + 1, MPI_DOUBLE, last, MPI_COMM_WORLD);
    count_together(is_root ? sum * d : 0, (rank + 1) * d);
    MPI_Allgather(out, N, MPI_DOUBLE, many, N, MPI_DOUBLE, MPI_COMM_WORLD);
    count_together(n, all);
    MPI_Allgatherv(out, rank + 1, MPI_DOUBLE, many, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    count_together((rank + 1) * d, sum * d);
    MPI_Alltoall(many, N, MPI_DOUBLE, more, N, MPI_DOUBLE, MPI_COMM_WORLD);
    count_together(all, all);
    int gets[64], from[64]; /* rank + 1 of each */
    for (int i = 0; i < size; i++) {
        gets[i] = rank + 1;
        from[i] = i * (rank + 1);
    }
    MPI_Alltoallv(many, counts, places, MPI_DOUBLE, more, gets, from, MPI_DOUBLE, MPI_COMM_WORLD);
    count_together(sum * d, size * (rank + 1) * d);
    MPI_Allreduce(out, in, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(n, n);
    MPI_Allreduce(MPI_IN_PLACE, in, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(n, n);
    MPI_Reduce(out, in, N, MPI_DOUBLE, MPI_SUM, last, MPI_COMM_WORLD);
    count_together(n, is_root ? n : 0);
    MPI_Reduce_scatter(many, more, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(sum * d, (rank + 1) * d);
    MPI_Reduce_scatter_block(many, more, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(all, n);
    MPI_Scan(out, in, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(n, n);
    MPI_Exscan(out, in, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count_together(n, rank == 0 ? 0 : n);
}

/* --- Communicators ------------------------------------------------------------- */

/* A broadcast on it, whose size in bytes is `which`: by that its members are found in the trace. */
static void use(MPI_Comm comm, int which)
{
    int own, among, members[64];
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &among);
    MPI_Bcast(out, which, MPI_CHAR, 0, comm);
    count_together(own == 0 ? which : 0, own == 0 ? 0 : which);
    MPI_Gather(&rank, 1, MPI_INT, members, 1, MPI_INT, 0, comm);
    count_together(sizeof(int), own == 0 ? among * (long)sizeof(int) : 0);
    if (own != 0)
        return;
    char line[256] = "";
    for (int i = 0; i < among; i++)
        sprintf(line + strlen(line), " %d", members[i]);
    printf("comm %d%s\n", which, line);
}

static void communicators(void)
{
    MPI_Comm dup, half, again, none, grid, row, group_comm;
    MPI_Group world, even;
    const int sizes[2] = {size / 2, 2}, periods[2] = {1, 0}, kept[2] = {0, 1};
    int evens[64];
    for (int i = 0; 2 * i < size; i++)
        evens[i] = 2 * i;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    use(dup, 101);
    MPI_Comm_split(dup, rank % 2, -rank, &half); /* backwards */
    use(half, 110 + rank % 2);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &again); /* the same ranks, another one */
    use(again, 120 + rank % 2);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, rank, &none);
    use(none, 130);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, (size + 1) / 2, evens, &even);
    for (int i = 0; i < 2; i++) { /* twice the same group */
        MPI_Comm_create(MPI_COMM_WORLD, even, &group_comm);
        use(group_comm, 140 + i);
        if (group_comm != MPI_COMM_NULL)
            MPI_Comm_free(&group_comm);
    }
    for (int i = 0; i < 2 && rank % 2 == 0; i++) {
        MPI_Comm_create_group(MPI_COMM_WORLD, even, TAG, &group_comm);
        use(group_comm, 150 + i);
        MPI_Comm_free(&group_comm);
    }
    if (size % 2 == 0) {
        MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
        use(grid, 160);
        MPI_Cart_sub(grid, kept, &row);
        use(row, 170 + rank / 2);
        count_together(0, 0);
        count_together(0, 0);
        MPI_Comm_free(&row);
        MPI_Comm_free(&grid);
    }
    /* A message on one: its ranks are those of that communicator. */
    int own, among;
    MPI_Comm_rank(half, &own);
    MPI_Comm_size(half, &among);
    if (own == 0 && among > 1) {
        MPI_Send(out, 61, MPI_CHAR, among - 1, TAG, half);
        count_sent(61, 1);
    } else if (own == among - 1 && own > 0) {
        MPI_Recv(in, 61, MPI_CHAR, 0, TAG, half, MPI_STATUS_IGNORE);
        count_received(61, 1);
    }
    for (int i = 0; i < 6; i++) /* dup, split three times, create twice: made by all */
        count_together(0, 0);
    MPI_Group_free(&even);
    MPI_Group_free(&world);
    MPI_Comm_free(&half);
    MPI_Comm_free(&again);
    MPI_Comm_free(&dup);
}

/* --- Memory of others --------------------------------------------------------------- */

static void windows(void)
{
    static double memory[100];
    MPI_Win window;
    const int right = (rank + 1) % size;
    MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(out, 9, MPI_DOUBLE, right, 0, 9, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Get(in, 8, MPI_DOUBLE, right, 0, 8, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(out, 7, MPI_DOUBLE, right, 0, 7, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    puts_ += 2;
    gets_ += 1;
    for (int i = 0; i < 6; i++) /* made, fenced four times, freed */
        count_together(0, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    blocking();
    wildcards();
    MPI_Barrier(MPI_COMM_WORLD);
    count_together(0, 0);
    waiting();
#ifndef SMPI_H /* SMPI 3.32 loses messages of persistent requests: 6 of 40 runs stood still */
    persistent();
#endif
    together();
    communicators();
    windows();
    printf("rank %d sent %ld %ld received %ld %ld collectives %ld %ld %ld accesses %ld %ld "
           "sources%s\n",
           rank, sent, sent_bytes, received, received_bytes, collectives, given, got, puts_, gets_,
           sources);
    return MPI_Finalize();
}
