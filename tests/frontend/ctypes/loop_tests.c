/* The test of a loop is evaluated once more than its body, that of `do` as often; behind && and ||
 * as far as what stands before lets it. */
#include "arrays.h"

static int bound(int k)
{
    a[0] += 1; /* count: 27 */
    return k;
}

static int next(int k)
{
    a[0] += 1; /* count: 21 */
    return k + 1;
}

static int start(int k)
{
    a[0] += 1; /* count: 2 */
    return k;
}

/* bound: 5 + 4 + 5 + 1 + 0 + 5 + 3 + 4 = 27; next: 4 + 5 + 5 + 3 + 4 = 21. */
int main(void)
{
    for (int i = start(0); i < bound(4); i++)          /* bound: 5 */
        a[i] += 1;                                     /* count: 4 */
    for (int i = 0; i < 4 && bound(1); i++)            /* bound: 4 */
        a[i] += 1;                                     /* count: 4 */
    for (int i = 0; bound(1) && i < 4 && next(1); i++) /* bound: 5; next: 4 */
        a[i] += 1;                                     /* count: 4 */
    for (int i = 9; bound(1) && i < 4; i++)            /* bound: 1 */
        a[i] += 1;                                     /* count: 0 */
    for (int i = 9; i < 4 && bound(1); i++)            /* bound: 0 */
        a[i] += 1;                                     /* count: 0 */
    int i = 6;
    while (--i > 0 && bound(1)) /* bound: 5, of i = 5 … 1 */
        a[i] += 1;              /* count: 5 */
    i = 0;
    while (i < 3 || bound(i) < 5) { /* bound: of i = 3, 4, 5 */
        a[i] += 1;                  /* count: 5 */
        i++;
    }
    i = start(0);
    do {
        a[i] += 1; /* count: 5 */
        i++;
    } while (i < 5 && bound(1)); /* bound: 4, of i = 1 … 4 */
    i = 0;
    do
        a[i] += 1;         /* count: 5 */
    while (next(i++) < 5); /* next: 5 */
    i = 0;
    while (!(next(i) >= 5)) { /* next: 5, of i = 0 … 4 */
        a[i] += 1;            /* count: 4 */
        i++;
    }
    i = 0;
    while (i < 3 ? 1 : next(i) < 6) { /* next: 3, of i = 3, 4, 5 */
        a[i] += 1;                    /* count: 5 */
        i++;
    }
    int k = 0;
    for (i = 0; i < 4 && next(k++); i++) /* next: 4 */
        a[i] += 1;                       /* count: 4 */
    int n = 9;
    i = 5;
    while (i < n && --i)
        a[i] += 1; /* count: 4 */
    for (i = 0; i < 10; i++, i++)
        a[i] += 1; /* count: 5 */
    return 0;
}
