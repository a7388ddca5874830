#ifndef FPREDICT_TRAINING_TRAIN_PLACE_H
#define FPREDICT_TRAINING_TRAIN_PLACE_H

/* Where a run is: what it measures at the moment, in a file beside the raw data (FILE.now), which
 * goes when the run ends in order. What is there when a run begins is what ended the last one: an
 * MPI library that aborts, or hangs, or a simulation that ends. */

#include <stdbool.h>
#include <stdint.h>

#include "training/train_plan.h"
#include "training/train_raw.h"

typedef struct train_place {
    char *path;
    int file;                  /* -1: none */
    char last[2 * TRAIN_TEXT]; /* what ended the last run, "alltoall ranks=3 bytes=98304"; or "" */
} train_place;

/* Opens the place of the run that writes `raw_path`. Returns false where there is none; then a run
 * goes on without. */
bool train_place_open(train_place *place, const char *raw_path);

/* Notes what is measured from now on. */
void train_place_set(const train_place *place, const train_point *point);

/* Ends in order. */
void train_place_close(train_place *place);

/* Points of one kernel that are left out, from a size on: what ended a run, and what is larger. */
typedef struct train_left_out {
    char kernel[TRAIN_TEXT];
    int64_t value[TRAIN_PARAMETER_COUNT];
} train_left_out;

/* Reads "alltoall ranks=3 bytes=98304". Returns false where it is nothing of that kind. */
bool train_left_out_read(const char *text, train_left_out *out);

/* Is the point one of them? */
bool train_is_left_out(const train_left_out *from, const train_point *point);

#endif
