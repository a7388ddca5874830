/* A function exchanges its formals after each of ten sweeps, which main's pointers see nothing of. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static void sweeps(double **u, double **v, int count)
{
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        double **w = u;
        u = v;
        v = w;
    }
}

int main(void)
{
    double **a = malloc(N * sizeof *a), **b = malloc(N * sizeof *b);
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: a, b
    for (int i = 0; i < N; i++) {
        a[i] = malloc(M * sizeof **a);
        b[i] = malloc(M * sizeof **b);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = (i * 7 + j * 3) % 11;
        }
#pragma fpredict region work
    sweeps(a, b, 10);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
