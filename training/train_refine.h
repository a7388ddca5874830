#ifndef FPREDICT_TRAINING_TRAIN_REFINE_H
#define FPREDICT_TRAINING_TRAIN_REFINE_H

/* Where a protocol switches. The plan's sizes are a few an octave; between two
 * of them at which a message's time jumps, or that of who receives or sends one late, further
 * sizes are measured, each in the middle, until it is known to a percent. */

#include <stdbool.h>
#include <stdint.h>

#include "training/train_raw.h"

/* How many sizes are measured beside the plan's, at most. */
enum { TRAIN_REFINED_MOST = 40 };

/* The kernels that further sizes are measured of. */
enum { TRAIN_REFINED_KERNELS = 7 };
extern const char *const train_refined[TRAIN_REFINED_KERNELS];

/* Those of them whose jumps are looked for. */
enum { TRAIN_JUMPING_KERNELS = 3 };
extern const char *const train_jumping[TRAIN_JUMPING_KERNELS];

typedef struct train_size {
    int64_t bytes;
    double seconds; /* the median of the repetitions */
} train_size;

/* Returns the size to measure next, or 0 when all jumps are known. Sizes ascend. */
int64_t train_refine_next(int count, const train_size *size);

/* Collects what raw data have of a kernel between ranks 0 and 1, by size; of a round trip half.
 * Returns how many there are; `size` has room for `most`. */
int train_refine_collect(const train_raw *raw, const char *kernel, int most, train_size *size);

/* Could a point that the plan does not have be one that was measured for this? Then *bytes is its
 * size. */
bool train_refine_is_of(const char *kernel, const char *parameters, int64_t *bytes);

#endif
