#include <math.h>

#include "support/sort.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_machine.h"
#include "training/fit/fit_message.h"

/* A machine file says the same in fewer bytes: the relative error that most values have is the
 * file's, and parts of pieces that are nothing are left out. */

typedef struct errors {
    int count;
    double *error; /* null: they are only counted */
} errors;

static void collect(void *data, const quantity *q)
{
    errors *e = data;
    if (q->from != FROM_TRAINED || !(q->value > 0))
        return;
    if (e->error != NULL)
        e->error[e->count] = q->relative_error;
    e->count++;
}

static double usual_error(arena *a, const sag *m)
{
    errors e = {0};
    sag_each(m, collect, &e);
    e.error = ARENA_ARRAY(a, e.count + 1, double);
    e.count = 0;
    sag_each(m, collect, &e);
    sort_values(e.error, e.count);
    double usual = FIT_ERROR_LEAST;
    for (int i = 0, most = 0, end; i < e.count; i = end) {
        for (end = i; end < e.count && !(e.error[end] > e.error[i]);)
            end++;
        if (end - i > most) {
            most = end - i;
            usual = e.error[i];
        }
    }
    return usual;
}

/* Where a value is none, its error is none too, whatever it is called. */
static const message_piece *simplify_pieces(arena *a, int count, const message_piece *pieces,
                                            double usual)
{
    message_piece *own = arena_copy(a, pieces, (size_t)count * sizeof *own);
    for (int i = 0; i < count; i++) {
        message_piece *p = &own[i];
        quantity *parts[] = {&p->startup, &p->per_byte, &p->per_hop, &p->latency};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            if (!(parts[k]->value > 0))
                parts[k]->relative_error = usual;
        p->from.relative_error = usual; /* a choice of the fit's */
        p->per_hop.is_set = p->per_hop.value > 0;
        p->latency.is_set = p->latency.value > 0;
    }
    return own;
}

void fit_simplify(arena *a, sag *m, sag_communication *c)
{
    const double usual = m->relative_error[FROM_TRAINED] = usual_error(a, m);
    c->pieces = simplify_pieces(a, c->piece_count, c->pieces, usual);
    for (int k = 0; k < PATTERN_COUNT; k++) {
        sag_pattern *p = &c->pattern[k];
        p->any.pieces = simplify_pieces(a, p->any.piece_count, p->any.pieces, usual);
        for (int d = 0; d < PATTERN_DIMS_MAX; d++)
            p->dims[d].pieces =
                simplify_pieces(a, p->dims[d].piece_count, p->dims[d].pieces, usual);
    }
}

/* ---- numbers of processors that their neighbours nearly say ---- */

/* How far, at most, the function between the neighbours of entry i is off its own, of 1 byte to
 * 4 MiB; infinite where it is not between two with functions. */
static double said_by_neighbours(arena *a, const sag_collective *g, int i)
{
    enum { BYTES_MOST = 4 << 20 };
    if (i == 0 || i + 1 >= g->measured_count || g->measured[i].function.piece_count == 0)
        return INFINITY;
    const int processors = g->measured[i].processors;
    const sag_measured pair[] = {g->measured[i - 1], g->measured[i + 1]};
    const sag_collective two = {.measured_count = 2, .measured = pair};
    if (!sag_is_measured(&two, processors))
        return INFINITY;
    const message_function theirs = sag_measured_function(a, &two, processors);
    double most = 0;
    for (double n = 1; n <= BYTES_MOST; n *= 2) {
        const double own =
            sag_price_message(g->measured[i].function, n, (sag_route){0, 0}).occupancy;
        const double other = sag_price_message(theirs, n, (sag_route){0, 0}).occupancy;
        most = own > 0 ? fmax(most, fabs(other / own - 1)) : INFINITY;
    }
    return most;
}

double fit_leave_out_number(arena *a, sag_communication *c)
{
    sag_collective *from = NULL;
    double least = INFINITY;
    int entry = 0;
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        sag_collective *g = &c->collective[k];
        for (int i = 0; i < g->measured_count; i++) {
            const double off = said_by_neighbours(a, g, i);
            if (off < least) {
                least = off;
                from = g;
                entry = i;
            }
        }
    }
    if (from == NULL)
        return -1;
    sag_measured *rest = ARENA_ARRAY(a, from->measured_count, sag_measured);
    int count = 0;
    for (int i = 0; i < from->measured_count; i++) {
        if (i != entry)
            rest[count++] = from->measured[i];
    }
    from->measured = rest;
    from->measured_count = count;
    return least;
}
