/* swap_around.c: five iterations, each of two. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static double *u, *v;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v

static void step(double *to, const double *from)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[i*M + j] = 0.25 * (from[(i - 1)*M + j] + from[(i + 1)*M + j] + from[i*M + j - 1] + from[i*M + j + 1]);
}

static double weigh(const double *a)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i*M + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    u = malloc(N*M * sizeof *u);
    v = malloc(N*M * sizeof *v);
    if (!u || !v)
        exit(1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i*M + j] = (i * 7 + j * 3) % 11;
            v[i*M + j] = (i * 7 + j * 3) % 11;
        }
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        step(v, u);
        step(u, v);
    }
    printf("%.10g %.10g\n", weigh(u), weigh(v));
    return 0;
}
