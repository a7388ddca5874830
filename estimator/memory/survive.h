#ifndef FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H
#define FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H

/* How likely a line of a cache has gone when it is used again. */

#include "estimator/run/estimator.h"

enum { WAYS_MOST = 32 }; /* with more, lines go anywhere */

/* Lines that are touched between two uses of one: rows of neighbours. */
typedef struct line_piece {
    const variable *var;
    double lines;   /* in all */
    double rows;    /* stretches of neighbours, */
    double bytes;   /* each so long, */
    double pitch;   /* and so far from the begin of one to the next one's; 0: one row */
    double first;   /* address of the first */
    double element; /* bytes */
    bool is_own;    /* of what the line is of, but at no known distance */
    double drift;   /* otherwise by so many bytes, of which it has been moved by */
    double moved;
    bool is_tied; /* it keeps its distance to the line, whatever loops around do */
} line_piece;

/* Could more lines than there are ways meet in a set? */
bool survive_is_full(const cache_shape *c, int count, const line_piece *pieces);
/* The chance that the line at an address is there no more after these were touched, itself, where
 * it is one of them, apart. Lines begin `phase` bytes before multiples of their size. */
double survive_miss(const cache_shape *c, int count, const line_piece *pieces, double address,
                    double phase);

#endif
