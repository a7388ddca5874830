/* Pointers to whole arrays, passed whole, as *a and as a[0]; and the address of a declared one. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double (*a)[N][M], b[N][M];
#pragma hpf align (i,j) with T(i,j) :: a, b

static void fill(double x[N][M], double (*y)[N][M])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            x[i][j] = y[0][i][j] = (i * 7 + j * 3) % 11;
}

static void relax(double (*to)[N][M], double (*from)[N][M])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            (*to)[i][j] = 0.25 * ((*from)[i - 1][j] + from[0][i + 1][j] + (*from)[i][j - 1] + from[0][i][j + 1]);
}

static void relax_both(double (*x)[N][M], double (*y)[N][M])
{
    relax(y, x);
    relax(x, y);
}

int main(void)
{
    a = malloc(sizeof *a);
    fill(a[0], &b);
#pragma fpredict region work
    for (int t = 0; t < 5; t++)
        relax_both(a, &b);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (*a)[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
