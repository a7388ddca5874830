/* Small programs of known time, for SimGrid's SMPI: programs KIND ITERATIONS SHARES [BYTES]
 *
 * Computing is so many flops of 1 ns each. SHARES says in how many regions each piece of it is
 * recorded: "each:8" on every rank, "all:64" by all ranks together, "some:3,15" 3, and 15 on each
 * fourth rank from rank 0 on. What the ranks do does not depend on it. Each rank prints when it
 * begins and ends, in simulated seconds. */

#include <mpi.h>
#include <simgrid/engine.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpredict_region.h"

enum { MOST_BYTES = 1 << 20 };

typedef struct program {
    int rank, ranks, iterations;
    int regions; /* of each piece of computing */
    int bytes;   /* of a message, where the program does not say itself */
    char *out, *in;
} program;

static int regions_of(const char *shares, int rank, int ranks)
{
    int some = 1, others = 1;
    if (sscanf(shares, "each:%d", &some) == 1)
        return some;
    if (sscanf(shares, "all:%d", &some) == 1)
        return some / ranks > 1 ? some / ranks : 1;
    if (sscanf(shares, "some:%d,%d", &others, &some) == 2)
        return rank % 4 == 0 ? some : others;
    return 1;
}

/* A number from 0 to 1 that looks random, the same in each run. */
static double random_of(int rank, int iteration)
{
    unsigned x = (unsigned)(iteration * 4099 + rank * 17 + 1);
    x = (x ^ x >> 16) * 0x7feb352dU;
    x = (x ^ x >> 15) * 0x846ca68bU;
    return (double)((x ^ x >> 16) % 1000) / 1000;
}

/* Some microseconds, from `least` to `spread` times as much more. */
static void compute(const program *p, int iteration, double least, double spread)
{
    const double us = least * (1 + spread * random_of(p->rank, iteration));
    for (int i = 0; i < p->regions; i++) {
        fpredict_region_begin("computing");
        smpi_execute_flops(us * 1e3 / p->regions);
        fpredict_region_end();
    }
}

static void send(const program *p, int bytes, int to, int tag)
{
    MPI_Send(p->out, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

static int receive(const program *p, int bytes, int from, int tag)
{
    MPI_Status s;
    MPI_Recv(p->in, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &s);
    return s.MPI_SOURCE;
}

/* Section 4.1. */
static void barriers(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        compute(p, i, 100, 1);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Section 4.2: a matrix of 64 x 64 numbers in slabs of columns, each cut into a block for each
 * rank, is transposed again and again by sends and receives that block. */
static void ocean(const program *p)
{
    enum { N = 64 };
    const int bytes = (N / p->ranks) * (N / p->ranks) * (int)sizeof(double);
    for (int i = 0; i < p->iterations; i++) {
        compute(p, i, 0.8 * N * N / p->ranks, 0.3);
        for (int k = 1; k < p->ranks; k++)
            send(p, bytes, (p->rank + k) % p->ranks, i);
        for (int k = 1; k < p->ranks; k++)
            receive(p, bytes, (p->rank + p->ranks - k) % p->ranks, i);
    }
}

/* Figure 7: all others hand over to rank 0, which takes what comes in whatever order, and does
 * something with it that takes longer of some. */
static void blind(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        if (p->rank) {
            compute(p, i, 100, 1);
            MPI_Ssend(p->out, p->bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        } else {
            for (int k = 1; k < p->ranks; k++)
                smpi_execute_flops(5e3 * (1 + 3 * (receive(p, p->bytes, MPI_ANY_SOURCE, 0) % 3)));
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Neighbours exchange in pairs, the lower one sends first; messages of some size wait for their
 * receiver. */
static void pairs(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        compute(p, i, 100, 1);
        for (int k = 1; k < p->ranks; k++) {
            const int other = p->rank ^ k;
            if (p->rank < other)
                send(p, p->bytes, other, i);
            receive(p, p->bytes, other, i);
            if (p->rank > other)
                send(p, p->bytes, other, i);
        }
    }
}

/* A ring whose ranks begin to receive from both sides, begin to send, compute, and wait for all. */
static void neighbours(const program *p)
{
    const int left = (p->rank + p->ranks - 1) % p->ranks, right = (p->rank + 1) % p->ranks;
    for (int i = 0; i < p->iterations; i++) {
        MPI_Request r[4];
        compute(p, i, 50, 1);
        MPI_Irecv(p->in, p->bytes, MPI_BYTE, left, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(p->in + MOST_BYTES / 2, p->bytes, MPI_BYTE, right, 2, MPI_COMM_WORLD, &r[1]);
        MPI_Isend(p->out, p->bytes, MPI_BYTE, right, 1, MPI_COMM_WORLD, &r[2]);
        MPI_Isend(p->out, p->bytes, MPI_BYTE, left, 2, MPI_COMM_WORLD, &r[3]);
        compute(p, i + p->iterations, 10, 3);
        MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    }
}

/* Figure 3: each odd rank waits for what the one before it sends. */
static void waits(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        const bool is_sender = p->rank % 2 == 0 && p->rank + 1 < p->ranks;
        compute(p, i, is_sender ? 150 : 50, 0.2);
        if (is_sender)
            send(p, p->bytes, p->rank + 1, i);
        else if (p->rank % 2)
            receive(p, p->bytes, p->rank - 1, i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* How a rank looks for a message before it has it. */
typedef void look(const program *p, int from, int tag);

static void look_by_probe(const program *p, int from, int tag)
{
    MPI_Probe(from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    receive(p, p->bytes, from, tag);
}

static void look_by_iprobe(const program *p, int from, int tag)
{
    for (int is_there = 0; !is_there;)
        MPI_Iprobe(from, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    receive(p, p->bytes, from, tag);
}

static void look_by_test(const program *p, int from, int tag)
{
    MPI_Request r;
    MPI_Irecv(p->in, p->bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &r);
    for (int is_there = 0; !is_there;)
        MPI_Test(&r, &is_there, MPI_STATUS_IGNORE);
}

/* As waits, but the odd ranks look. */
static void looks(const program *p, look *how)
{
    for (int i = 0; i < p->iterations; i++) {
        const bool is_sender = p->rank % 2 == 0 && p->rank + 1 < p->ranks;
        compute(p, i, is_sender ? 150 : 50, 0.2);
        if (is_sender)
            send(p, p->bytes, p->rank + 1, i);
        else if (p->rank % 2)
            how(p, p->rank - 1, i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void probes(const program *p)
{
    looks(p, look_by_probe);
}

static void iprobes(const program *p)
{
    looks(p, look_by_iprobe);
}

static void tests(const program *p)
{
    looks(p, look_by_test);
}

/* As probes, of two messages in turn: what the first probe has found is received by a receive that
 * is posted, and is not waited for before the second has found its own. */
static void pending(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        const bool is_sender = p->rank % 2 == 0 && p->rank + 1 < p->ranks;
        MPI_Request r[2];
        for (int k = 0; k < 2; k++) {
            compute(p, 2 * i + k, is_sender ? 150 : 50, 0.2);
            if (is_sender) {
                send(p, p->bytes, p->rank + 1, i);
            } else if (p->rank % 2) {
                MPI_Probe(p->rank - 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Irecv(p->in + k * (MOST_BYTES / 2), p->bytes, MPI_BYTE, p->rank - 1, i,
                          MPI_COMM_WORLD, &r[k]);
            }
        }
        if (p->rank % 2)
            MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Figure 4: it comes when the message is there. */
static void late(const program *p)
{
    for (int i = 0; i < p->iterations; i++) {
        const bool is_sender = p->rank % 2 == 0 && p->rank + 1 < p->ranks;
        compute(p, i, is_sender ? 50 : 150, 0.2);
        if (is_sender)
            send(p, p->bytes, p->rank + 1, i);
        else if (p->rank % 2)
            receive(p, p->bytes, p->rank - 1, i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static bool run(const char *kind, const program *p)
{
    static const struct {
        const char *name;
        void (*run)(const program *p);
    } kinds[] = {{"barriers", barriers}, {"ocean", ocean},           {"blind", blind},
                 {"pairs", pairs},       {"neighbours", neighbours}, {"waits", waits},
                 {"late", late},         {"probes", probes},         {"iprobes", iprobes},
                 {"tests", tests},       {"pending", pending}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0)
            return kinds[i].run(p), true;
    return false;
}

int main(int argc, char **argv)
{
    program p = {.bytes = 1000};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
    if (argc < 4)
        return 2;
    p.iterations = atoi(argv[2]);
    p.regions = regions_of(argv[3], p.rank, p.ranks);
    if (argc > 4)
        p.bytes = atoi(argv[4]);
    p.out = malloc(MOST_BYTES);
    p.in = malloc(MOST_BYTES);
    fpredict_region_begin("experiment");
    const double begin = simgrid_get_clock();
    const bool is_known = run(argv[1], &p);
    const double end = simgrid_get_clock();
    fpredict_region_end();
    printf("%d %.12f %.12f\n", p.rank, begin, end);
    MPI_Finalize();
    return is_known ? 0 : 2;
}
