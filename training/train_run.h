#ifndef FPREDICT_TRAINING_TRAIN_RUN_H
#define FPREDICT_TRAINING_TRAIN_RUN_H

/* Measuring a plan: rank 0 leads, the others follow. */

#include "training/train_mpi.h"
#include "training/train_options.h"
#include "training/train_raw_log.h"

typedef struct train_run {
    const train_plan *plan;
    train_groups *groups;
    const train_workspace *space;
    train_setting setting;
    bool clock_is_shared;
    double resolution_s; /* of the clock */
    double patience_s;   /* a measurement that takes longer ends the run */
} train_run;

enum { TRAIN_HEADER_LINES = 19 /* at most */, TRAIN_DATE = 32 };

/* Writes the time as headers have it: "2026-01-02T03:04:05Z". */
void train_now(char text[TRAIN_DATE]);

/* Collects the header of a run on this machine, which is called `name`, or by its host's name
 * where that is null; the clock's step and what a reading takes are seconds. Returns how many
 * keys there are. */
int train_header_lines(train_header_line heading[TRAIN_HEADER_LINES], const char *name,
                       const train_setting *setting, const train_host *host, double resolution_s,
                       double overhead_s);

typedef enum train_end { TRAIN_ALL, TRAIN_FAILED, TRAIN_TIME_LIMIT } train_end;

/* Measures what `log` has not; rank 0 calls it. After an error there is a
 * sentence in `error`. */
train_end train_run_lead(const train_run *run, train_raw_log *log, const train_place *place,
                         const train_options *options, char error[TRAIN_TEXT]);

/* Does what rank 0 says, until that is through; the other ranks call it. */
train_end train_run_follow(const train_run *run);

/* Ends the followers before anything is measured. */
void train_run_dismiss(train_end how);

#endif
