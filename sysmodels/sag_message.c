#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "sysmodels/sag.h"

const message_piece *sag_message_piece(const sag_communication *c, double bytes)
{
    const message_piece *piece = &c->pieces[0];

    assert(c->piece_count > 0);
    for (int i = 1; i < c->piece_count && bytes >= c->pieces[i].from.value; ++i)
        piece = &c->pieces[i];
    return piece;
}

/* startup + per_byte n + per_hop h (seed 003, section 4.2), and where messages
 * travel in packets a step each (seed 002, section 5: "packet size"). */
double sag_message_occupancy(const message_piece *piece, double bytes, int hops)
{
    double time =
        piece->startup.value + piece->per_byte.value * bytes + piece->per_hop.value * hops;
    if (piece->packet.is_set)
        time += piece->per_packet.value * ceil(bytes / piece->packet.value);
    return time;
}

static int ones(unsigned long long x)
{
    int n = 0;
    for (; x; x &= x - 1)
        ++n;
    return n;
}

/* Each axis has its own bits of the cube, ceil(log2 extent) of them, and a
 * coordinate is its Gray code there; so neighbours on a grid are neighbours on
 * the cube, and hops add up over the axes. */
static int gray_hops(int rank, const int *from, const int *to)
{
    int hops = 0;
    for (int d = 0; d < rank; ++d) {
        unsigned a = (unsigned)from[d], b = (unsigned)to[d];
        hops += ones((a ^ (a >> 1)) ^ (b ^ (b >> 1)));
    }
    return hops;
}

/* Processors numbered along the last axis first, and nodes by that number. */
static int row_major_cube_hops(int rank, const int *extents, const int *from, const int *to)
{
    unsigned long long a = 0, b = 0;
    for (int d = 0; d < rank; ++d) {
        a = a * (unsigned)extents[d] + (unsigned)from[d];
        b = b * (unsigned)extents[d] + (unsigned)to[d];
    }
    return ones(a ^ b);
}

int sag_hops(const sag_communication *c, int rank, const int *extents, const int *from,
             const int *to)
{
    int manhattan = 0;

    for (int d = 0; d < rank; ++d) {
        assert(from[d] >= 0 && from[d] < extents[d] && to[d] >= 0 && to[d] < extents[d]);
        manhattan += abs(from[d] - to[d]);
    }
    switch (c->topology) {
    case TOPOLOGY_HYPERCUBE:
        return c->embedding == EMBED_GRAY ? gray_hops(rank, from, to)
                                          : row_major_cube_hops(rank, extents, from, to);
    case TOPOLOGY_FULL:
        return manhattan > 0;
    case TOPOLOGY_MESH:
        return manhattan;
    }
    assert(false && "no such topology");
    return 0;
}
