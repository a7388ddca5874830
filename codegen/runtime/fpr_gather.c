/* All-gathers: everybody's part to all. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_collective.h"

typedef struct gathering {
    const fpr_members *members;
    char *const *part;
    const int *bytes;
    char *out, *in; /* buffers for all parts */
} gathering;

/* The parts of `count` positions from `first` on, going round. */
static int bytes_of(const gathering *g, int first, int count)
{
    int bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += g->bytes[(first + i) % g->members->count];
    return bytes;
}

static void join_parts(const gathering *g, int first, int count)
{
    char *to = g->out;
    for (int i = 0; i < count; i++) {
        int v = (first + i) % g->members->count;
        memcpy(to, g->part[v], (size_t)g->bytes[v]);
        to += g->bytes[v];
    }
}

static void take_apart(const gathering *g, int first, int count)
{
    const char *from = g->in;
    for (int i = 0; i < count; i++) {
        int v = (first + i) % g->members->count;
        memcpy(g->part[v], from, (size_t)g->bytes[v]);
        from += g->bytes[v];
    }
}

/* One round: parts to one position, and from another; positions may be -1. Who has nothing to
 * pass on sends nothing. */
static void pass(const gathering *g, int to, int first_out, int count_out, int from, int first_in,
                 int count_in)
{
    int out = to < 0 ? 0 : bytes_of(g, first_out, count_out);
    int in = from < 0 ? 0 : bytes_of(g, first_in, count_in);
    if (out)
        join_parts(g, first_out, count_out);
    fpr_exchange(g->members, out ? to : -1, g->out, out, in ? from : -1, g->in, in);
    if (in)
        take_apart(g, first_in, count_in);
}

static void tree_up(const gathering *g)
{
    int me = g->members->me, count = g->members->count;
    for (int distance = 1; distance < count; distance *= 2) {
        int within = me % (2 * distance), child = within ? me : me + distance;
        int rest = count - child, parts = rest < distance ? rest : distance;
        if (within == 0 && child < count)
            pass(g, -1, 0, 0, child, child, parts);
        else if (within == distance)
            pass(g, me - distance, me, parts, -1, 0, 0);
    }
}

static void tree_down(const gathering *g)
{
    int me = g->members->me, count = g->members->count;
    for (int distance = 1; distance < count; distance *= 2)
        if (me < distance && me + distance < count)
            pass(g, me + distance, 0, count, -1, 0, 0);
        else if (me >= distance && me < 2 * distance)
            pass(g, -1, 0, 0, me - distance, 0, count);
}

/* Powers of two exchange with the position that differs in one bit what they have, the parts of
 * their subcube; others pass on to the position `distance` before them all they have (Bruck). */
static void by_doubling(const gathering *g)
{
    int me = g->members->me, count = g->members->count;
    bool is_power = (count & (count - 1)) == 0;
    for (int distance = 1; distance < count; distance *= 2) {
        int parts = distance < count - distance ? distance : count - distance;
        int other = me ^ distance, next = (me + distance) % count;
        if (is_power)
            pass(g, other, me / distance * distance, parts, other, other / distance * distance,
                 parts);
        else
            pass(g, (me + count - distance) % count, me, parts, next, next, parts);
    }
}

static void in_ring(const gathering *g)
{
    int me = g->members->me, count = g->members->count;
    for (int step = 1; step < count; step++)
        pass(g, (me + 1) % count, (me + count - step + 1) % count, 1, (me + count - 1) % count,
             (me + count - step) % count, 1);
}

static void by_root(const gathering *g)
{
    const fpr_members *m = g->members;
    if (m->me == 0)
        fpr_exchange_all(m, NULL, 0, g->part, g->bytes);
    else
        fpr_exchange(m, 0, g->part[m->me], g->bytes[m->me], -1, NULL, 0);
    if (m->me == 0)
        join_parts(g, 0, m->count);
    fpr_broadcast(m, FPR_LINEAR, m->me == 0 ? g->out : g->in, bytes_of(g, 0, m->count));
    if (m->me != 0)
        take_apart(g, 0, m->count);
}

static void by_mpi(const gathering *g)
{
    const fpr_members *m = g->members;
    int *from = fpr_allocate((size_t)m->count, sizeof *from);
    int *bytes = fpr_allocate((size_t)m->count, sizeof *bytes);
    for (int v = 0, at = 0; v < m->count; at += g->bytes[v++]) { /* parts are in the order of v */
        int rank = fpr_rank_among(m, v);
        from[rank] = at;
        bytes[rank] = g->bytes[v];
    }
    fpr_elapse();
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, g->part[0], bytes, from, MPI_BYTE,
                   fpr_communicator_of(m));
    free(from);
    free(bytes);
}

/* Buffers for all parts, twice; used again, for each page of new memory is a fault. */
static void allocate_buffers(gathering *g)
{
    static char *out, *in;
    static int capacity;
    int all = bytes_of(g, 0, g->members->count);
    if (all > capacity) {
        capacity = all;
        out = fpr_realloc(out, (size_t)capacity);
        in = fpr_realloc(in, (size_t)capacity);
    }
    g->out = out;
    g->in = in;
}

void fpr_gather(const fpr_members *m, fpr_algorithm how, char *const *part, const int *bytes)
{
    gathering g = {.members = m, .part = part, .bytes = bytes};
    if (m->me < 0 || m->count < 2)
        return;
    if (how != FPR_DIRECT && how != FPR_OF_MPI)
        allocate_buffers(&g);
    switch (how) {
    case FPR_DIRECT:
        fpr_exchange_all(m, part[m->me], bytes[m->me], part, bytes);
        break;
    case FPR_LINEAR:
        by_root(&g);
        break;
    case FPR_BINOMIAL:
        tree_up(&g);
        tree_down(&g);
        break;
    case FPR_DOUBLING:
        by_doubling(&g);
        break;
    case FPR_RING:
        in_ring(&g);
        break;
    case FPR_OF_MPI:
        by_mpi(&g);
        break;
    }
}
