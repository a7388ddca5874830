/* Three pointers of the file that go round, in a function; the iterations are no whole number of periods. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static double (*u)[M], (*v)[M], (*w)[M];
#pragma hpf align(i,j) with T(i,j) :: u, v, w

static void go_round(void)
{
    double (*first)[M] = u;
    u = v;
    v = w;
    w = first;
}

static void step(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            w[i][j] = 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + u[i][j]);
    go_round();
}

static double weigh(double (*a)[M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
    w = malloc(N * sizeof *w);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = v[i][j] = w[i][j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    {
        for (int t = 0; t < 11; t++)
            step();
    }
    printf("%.10g %.10g %.10g\n", weigh(u), weigh(v), weigh(w));
    return 0;
}
