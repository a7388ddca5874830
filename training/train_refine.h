#ifndef FPREDICT_TRAINING_TRAIN_REFINE_H
#define FPREDICT_TRAINING_TRAIN_REFINE_H

/* Where a protocol switches. The plan's sizes are a few an octave; between two
 * of them at which a message's time jumps further sizes are measured, each in the
 * middle, until it is known to a percent. */

#include <stdbool.h>
#include <stdint.h>

#include "training/train_raw.h"

/* How many sizes are measured beside the plan's, at most. */
enum { TRAIN_REFINED_MOST = 40 };

/* The kernels that further sizes are measured of. */
enum { TRAIN_REFINED_KERNELS = 6 };
extern const char *const train_refined[TRAIN_REFINED_KERNELS];

typedef struct train_size {
    int64_t bytes;
    double seconds; /* the median of a message's repetitions */
} train_size;

/* Returns the size to measure next, or 0 when all jumps are known. Sizes ascend. */
int64_t train_refine_next(int count, const train_size *size);

/* Collects what raw data have of messages between ranks 0 and 1, by size. Returns
 * how many there are; `size` has room for `most`. */
int train_refine_collect(const train_raw *raw, int most, train_size *size);

/* Could a point that the plan does not have be one that was measured for this? Then *bytes is its
 * size. */
bool train_refine_is_of(const char *kernel, const char *parameters, int64_t *bytes);

#endif
