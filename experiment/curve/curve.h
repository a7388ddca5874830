#ifndef FPREDICT_EXPERIMENT_CURVE_CURVE_H
#define FPREDICT_EXPERIMENT_CURVE_CURVE_H

/* Curves of an experiment's results, as SVG by gnuplot: of the time (NAME-time.svg), and where
 * processors vary of the speed-up (NAME-speed-up.svg). */

#include "experiment/database/database.h"

/* Draws into a folder, which is made where it is not there; a drawing that is there is replaced at
 * once. Nothing is drawn while there is no result with a time. Returns what is wrong, in `a`, or
 * null. */
const char *curves_draw(arena *a, const stored_experiment *e, const result_list *results,
                        const char *folder);

#endif
