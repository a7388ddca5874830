#include "support/sort.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 24, SMALL = 128 };

/* Moves each element down to behind the last that is not larger. */
static void insert_all(unsigned char *data, size_t count, size_t size,
                       int (*compare)(const void *, const void *))
{
    unsigned char one[SMALL];
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        while (at > 0 && compare(data + (at - 1) * size, data + i * size) > 0)
            at--;
        if (at == i)
            continue;
        memcpy(one, data + i * size, size);
        memmove(data + (at + 1) * size, data + at * size, (i - at) * size);
        memcpy(data + at * size, one, size);
    }
}

void sort_items(void *data, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count <= FEW && size <= SMALL)
        insert_all(data, count, size, compare);
    else
        qsort(data, count, size, compare);
}
