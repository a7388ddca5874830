#ifndef FPREDICT_EXPERIMENT_MEASUREMENT_MEASUREMENT_H
#define FPREDICT_EXPERIMENT_MEASUREMENT_MEASUREMENT_H

/* Measured times, each at the values of named parameters: `processors` and sizes. They are read
 * from comma-separated values, from JSON, from Extra-P's JSON or JSON Lines, or from the database.
 */

#include "experiment/database/database.h"

typedef struct measurement {
    const char *const *values; /* one of each parameter: "4", "2x2" */
    double seconds;
    source_range where; /* none of those in a database */
} measurement;

typedef struct measurement_set {
    int name_count;
    const char *const *names; /* of parameters */
    VEC(measurement) all;     /* repetitions are several of one point */
} measurement_set;

/* Which of the metrics and call paths of Extra-P's files; null: the only one, or `time` and the
 * one that all others are called from. */
typedef struct measurement_choice {
    const char *metric, *callpath;
} measurement_choice;

/* Reads a file: what Extra-P has saved where it is a ZIP archive, JSON where its first letter is
 * '{' or
 * '[', else of comma-separated values, whose
 * first line names parameters and `time_s`. Returns false after reporting. (read.c) */
bool measurements_read(fp_context *ctx, const char *path, const measurement_choice *choice,
                       measurement_set *out);

/* Is it a ZIP archive? Its experiment.json, as a file of the archive's name; null after reporting.
 * (archive.c) */
bool measurements_is_archive(const char *path);
const source_file *measurements_unpack(fp_context *ctx, const char *path);

/* Is a file's first letter '{' or '['? */
bool measurements_is_json(const source_file *file);

/* The same of a file of JSON. (json.c, extrap.c) */
bool measurements_read_json(fp_context *ctx, const source_file *file,
                            const measurement_choice *choice, measurement_set *out);

/* What results say: those that were measured, or where there are none and `takes_predicted` those
 * that were predicted. Returns false after reporting that there are none. (stored.c) */
bool measurements_stored(fp_context *ctx, const stored_experiment *e, const result_list *results,
                         bool takes_predicted, measurement_set *out);

#endif
