#ifndef FPREDICT_TRAINING_TRAIN_RAW_LOG_H
#define FPREDICT_TRAINING_TRAIN_RAW_LOG_H

/* The file of raw data while it is written: begun, or gone on with. One process
 * has it. What is in it is never changed; a last line that was cut off is
 * removed. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "training/train_place.h"
#include "training/train_plan.h"
#include "training/train_raw.h"
#include "training/train_refine.h"

/* A measurement of a size that the plan does not have; train_refine.h. */
typedef struct train_further {
    int point; /* the plan's of the nearest size above */
    int repetition;
    int64_t bytes;
} train_further;

typedef struct train_raw_log {
    FILE *file;
    const train_plan *plan;
    int repetitions;
    unsigned char *is_done; /* [repetition * points + point] */
    int64_t *iterations;    /* [point], of its last sample; 0: none */
    int64_t done;           /* how many of points * repetitions */
    int further_count;
    train_further *further;
    int left_out_count;
    train_left_out *left_out; /* what ended runs */
    bool was_there, was_cut;
} train_raw_log;

/* A key of the header. Those that say what was measured, and on what, must be
 * the same when a run goes on. */
typedef struct train_header_line {
    const char *key;
    char value[TRAIN_TEXT];
    bool must_agree;
} train_header_line;

/* Opens `path`, or begins it with `heading`. `plan` must stay. Returns false
 * with a sentence in `error`; then there is nothing to close. */
bool train_raw_log_open(train_raw_log *log, const char *path, int heading_count,
                        const train_header_line *heading, const train_plan *plan, int repetitions,
                        char error[TRAIN_TEXT]);

/* Leaves out what ended a run (train_place.h), "alltoall ranks=3 bytes=98304", and what is larger;
 * the file says so. Returns false with a sentence in `error`. */
bool train_raw_log_leave_out(train_raw_log *log, const char *what, char error[TRAIN_TEXT]);

/* Is a point, which may be one with another size than the plan's, left out? Points that are count
 * as done. */
bool train_raw_log_is_left_out(const train_raw_log *log, const train_point *point);

bool train_raw_log_is_done(const train_raw_log *log, int point, int repetition);

/* Writes a measurement. Returns false with a sentence in `error`. */
bool train_raw_log_add(train_raw_log *log, int point, int repetition, int64_t iterations,
                       double slowest_s, double mean_s, char error[TRAIN_TEXT]);

/* The same of a point with another size, the nearest below its own. */
bool train_raw_log_add_size(train_raw_log *log, int point, int64_t bytes, int repetition,
                            int64_t iterations, double slowest_s, double mean_s,
                            char error[TRAIN_TEXT]);

bool train_raw_log_has_size(const train_raw_log *log, int point, int64_t bytes, int repetition);

/* Returns the smallest further size above `bytes` of which something has been measured, or 0. */
int64_t train_raw_log_next_size(const train_raw_log *log, int64_t bytes);

/* Collects what the file has of messages between ranks 0 and 1; train_refine.h. Returns false with
 * a sentence in `error` if it cannot be read any more. */
bool train_raw_log_sizes(train_raw_log *log, const char *path, const char *kernel, int most,
                         train_size *size, int *count, char error[TRAIN_TEXT]);

/* Writes a comment of one line. */
bool train_raw_log_comment(train_raw_log *log, const char *text);

/* Returns false if what was written has not reached the disk. */
bool train_raw_log_close(train_raw_log *log);

#endif
