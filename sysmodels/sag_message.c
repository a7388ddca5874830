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

/* Bits for a coordinate: ceil(log2 extent). */
static int bits_for(int extent)
{
    int bits = 0;
    while (bits < 31 && 1 << bits < extent)
        ++bits;
    return bits;
}

/* By Gray code each axis has its own bits of the cube, and a coordinate is its
 * code there; so neighbours on a grid are neighbours on the cube, and hops add
 * up over the axes. Else processors are numbered along the last axis first, and
 * nodes by that number. */
unsigned long long sag_cube_node(const sag_communication *c, int rank, const int *extents,
                                 const int *at)
{
    unsigned long long node = 0;
    for (int d = 0; d < rank; ++d) {
        unsigned x = (unsigned)at[d];
        if (c->embedding == EMBED_GRAY)
            node = (node << bits_for(extents[d])) | (x ^ (x >> 1));
        else
            node = node * (unsigned)extents[d] + x;
    }
    return node;
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
        return ones(sag_cube_node(c, rank, extents, from) ^ sag_cube_node(c, rank, extents, to));
    case TOPOLOGY_FULL:
        return manhattan > 0;
    case TOPOLOGY_MESH:
        return manhattan;
    }
    assert(false && "no such topology");
    return 0;
}
