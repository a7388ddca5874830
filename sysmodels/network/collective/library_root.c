#include <math.h>

#include "sysmodels/network/collective/library_builder.h"

/* From a root to all, and from all to a root. Places go round from the root; where it has handed
 * over, from the member of the lowest rank, of all or of those on its node. */

/* Has each member a node of its own, where nodes have several processors? Some libraries hand over
 * to go down a tree of nodes and then of each node's ranks, and here there is nothing to go down
 * to. Members go round in the order of ranks, so those of one node are neighbours. */
static bool is_one_a_node(const collective_group *g)
{
    const int ranks = g->node_ranks;
    bool is = ranks > 1;
    for (int v = 0, last = g->count - 1; is && v < g->count; last = v++)
        is = g->ranks[v] / ranks != g->ranks[last] / ranks;
    return is;
}

static root_hands hands_over(const collective_group *g, const sag_library *how)
{
    if (!is_one_a_node(g))
        return how->hands_over;
    return how->hands_over_apart ? HANDS_TO_FIRST : HANDS_NOTHING;
}

static int first_of(const collective_group *g, const sag_library *how)
{
    const int on_node = g->node_ranks > 0 ? g->node_ranks : 1;
    const root_hands to = hands_over(g, how);
    int first = 0;
    for (int v = 1; to != HANDS_NOTHING && v < g->count; v++) {
        bool counts = to == HANDS_TO_FIRST || g->ranks[v] / on_node == g->ranks[0] / on_node;
        first = counts && g->ranks[v] < g->ranks[first] ? v : first;
    }
    return first;
}

static int place(const collective_group *g, const sag_library *how, int v)
{
    return (v + first_of(g, how)) % g->count;
}

static void send_to(builder *b, const collective_group *g, const sag_library *how, int from, int to,
                    double bytes)
{
    send_bytes(b, g, place(g, how, from), place(g, how, to), bytes);
}

void library_hand_over(builder *b, const sag_library *how)
{
    b->sends_and_waits = true;
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        int first = first_of(g, how);
        if (first)
            send_bytes(b, g, 0, first, g->bytes);
    }
    end_round(b, 0);
    b->sends_and_waits = false;
}

/* --- Trees -------------------------------------------------------------------------- */

static void down(builder *b, const collective_group *g, int step, const sag_library *how)
{
    int levels = library_levels(largest_group(b)), distance = 1 << (levels - 1 - step);
    for (int v = 0; v + distance < g->count; v += 2 * distance)
        send_to(b, g, how, v, v + distance, g->bytes);
}

void library_down(builder *b, const sag_library *how)
{
    b->sends_and_waits = true;
    library_steps(b, library_levels(largest_group(b)), 0, down, how);
    b->sends_and_waits = false;
}

static void up(builder *b, const collective_group *g, int step, const sag_library *how)
{
    int distance = 1 << step;
    for (int v = distance; v < g->count; v += 2 * distance)
        send_to(b, g, how, v, v - distance, g->bytes);
}

void library_up(builder *b, bool combines, const sag_library *how)
{
    b->sends_and_waits = true;
    library_steps(b, library_levels(largest_group(b)), combines ? 1 : 0, up, how);
    b->sends_and_waits = false;
}

/* Branches of a level go together, in order. */
void library_knomial(builder *b, const sag_library *how)
{
    enum { RADIX = 4 };
    int top = 1;
    while (top < largest_group(b))
        top *= RADIX;
    for (int distance = top / RADIX; distance >= 1; distance /= RADIX) {
        for (int i = 0; i < b->group_count; i++) {
            const collective_group *g = &b->groups[i];
            for (int v = 0; v < g->count; v += RADIX * distance)
                for (int k = 1; k < RADIX && v + k * distance < g->count; k++)
                    send_to(b, g, how, v, v + k * distance, g->bytes);
        }
        end_round(b, 0);
    }
}

/* --- Segments ------------------------------------------------------------------------ */

static int segments_of(double bytes, const sag_library *how)
{
    return how->segment_bytes > 0 && bytes > how->segment_bytes
               ? (int)ceil(bytes / how->segment_bytes)
               : 1;
}

/* The bytes of segment `number`, the last one being what is left. */
static double segment(double bytes, int number, const sag_library *how)
{
    int count = segments_of(bytes, how);
    return number + 1 < count ? how->segment_bytes : bytes - how->segment_bytes * (count - 1);
}

static bool is_segment(double bytes, int number, const sag_library *how)
{
    return number >= 0 && number < segments_of(bytes, how);
}

static int most_segments(const builder *b, const sag_library *how)
{
    int most = 1;
    for (int i = 0; i < b->group_count; i++) {
        int own = segments_of(b->groups[i].bytes, how);
        most = own > most ? own : most;
    }
    return most;
}

static void along(builder *b, const collective_group *g, int step, const sag_library *how)
{
    for (int v = 0; v + 1 < g->count; v++)
        if (is_segment(g->bytes, step - v, how))
            send_to(b, g, how, v, v + 1, segment(g->bytes, step - v, how));
}

void library_chain(builder *b, const sag_library *how)
{
    b->sends_and_waits = how->segment_bytes <= 0;
    library_steps(b, most_segments(b, how) + largest_group(b) - 2, 0, along, how);
    b->sends_and_waits = false;
}

static void along_up(builder *b, const collective_group *g, int step, const sag_library *how)
{
    for (int v = g->count - 1; v > 0; v--) {
        int number = step - (g->count - 1 - v);
        if (is_segment(g->bytes, number, how))
            send_to(b, g, how, v, v - 1, segment(g->bytes, number, how));
    }
}

void library_chain_up(builder *b, const sag_library *how)
{
    int most = most_segments(b, how);
    b->sends_and_waits = how->segment_bytes <= 0;
    library_steps(b, most + largest_group(b) - 2, 1.0 / most, along_up, how);
    b->sends_and_waits = false;
}

/* How far below the root a place is in a binary tree. */
static int depth_of(int v)
{
    int depth = 0;
    for (; v > 0; v = (v - 1) / 2)
        depth++;
    return depth;
}

static void branch(builder *b, const collective_group *g, int step, const sag_library *how)
{
    for (int v = 0; 2 * v + 1 < g->count; v++) {
        int number = step - depth_of(v);
        for (int to = 2 * v + 1; to <= 2 * v + 2 && to < g->count; to++)
            if (is_segment(g->bytes, number, how))
                send_to(b, g, how, v, to, segment(g->bytes, number, how));
    }
}

void library_binary(builder *b, const sag_library *how)
{
    int steps = most_segments(b, how) + depth_of(largest_group(b) - 1) - 1;
    b->sends_and_waits = most_segments(b, how) == 1;
    library_steps(b, steps, 0, branch, how);
    b->sends_and_waits = false;
}

/* Open MPI's tree, from its deepest level up; a place takes up what its first child sends before
 * that of the second. */
static void branches_up(builder *b, const collective_group *g, int step, const sag_library *how)
{
    int level = depth_of(largest_group(b) - 1) - 1 - step / 2, delta = 1 << level;
    int further = step % 2 ? 2 * delta : delta;
    for (int v = delta - 1; v < 2 * delta - 1 && v + further < g->count; v++)
        send_to(b, g, how, v + further, v, g->bytes);
}

void library_binary_up(builder *b, bool combines, const sag_library *how)
{
    b->sends_and_waits = true;
    library_steps(b, 2 * depth_of(largest_group(b) - 1), combines ? 1 : 0, branches_up, how);
    b->sends_and_waits = false;
}

/* Open MPI's tree: odd places are below the first child, which gets the first half. A place on
 * level l has children 2^l and 2^(l+1) further on. */
static double half_of(const collective_group *g, int v)
{
    return v % 2 ? ceil(g->bytes / 2) : floor(g->bytes / 2);
}

static void branch_halves(builder *b, const collective_group *g, int step, const sag_library *how)
{
    for (int v = 0; v < g->count; v++) {
        int level = depth_of(v), delta = 1 << level, number = step - level;
        for (int to = v + delta; to <= v + 2 * delta && to < g->count; to += delta)
            if (is_segment(half_of(g, to), number, how))
                send_to(b, g, how, v, to, segment(half_of(g, to), number, how));
    }
}

/* Each with the place beside it, which has the other half. */
static void swap_halves(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)step;
    if (g->count % 2 == 0)
        send_to(b, g, how, 0, g->count - 1, half_of(g, 0));
    for (int v = 1; v + 1 < g->count; v += 2) {
        send_to(b, g, how, v, v + 1, half_of(g, v));
        send_to(b, g, how, v + 1, v, half_of(g, v + 1));
    }
}

void library_split_binary(builder *b, const sag_library *how)
{
    int most = 1;
    for (int i = 0; i < b->group_count; i++) {
        int own = segments_of(half_of(&b->groups[i], 1), how);
        most = own > most ? own : most;
    }
    b->sends_and_waits = true;
    library_steps(b, most + depth_of(largest_group(b) - 1) - 1, 0, branch_halves, how);
    b->sends_and_waits = false;
    library_steps(b, 1, 0, swap_halves, how);
}

/* --- Parts -------------------------------------------------------------------------- */

/* The bytes of `count` of the parts into which a message is cut, from one on: as large as each
 * other, and less or nothing at the end. */
static double parts(const collective_group *g, int first, int count)
{
    double size = ceil(g->bytes / g->count);
    double begin = fmin(g->bytes, size * first), end = fmin(g->bytes, size * (first + count));
    return end - begin;
}

static void scatter(builder *b, const collective_group *g, int step, const sag_library *how)
{
    int levels = library_levels(largest_group(b)), distance = 1 << (levels - 1 - step);
    for (int v = 0; v + distance < g->count; v += 2 * distance) {
        double bytes = parts(g, v + distance, distance);
        if (bytes > 0)
            send_to(b, g, how, v, v + distance, bytes);
    }
}

void library_scatter(builder *b, const sag_library *how)
{
    b->sends_and_waits = true;
    library_steps(b, library_levels(largest_group(b)), 0, scatter, how);
    b->sends_and_waits = false;
}

static void pass_on(builder *b, const collective_group *g, int step, const sag_library *how)
{
    for (int v = 0; v < g->count && step + 1 < g->count; v++)
        send_to(b, g, how, v, (v + 1) % g->count, parts(g, (v + g->count - step) % g->count, 1));
}

/* Among a power of two; of another number, which is done so only where a list has no other for it,
 * some have no partner in some steps. */
static void exchange_subcubes(builder *b, const collective_group *g, int step,
                              const sag_library *how)
{
    int distance = 1 << step;
    for (int v = 0; v < g->count; v++)
        if ((v ^ distance) < g->count)
            send_to(b, g, how, v, v ^ distance, parts(g, v / distance * distance, distance));
}

void library_collect(builder *b, bool is_ring, const sag_library *how)
{
    if (is_ring)
        library_steps(b, largest_group(b) - 1, 0, pass_on, how);
    else
        library_steps(b, library_levels(largest_group(b)), 0, exchange_subcubes, how);
}
