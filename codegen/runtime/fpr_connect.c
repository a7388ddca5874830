/* Communicators, for the collectives of MPI. All processes have MPI's own; lines of them along axes
 * of a grid get theirs before the time begins, and others when they first meet. A communicator is
 * of a set: who is the root, or first, does not make another one. */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codegen/runtime/fpr_collective.h"

enum { TAG = 8 };

typedef struct connection {
    int count, *rank; /* ascending: ranks in `comm` are positions here */
    MPI_Comm comm;
    struct connection *next;
} connection;

typedef struct known_grid {
    fpr_grid grid;
    struct known_grid *next;
} known_grid;

static connection *connections;
static known_grid *grids;

void fpr_note_grid(const fpr_grid *g)
{
    known_grid *k = fpr_allocate(1, sizeof *k);
    *k = (known_grid){*g, NULL};
    known_grid **last = &grids;
    while (*last)
        last = &(*last)->next;
    *last = k;
}

static int ascending(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

int fpr_rank_among(const fpr_members *m, int position)
{
    int size, before = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (m->count == size)
        return m->rank[position];
    for (int v = 0; v < m->count; v++)
        before += m->rank[v] < m->rank[position];
    return before;
}

static const connection *find(int count, const int *rank)
{
    for (const connection *k = connections; k; k = k->next)
        if (k->count == count && memcmp(k->rank, rank, (size_t)count * sizeof *rank) == 0)
            return k;
    return NULL;
}

/* Takes the ranks over. */
static MPI_Comm keep(int count, int *rank, MPI_Comm comm)
{
    connection *k = fpr_allocate(1, sizeof *k);
    *k = (connection){count, rank, comm, connections};
    connections = k;
    return comm;
}

/* All of them call this at once. */
static MPI_Comm connect_these(int count, int *rank)
{
    MPI_Group world, these;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, rank, &these);
    MPI_Comm_create_group(MPI_COMM_WORLD, these, TAG, &comm);
    MPI_Group_free(&these);
    MPI_Group_free(&world);
    return keep(count, rank, comm);
}

static int *in_order(int count, const int *ranks)
{
    int *rank = fpr_allocate((size_t)count, sizeof *rank);
    memcpy(rank, ranks, (size_t)count * sizeof *rank);
    qsort(rank, (size_t)count, sizeof *rank, ascending);
    return rank;
}

bool fpr_is_connected(int count, const int *ranks)
{
    int *rank = in_order(count, ranks);
    bool is = find(count, rank) != NULL;
    free(rank);
    return is;
}

MPI_Comm fpr_communicator_of(const fpr_members *m)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (m->count == size)
        return MPI_COMM_WORLD;
    int *rank = in_order(m->count, m->rank);
    const connection *known = find(m->count, rank);
    if (!known)
        return connect_these(m->count, rank);
    free(rank);
    return known->comm;
}

/* --- Before the time begins ----------------------------------------------------------------- */

/* Where the processor is across the axes: the same for all of a line. -1: outside of the grid. */
static int line_of(const fpr_grid *g, unsigned along, int rank)
{
    int line = 0;
    for (int d = 0; d < g->rank; d++) {
        int at = rank < g->size || g->place_of ? fpr_coordinate(g, d, rank) : -1;
        if (at < 0)
            return -1;
        line = along >> d & 1 ? line : line * g->extent[d] + at;
    }
    return line;
}

/* How many processors are on a line. */
static int line_length(const fpr_grid *g, unsigned along)
{
    int length = 1;
    for (int d = 0; d < g->rank; d++)
        length *= along >> d & 1 ? g->extent[d] : 1;
    return length;
}

/* Lines that are along the same axes are connected together: one call for all of them. */
static void connect_lines(const fpr_grid *g, unsigned along, int size)
{
    if (line_length(g, along) == 1 || line_length(g, along) == size)
        return;
    int mine = line_of(g, along, fpr_me), count = 0;
    int *rank = fpr_allocate((size_t)size, sizeof *rank);
    for (int p = 0; p < size && mine >= 0; p++)
        if (line_of(g, along, p) == mine)
            rank[count++] = p;
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, mine >= 0 ? mine : MPI_UNDEFINED, fpr_me, &comm);
    if (mine >= 0 && !find(count, rank)) {
        keep(count, rank, comm);
        return;
    }
    if (mine >= 0)
        MPI_Comm_free(&comm);
    free(rank);
}

/* An MPI library connects processes, and divides a communicator among nodes, when it is first used;
 * a training does not count that either. */
static void use_once(MPI_Comm comm)
{
    int size, one = 1, *all, *counts, *from;
    MPI_Comm_size(comm, &size);
    all = fpr_allocate((size_t)size, sizeof *all);
    counts = fpr_allocate((size_t)size, sizeof *counts);
    from = fpr_allocate((size_t)size, sizeof *from);
    for (int p = 0; p < size; p++) {
        counts[p] = 1;
        from[p] = p;
    }
    MPI_Barrier(comm);
    MPI_Bcast(&one, 1, MPI_INT, 0, comm);
    MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_MAX, comm);
    MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, comm);
    MPI_Allgatherv(&one, 1, MPI_INT, all, counts, from, MPI_INT, comm);
    if (fpr_how.calls_all_to_all) {
        int *out = fpr_allocate((size_t)size, sizeof *out);
        MPI_Alltoall(out, 1, MPI_INT, all, 1, MPI_INT, comm);
        MPI_Alltoallv(out, counts, from, MPI_INT, all, counts, from, MPI_INT, comm);
        free(out);
    }
    free(all);
    free(counts);
    free(from);
}

static void use_all_once(void)
{
    use_once(MPI_COMM_WORLD);
    for (const connection *k = connections; k; k = k->next)
        use_once(k->comm);
}

#ifdef FPR_SIMULATED
/* Processes that make communicators are through with it one after another; the time begins for all
 * of them at one moment, after the last. */
static void begin_together(void)
{
    static const double pause_s = 0.1;
    double through, last;
    MPI_Barrier(MPI_COMM_WORLD);
    through = MPI_Wtime();
    MPI_Allreduce(&through, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    double left = last + pause_s - MPI_Wtime();
    if (left > 0) {
        struct timespec t = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        nanosleep(&t, NULL); /* a macro of SMPI's, which would divide a literal at its comma */
    }
}
#else
static void begin_together(void)
{
}
#endif

void fpr_connect(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (const known_grid *k = grids; k; k = k->next)
        for (unsigned along = 1; along < 1u << k->grid.rank; along++)
            connect_lines(&k->grid, along, size);
    use_all_once();
    begin_together();
    fpr_begin_time();
}
