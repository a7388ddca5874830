/* Conditions with an `else`, and without braces, whose branches only some processors execute. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(N-1-i)

int main(void)
{
    int i, k = 2;
    for (i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i;
    }
    if (b[15] > 3)
        a[1] = 3;
    else
        a[2] = 40;
    if (b[15] < 3)
        a[3] = 30;
    else
        a[4] = 50;
    if (b[N - 1] < 3)
        for (i = 0; i < 2; i++)
            a[k] += i;
    else if (a[5] > 4)
        if (b[3] > 5)
            a[6] = 1;
        else
            a[7] = 2;
    else
        b[8] = 3;
    for (i = 0; i < N; i++)
        if (b[(i + 3) % N] > 7)
            a[i] = -1;
        else
            for (int j = 0; j < 2; j++)
                b[i] += j;
    if (k == 2)
        a[k + 6] = 4;
    else if (k > 2)
        b[k] = 5;
    else
        a[k] = b[k];
    for (i = 0; i < N; i++)
        printf("%g %g\n", a[i], b[i]);
    return 0;
}
