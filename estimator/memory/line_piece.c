#include "estimator/memory/survive.h"

/* Are the rows of two pieces of an array the same, but for where they begin and end? */
static bool is_beside(const line_piece *a, const line_piece *b, double line)
{
    double apart = fabs(a->first - b->first);
    return a->var == b->var && a->rows == b->rows && (a->rows == 1 || a->pitch == b->pitch) &&
           (a->rows == 1 || apart < a->pitch) && a->first <= b->first + b->bytes + line &&
           b->first <= a->first + a->bytes + line;
}

/* A stretch that has room for more lines than were touched, as of short rows, of which each touch
 * has the lines that none before it has. */
static bool is_sparse(const line_piece *p, double line)
{
    return p->rows == 1 && p->lines < 0.9 * p->bytes / line;
}

bool line_piece_join(line_piece *q, const line_piece *p, double line)
{
    if (!is_beside(q, p, line))
        return false;
    const double first = lesser(p->first, q->first);
    const double end = greater(p->first + p->bytes, q->first + q->bytes);
    const double both =
        lesser(p->first + p->bytes, q->first + q->bytes) - greater(p->first, q->first);
    const double more = p->lines * (1 - greater(0, both) / p->bytes);
    const double comes = q->comes + p->comes, stays = q->stays + p->stays;
    if (q->is_tied != p->is_tied) { /* only what lies within the other is known there */
        if (both < lesser(p->bytes, q->bytes))
            return false;
        if (p->bytes > q->bytes) {
            const double lines = q->lines;
            const int next = q->next;
            *q = *p;
            q->next = next;
            q->lines = greater(lines, p->lines);
        }
    } else {
        q->lines = is_sparse(p, line) && q->rows == 1
                       ? lesser(q->lines + p->lines, greater(q->lines, (end - first) / line + 1))
                       : greater(greater(q->lines + more, p->lines), q->lines);
        q->first = first;
        q->bytes = end - first;
        q->is_own |= p->is_own;
        q->is_tied &= p->is_tied;
    }
    q->comes = comes;
    q->stays = stays;
    return true;
}
