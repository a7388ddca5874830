/* A sum begins, runs and ends in a block, or a do that runs once, with a value before it. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double s, largest = 0;
    int i;

    for (i = 0; i < N; i++)
        a[i] = i % 7;
    { s = 5; for (i = 0; i < N; i++) s += a[i]; }
    printf("%.12g %d\n", s, i);
    do {
        s = 7;
        for (i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        for (i = 1; i < N - 1; i++)
            s += b[i];
        {
            largest = s / 100;
            for (i = 1; i < N - 1; i++)
                if (b[i] > largest)
                    largest = b[i];
            s -= largest;
        }
        for (i = 1; i < N - 1; i++)
            a[i] = b[i];
        s *= 2;
    } while (0);
    printf("%.12g %.12g %d\n", s, largest, i);
    printf("%.12g %.12g\n", a[1], b[N - 2]);
    return 0;
}
