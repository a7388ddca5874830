/* Pointers that move through arrays in loops that count integers: one element, or a row, an iteration, in one loop and in
 * two, up to behind the loop; before and after their moves; in functions. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
static double a[N * M], b[N * M], u[N][M], x[N], y[N];
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: a, b
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align (i) with T(i,*) :: x, y

static void daxpy(int n, double f, const double *s, double *d)
{
    for (int i = 0; i < n; i++)
        *d++ += f * *s++;
}

int main(void)
{
    double *p = a;
    const double *q;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            *p++ = 0.5 * i - 0.25 * j;
    int i, j;
    for (i = 0, p = b; i < N; i++, p += M)
        for (j = 0; j < M; j++)
            p[j] = i ^ j;
    for (i = 0; i < N; i++) {
        double *d = u[i] + 1;
        const double *s = &a[i * M + 1];
        u[i][0] = u[i][M - 1] = 1;
        for (j = 1; j < M - 1; j++, ++s)
            *d++ = *s + s[-1];
    }
    for (int t = 0; t < 3; t++) {
        p = a + M;
        q = b + M;
        for (i = 1; i < N - 1; i++) {
            for (j = 0; j < M; j++)
                p[j] = q[j - M] + p[j] * 0.5 + *(q + M + j);
            p += M;
            q += M;
        }
        *p = 3; /* the last row's first */
    }
    for (i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2;
    }
    for (int k = 0; k < 4; k++)
        daxpy(N, 0.5, x, y);
    double s = 0;
    p = a;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            s += *p++ * (1 + (i + 3 * j) % 5) + u[i][j] + b[i * M + j] + y[i];
    printf("%.10g\n", s);
    return 0;
}
