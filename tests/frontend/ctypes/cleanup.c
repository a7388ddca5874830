/* The function of an attribute `cleanup` is called on each way out of its variable's scope. */
#include "arrays.h"

#define WITH(f) __attribute__((__cleanup__(f)))

static void first(int *p)
{
    a[*p & 0] += 1; /* count: 24 */
}

static void second(int *p)
{
    a[*p & 0] += 1; /* count: 14 */
}

static int value(int k)
{
    a[0] += 1; /* count: 3 */
    return k;
}

static int returns(int k)
{
    __attribute__((cleanup(first))) int z = k;
    if (k > 2)
        return 1;
    WITH(second) int y = k;
    if (k > 1)
        return value(2) + z;
    else {
        WITH(first) int x = y;
        a[x & 0] += 1; /* count: 2 */
        return value(3);
    }
}

/* first: returns 6 + 2; the block 2; the loops 5 + 4 + 4; main 1: 24.
 * second: returns 3; the block 1; the loops 10. */
int main(void)
{
    WITH(first) int whole = 1;
    for (int i = 0; i < 6; i++)
        returns(i);
    {
        WITH(first) int z = 1, y = 2;
        int x WITH(second) = 3;
        a[0] += x & y & z; /* count: 1 */
    }
    for (int i = 0; i < 5; i++) {
        WITH(first) int z = i;
        for (int j = 0; j < 2; j++) {
            WITH(second) int y = j;
            if (j < 1)
                continue;
            a[j] += y; /* count: 5 */
        }
        if (i < 2)
            continue;
        a[i] += z; /* count: 3 */
    }
    int k = 0;
    do {
        WITH(first) int z = k;
        k++;
    } while (k < 4);
    for (int i = 0; i < 6; i++)
        if (i > 1) {
            WITH(first) int z = i;
            a[i] += z; /* count: 4 */
        }
    return 0;
}
