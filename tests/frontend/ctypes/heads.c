/* What heads and conditions say: numbers as conditions, what stands beside an increment, divisions
 * of a negative index, and groups of a switch that know nothing of each other. */
#include "arrays.h"

static int called(int k)
{
    a[0] += k; /* count: 28 */
    return 1;
}

int main(void)
{
    for (int q = -3; q < 8; q++) {
        if (q)
            a[0] += 1; /* count: 10 */
        if (q - 4 && q + 2)
            a[0] += 1; /* count: 9 */
        q && called(0); /* 10 */
    }
    for (int q = 1; q < 40; q++) {
        for (int k = 0; k < (q - 30 ? 2 : 5); k++)
            a[0] += 1; /* count: 81 */
        if ((q - 14) * (q - 20))
            a[0] += 1; /* count: 37 */
    }
    for (int q = 0; q < 6; q++, q && called(q)) /* 6 */
        a[0] += 1; /* count: 6 */
    for (int q = 0; q < 6; q++, q == 3 ? called(q) : 0) /* 1 */
        a[0] += 1; /* count: 6 */
    for (int q = 0; q < 6; q == 3 ? called(q) : 0, q++, q > 2 && called(q)) /* 5 */
        a[0] += 1; /* count: 6 */
    for (int q = 64; q > 1; q /= 2, q < 5 && called(q)) /* 3 */
        a[0] += 1; /* count: 6 */
    int before = 3;
    for (before = 0, before && called(1); before < 2; before++)
        a[0] += 1; /* count: 2 */
    for (int q = 2, k = called(q); q > 0; q--) /* 1 */
        a[0] += k; /* count: 2 */
    for (int q = 0; q < 2; q += called(q)) /* 2 */
        a[0] += 1; /* count: 2 */
    for (int q = -24; q; q /= 2)
        a[0] += 1; /* count: 5 */
    for (signed char q = (signed char)1000; q != 0; q /= 3)
        a[0] += 1; /* count: 3 */
    for (int q = -24; q > 2; q /= 2)
        a[0] += 1; /* count: 0 */
    int v = 0;
    for (int q = 7; q > 1; q--) {
        switch (q) {
        case 5:
            v = 0;
            break;
        case 6:
            v = q;
            for (int k = 0; k < v; k++)
                a[0] += 1; /* count: 6 */
            break;
        default:
            for (int k = 0; k < v; k++)
                a[0] += 1; /* count: 0 */
        }
    }
    int u = 3;
    for (int i = 0; i < 5; i++) {
        for (int j = u & 4; j > 0; j--) {
            u = 5;
            a[0] += 1; /* count: 16 */
        }
        u = 4;
    }
    unsigned short end = 1;
    for (end = 2; end < -6; end++)
        a[0] += 1; /* count: 0 */
    for (int k = 0; k < end; k++)
        a[0] += 1; /* count: 2 */
    int t = 0;
    for (int q = 7; q > 1; q--) {
        switch (q) {
        case 6:
            t = q;
        default: /* 7 comes here directly, and 6 from above */
            for (int k = 0; k < t; k++)
                a[0] += 1; /* count: 18 */
            break;
        case 3:
            t = 0;
        }
    }
    int w = 3;
    switch (w) {
    case 3:
        w = 7;
        break;
    case 4:
        for (int k = 0; k < w; k++)
            a[0] += 1; /* count: 0 */
    }
    for (int k = 0; k < w; k++)
        a[0] += 1; /* count: 7 */
    return 0;
}
