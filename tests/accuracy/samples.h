#ifndef FPREDICT_TESTS_ACCURACY_SAMPLES_H
#define FPREDICT_TESTS_ACCURACY_SAMPLES_H

/* The samples, with the sizes and distributions that the grid predicts. */

#define SAMPLES FP_SOURCE_DIR "/samples/"
#define MACHINES FP_SOURCE_DIR "/sysmodels/machines/"
#define INCLUDE FP_SOURCE_DIR "/frontend/include"

typedef struct sample {
    const char *path;
    const char *sizes, *said; /* "16,32" and "16–32" */
    /* At all sizes; "" is as written. */
    const char *const *distributions;
    const char *small_sizes; /* and the others at these */
    const char *const *others;
} sample;

/* In the order of the table; ends with a null path. */
extern const sample samples[];

#endif
