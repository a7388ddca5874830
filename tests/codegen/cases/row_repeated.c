/* The same words for a row that is passed, and that a pointer is set to, in other loops: only the pointer's
 * value is left out. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define M 5

static double g[N][M], c[N], d[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align g(i,*) with T(i)
#pragma hpf align (i) with T(i) :: c, d

static double total(const double *r)
{
    double t = 0;
    for (int k = 0; k < M; k++)
        t += r[k];
    return t;
}

int main(void)
{
    double s = 0, high = -1, far = 0;
    for (int i = 0; i < N; i++) {
        c[i] = i * i % 7;
        d[i] = 0;
        for (int j = 0; j < M; j++)
            g[i][j] = i + j;
    }
    for (int i = 0; i < N; i++)
        s += total(g[i]);
    for (int i = 0; i < N; i++) {
        double *row = g[i];
        row[0] = 0;
        row[1] += 2;
    }
    for (int i = 0; i < N; i++)
        d[i] = total(g[i]) + c[i];
    for (int i = 0; i < N; i++)
        if (c[i] > high)
            high = c[i];
    for (int i = 1; i < N - 1; i++) {
        const double *row = g[i];
        far += row[2] * c[i] > c[i] ? row[2] * c[i] : c[i];
    }
    printf("%g %g %g %g\n", s, high, far, total(g[2]));
    for (int i = 0; i < N; i++)
        printf("%g %g\n", g[i][0] + g[i][1], d[i]);
    return 0;
}
