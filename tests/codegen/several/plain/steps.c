/* Of this file nothing is another: it is passed through. */
#include "plain.h"

int calls;

int twice(int x)
{
    calls++;
    return 2 * x;
}

int less(int x)
{
    calls++;
    return x - 3;
}

int by_key(const void *a, const void *b)
{
    return ((const record *)a)->key - ((const record *)b)->key;
}
