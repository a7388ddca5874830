/* Leaves that get rows of flat arrays and of tables of pointers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#pragma hpf processors P(*)
static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k] * y[k];
    return s;
}
static void axpy(double *x, const double *y, double f, int n)
{
    for (int k = 0; k < n; k++)
        x[k] += f * y[k];
}
static void lu(double *a, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            axpy(a + i * n, a + k * n, -f, n);
            a[i * n + k] = f;
        }
}
static void chol(double **l, int n)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++)
            l[i][j] -= dot(l[i], l[j], j);
        double d = sqrt(l[j][j]);
        for (int i = j; i < n; i++)
            l[i][j] /= d;
    }
}
int main(void)
{
    double *a = malloc(N * N * sizeof *a);
#pragma hpf dimension(N, N), distribute(cyclic, *) onto P ::a
    double **l = malloc(N * sizeof *l);
#pragma hpf distribute l(block, *) onto P
    for (int i = 0; i < N; i++)
        l[i] = malloc(N * sizeof **l);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i * N + j] = (i * 3 + j * 5) % 7 + (i == j ? 10 : 0);
            l[i][j] = (i + j) % 3 + (i == j ? 40 : 0);
        }
    lu(a, N);
    chol(l, N);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            s += l[i][j] * (i + 1) + a[i * N + j];
    printf("%.9f\n", s);
    return 0;
}
