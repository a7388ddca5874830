/* A scalar that each case sets, and a formal that its function changes, go with the iteration. */
#include <stdio.h>

#ifndef N
#define N 21
#endif

static int a[N], b[N], c[N], d[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)
#pragma hpf align c(i) with a(i)
#pragma hpf align d(i) with a(i)

static int turned(int x)
{
    int r = 0;
    for (int k = 0; k < 6; k++) {
        r = 2 * r + (x & 1);
        x >>= 1;
    }
    return r;
}

int main(void)
{
    int t, last = 100;

    for (int i = 0; i < N; i++)
        a[i] = i % 5;
    for (int i = 0; i < N; i++) {
        switch (a[i]) {
        case 2:
            t = 7;
            break;
        case 3:
        case 4:
            t = 9 + i;
            break;
        default:
            t = -i;
        }
        b[i] = t;
    }
    for (int i = 0; i < N; i++)
        c[i] = turned(a[i]);
    for (int i = 0; i < N; i++) {
        switch (a[i]) { /* and this one keeps it where it is neither */
        case 2:
            last = i;
            break;
        case 3:
            last = 2 * i;
            break;
        }
        d[i] = last;
    }
    for (int i = 0; i < N; i++)
        printf("%d %d %d\n", b[i], c[i], d[i]);
    return 0;
}
