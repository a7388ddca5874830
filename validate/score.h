#ifndef FPREDICT_VALIDATE_SCORE_H
#define FPREDICT_VALIDATE_SCORE_H

/* What cases say together. Pure functions; for validate/ and its tests. */

#include "support/arena.h"
#include "validate/validate.h"

/* Two measured times within this share of the smaller one are a tie: which of them a
 * prediction prefers does not matter. So are two of which some run of the slower one took no
 * longer than some run of the faster one, and two that are no further apart than half the distances
 * of their extremes together. */
#define SCORE_TIE 0.05
/* Predictions within this share of each other are the same to three digits, as people read them,
 * and do not tell which is faster. */
#define SCORE_ALIKE 1e-3

/* A row of the paper's table 4 (Parashar and Hariri 1996): absolute errors over all sizes,
 * distributions and numbers of processors of one program. */
typedef struct score_errors {
    int program; /* program_index; -1: all programs */
    int count, left_out;
    double least, median, most;
    int worst; /* the case of the most; -1 without cases */
} score_errors;

/* Distributions of one program, compared in pairs at each size and number of processors. */
typedef struct score_ranking {
    int program;
    int right, tie, wrong; /* pairs */
    int undecided;         /* those measured apart, and predicted alike */
    /* Of the wrong one that is measured furthest apart, without wrong ones of the undecided one:
     * what was preferred, or no better, and the faster one; -1 without. */
    int preferred, faster;
    int choices;     /* sizes and numbers of processors with something to choose */
    int best;        /* of them: the one predicted fastest is, or ties with it */
    double regret;   /* the most that the chosen one takes more than the fastest, of 1; none where
                      * their runs are not apart. Of several that are predicted alike, who chooses
                      * may get the slowest. */
    int regret_case; /* the chosen one there; -1 without choices */
} score_ranking;

/* Between two sizes on one number of processors, one distribution overtakes another: by
 * measurement the one is more than a tie ahead before, and the other slower. Sizes are
 * indices, ascending. */
typedef struct score_crossover {
    int program, procs;
    int first, second;                  /* distribution_index: which is ahead before, after */
    int measured_before, measured_from; /* the sizes; between them they tie */
    int predicted_from;                 /* the nearest size from which on the second is; -1: none */
    int off;                            /* steps of the grid of sizes between the two; 0: none */
} score_crossover;

typedef struct score_crossovers {
    int count;
    const score_crossover *at;
    int missed;    /* those without a prediction within one step */
    int unfounded; /* clear ones predicted, with no measured one within one step */
} score_crossovers;

score_errors score_errors_of(arena *a, int count, const validate_case *cases, int which);
score_ranking score_ranking_of(int count, const validate_case *cases, int which);
/* None where sizes have no order. */
score_crossovers score_crossovers_of(arena *a, int count, const validate_case *cases, int which);

#endif
