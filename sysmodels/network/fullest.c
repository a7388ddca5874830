#include "sysmodels/network/fullest.h"

#include "support/vec.h"

/* A way is a segment of a line along each axis: of links from one node to the next, by the node
 * that they leave. */
typedef struct segment {
    int channel; /* its axis and direction */
    int origin;  /* node at the beginning of the line */
    int begin, count;
} segment;

typedef VEC(segment) segment_vec;

typedef struct lines {
    int rank, nodes, extent[SHAPE_AXES], stride[SHAPE_AXES];
    int *load; /* [channel * nodes + node]: messages that leave the node by that link */
    int *full; /* likewise: of the links of the line so far, those that are as full as any */
    int *first;
    segment_vec segments; /* of message i: first[i] … first[i + 1] - 1 */
} lines;

static void set_shape(lines *l, const sag_shape *s)
{
    l->rank = s->rank;
    l->nodes = 1;
    for (int d = s->rank - 1; d >= 0; --d) {
        l->extent[d] = s->extent[d];
        l->stride[d] = l->nodes;
        l->nodes *= s->extent[d];
    }
}

/* The ways of a message: along one axis after the other, as in links.c. */
static void add_segments(arena *a, lines *l, const sag_shape *s)
{
    int node = 0;
    for (int d = 0; d < s->rank; ++d)
        node += s->from[d] * l->stride[d];
    for (int i = 0; i < s->rank; ++i) {
        int d = sag_shape_axis(s, i), up = sag_shape_goes_up(s, d);
        if (s->from[d] == s->to[d])
            continue;
        int apart = s->to[d] - s->from[d], extent = s->extent[d];
        int count = ((up ? apart : -apart) + extent) % extent;
        segment one = {2 * d + up, node - s->from[d] * l->stride[d],
                       up ? s->from[d] : (s->from[d] - count + 1 + extent) % extent, count};
        VEC_PUSH(a, &l->segments, one);
        node += apart * l->stride[d];
    }
}

/* Writes down where each segment begins and ends. */
static void mark(lines *l, const segment *one)
{
    int d = one->channel / 2, extent = l->extent[d], end = one->begin + one->count;
    int *line = l->load + one->channel * l->nodes + one->origin;
    ++line[one->begin * l->stride[d]];
    if (end > extent)
        ++line[0];
    if (end != extent)
        --line[end % extent * l->stride[d]];
}

/* Sums along each line. */
static void sum_lines(const lines *l, int channel, int *values)
{
    int d = channel / 2;
    for (int node = 0; node < l->nodes; ++node)
        if (node / l->stride[d] % l->extent[d])
            values[node] += values[node - l->stride[d]];
}

static int fullest_of(const lines *l)
{
    int most = 0;
    for (int i = 0; i < 2 * l->rank * l->nodes; ++i)
        most = l->load[i] > most ? l->load[i] : most;
    return most;
}

/* Is one of a segment's links full? */
static bool passes_full(const lines *l, const segment *one)
{
    int d = one->channel / 2, extent = l->extent[d], stride = l->stride[d];
    int end = one->begin + one->count;
    const int *line = l->full + one->channel * l->nodes + one->origin;
    int before = one->begin ? line[(one->begin - 1) * stride] : 0;
    if (end <= extent)
        return line[(end - 1) * stride] > before;
    return line[(extent - 1) * stride] > before || line[(end - extent - 1) * stride] > 0;
}

static bool each_passes_full(const lines *l, int count)
{
    for (int i = 0; i < count; ++i) {
        bool passes = false;
        for (int k = l->first[i]; k < l->first[i + 1] && !passes; ++k)
            passes = passes_full(l, &l->segments.data[k]);
        if (!passes)
            return false;
    }
    return true;
}

int fullest_on_lines(arena *scratch, const line_messages *m)
{
    lines l = {.first = ARENA_ARRAY(scratch, m->count + 1, int)};
    for (int i = 0; i < m->count; ++i) {
        sag_shape s = sag_shape_between(m->communication, m->axes, m->extents,
                                        m->at + m->from[i] * m->axes, m->at + m->to[i] * m->axes);
        if (!i)
            set_shape(&l, &s);
        add_segments(scratch, &l, &s);
        l.first[i + 1] = l.segments.count;
    }
    l.load = ARENA_ARRAY(scratch, 2 * l.rank * l.nodes + 1, int);
    l.full = ARENA_ARRAY(scratch, 2 * l.rank * l.nodes + 1, int);
    for (int k = 0; k < l.segments.count; ++k)
        mark(&l, &l.segments.data[k]);
    for (int channel = 0; channel < 2 * l.rank; ++channel)
        sum_lines(&l, channel, l.load + channel * l.nodes);
    int most = fullest_of(&l);
    for (int i = 0; i < 2 * l.rank * l.nodes; ++i)
        l.full[i] = l.load[i] == most;
    for (int channel = 0; channel < 2 * l.rank; ++channel)
        sum_lines(&l, channel, l.full + channel * l.nodes);
    return most && each_passes_full(&l, m->count) ? most : 0;
}
