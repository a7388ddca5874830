#ifndef FPREDICT_TESTS_PAPERS_SCALED_H
#define FPREDICT_TESTS_PAPERS_SCALED_H

/* Two programs whose problems grow with the processors so that their average speeds, n² points a
 * processor and second, stay what they are at first: Sun and others 1999, section 3. The programs
 * are Jacobi by blocks and by columns on an iPSC/860, compiled by vfcs; columns as they lie in
 * Fortran's memory, which are our rows. */

#include <stdbool.h>

enum { LARGEST = 400 }; /* sizes of N are up to there */

/* An iteration's time of each size on one number of processors, by blocks and by columns. */
typedef struct grown {
    int procs, last;
    double blocks[LARGEST + 1], columns[LARGEST + 1];
} grown;

/* Sizes are from 10 to the last. `options` change the machine; "" leaves it. */
void grow(grown *on, int procs, int last, const char *options);

/* The smallest size above 10 at which the speed is that of n on the first. 0: none. */
int scaled_size(const grown *first, const grown *second, bool is_blocks, int n);

/* From n on the first to the second: the two sizes, and by equations 1 and 2 of the paper the
 * scalabilities and whether there is a crossing point. */
typedef struct scaled {
    int blocks, columns;
    double of_blocks, of_columns; /* psi */
    double alpha;                 /* of the slower at first over the faster, at first */
    bool is_column_slower;        /* at first */
    bool is_crossing;
} scaled;

/* False where a speed is kept at no size. */
bool scale(const grown *first, const grown *second, int n, scaled *s);

/* How the paper's statements come out from N = 12, 13 … 50 on 4 processors at first, and on 8
 * then. */
typedef struct statements {
    int starts;
    int crossings, faster;        /* by eq. 2, and the faster one's own problem then is so */
    int superior, stays_superior; /* what is faster and scales better */
    int agree;                    /* result 2, whichever way */
    double worst_time;            /* T / psi against T' */
} statements;

statements hold_statements(const char *options);

#endif
