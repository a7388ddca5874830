#include "sysmodels/network/parts.h"

enum { PARTS_COMPARED = 8 }; /* with so many that were followed a part is compared */

/* Clocks of one part. */
struct part_clocks {
    exchange_clocks x;
    struct part_clocks *next; /* of parts of another size */
};

static exchange_clocks *clocks_for(exchange_clocks *x, int size)
{
    struct part_clocks *own = x->parts;
    while (own && own->x.places != size)
        own = own->next;
    if (!own) {
        own = ARENA_NEW(x->memory, struct part_clocks);
        exchange_clocks_open(&own->x, x->memory, x->compared, size, size);
        own->next = x->parts;
        x->parts = own;
    }
    return &own->x;
}

/* Do all in a part enter later than those of another by one amount? A rule on clocks is sums and
 * maxima: then they are through later by that, too. */
static bool has_moved(const exchange_clocks *x, const round_parts *parts, int part, int other)
{
    const int128 *own = x->enter + parts->first[part], *its = x->enter + parts->first[other];
    const int128 later = own[parts->further[0]] - its[parts->further[0]];
    for (int v = 1; v < parts->size; v++)
        if (own[parts->further[v]] - its[parts->further[v]] != later)
            return false;
    return true;
}

static void take_over(exchange_clocks *x, const round_parts *parts, int part, int other)
{
    for (int v = 0; v < parts->size; v++) {
        const int rank = parts->first[part] + parts->further[v],
                  like = parts->first[other] + parts->further[v];
        x->done[rank] = x->enter[rank] + (x->done[like] - x->enter[like]);
    }
}

static void follow(exchange_rule rule, const round_parts *parts, exchange_clocks *x,
                   exchange_clocks *own, int part)
{
    for (int v = 0; v < parts->size; v++)
        own->enter[v] = x->enter[parts->first[part] + parts->further[v]];
    exchange_entered(rule, parts->round, own, 0);
    for (int v = 0; v < parts->size; v++)
        x->done[parts->first[part] + parts->further[v]] = own->done[v];
}

/* Where the differences of clocks are asked for, each is followed by itself (alike.h). */
void parts_times(exchange_rule rule, const comm_round *round, exchange_clocks *x)
{
    const round_parts *parts = round->parts;
    exchange_clocks *own = clocks_for(x, parts->size);
    int followed[PARTS_COMPARED], count = 0;
    uint64_t noted = 1;
    for (int i = 0; i < parts->count; i++) {
        int k = x->compared->capture ? count : 0;
        while (k < count && !has_moved(x, parts, i, followed[k]))
            k++;
        if (k < count) {
            take_over(x, parts, i, followed[k]);
        } else {
            follow(rule, parts, x, own, i);
            if (count < PARTS_COMPARED)
                followed[count++] = i;
        }
        noted = (noted ^ (uint64_t)k) * UINT64_C(0x9e3779b97f4a7c15);
    }
    if (x->compared->note)
        x->compared->note(x->compared, noted);
}
