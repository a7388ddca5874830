#ifndef FPREDICT_REPORT_EXPERIMENT_CROSSINGS_H
#define FPREDICT_REPORT_EXPERIMENT_CROSSINGS_H

/* Which value of what varies beside processors is the fastest on each number of these, as predicted
 * and as measured, of what the database has of an experiment. */

#include "experiment/database/database.h"
#include "report/report.h"
#include "scaling/ranges.h"

/* One kind of results: times of each combination on each number of processors. */
typedef struct stored_crossings {
    const char *kind; /* "predicted", "measured" */
    int count;        /* of combinations; their names are all[i].of->name */
    const scaling *all;
    int range_count;
    const scaling_range *ranges;
} stored_crossings;

/* Returns how many of the two kinds there are, predictions first; 0 after reporting that the
 * experiment is none of processors and one thing more, or has no times to compare. On several
 * shapes of as many processors the fastest counts, of repetitions the median. */
int stored_crossings_find(fp_context *ctx, const stored_experiment *e, const result_list *results,
                          stored_crossings out[2]);

void report_experiment_crossings(fp_context *ctx, FILE *out, const stored_experiment *e, int count,
                                 const stored_crossings *found, report_style style);
/* Schema fpredict/experiment-crossings/1; false where `out` cannot be written. */
bool report_experiment_crossings_json(fp_context *ctx, FILE *out, const stored_experiment *e,
                                      int count, const stored_crossings *found);
/* A line for each kind and number of processors. */
void report_experiment_crossings_csv(FILE *out, int count, const stored_crossings *found);

#endif
