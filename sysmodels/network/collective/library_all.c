#include "sysmodels/network/collective/library_builder.h"

/* From all to all. */

/* --- Among a power of two, which the others have joined -------------------------------- */

static int extra_of(const collective_group *g)
{
    return g->count - power_below(g->count);
}

/* The place of number x of those that stay: of the first pairs the second. */
static int stays(const collective_group *g, int x)
{
    return x < extra_of(g) ? 2 * x + 1 : x + extra_of(g);
}

static void join(builder *b, bool outward)
{
    b->sends_and_waits = true;
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        for (int x = 0; x < extra_of(g); x++)
            send_bytes(b, g, outward ? 2 * x + 1 : 2 * x, outward ? 2 * x : 2 * x + 1, g->bytes);
    }
    b->sends_and_waits = false;
    end_round(b, outward ? 0 : 1);
}

/* All that stay, with who differs in one bit. */
static void swap_round(builder *b, int distance, double part, double share)
{
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        int members = power_below(g->count);
        for (int x = 0; x < members && distance < members; x++)
            send_bytes(b, g, stays(g, x ^ distance), stays(g, x), part * g->bytes);
    }
    end_round(b, share);
}

/* The upper half of those that have parts still, each to one of the lower: a power of two. */
static void gather_round(builder *b, int distance)
{
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        for (int x = distance; x < 2 * distance && x < g->count; x++)
            send_bytes(b, g, x, x - distance, 0.5 / distance * g->bytes);
    }
    end_round(b, 0);
}

void library_doubling(builder *b, const sag_library *how)
{
    (void)how;
    join(b, false);
    for (int distance = 1; distance < largest_group(b); distance *= 2)
        swap_round(b, distance, 1, 1);
    join(b, true);
}

void library_halving(builder *b, const sag_library *how)
{
    (void)how;
    int members = power_below(largest_group(b));
    join(b, false);
    for (int distance = 1; distance < members; distance *= 2)
        swap_round(b, distance, 0.5 / distance, 0.5 / distance);
    for (int distance = members / 2; distance >= 1; distance /= 2)
        swap_round(b, distance, 0.5 / distance, 0);
    join(b, true);
}

void library_halve_to_root(builder *b, const sag_library *how)
{
    (void)how;
    int members = power_below(largest_group(b));
    for (int distance = 1; distance < members; distance *= 2)
        swap_round(b, distance, 0.5 / distance, 0.5 / distance);
    for (int distance = members / 2; distance >= 1; distance /= 2)
        gather_round(b, distance);
}

/* --- Round all members ------------------------------------------------------------------- */

void library_ring_twice(builder *b, const sag_library *how)
{
    (void)how;
    ring_around(b, true, true);
    ring_around(b, true, false);
}

static void to_further(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    for (int v = 0; v < g->count && step + 1 < g->count; v++)
        send_parts(b, g, v, (v + step + 1) % g->count, v, 1);
}

void library_pairwise(builder *b, const sag_library *how)
{
    library_steps(b, largest_group(b) - 1, 0, to_further, how);
}

/* Those who have parts pass on all that they have, from their own on (Bruck and others 1997). */
static void disseminate(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    int distance = 1 << step, left = g->count - distance;
    for (int v = 0; v < g->count && left > 0; v++)
        send_parts(b, g, v, (v + g->count - distance) % g->count, v,
                   distance < left ? distance : left);
}

void library_dissemination(builder *b, const sag_library *how)
{
    library_steps(b, library_levels(largest_group(b)), 0, disseminate, how);
}

/* The first of two parts that a member passes on in a step after the first: what came in the step
 * before, its own pair's in the first of them. */
static int pair_sent(const collective_group *g, int v, int step)
{
    int ahead = step % 2 ? step - 1 : -step;
    int first = v / 2 * 2 + (v % 2 ? -ahead : ahead);
    return (first % g->count + g->count) % g->count;
}

static void beside(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    for (int v = 0; v < g->count && 2 * step < g->count; v++) {
        bool is_up = (v + step) % 2 == 0;
        int to = (v + (is_up ? 1 : g->count - 1)) % g->count;
        send_parts(b, g, v, to, step ? pair_sent(g, v, step) : v, step ? 2 : 1);
    }
}

/* By turns with the one on either side, what came from the other side before: an even number. */
void library_neighbours(builder *b, const sag_library *how)
{
    library_steps(b, largest_group(b) / 2, 0, beside, how);
}

void library_gather_parts(builder *b)
{
    for (int i = 0; i < b->group_count; i++) {
        const collective_group *g = &b->groups[i];
        for (int v = 1; v < g->count; v++)
            send_parts(b, g, v, 0, v, 1);
    }
    end_round(b, 0);
}
