#ifndef FPREDICT_TRAINING_PROFILE_PROFILE_DATA_H
#define FPREDICT_TRAINING_PROFILE_PROFILE_DATA_H

/* The training set for compilers: its kernels (training/compiler), and what their raw data say.
 * They have the columns of other raw data (train_raw.h) and the format below. A kernel stands there
 * twice, by its name with its communication and as NAME.staying without; parameters are "procs=4
 * size=64", or "procs=4" of a kernel that has no size. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"
#include "training/train_raw.h"

#define PROFILE_FORMAT "fpredict/compiler-training/1"
#define PROFILE_STAYING ".staying"

/* What of a profile a kernel tells. */
typedef enum profile_subject {
    PROFILE_EXCHANGE, /* exchange rule, what is a message, packing, time of a call */
    PROFILE_TRANSPOSE,
    PROFILE_BROADCAST,
    PROFILE_REDUCE,
    PROFILE_ALLGATHER,
    PROFILE_SUBJECT_COUNT
} profile_subject;

typedef struct profile_kernel {
    const char *name; /* of its file in training/compiler/ */
    profile_subject subject;
    bool has_size;    /* SIZE: elements of 8 bytes */
    int axes;         /* of its grid: PROCS / 2 and 2 where there are two */
    const char *does; /* for people */
} profile_kernel;

extern const profile_kernel profile_kernels[];
extern const int profile_kernel_count;

/* Can it run on so many processors? */
bool profile_kernel_runs_on(const profile_kernel *kernel, int procs);

/* All repetitions of a kernel of one size, together. */
typedef struct profile_point {
    const profile_kernel *kernel;
    int procs;
    int64_t size;   /* 0: it has none */
    double took_s;  /* of a step, what it takes longer than without communication: the median */
    double whole_s; /* of a step with communication, likewise */
    int64_t steps;  /* of a sample, as the first repetition has them */
    int count;      /* repetitions */
} profile_point;

typedef struct profile_data {
    int count;
    profile_point
        *point; /* by kernel, in the order of profile_kernels; then as the file has them */
} profile_data;

/* Collects the points; false with a sentence in `error`: a kernel or a parameter that there is not,
 * or a measurement without its twin. */
bool profile_collect(arena *a, const train_raw *raw, profile_data *data, char error[TRAIN_TEXT]);

/* Is the file raw data of a compiler, by its first line? */
bool profile_is_raw(const char *path);

#endif
