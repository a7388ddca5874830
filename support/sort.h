#ifndef FPREDICT_SUPPORT_SORT_H
#define FPREDICT_SUPPORT_SORT_H

/* qsort, but few elements, as most lists here have, without its cost; and what sorting tells. */

#include <stddef.h>

/* Orders `count` elements of `size` bytes by `compare`, as for qsort. Elements that
 * compare equal may change places. `data` may be null where there are none. */
void sort_items(void *data, size_t count, size_t size, int (*compare)(const void *, const void *));

/* Sorts texts by their bytes. */
void sort_texts(const char **text, int count);

/* Sorts values, none of them NaN, ascending. */
void sort_values(double *value, int count);

/* Returns the median of `count` > 0 values, which it sorts: of an even number, the mean of the
 * middle two. */
double sort_median(double *value, int count);

#endif
