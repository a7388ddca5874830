#ifndef FPREDICT_TRAINING_FIT_FIT_NODE_H
#define FPREDICT_TRAINING_FIT_FIT_NODE_H

/* The node of a trained machine: what operations and memory take. */

#include "sysmodels/model/sag.h"
#include "training/fit/fit_network.h"
#include "training/fit/fit_operations.h"

/* Fits the processing component. Returns false with a sentence in `error` where an
 * operation was not measured. */
bool fit_processing(arena *a, const fit_operations *operations, sag_processing *p, fit_notes *notes,
                    char error[TRAIN_TEXT]);

/* Fits the memory component: caches as the system told them (where it did not, as
 * large as memory.chase says), misses by what memory.read and memory.write take
 * beyond them, line by line. */
void fit_memory(arena *a, const train_raw *raw, const fit_data *data, int ranks, sag_memory *m,
                fit_notes *notes);

/* Seconds to combine two elements of a reduction: two loads, an addition, a store,
 * an iteration. */
double fit_combine(const sag_processing *p);

/* Returns a time in nanoseconds for a processor's component, as fit_time does. */
quantity fit_nanoseconds(double seconds, double error, const char *source);

#endif
