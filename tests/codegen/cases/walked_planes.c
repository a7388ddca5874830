/* Rows of three dimensions, of which two are distributed, that functions walk through; heads
 * without an iteration, against the alignment, in each other, and in loops that are not divided. */
#include <stdio.h>
#ifndef N
#define N 9
#endif
#define M 8
#define K 7
static double a[N][M][K], f[N * M], x[N], y[N];
#pragma hpf processors P(2, 2)
#pragma hpf template T(N, M)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align a(i, j, *) with T(i, j)
#pragma hpf dimension(N, M), align(i, j) with T(i, j)::f
#pragma hpf align x(i) with T(i, *)
#pragma hpf align y(i) with T(N - 1 - i, *)

static double sum(const double *row, int n)
{
    double s = 0;
    while (n-- > 0)
        s += *row++;
    return s;
}

static void set(double *row, int n, int from)
{
    for (double *end = row + n; row < end; row++)
        *row = from++;
}

int main(void)
{
    double s = 0, *p = f, *q;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            set(a[i][j], K, i * j);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            *p++ = sum(a[i][j], K) + i;
    for (int i = 0; i < N; i++)
        x[i] = i * i % 7;
    for (p = x + 4; p < x + 4; p++)
        *p = 99;
    for (p = x + 6; p < x + 3; p++)
        *p = 98;
    for (p = y; p != y + N; p++) {
        double p_end = 2;
        *p = p_end;
    }
    for (p = x; p < x + N; p++)
        for (q = y; q < y + N; q++)
            *p += 0.5 * *q;
    for (p = x; p < x + N; p++) {
        if (*p < 9)
            continue;
        s += *p;
    }
    for (p = x; p < x + N; p++)
        printf("%g ", *p);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += f[i * M + j] * (i + 2 * j) + y[i];
    printf("%.12g\n", s);
    return 0;
}
