#ifndef FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H
#define FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H

/* How likely a line of a cache has gone when it is used again. */

#include "estimator/run/estimator.h"

enum { WAYS_MOST = 32 }; /* with more, lines go anywhere */

/* Lines that are touched between two uses of one: rows of neighbours. */
typedef struct line_piece {
    const variable *var;
    double lines; /* in all */
    double rows;  /* stretches of neighbours, */
    double bytes; /* each so long, */
    double pitch; /* and so far from the begin of one to the next one's; 0: one row */
    double first; /* address of the first */
    bool is_own;  /* the line that is used again is one of these */
    bool is_tied; /* it stays where it is in relation to that line, whatever loops around do */
} line_piece;

/* The chance that a line is there no more after these were touched, itself among them where a
 * piece is its own. */
double survive_miss(const cache_shape *c, int count, const line_piece *pieces);

#endif
