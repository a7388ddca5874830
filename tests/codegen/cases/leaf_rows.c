/* Leaves that get rows, and a length, of functions in whose loops all processors step: which row it
 * is they are passed besides. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 12
#endif
double V[N][N], A[N][N];
#pragma hpf processors P(*)
#pragma hpf distribute V(block, *) onto P
#pragma hpf align A(i, *) with V(i, *)
static double norm(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k] * x[k];
    return sqrt(s);
}
static void scale(double *x, double by, int n)
{
    for (int k = 0; k < n; k++)
        x[k] *= by;
}
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
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = V[i][j] = (i * 3 + j * 5) % 7 + (i == j ? 10 : 0);
    double total = 0;
    for (int i = 0; i < N; i++)
        total += norm(V[i], N);
    for (int i = 0; i < N; i++)
        scale(A[i], 1 / norm(V[i], N), N);
    for (int i = 0; i < N; i++) {
        double r = norm(V[i], N);
        scale(V[i], 1 / r, N);
        for (int k = i + 1; k < N; k++)
            axpy(V[k], V[i], -dot(V[k], V[i], N), N);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += A[i][j] * j + V[i][j] * (i + 1);
    printf("%.9f %.9f\n", total, s);
    return 0;
}
