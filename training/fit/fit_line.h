#ifndef FPREDICT_TRAINING_FIT_FIT_LINE_H
#define FPREDICT_TRAINING_FIT_FIT_LINE_H

/* Piecewise linear functions through measured points: seconds over bytes. A
 * protocol switch is where one line ends and another begins; where, and how
 * many there are, is found from the points. What few points say against the
 * others does not count. */

#include <stdbool.h>

#include "support/arena.h"

typedef struct fit_point {
    double x, y; /* x ascends; y > 0 */
} fit_point;

typedef struct fit_piece {
    int first, end;                     /* its points */
    double from;                        /* x of its first point; the first piece's is 0 */
    double constant, slope;             /* neither is negative */
    double constant_error, slope_error; /* standard errors */
    double packet, per_packet;          /* each begun packet of so many bytes more; 0: no steps */
} fit_piece;

enum { FIT_PIECES_MOST = 6, FIT_PIECE_POINTS = 4, FIT_POINTS_MOST = 512 };

typedef struct fit_function {
    int count;
    fit_piece piece[FIT_PIECES_MOST];
    double noise;          /* of neighbouring points, over y */
    double typical, worst; /* median and largest distance of a point from the line, over y */
    int worst_point;
} fit_function;

/* Sorts points by x, ascending. */
void fit_sort_points(fit_point *point, int count);

/* Fits lines alone to `count` points, at least FIT_PIECE_POINTS and at most FIT_POINTS_MOST.
 * Deviations count in proportion to y. Returns false if there are too few or
 * too many. */
bool fit_lines(arena *a, int count, const fit_point *point, fit_function *function);

/* Fits lines, or one with steps where that is better. */
bool fit_pieces(arena *a, int count, const fit_point *point, fit_function *function);

/* Fits a line with steps, as messages that travel in packets have: constant + slope x +
 * per_packet ceil(x / packet), where the packet is one of the sizes. Returns false if
 * pieces of lines, `function`, describe the points as well (by the Bayesian information
 * criterion); else *steps is the only piece. */
bool fit_packets(arena *a, int count, const fit_point *point, const fit_function *function,
                 fit_piece *steps);

/* Returns a piece at x. */
double fit_piece_value(const fit_piece *piece, double x);

/* Fits one line to `count` >= 2 points whose noise is known; `from` is 0. */
fit_piece fit_one_line(arena *a, int count, const fit_point *point, double noise);

/* Returns the function at x. */
double fit_value(const fit_function *function, double x);

/* Returns how far a point of the last argument is from neighbours on a
 * straight line, over y, in the middle of all points: 1.4826 times the median of
 * the deviations, over sqrt(3/2); at least 0.001. */
double fit_noise(arena *a, int count, const fit_point *point);

#endif
