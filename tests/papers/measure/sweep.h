#ifndef FPREDICT_TESTS_PAPERS_SWEEP_H
#define FPREDICT_TESTS_PAPERS_SWEEP_H

/* Predictions over many sizes, and what follows from them: of one iteration, and of problems that
 * grow with the machine. As measure.h has it, whatever is not complete ends this program. */

#include <jansson.h>
#include <stdbool.h>

/* What `estimate SOURCE` says of all sizes and numbers that the options name, in their order. The
 * source is named from the repository's root: "samples/laplace/laplace.c". The caller owns it. */
__attribute__((format(printf, 2, 3))) json_t *predictions(const char *source, const char *format,
                                                          ...);

/* An iteration of a program's outer loop, on the slowest processor, in seconds. */
typedef struct iteration {
    int size; /* N */
    double time, communication;
} iteration;

/* A program, and the variable that says how many iterations it makes. */
typedef struct looping {
    const char *source, *counter;
} looping;

extern const looping jacobi, redblack;

/* Jacobi on a torus of the T3E, by halo exchange and by circular shifts: their sources. */
extern const char torus[], torus_cshift[];
/* What if, as options: all messages have the long line of table 1 of Sun and others 1999; two
 * messages to one who is the neighbour on both sides cost what two others do. */
extern const char only_long[], two_whole[];

/* A hundredth of what a hundred iterations more take, for the sizes of N that `sizes` names,
 * "64:320:16"; `out` has room for them, and for not many more than there are. */
__attribute__((format(printf, 5, 6))) unsigned iterations(const looping *program, const char *sizes,
                                                          iteration *out, unsigned room,
                                                          const char *format, ...);

/* Scalability by equal average speed: how far the work must grow with the processors,
 * p2·n² / (p·n2²) (Sun and others 1999, equation 1, with n² points of work). */
double scalability(int p, int n, int p2, int n2);

/* On 4, 8, 16, 32 and 64 processors of the T3E the smallest N at which the average speed is that of
 * N = 1024 on 4 (`fpredict scale`). Computing is left out, a million times as fast: where every
 * point is computed in the same time it cancels. */
enum { GRIDS = 5 };
void sizes_of_equal_speed(const char *source, const char *options, int sizes[static GRIDS]);

/* The first of the sizes of N, multiples of `step` up to 512, from which on blocks are faster than
 * the other distribution of red-black's iteration; 0 where that is never or changes back. */
int crossing(const char *other, int procs, int step, const char *options);

/* Where the lines through the times of two neighbouring sizes cross: `from` is the largest multiple
 * of the processors at which the other distribution is not slower, `to` the one after it. All that
 * divides evenly is on such a line, so that no step of the sizes decides. `at` is 0 where blocks
 * are never faster, or at once, or where it changes back. */
typedef struct lines_cross {
    int from, to;
    double at;
} lines_cross;

lines_cross lines_crossing(const char *other, int procs, const char *options);

/* Machines of red-black, as options; the last two with the startup that the paper's two crossings
 * imply. */
extern const char nCUBE_1[], nCUBE_2[], implied_1[], implied_2[];

/* What a message of so many bytes takes in a shift along one axis of a grid of processors, or along
 * two, in us. */
double shift_us(const char *machine, int dims, int bytes);

#endif
