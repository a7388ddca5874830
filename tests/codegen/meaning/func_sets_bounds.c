/* A function without arguments sets integers of the file, in several steps: they bound loops. */
#include <stdio.h>

#ifndef N
#define N 48
#endif

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static int m, steps;

static void setup(void)
{
    m = N;
    for (int k = 0; k < 2; k++)
        m /= 2;
    steps = 1;
    steps = m / 4;
    steps += 2;
}

int main(void)
{
    double sum = 0;

    setup();
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < m; i++)
            b[i] = a[i - 1];
        for (int i = 1; i < m; i++)
            a[i] = b[i];
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    return 0;
}
