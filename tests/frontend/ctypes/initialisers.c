/* Initialisers and sizes of arrays are executed, too: what they move, a loop does not count. */
#include "arrays.h"

struct cell {
    int x;
};

static void moved_by_initialisers(void)
{
    int s = 0;
    for (int i = 0; i < 20; i++) { /* i = 0, 2 … 18 */
        int k = i++;
        a[k] += 1; /* count: 10 */
    }
    for (int i = 0; i < 40; i += 2) { /* by 3: 0, 3 … 39 */
        double x = a[i++];
        a[i] += x; /* count: 14 */
    }
    for (int i = 0; i < 20; i++) {
        struct cell k = {i++};
        s += k.x; /* count: 10 */
    }
    for (int i = 0; i < 20; i++) {
        int v[i++ + 1];
        v[0] = 1;
        s += v[0]; /* count: 10 */
    }
    for (int i = 0; i < 20; i++) { /* 0 … 4, then i is 9 and 10 … 19 follow */
        s++;                       /* count: 15 */
        if (i == 4) {
            int k = i += 5;
            s += k;
        }
    }
    int i = 0;
    while (i < 20) {
        int k = i++;
        i++;
        s += k; /* count: 10 */
    }
    a[0] += s;
}

static void bounds_and_steps(void)
{
    int s = 0, n = 20, step = 1, times = 0;
    for (int i = 0; i < n; i++) { /* n = 20, 19 …: i reaches 10 with n = 10 */
        int k = n--;
        s += k; /* count: 10 */
    }
    for (int i = 0; i < 40; i += step) { /* 0, 2, 5, 9, 14, 20, 27, 35 */
        int k = step++;
        s += k; /* count: 8 */
    }
    for (int i = 0; i < 5; i++) {
        int k = times++;
        s += k;
    }
    for (int i = 0; i < times; i++)
        s++; /* count: 5 */
    a[1] += s;
}

static void inner_heads(void)
{
    int s = 0, n = 0;
    for (int i = 0; i < 5; i++) /* 6 + 5 + 4 + 3 + 2 */
        for (int j = n++; j < 6; j++)
            s++;                   /* count: 20 */
    for (int i = 0; i < 20; i++) { /* 0, 2 … 18 */
        s++;                       /* count: 10 */
        for (int j = i++; j < 3; j++)
            a[j] = 1; /* count: 4 */
    }
    a[2] += s;
}

int main(void)
{
    moved_by_initialisers();
    bounds_and_steps();
    inner_heads();
    return 0;
}
