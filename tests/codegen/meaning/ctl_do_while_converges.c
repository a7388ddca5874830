/* A do loop around divided loops runs until what they sum up is small; a macro ends it. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define AGAIN (change > 0.01)
#define TWICE do { halve(); halve(); } while (0)

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static void halve(void)
{
    for (int i = 0; i < N; i++)
        a[i] /= 2;
}

int main(void)
{
    double change, d, sum = 0;
    int i, steps = 0;

    for (i = 0; i < N; i++)
        a[i] = i == 0 || i == N - 1 ? 16 : 0;
    do {
        change = 0;
        for (i = 1; i < N - 1; i++)
            b[i] = (a[i - 1] + a[i + 1]) / 2;
        for (i = 1; i < N - 1; i++) {
            d = b[i] - a[i];
            change += d * d;
            a[i] = b[i];
        }
        steps++;
    } while (AGAIN);
    TWICE;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("steps %d change %.9g sum %.12g a %.12g\n", steps, change, sum, a[N / 2]);
    return 0;
}
