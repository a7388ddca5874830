/* The sizes of arrays are evaluated where a declaration, a cast or sizeof writes them. */
#include "arrays.h"

static int size(int k)
{
    a[0] += 1; /* count: 20 */
    return k;
}

static int never(int k)
{
    a[0] += 1; /* count: 0 */
    return k;
}

static void formal(int n, int t[n][size(2)])
{
    a[0] += t[0][0]; /* count: 3 */
}

int main(void)
{
    int n = 3;
    int plain[size(2)];                        /* 1 */
    int two[size(2)][size(n)], (*to)[size(2)]; /* 4 */
    typedef int row[size(2)];                  /* 5 */
    row first, second;
    __typeof__(int[size(2)]) third;  /* 6 */
    __typeof__(two[size(1)]) fourth; /* 7: an array of such a size is evaluated */
    __typeof__(never(1)) fifth = 0;
    to = (int(*)[size(2)])plain;      /* 8 */
    int bytes = sizeof(int[size(2)]); /* 9 */
    bytes += sizeof two[size(1)];     /* 10 */
    bytes += sizeof plain[never(1)] + sizeof(never(1)) + sizeof *to;
    for (int i = 1; i < 5; i++) { /* 14 */
        int within[size(i)];
        within[0] = i;
        a[i] += within[0]; /* count: 4 */
    }
    int m = 1;
    for (int i = 0; i < 3; i++) {
        typedef int longer[m++];
        longer v;
        v[0] = m;
        a[i] += v[0]; /* count: 3 */
    }
    for (int i = 0; i < m; i++)
        a[i] += 1; /* count: 4 */
    first[0] = second[0] = third[0] = fourth[0] = two[0][0] = to[0][0] = fifth;
    int block[4] = {first[0], second[0], third[0], fourth[0]};
    for (int i = 0; i < 3; i++)
        formal(2, (int(*)[2])block); /* 17 */
    int k = 0;
    while (k < 2 && sizeof(int[size(2)])) /* 19 */
        k++;
    char *text = (char *)(int(*)[size(2)])block; /* 20 */
    a[0] += text[0] + bytes;
    return 0;
}
