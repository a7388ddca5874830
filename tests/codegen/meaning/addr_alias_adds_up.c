/* A sum is built through a pointer to the scalar that is printed. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double s = 100, t = 5;
    double *p = &s, *const q = &t;
    int i;

    for (i = 0; i < N; i++)
        a[i] = 2 * i + 1;
    for (i = 0; i < N; i++)
        *p += a[i];
    printf("s %.12g\n", s);
    for (i = 0; i < N; i++) {
        s -= a[i] / 2;
        q[0] += 1;
    }
    printf("s %.12g through p %.12g t %.12g\n", s, *p, t);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
