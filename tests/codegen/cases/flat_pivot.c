/* Elimination on a flat array, with pivot rows that are found at run time: one is copied, two are
 * swapped, by a function and in place, and a row is set. */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 18
#endif
static double a[N * N], b[N];

#pragma hpf processors P(*, *)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, block) onto P
#pragma hpf dimension(N, N), align(i, j) with T(i, j) :: a

static void swap(double *m, int x, int y)
{
    for (int j = 0; j < N; j++) {
        double t = m[x * N + j];
        m[x * N + j] = m[y * N + j];
        m[y * N + j] = t;
    }
}

int main(void)
{
    double product = 1, s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i * N + j] = (i * 5 + j * 3) % 7 + (i == j ? 0.5 : 0);
    for (int k = 0; k < N - 1; k++) {
        int p = k;
        double best = 0;
        for (int i = k; i < N; i++)
            if (fabs(a[i * N + k]) > best) {
                best = fabs(a[i * N + k]);
                p = i;
            }
        for (int j = 0; j < N; j++)
            b[j] = a[p * N + j];
        s += b[k];
        if (k % 3 == 0)
            swap(a, k, p);
        else if (p != k)
            for (int j = 0; j < N; j++) {
                double t = a[N * k + j];
                a[N * k + j] = a[j + N * p];
                a[j + N * p] = t;
            }
        product *= fabs(a[k * N + k]);
        for (int i = k + 1; i < N; i++) {
            double f = a[i * N + k] / a[k * N + k];
            for (int j = k; j < N; j++)
                a[i * N + j] -= f * a[k * N + j];
        }
        for (int j = 1; j < N; j++)
            a[(size_t)(p + 1) * N - N + j - 1] += 0.125;
    }
    printf("%.6e %.6e\n", product, s);
    return 0;
}
