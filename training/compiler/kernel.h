#ifndef FPREDICT_TRAINING_COMPILER_KERNEL_H
#define FPREDICT_TRAINING_COMPILER_KERNEL_H

/* What the kernels for compilers share (docs/training.md). Each has two functions that do the same
 * but for where the data are: communicating() needs what others have, staying() only its own.
 * What the one takes longer than the other is what the compiler made of the communication.
 * fpredict predicts both functions; main is there to measure them. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef PROCS
#define PROCS 4
#endif
#ifndef SIZE
#define SIZE 64
#endif

void communicating(int steps);
void staying(int steps);

/* Between two readings of the clock. A macro, as the program that is generated may count the
 * operations of functions, which it can do in its own file alone. */
#define KERNEL_SECONDS(from, to)                                                                   \
    ((double)((to).tv_sec - (from).tv_sec) + 1e-9 * (double)((to).tv_nsec - (from).tv_nsec))

#endif
