#ifndef FPREDICT_TRAINING_TRAIN_OPTIONS_H
#define FPREDICT_TRAINING_TRAIN_OPTIONS_H

/* The command line, and what is shown while the program runs. */

#include <stdbool.h>
#include <stdint.h>

#include "training/train_raw.h"

typedef enum train_progress_when {
    PROGRESS_AUTO,
    PROGRESS_ALWAYS,
    PROGRESS_NEVER
} train_progress_when;

typedef struct train_options {
    const char *path; /* of the raw data */
    const char *name; /* of the machine; null: its host's */
    bool is_quick, is_listing, is_help;
    bool leaves_out;     /* what ended the last run, and what is larger */
    int repetitions;     /* 0: not told */
    int ranks_per_node;  /* of a simulated machine; 1: each has a host of its own */
    double time_limit_s; /* 0: none */
    double patience_s;   /* how long one measurement may take */
    train_progress_when progress;
} train_options;

/* Reads the arguments. Returns false with a sentence in `error`. */
bool train_options_read(train_options *options, int argc, char **argv, char error[TRAIN_TEXT]);

extern const char train_help[];

typedef struct train_progress {
    bool is_shown, was_drawn;
    int64_t total, before; /* measurements in all, and measured by earlier runs */
    double start_s, drawn_s;
} train_progress;

void train_progress_begin(train_progress *progress, train_progress_when when, int64_t total,
                          int64_t before, double now_s);

/* Draws the bar anew, at most five times a second, with what is measured now. */
void train_progress_show(train_progress *progress, int64_t done, const char *what, double now_s);
void train_progress_end(train_progress *progress);

#endif
