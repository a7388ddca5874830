/* The participants of a collective, their order and the algorithm; rounds of messages;
 * broadcasts and barriers. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_collective.h"

enum { TAG = 8 };

/* MPICH's header says that the statuses are written, also where there are none. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

fpr_collectives fpr_how = {
    .broadcast = {FPR_BINOMIAL, FPR_BINOMIAL},
    .reduce = {FPR_OF_MPI, FPR_OF_MPI},
    .gather = {FPR_OF_MPI, FPR_OF_MPI},
    .barrier = {FPR_OF_MPI, FPR_OF_MPI},
};

void fpr_use(const fpr_collectives *how)
{
    fpr_how = *how;
}

/* --- Members ---------------------------------------------------------------------------- */

fpr_algorithm fpr_algorithm_of(fpr_choice choice, int count, const int *ranks)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (count == size)
        return choice.all;
    bool is_library = fpr_how.calls_library && choice.all == FPR_OF_MPI;
    return is_library && fpr_is_connected(count, ranks) ? FPR_OF_MPI : choice.part;
}

/* The node of the cube that a processor is on: by Gray code each axis of the grid has bits
 * apart from the others, else nodes have the ranks' numbers. */
static unsigned long long node_of(const fpr_grid *g, int rank)
{
    unsigned long long node = 0;
    for (int d = 0; d < g->rank; d++) {
        unsigned at = (unsigned)fpr_coordinate(g, d, rank);
        int bits = 0;
        while (1 << bits < g->extent[d])
            bits++;
        node = fpr_how.cube == FPR_GRAY ? node << bits | (at ^ at >> 1)
                                        : node * (unsigned)g->extent[d] + at;
    }
    return node;
}

typedef struct ordered {
    int rank;
    unsigned long long key;
} ordered;

static int by_key(const void *x, const void *y)
{
    const ordered *a = x, *b = y;
    return (a->key > b->key) - (a->key < b->key);
}

/* Does it send along the dimensions of a hypercube? */
static bool follows_cube(fpr_algorithm how)
{
    switch (how) {
    case FPR_BINOMIAL:
    case FPR_DOUBLING:
        return true;
    case FPR_DIRECT:
    case FPR_RING:
    case FPR_LINEAR:
    case FPR_OF_MPI:
        return false;
    }
    return false;
}

fpr_members fpr_order(const fpr_grid *g, fpr_algorithm how, int count, int *ranks)
{
    fpr_members m = {.count = count, .me = -1, .rank = ranks};
    int me = fpr_me;
    if (fpr_how.cube != FPR_NO_CUBE && follows_cube(how)) {
        ordered *order = fpr_allocate((size_t)count, sizeof *order);
        unsigned long long root = node_of(g, ranks[0]);
        for (int v = 0; v < count; v++)
            order[v] = (ordered){ranks[v], node_of(g, ranks[v]) ^ root};
        qsort(order, (size_t)count, sizeof *order, by_key);
        for (int v = 0; v < count; v++)
            ranks[v] = order[v].rank;
        free(order);
    }
    for (int v = 0; v < count; v++)
        m.me = ranks[v] == me ? v : m.me;
    return m;
}

/* --- Rounds ----------------------------------------------------------------------------- */

void fpr_exchange(const fpr_members *m, int to, const void *out, int out_bytes, int from, void *in,
                  int in_bytes)
{
    MPI_Request requests[2];
    int count = 0;
    fpr_elapse();
    if (from >= 0)
        MPI_Irecv(in, in_bytes, MPI_BYTE, m->rank[from], TAG, MPI_COMM_WORLD, &requests[count++]);
    if (to >= 0)
        MPI_Isend(out, out_bytes, MPI_BYTE, m->rank[to], TAG, MPI_COMM_WORLD, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

void fpr_exchange_all(const fpr_members *m, const void *out, int out_bytes, char *const *in,
                      const int *in_bytes)
{
    MPI_Request *requests = fpr_allocate((size_t)(2 * m->count), sizeof *requests);
    int count = 0;
    fpr_elapse();
    for (int v = 0; in && v < m->count; v++)
        if (v != m->me)
            MPI_Irecv(in[v], in_bytes[v], MPI_BYTE, m->rank[v], TAG, MPI_COMM_WORLD,
                      &requests[count++]);
    for (int v = 0; out && v < m->count; v++)
        if (v != m->me)
            MPI_Isend(out, out_bytes, MPI_BYTE, m->rank[v], TAG, MPI_COMM_WORLD,
                      &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    free(requests);
}

/* --- Broadcasts ------------------------------------------------------------------------- */

/* What a position does in one step of a broadcast: receives from a position (-1: no), and sends to
 * those of to … end - 1. */
typedef struct step {
    int from, to, end;
} step;

static int step_count(const fpr_broadcasting *b)
{
    int count = 0;
    switch (b->how) {
    case FPR_DIRECT:
    case FPR_LINEAR:
        return 1;
    case FPR_BINOMIAL:
    case FPR_DOUBLING:
        while (1 << count < b->members->count)
            count++;
        return count;
    case FPR_RING:
        return b->members->count - 1;
    case FPR_OF_MPI:
        return 0;
    }
    return 0;
}

/* Each step doubles the members that have it. */
static step tree_step(const fpr_members *m, int number)
{
    int distance = 1 << number;
    if (m->me < distance && m->me + distance < m->count)
        return (step){-1, m->me + distance, m->me + distance + 1};
    if (m->me >= distance && m->me < 2 * distance)
        return (step){m->me - distance, 0, 0};
    return (step){-1, 0, 0};
}

static step step_of(const fpr_broadcasting *b, int number)
{
    const fpr_members *m = b->members;
    step none = {-1, 0, 0};
    if (number >= step_count(b) || m->me < 0)
        return none;
    switch (b->how) {
    case FPR_DIRECT:
    case FPR_LINEAR:
        return m->me ? (step){0, 0, 0} : (step){-1, 1, m->count};
    case FPR_RING:
        if (m->me == number)
            return (step){-1, m->me + 1, m->me + 2};
        return m->me == number + 1 ? (step){number, 0, 0} : none;
    case FPR_BINOMIAL:
    case FPR_DOUBLING:
        return tree_step(m, number);
    case FPR_OF_MPI:
        return none;
    }
    return none;
}

/* One step of all of them, posted together. */
static void do_step(int count, const fpr_broadcasting *list, int number, MPI_Request *requests)
{
    int posted = 0;
    for (int i = 0; i < count; i++) {
        const fpr_broadcasting *b = &list[i];
        step s = step_of(b, number);
        if (s.from >= 0)
            MPI_Irecv(b->buffer, b->bytes, MPI_BYTE, b->members->rank[s.from], TAG, MPI_COMM_WORLD,
                      &requests[posted++]);
    }
    for (int i = 0; i < count; i++) {
        const fpr_broadcasting *b = &list[i];
        step s = step_of(b, number);
        for (int v = s.to; v < s.end; v++)
            MPI_Isend(b->buffer, b->bytes, MPI_BYTE, b->members->rank[v], TAG, MPI_COMM_WORLD,
                      &requests[posted++]);
    }
    if (posted)
        MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
}

void fpr_broadcast_all(int count, const fpr_broadcasting *list)
{
    int steps = 0, most = 0;
    if (count == 0)
        return;
    for (int i = 0; i < count; i++) {
        int needed = step_count(&list[i]);
        steps = needed > steps ? needed : steps;
        most += list[i].members->count;
    }
    MPI_Request *requests = fpr_allocate((size_t)most, sizeof *requests);
    fpr_elapse();
    for (int number = 0; number < steps; number++)
        do_step(count, list, number, requests);
    for (int i = 0; i < count; i++)
        if (list[i].how == FPR_OF_MPI && list[i].members->me >= 0)
            MPI_Bcast(list[i].buffer, list[i].bytes, MPI_BYTE, fpr_rank_among(list[i].members, 0),
                      fpr_communicator_of(list[i].members));
    free(requests);
}

void fpr_broadcast(const fpr_members *m, fpr_algorithm how, void *buffer, int bytes)
{
    fpr_broadcast_all(1, &(fpr_broadcasting){m, how, buffer, bytes});
}

/* --- Barriers --------------------------------------------------------------------------- */

/* There and back along the members. */
static void barrier_along_line(const fpr_members *m)
{
    bool is_last = m->me == m->count - 1;
    char nothing;
    if (m->me > 0)
        fpr_exchange(m, -1, NULL, 0, m->me - 1, &nothing, 0);
    if (!is_last) {
        fpr_exchange(m, m->me + 1, &nothing, 0, -1, NULL, 0);
        fpr_exchange(m, -1, NULL, 0, m->me + 1, &nothing, 0);
    }
    if (m->me > 0)
        fpr_exchange(m, m->me - 1, &nothing, 0, -1, NULL, 0);
}

/* An all-gather of nothing. */
static void barrier_by_doubling(const fpr_members *m)
{
    bool is_power = (m->count & (m->count - 1)) == 0;
    for (int distance = 1; distance < m->count; distance *= 2) {
        int to = is_power ? m->me ^ distance : (m->me + m->count - distance) % m->count;
        int from = is_power ? to : (m->me + distance) % m->count;
        char out, in;
        fpr_exchange(m, to, &out, 0, from, &in, 0);
    }
}

void fpr_synchronize(const fpr_members *m, fpr_algorithm how)
{
    if (m->me < 0 || m->count < 2)
        return;
    switch (how) {
    case FPR_RING:
        barrier_along_line(m);
        break;
    case FPR_DOUBLING:
        barrier_by_doubling(m);
        break;
    case FPR_DIRECT:
    case FPR_BINOMIAL:
    case FPR_LINEAR: /* a reduction of nothing */
        fpr_reduce(m, how, NULL, 0, MPI_BYTE, MPI_BOR, "");
        break;
    case FPR_OF_MPI:
        fpr_elapse();
        MPI_Barrier(fpr_communicator_of(m));
        break;
    }
}
