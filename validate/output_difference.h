#ifndef FPREDICT_VALIDATE_OUTPUT_DIFFERENCE_H
#define FPREDICT_VALIDATE_OUTPUT_DIFFERENCE_H

/* Has a program printed what another one has? Pure, but for the files that are read; for
 * validate/ and its tests. */

#include "support/arena.h"

/* Compares two files line by line. Numbers may differ by `tolerance` of the larger one, or of
 * 1 where both are smaller, as parts of sums are added up in another order; and by one unit of
 * the last digit that is printed after a point, which rounding may turn. All else must be the
 * same, but for how many blanks stand somewhere. Returns null, or where they differ first:
 * "line 3: 'x 2' instead of 'x 1'". */
const char *output_difference(arena *a, const char *path, const char *wanted_path,
                              double tolerance);

#endif
