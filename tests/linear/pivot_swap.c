/* A function swaps two rows, one of which is found at run time; its formal is a pointer. */
#include <math.h>
#include <stdio.h>

#define N 24
static double a[N*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic(3),*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: a

static void swap(double *m, int x, int y)
{
    for (int j = 0; j < N; j++) {
        double t = m[x*N + j];
        m[x*N + j] = m[y*N + j];
        m[y*N + j] = t;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i*N + j] = (i * 3 + j * 5) % 11 + (i == j ? 0.25 : 0);
    double s = 0;
    for (int k = 0; k < N; k++) {
        int p = k;
        double best = 0;
        for (int i = k; i < N; i++)
            if (fabs(a[i*N + k]) > best) {
                best = fabs(a[i*N + k]);
                p = i;
            }
#pragma fpredict region work
        swap(a, k, p);
        s = s * 0.5 + a[k*N + k];
    }
    printf("%.10g\n", s);
    return 0;
}
