#ifndef FPREDICT_TESTS_PLAN_XMP_STALE_PROGRAM_H
#define FPREDICT_TESTS_PLAN_XMP_STALE_PROGRAM_H

/* Random XcalableMP programs whose processors read their neighbours' elements out of shadows:
 * divided loops, reflects of all kinds, time loops, conditions, a function that is called twice.
 * And what becomes of one where each processor has nothing but what it owns, computes or was
 * sent: a run that goes by the definitions, and knows nothing of fpredict. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/random.h"

enum { ARRAYS = 3, RANK_MOST = 2, EXTENT_MOST = 12, GRID_MOST = 3, READS_MOST = 3 };
enum { STEPS_MOST = 64, LINES_MOST = 400 };

typedef enum step_kind {
    STEP_NEST,
    STEP_TASK,
    STEP_REFLECT,
    STEP_WAIT,
    STEP_TIME,
    STEP_BRANCH,
    STEP_CALL
} step_kind;

typedef struct stale_read {
    int array, by[RANK_MOST];
    int line; /* of the source; by stale_print */
} stale_read;

typedef struct step {
    step_kind kind;
    struct step *next, *body, *otherwise;
    int array;                           /* written, reflected */
    int low[RANK_MOST], high[RANK_MOST]; /* STEP_NEST; STEP_TASK: low, the element; STEP_REFLECT:
                                            how far it goes down and up */
    int parity; /* STEP_NEST: of i + j of the iterations; -1: all, -2: j goes in twos */
    int expand; /* STEP_NEST: 0: only what is its own */
    int read_count;
    stale_read read[READS_MOST];
    bool has_width, is_orthogonal; /* STEP_REFLECT */
    int id;                        /* async(id), of a STEP_WAIT, too; 0: none */
    int trips;                     /* STEP_TIME */
} step;

typedef struct stale_program {
    int rank, extent[RANK_MOST], procs[RANK_MOST], shadow[RANK_MOST];
    int stride, offset; /* element i is aligned with cell stride * i + offset of each dimension */
    step *main, *called;
    step steps[STEPS_MOST];
    int step_count;
    /* Every nest goes over all that it may, and there are no tasks, branches or widths: what the
     * warnings cannot know of in general is not there. */
    bool is_plain;
} stale_program;

void stale_make(stale_program *p, random_source *r);
void stale_print(FILE *out, stale_program *p); /* as C; sets the lines of reads */

/* Runs it; notes, by line, which reads found something else than a sequential run. Conditions
 * hold or not as `ways` says. */
void stale_run(const stale_program *p, random_source ways, bool *is_wrong);

#endif
