#ifndef FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H
#define FPREDICT_ESTIMATOR_MEMORY_SURVIVE_H

/* How likely a line of a cache has gone when it is used again. */

#include <math.h>

#include "estimator/run/estimator.h"

enum { WAYS_MOST = 32 }; /* with more, lines go anywhere */

/* Lines that are touched between two uses of one: rows of neighbours. */
typedef struct line_piece {
    const variable *var;
    double lines;   /* in all; */
    double comes;   /* of these, such that come in for certain, */
    double stays;   /* and such that are there for certain */
    double rows;    /* stretches of neighbours, */
    double bytes;   /* each so long, */
    double pitch;   /* and so far from the begin of one to the next one's; 0: one row */
    double first;   /* address of the first */
    double element; /* bytes */
    bool is_own;    /* of what the line is of, but at no known distance */
    bool is_tied;   /* it keeps its distance to the line, whatever loops around do, */
    double drift;   /* otherwise by so many bytes, of which it has been moved by */
    double moved;
    double root; /* of the array, irrational: where its lines lie from one question to the next */
    int touch;   /* the first that has lines of it */
    int next;    /* piece of the same array in the window; -1: none */
    /* Set by survive_read: rows after which they come to the same sets again, 0 where there is one
     * row; the share of the sets that they can come to; how much of what they could hold was
     * touched. */
    double period, share, filled;
    bool is_whole; /* all addresses are whole numbers, and lines and sets powers of two */
    double here;   /* lines in the set that was asked about last; negative: not known */
    double chance; /* that they are there, of what is replaced at random; */
    double left;   /* then, to survive what is new of them; */
    double others; /* and the share that is neither new nor there for certain */
} line_piece;

static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

#define WHOLE_MOST 4503599627370496.0 /* larger ones have no fraction */

/* floor and ceil without a call: they are asked for as often as anything here. */
static inline double floor_of(double x)
{
    if (!(fabs(x) < WHOLE_MOST))
        return floor(x);
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

static inline double ceil_of(double x)
{
    return -floor_of(-x);
}

/* Of two pieces of an array with as many rows: adds to `q` what of `p` is not in it, where the two
 * have lines in common, or one goes on where the other ends; false: they stay apart. */
bool line_piece_join(line_piece *q, const line_piece *p, double line);
/* Could more lines than there are ways meet in a set? */
bool survive_is_full(const cache_shape *c, int count, const line_piece *pieces);
/* Can so many lines come into the set of the line at an address that it goes, wherever lines begin?
 * False: they do not, or less often than once in 10,000 times. Of a cache with sets. */
bool survive_may_miss(const cache_shape *c, int count, const line_piece *pieces, double address);
/* Works out what survive_miss needs of each piece, wherever it lies. */
void survive_read(const cache_shape *c, int count, line_piece *pieces);
/* Do as many lines as there are ways come into every set, wherever the pieces lie? After
 * survive_read, of a cache with sets. */
bool survive_is_sure(const cache_shape *c, int count, const line_piece *pieces);
/* The chance that the line at an address is there no more after these were touched, itself, where
 * it is one of them, apart. Lines begin `phase` bytes before multiples of their size. */
double survive_miss(const cache_shape *c, int count, line_piece *pieces, double address,
                    double phase);
/* Of what is replaced at random: sets how many lines of each piece are in the set, and with what
 * chance, and what follows from these and from what comes in and stays. */
void survive_place(const cache_shape *c, int count, line_piece *pieces, double address,
                   double phase);
double survive_at_random(const cache_shape *c, int count, line_piece *pieces);

#endif
