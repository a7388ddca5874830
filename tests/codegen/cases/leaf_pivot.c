/* Elimination with pivot rows that only the run finds: leaves get them as rows, and one adds a row to
 * another of the same array. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 14
#endif
#define L 3
double a[N][N], f[N * N], t[L][N][N];
#pragma hpf processors P(*)
#pragma hpf distribute a(block, *) onto P
#pragma hpf dimension(N, N), align(i, j) with a(i, j) :: f
#pragma hpf align t(*, i, j) with a(i, j)
static void swap_rows(double *x, double *y, int n)
{
    for (int k = 0; k < n; k++) {
        double s = x[k];
        x[k] = y[k];
        y[k] = s;
    }
}
static void axpy(double *x, const double *y, double by, int n)
{
    for (int k = 0; k < n; k++)
        x[k] += by * y[k];
}
static double sum(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = f[i * N + j] = (i * 11 + j * j * 3) % 19 - 9 + (i == j) * 0.5 + i * j * 0.01;
            for (int l = 0; l < L; l++)
                t[l][i][j] = l * 3 + i * j % 4;
        }
    for (int k = 0; k < N; k++) {
        int p = k, q = k;
        for (int i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        for (int i = k + 1; i < N; i++)
            if (fabs(f[i * N + k]) > fabs(f[q * N + k]))
                q = i;
        if (p != k)
            swap_rows(a[k], a[p], N);
        if (q != k)
            swap_rows(&f[k * N], &f[q * N], N);
        for (int i = k + 1; i < N; i++) {
            double by = a[i][k] / a[k][k];
            axpy(a[i], a[k], -by, N);
            axpy(f + i * N, f + k * N, -f[i * N + k] / f[k * N + k], N);
        }
        t[1][p][k] = q;
        axpy(t[k % L][p], t[(k + 1) % L][p], 0.5, N);
    }
    double det = 1, s = 0;
    for (int i = 0; i < N; i++) {
        det *= a[i][i] * f[i * N + i];
        s += sum(t[1][i], N);
    }
    printf("%.6e %.9f\n", det, s);
    return 0;
}
