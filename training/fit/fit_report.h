#ifndef FPREDICT_TRAINING_FIT_FIT_REPORT_H
#define FPREDICT_TRAINING_FIT_FIT_REPORT_H

/* What the raw data say, for people. */

#include <stdio.h>

#include "training/fit/fit_functions.h"
#include "training/fit/fit_machine.h"
#include "training/fit/fit_operations.h"

/* Prints where the data are from: the header's main values. */
void fit_print_header(const train_raw *raw, FILE *out);

/* Prints a line for each kernel: how many points, how often each was measured,
 * how far the samples of a point are apart in the middle and at worst. */
void fit_print_spread(arena *a, const fit_data *data, FILE *out);

/* Prints a line for each point of `kernel`, or of all kernels if that is null; with what the
 * machine predicts of it beside it, if `network` is not null. */
void fit_print_points(arena *a, const fit_data *data, const char *kernel,
                      const fit_network *network, FILE *out);

/* Prints what each operation takes, as latency and reciprocal throughput; nothing
 * where none was measured. */
void fit_print_operations(arena *a, const fit_operations *operations, FILE *out);

/* Prints the pieces of each function with their standard errors, how far the
 * points are from it, and a warning where that is far. */
void fit_print_curves(arena *a, const fit_curves *curves, FILE *out);

/* Prints what was chosen for a machine, and a line for each kernel: how far what the
 * machine predicts of it is off what was measured, in the middle and at worst, and how far
 * repetitions of a point are apart in the middle. */
void fit_print_machine(arena *a, const fit_data *data, const fit_result *result, FILE *out);

#endif
