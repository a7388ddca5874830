#ifndef FPREDICT_REPORT_EXPERIMENT_H
#define FPREDICT_REPORT_EXPERIMENT_H

/* What a database of experiments holds. */

#include "experiment/database/database.h"
#include "report/report.h"

/* The experiments of a database, a line each. */
void report_experiments(fp_context *ctx, FILE *out, const experiment_list *all, report_style style);
void report_experiments_csv(FILE *out, const experiment_list *all);
/* Schema fpredict/experiment-list/1; false where `out` cannot be written. */
bool report_experiments_json(fp_context *ctx, FILE *out, const experiment_list *all);

/* The results of one, a line each but for hidden ones. */
void report_experiment(fp_context *ctx, FILE *out, const stored_experiment *e,
                       const result_list *results, report_style style);
void report_experiment_csv(fp_context *ctx, FILE *out, const stored_experiment *e,
                           const result_list *results);
/* Schema fpredict/experiment/1 (docs/output.md); false where `out` cannot be written. */
bool report_experiment_json(fp_context *ctx, FILE *out, const stored_experiment *e,
                            const result_list *results);

/* Its results as Extra-P's JSON: metric `time` of what was measured, `predicted_time` of the rest.
 * Returns false after reporting that a value on an axis is no number, that two are the same number
 * (2x2, 4x1), or that there is none. */
bool report_experiment_extrap(fp_context *ctx, FILE *out, const stored_experiment *e,
                              const result_list *results);

#endif
