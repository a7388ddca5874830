/* Tables of rows that lie in one piece of memory, made by functions in four ways: a pointer apart, which moves; the first
 * row; the row before; behind the pointers themselves. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static double **moving(size_t n, size_t m)
{
    double **a = calloc(n, sizeof *a);
    double *p = calloc(n * m, sizeof *p);
    if (!a || !p)
        exit(1);
    for (size_t i = 0; i < n; i++, p += m)
        a[i] = p;
    return a;
}

static double **from_first(int rows, int columns)
{
    double **a = (double **)malloc(rows * sizeof(double *));
    if (a == NULL)
        return NULL;
    a[0] = (double *)malloc((size_t)rows * columns * sizeof(double));
    for (int i = 1; i < rows; i++)
        a[i] = a[0] + (size_t)i * columns;
    return a;
}

static double **behind(int n, int m)
{
    double **a = malloc(n * sizeof(double *) + n * m * sizeof(double));
    double *p = (double *)(a + n);
    for (int i = 0; i < n; i++)
        a[i] = &p[i * m];
    return a;
}

static void give_back(double **a)
{
    free(*a);
    free(a);
}

int main(void)
{
    double **u = moving(N, M), **v = from_first(N, M), **f, **g = behind(N, M);
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
#pragma hpf align (i,j) with T(i,j) :: f, g
    f = malloc(N * sizeof *f);
    *f = malloc(N * M * sizeof **f);
    for (int i = 1; i < N; i++)
        f[i] = f[i - 1] + M;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i][j] = (i * 7 + j * 3) % 11;
            v[i][j] = f[i][j] = g[i][j] = 1;
        }
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i][j] = f[i][j] + 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                u[i][j] = g[i][j] + 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    give_back(u);
    give_back(v);
    give_back(f);
    free(g);
    return 0;
}
