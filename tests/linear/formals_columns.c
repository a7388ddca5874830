/* The last columns of formals, whose row is a formal, too. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N*M], v[N*M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v

static void border(int rows, int m, double *x)
{
    for (int i = 0; i < rows; i++) {
        x[i*m] = x[i*m + 1];
        x[i*m + m - 1] = x[(i + 1)*m - 2];
    }
    for (int j = 1; j < m - 1; j++) {
        x[j] = x[m + j];
        x[(rows - 1)*m + j] = x[(rows - 2)*m + j];
    }
    x[rows*m - 1] = x[rows*m - 2];
}

static void shifted(int rows, int m, double *to, double *from)
{
    for (int i = 0; i < rows - 1; i++)
        to[i*m + m - 2] = from[(i + 2)*m - 2] + from[i*m + m - 3];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i*M + j] = 0;
#pragma fpredict region work
    {
        border(N, M, u);
        shifted(N, M, v, u);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i*M + j] + v[i*M + j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
