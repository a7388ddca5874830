#ifndef FPREDICT_FRONTEND_LOWER_ROW_TRIPS_H
#define FPREDICT_FRONTEND_LOWER_ROW_TRIPS_H

/* Rows of sparse matrices: how often a loop from first[i] to first[i + 1] runs. */

#include "frontend/lower/stretch.h"

/* The mean, where the loop `s` steps `k` along such a stretch, if the rows share all elements of an
 * array that the loop goes along: its length over the number of rows, which is that of `first` less
 * one. Null where these are not known; `how` says what was taken. */
const expr *lower_row_trips(lowering *lo, const syntax *s, const decl *k, const stretch *of,
                            const char **how);

#endif
