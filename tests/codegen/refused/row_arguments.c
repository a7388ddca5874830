/* Parts of arrays of which a function has more than a row, or whose rows are shorter in a processor's memory. */
#include <stdio.h>
#define N 16
#define M 12
#define K 6
#pragma hpf processors P(2,2)
#pragma hpf template T(N,M,K)
#pragma hpf distribute T(block,*,block) onto P
static double u[N][M], a[N][M][K], b[N][M][K];
static int at[N];
#pragma hpf align u(i,j) with T(i,j,*)
#pragma hpf align (i,j,k) with T(i,j,k) :: a, b

static void fill(double *x, int count)
{
    for (int i = 0; i < count; i++)
        x[i] = i;
}

static void next(double *x)
{
    for (int j = 0; j < M; j++)
        x[M + j] = j;
}

static void plane(double (*x)[K])
{
    for (int j = 0; j < M; j++)
        for (int k = 0; k < K; k++)
            x[j][k] = 1;
}

int main(void)
{
    fill(&u[0][0], N * M);
    for (int i = 0; i < N - 1; i++)
        next(u[i]);
    for (int i = 0; i < N; i++)
        plane(a[i]);
    for (int i = 0; i < N; i++) {
        at[i] = (i * 5) % N;
        fill(u[at[i]], M);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                s += a[i][j][k] * b[i][j][k] + u[i][j];
    printf("%g\n", s);
    return 0;
}
