#include "support/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 24, SMALL = 128 };

/* Moves each element down to after the last that is not larger. */
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

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void sort_texts(const char **text, int count)
{
    sort_items(text, (size_t)count, sizeof *text, compare_texts);
}

static int compare_values(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void sort_values(double *value, int count)
{
    sort_items(value, (size_t)count, sizeof *value, compare_values);
}

double sort_median(double *value, int count)
{
    assert(count > 0);
    sort_values(value, count);
    return count % 2 ? value[count / 2] : (value[count / 2 - 1] + value[count / 2]) / 2;
}
