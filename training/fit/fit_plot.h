#ifndef FPREDICT_TRAINING_FIT_FIT_PLOT_H
#define FPREDICT_TRAINING_FIT_FIT_PLOT_H

/* A drawing (SVG) of each fitted function over its data, by gnuplot, which is a
 * program of its own. */

#include "training/fit/fit_functions.h"
#include "training/fit/fit_simulate.h"

/* Draws the curves into `folder`, which is made where it is not there yet: medians and
 * quartiles, the function, and with `network` (may be null) what the machine
 * predicts of the kernel. Returns the number of files, or -1 with a sentence in `error`. */
int fit_plot(arena *a, const fit_data *data, const fit_curves *curves, const fit_network *network,
             const char *folder, char error[TRAIN_TEXT]);

#endif
