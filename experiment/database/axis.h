#ifndef FPREDICT_EXPERIMENT_DATABASE_AXIS_H
#define FPREDICT_EXPERIMENT_DATABASE_AXIS_H

/* What stored results say along the axes of their experiment. */

#include "experiment/database/database.h"

/* The setting of that name; null: it has none. */
const char *stored_value(const stored_result *r, const char *name);

/* May a file be called by the name: letters, digits, '-', '_', and '.' behind the first? */
bool stored_name_is_plain(const char *name);

/* Which axis is of processors; -1: none. */
int stored_processors_axis(const stored_experiment *e);

/* The number that a value is; of a shape, 2x4, its processors; NaN of a word. */
double stored_number(const char *text);

/* Returns for each result how many times as fast it is as one processor: the time on the fewest
 * processors that there is a result of the same kind for, with the same value on the other axis,
 * times their number, over its own; of several times that, measured repetitions, the median. NaN
 * where no axis is of processors, and of a result without a time. */
const double *stored_speed_ups(arena *a, const stored_experiment *e, const result_list *all);

#endif
