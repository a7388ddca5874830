#ifndef FPREDICT_TESTS_SAMPLES_PREDICTED_H
#define FPREDICT_TESTS_SAMPLES_PREDICTED_H

/* What the program predicts for a sample, and sums over it. A test fails where it does not
 * predict. */

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

extern const char *fpredict; /* the program; main sets it */

#define SAMPLES FP_SOURCE_DIR "/samples/"
#define PI SAMPLES "pi/pi.c"
#define REDBLACK SAMPLES "redblack/redblack.c"
#define FINANCE SAMPLES "finance/finance.c"
#define NBODY SAMPLES "nbody/nbody.c"
#define MATMUL SAMPLES "matmul/matmul.c"
#define POISSON SAMPLES "poisson/poisson.c"
#define LU SAMPLES "lu/lu.c"
#define OCEAN SAMPLES "ocean/ocean.c"
#define CG SAMPLES "cg/cg.c"
#define LAPLACE SAMPLES "laplace/laplace"

/* What `estimate` says of a source with N = `size` on a machine, to whose name options may be
 * added; with a distribution, or the program's own: null. The caller owns it. */
json_t *predict_as(const char *source, const char *machine, const char *distribution, int procs,
                   int size);

/* The same on the iPSC/860, as the program says. */
json_t *predict(const char *source, int procs, int size);

/* A member, which must be a number. */
double number(const json_t *object, const char *key);

/* Seconds of `predict`. */
double time_of(const char *source, int procs, int size);

/* Lines first to last of a source, both included. */
typedef struct phase {
    int first, last;
} phase;

/* The line of `source` in which `text` stands first. */
int line_of(const char *source, const char *text);

/* What a phase's lines add up to, of a kind of time or count. */
double spent(const json_t *o, phase p, const char *kind);

/* What its communications add up to: "messages", "bytes". */
double moved(const json_t *o, phase p, const char *what);

/* What the regions of a name have, of a kind of time or count. */
double region(const json_t *o, const char *name, const char *kind);

#endif
