#ifndef FPREDICT_EXPERIMENT_RUN_RUN_H
#define FPREDICT_EXPERIMENT_RUN_RUN_H

/* Runs the points of an experiment that the database has no result of, each in a process of its
 * own, and keeps each result before it goes on. */

#include <stdio.h>

#include "experiment/database/database.h"
#include "experiment/experiment.h"
#include "experiment/measurement/measurement.h"

typedef VEC(const char *) included_files;

/* Where fpredict is, and where it finds its files. */
typedef struct experiment_place {
    const char *program, *version;
    int machine_dir_count, compiler_dir_count;
    const char *const *machine_dirs, *const *compiler_dirs;
    /* Lists the headers that a source of the program includes with these flags; false: they are not
     * known. Null: nobody can tell. */
    bool (*list_headers)(fp_context *ctx, const char *source, int flag_count,
                         const char *const *flags, included_files *out);
} experiment_place;

typedef struct experiment_effort {
    int jobs;              /* points at once */
    const bool *is_chosen; /* [point_count]; null: all are run */
    const char *plots;     /* folder for curves; null: none are drawn */
    FILE *terminal;        /* how far it is; may be null */
} experiment_effort;

typedef struct experiment_outcome {
    stored_experiment stored;
    result_list results;     /* of its points, in their order */
    stored_result *prepared; /* of each point, what is known before it is run */
    int found;               /* results that were there before */
    int made, failed;
    int missing;           /* points that were chosen and have not been run */
    bool is_interrupted;   /* by a signal */
    const char *not_drawn; /* why there are no curves; null: they are drawn, or not asked for */
} experiment_outcome;

/* Begins the experiment in the database, with the results that are there. Returns false after
 * reporting: what it is of cannot be read, or the database. */
bool experiment_begin(fp_context *ctx, const experiment *e, const experiment_place *place,
                      database *d, experiment_outcome *out);

/* Runs what is missing; out is what experiment_begin has made. Returns false after reporting that
 * the work was broken off, but for an interruption, which out tells. */
bool experiment_run(fp_context *ctx, const experiment *e, const experiment_place *place,
                    database *d, const experiment_effort *effort, experiment_outcome *out);

/* The option of fpredict that says a value of what varies, in one word. (words.c) */
const char *axis_word(arena *a, const experiment_axis *x, const char *value);

/* Notes in chosen[point_count], which is all true at first, that only points with a value
 * of "NAME=V,V…" are run. Returns false after reporting that no parameter has that name, or no
 * point such a value. (choose.c) */
bool experiment_choose(fp_context *ctx, const experiment *e, const char *text, bool *chosen);

/* Adds measured times from a file of comma-separated values, whose first line names the parameters
 * that vary and `time_s`, or from one of JSON (measurement.h); *added is how many. All of them are
 * added, or none. Returns false after reporting. (measured.c) */
bool experiment_add_measured(fp_context *ctx, const experiment *e, database *d, int64_t id,
                             const char *path, const measurement_choice *choice, int *added);

#endif
