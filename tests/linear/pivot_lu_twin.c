/* pivot_lu.c, with a subscript for each dimension. */
#include <math.h>
#include <stdio.h>

#define N 24
static double a[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 3 + j * 5) % 11 + (i == j ? 0.25 : 0);
    double product = 1;
    for (int k = 0; k < N; k++) {
        int p = k;
        double best = 0;
        for (int i = k; i < N; i++) {
            double size = fabs(a[i][k]);
            if (size > best) {
                best = size;
                p = i;
            }
        }
#pragma fpredict region work
        if (p != k)
            for (int j = 0; j < N; j++) {
                double t = a[k][j];
                a[k][j] = a[p][j];
                a[p][j] = t;
            }
        product *= fabs(a[k][k]);
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < N; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    printf("%.6e\n", product);
    return 0;
}
