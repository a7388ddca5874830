#ifndef FPREDICT_TRAINING_TRAIN_PERMUTATION_H
#define FPREDICT_TRAINING_TRAIN_PERMUTATION_H

/* Whom each rank sends to in the kernel `permutation`: the same wherever it is worked out. */

#include <stdint.h>

/* Writes a permutation of 0 ... count - 1, another for each `number` (Durstenfeld 1964, with the
 * generator of POSIX's rand_r example). */
static inline void train_permutation(int count, int number, int *to)
{
    uint32_t state = 12345u + 977u * (uint32_t)number;
    for (int i = 0; i < count; i++)
        to[i] = i;
    for (int i = count - 1; i > 0; i--) {
        state = state * 1103515245u + 12345u;
        const int k = (int)((state >> 16) % (uint32_t)(i + 1)), moved = to[i];
        to[i] = to[k];
        to[k] = moved;
    }
}

#endif
