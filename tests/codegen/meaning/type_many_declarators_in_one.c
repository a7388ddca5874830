/* One declaration has distributed arrays, scalars with values, and pointers to them. */
#include <stdio.h>

#ifndef N
#define N 22
#endif

static double a[N], s = 0, b[N][N], *p = &s, small[2] = { 1, 2 }, (*cube)(double), c[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i,*) with T(i)
#pragma hpf align c(i) with T(i)

static double power(double x)
{
    return x * x * x;
}

int main(void)
{
    int i, j = 5, first[2] = { 3, 4 }, *q = &j;

    cube = power;
    for (i = 0; i < N; i++) {
        a[i] = i + small[i % 2];
        c[i] = a[i] * first[1];
    }
    printf("j %d q %d\n", j, *q);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = a[i] + j;
    for (i = 0; i < N; i++)
        s += b[i][3] + c[i];
    printf("s %.12g p %.12g cube %.12g\n", s, *p, cube(small[1]));
    printf("j %d q %d b %.12g c %.12g\n", j, *q, b[N - 1][2], c[7]);
    return 0;
}
