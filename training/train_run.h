#ifndef FPREDICT_TRAINING_TRAIN_RUN_H
#define FPREDICT_TRAINING_TRAIN_RUN_H

/* Measuring a plan: rank 0 leads, the others follow. */

#include "training/train_journal.h"
#include "training/train_mpi.h"
#include "training/train_options.h"

typedef struct train_run {
    const train_plan *plan;
    train_groups *groups;
    const train_workspace *space;
    train_setting setting;
    bool clock_is_shared;
    double resolution_s; /* of the clock */
    double patience_s;   /* a measurement that takes longer ends the run */
} train_run;

typedef enum train_end { TRAIN_ALL, TRAIN_FAILED, TRAIN_TIME_LIMIT } train_end;

/* Measures what `journal` has not; rank 0 calls it. After an error there is a
 * sentence in `error`. */
train_end train_run_lead(const train_run *run, train_journal *journal, const train_options *options,
                         char error[TRAIN_TEXT]);

/* Does what rank 0 says, until that is through; the other ranks call it. */
train_end train_run_follow(const train_run *run);

/* Sends the followers home before anything is led. */
void train_run_dismiss(train_end how);

#endif
