/* LU whose pivot row is found at run time, in blocks; flat. */
#include <math.h>
#include <stdio.h>

#define N 24
static double a[N*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: a

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i*N + j] = (i * 3 + j * 5) % 11 + (i == j ? 0.25 : 0);
    double product = 1;
    for (int k = 0; k < N; k++) {
        int p = k;
        double best = 0;
        for (int i = k; i < N; i++) {
            double size = fabs(a[i*N + k]);
            if (size > best) {
                best = size;
                p = i;
            }
        }
#pragma fpredict region work
        if (p != k)
            for (int j = 0; j < N; j++) {
                double t = a[k*N + j];
                a[k*N + j] = a[p*N + j];
                a[p*N + j] = t;
            }
        product *= fabs(a[k*N + k]);
        for (int i = k + 1; i < N; i++) {
            double f = a[i*N + k] / a[k*N + k];
            for (int j = k; j < N; j++)
                a[i*N + j] -= f * a[k*N + j];
        }
    }
    printf("%.6e\n", product);
    return 0;
}
