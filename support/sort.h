#ifndef FPREDICT_SUPPORT_SORT_H
#define FPREDICT_SUPPORT_SORT_H

/* qsort, but few elements, as most lists here have, without its cost. */

#include <stddef.h>

/* Orders `count` elements of `size` bytes by `compare`, as for qsort. Elements that
 * compare equal may change places. `data` may be null where there are none. */
void sort_items(void *data, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
