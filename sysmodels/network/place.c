#include "sysmodels/network/place.h"

#include <assert.h>
#include <stdlib.h>

/* ---- processors and nodes ---- */

int sag_ranks_per_node(const sag_communication *c)
{
    return c->ranks_per_node.is_set ? (int)c->ranks_per_node.value : 1;
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
 * up over the axes. */
unsigned long long sag_processor_number(const sag_communication *c, int rank, const int *extents,
                                        const int *at)
{
    unsigned long long number = 0;
    for (int d = 0; d < rank; ++d) {
        unsigned x = (unsigned)at[d];
        if (c->embedding == EMBED_GRAY)
            number = (number << bits_for(extents[d])) | (x ^ (x >> 1));
        else
            number = number * (unsigned)extents[d] + x;
    }
    return number;
}

static int largest_prime(int n)
{
    int largest = 1;
    for (int p = 2; p * p <= n; ++p)
        for (; n % p == 0; n /= p)
            largest = p;
    return n > 1 ? n : largest;
}

/* The axis along which most is left of a grid cut into bricks, of those that `by` divides, if
 * there are any; the last one of equals. */
static int longest_axis(int rank, const int *extents, const int *brick, int by)
{
    int longest = -1;
    bool is_even = false;
    for (int d = 0; d < rank; ++d) {
        bool divides = extents[d] % (brick[d] * by) == 0;
        if (longest >= 0 && is_even > divides)
            continue;
        if (longest < 0 || divides > is_even ||
            (long long)extents[d] * brick[longest] >= (long long)extents[longest] * brick[d])
            longest = d;
        is_even |= divides;
    }
    return longest;
}

void sag_brick(const sag_communication *c, int rank, const int *extents, int *brick)
{
    for (int d = 0; d < rank; ++d)
        brick[d] = 1;
    for (int left = sag_ranks_per_node(c), p; left > 1 && rank > 0; left /= p) {
        p = largest_prime(left);
        brick[longest_axis(rank, extents, brick, p)] *= p;
    }
}

static int bricks_along(int extent, int brick)
{
    return (extent + brick - 1) / brick;
}

unsigned long long sag_node_number(const sag_communication *c, int rank, const int *extents,
                                   const int *at)
{
    unsigned long long number = sag_processor_number(c, rank, extents, at);
    switch (c->placement) {
    case PLACE_IN_ORDER:
        break;
    case PLACE_LIST: /* an estimate of more processors is refused: estimator/result/check_sizes.c */
        return (unsigned long long)c->placed[number % (unsigned)c->placed_count];
    case PLACE_BY_GRID: {
        int brick[SHAPE_AXES];
        assert(rank <= SHAPE_AXES);
        sag_brick(c, rank, extents, brick);
        number = 0;
        for (int d = 0; d < rank; ++d)
            number = number * (unsigned)bricks_along(extents[d], brick[d]) +
                     (unsigned)(at[d] / brick[d]);
        return number;
    }
    }
    return number / (unsigned)sag_ranks_per_node(c);
}

/* ---- meshes and tori ---- */

bool sag_has_sides(const sag_communication *c)
{
    return c->side_1.is_set && (c->topology == TOPOLOGY_MESH || c->topology == TOPOLOGY_TORUS);
}

/* Nodes are numbered along the last axis first, and beyond all go on from the beginning. */
static void place_node(const sag_shape *s, unsigned long long node, int *at)
{
    for (int d = s->rank - 1; d >= 0; --d) {
        at[d] = (int)(node % (unsigned)s->extent[d]);
        node /= (unsigned)s->extent[d];
    }
}

sag_shape sag_shape_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to)
{
    const quantity *side[] = {&c->side_1, &c->side_2, &c->side_3};
    sag_shape s = {.has_sides = sag_has_sides(c),
                   .is_closed = c->topology == TOPOLOGY_TORUS,
                   .half_way = c->half_way};

    if (s.has_sides) {
        for (; s.rank < 3 && side[s.rank]->is_set; ++s.rank)
            s.extent[s.rank] = (int)side[s.rank]->value;
        place_node(&s, sag_node_number(c, rank, extents, from), s.from);
        place_node(&s, sag_node_number(c, rank, extents, to), s.to);
        return s;
    }
    int brick[SHAPE_AXES];
    assert(rank <= SHAPE_AXES);
    sag_brick(c, rank, extents, brick);
    s.rank = rank;
    for (int d = 0; d < rank; ++d) {
        assert(from[d] >= 0 && from[d] < extents[d] && to[d] >= 0 && to[d] < extents[d]);
        s.extent[d] = bricks_along(extents[d], brick[d]);
        s.from[d] = from[d] / brick[d];
        s.to[d] = to[d] / brick[d];
    }
    return s;
}

bool sag_shape_goes_up(const sag_shape *s, int d)
{
    int up = s->to[d] - s->from[d], extent = s->extent[d];
    if (s->is_closed && 2 * abs(up) == extent && s->half_way != HALF_WAY_DIRECT)
        return s->half_way == HALF_WAY_UP || up > 0 || 2 * s->from[d] != extent;
    bool goes_round = s->is_closed && extent - abs(up) < abs(up);
    return (up > 0) != goes_round;
}

int sag_shape_steps(const sag_shape *s, int d)
{
    int apart = abs(s->to[d] - s->from[d]);
    return s->is_closed && s->extent[d] - apart < apart ? s->extent[d] - apart : apart;
}
