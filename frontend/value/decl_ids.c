#include "frontend/value/decl_ids.h"

#include <stdlib.h>

void decl_ids_add(arena *a, decl_ids *set, int id)
{
    VEC_PUSH(a, set, id);
}

static int by_id(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void decl_ids_sort(decl_ids *set)
{
    int count = 0;
    if (set->count)
        qsort(set->data, (size_t)set->count, sizeof *set->data, by_id);
    for (int i = 0; i < set->count; i++)
        if (i == 0 || set->data[i] != set->data[count - 1])
            set->data[count++] = set->data[i];
    set->count = count;
}

bool decl_ids_has(const decl_ids *set, int id)
{
    int low = 0, high = set->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (set->data[middle] == id)
            return true;
        if (set->data[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
