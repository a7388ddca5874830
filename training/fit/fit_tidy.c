#include <stdlib.h>

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

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double usual_error(arena *a, const sag *m)
{
    errors e = {0};
    sag_each(m, collect, &e);
    e.error = ARENA_ARRAY(a, e.count + 1, double);
    e.count = 0;
    sag_each(m, collect, &e);
    qsort(e.error, (size_t)e.count, sizeof *e.error, compare);
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
static const message_piece *tidy_pieces(arena *a, int count, const message_piece *pieces,
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

void fit_tidy(arena *a, sag *m, sag_communication *c)
{
    const double usual = m->relative_error[FROM_TRAINED] = usual_error(a, m);
    c->pieces = tidy_pieces(a, c->piece_count, c->pieces, usual);
    for (int k = 0; k < PATTERN_COUNT; k++) {
        sag_pattern *p = &c->pattern[k];
        p->any.pieces = tidy_pieces(a, p->any.piece_count, p->any.pieces, usual);
        for (int d = 0; d < PATTERN_DIMS_MAX; d++)
            p->dims[d].pieces = tidy_pieces(a, p->dims[d].piece_count, p->dims[d].pieces, usual);
    }
}
