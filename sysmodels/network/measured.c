#include "sysmodels/network/measured.h"

#include <assert.h>
#include <math.h>

/* Collectives that were measured on some numbers of processors. Between two neighbouring ones
 * with functions, times are linear in the logarithm of the number: what a tree takes
 * (Balasundaram and others 1991, section 5: log2 P steps). */

static bool has_function(const sag_measured *m)
{
    return m->function.piece_count > 0;
}

/* The entry of so many processors, or the last one below; -1: none. */
static int entry_at(const sag_collective *c, int processors)
{
    int i = c->measured_count - 1;
    while (i >= 0 && c->measured[i].processors > processors)
        --i;
    return i;
}

bool sag_is_measured(const sag_collective *c, int processors)
{
    int i = entry_at(c, processors);
    if (i < 0 || !has_function(&c->measured[i]))
        return false;
    if (c->measured[i].processors == processors)
        return true;
    return i + 1 < c->measured_count && has_function(&c->measured[i + 1]);
}

/* (1 - u) low + u high, with the errors of both. */
static quantity between(const quantity *low, const quantity *high, double u)
{
    quantity q = *low;
    double x = (1 - u) * low->value, y = u * high->value;
    q.value = x + y;
    q.stated = (1 - u) * low->stated + u * high->stated;
    if (q.value > 0)
        q.relative_error = (x * low->relative_error + y * high->relative_error) / q.value;
    return q;
}

/* Two functions that are lines between their breaks are lines between the breaks of both. */
static message_function interpolated(arena *a, message_function low, message_function high,
                                     double u)
{
    message_piece *pieces = ARENA_ARRAY(a, low.piece_count + high.piece_count, message_piece);
    int count = 0;
    for (int i = 0, k = 0; i < low.piece_count || k < high.piece_count;) {
        bool has_low = i < low.piece_count, has_high = k < high.piece_count;
        double x = has_low ? low.pieces[i].from.value : INFINITY;
        double y = has_high ? high.pieces[k].from.value : INFINITY;
        message_piece *p = &pieces[count++];
        p->from = x < y ? low.pieces[i].from : high.pieces[k].from;
        i += x <= y;
        k += y <= x;
        /* Both begin at 0, so that both have a piece by now. */
        const message_piece *l = &low.pieces[i - 1], *h = &high.pieces[k - 1];
        p->startup = between(&l->startup, &h->startup, u);
        p->per_byte = between(&l->per_byte, &h->per_byte, u);
    }
    return (message_function){count, pieces};
}

message_function sag_measured_function(arena *a, const sag_collective *c, int processors)
{
    assert(sag_is_measured(c, processors));
    const sag_measured *low = &c->measured[entry_at(c, processors)], *high = low + 1;
    if (low->processors == processors)
        return low->function;
    double u =
        log((double)processors / low->processors) / log((double)high->processors / low->processors);
    return interpolated(a, low->function, high->function, u);
}
