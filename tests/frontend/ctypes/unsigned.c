/* Unsigned arithmetic is modulo what its type counts, and comparisons are made in it. */
#include <stddef.h>

#include "arrays.h"

static void compared(void)
{
    const int low = -1;
    unsigned four = 4;
    size_t many = 5;
    for (int i = -3; i < 10; i++)
        if (i < four)
            a[i] = i; /* count: 4 */
    for (int i = -3; i < 10; i++)
        if (four > i)
            a[i] = i; /* count: 4 */
    for (int i = -3; i < 10; i++)
        if (i >= four)
            a[i + 3] = i; /* count: 9 */
    for (int i = 0; i < 20; i++)
        if ((unsigned)(i - 5) < 10u)
            a[i] = i; /* count: 10 */
    for (int i = 0; i < 20; i++)
        if ((unsigned)(i - 5) == -1)
            a[i] = i; /* count: 1 */
    for (int i = -1; i < many; i++)
        a[i] = i; /* count: 0 */
    for (int i = 0; i < many; i++)
        a[i] = i; /* count: 5 */
    if (low < sizeof(int))
        a[1] = 1; /* count: 0 */
    else
        a[2] = 1; /* count: 1 */
    if (low < (long)sizeof(int))
        a[1] = 1; /* count: 1 */
}

static void wrapped(void)
{
    unsigned none = 0, two = 2;
    unsigned large = 3000000000u;
    for (int i = 0; i < 25; i++)
        if (i < none - 1)
            a[i] = i; /* count: 25 */
    for (unsigned i = 0; i < two - 5 && i < 30; i++)
        a[i] = i; /* count: 30 */
    for (unsigned i = 0; i < large + large - 1705032700u; i++)
        a[i] = i; /* count: 4 */
    for (unsigned i = 0; i < ~0u >> 28; i++)
        a[i] = i; /* count: 15 */
    for (unsigned i = 0; i < -two / 1000000000u; i++)
        a[i] = i; /* count: 4 */
    for (int i = -4; i < 4; i++)
        if (i % 3u == 0)
            a[i + 4] = i; /* count: 4 */
    for (int i = -4; i < 4; i++)
        if (i % sizeof(double) == 7)
            a[i + 4] = i; /* count: 1 */
    for (int i = 0; i < 40; i++)
        if (i * 200000000u < 1000000000u)
            a[i] = i; /* count: 10 */
}

int main(void)
{
    unsigned least = 8;
    int three = -3;
    for (unsigned i = 0; i < (three < least ? three : least) && i < 50; i++)
        a[i] = i; /* count: 8 */
    compared();
    wrapped();
    for (int i = 0; i < 20; i++)
        if (i - 1u < N)
            a[i - 1u] = i; /* count: 19 */
    return 0;
}
