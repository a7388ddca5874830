/* Arrays with one subscript for all dimensions: by macros, of formals, of three dimensions, of two
 * shapes in one statement, with an offset in the alignment, and through the first row. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#define M (N + 3)
#define L 4
#define IDX(i, j) ((i)*M + (j))
#define V(i, j) v[(i)*M + (j)]
#define SQUARE(x) ((x) * (x))
#define AT(a, i, j) (a[(i)*M + (j)])
#define U(i, j) AT(u, i, j)

static double u[N * M], v[N * M], inner[(N - 2) * (M - 2)], cube[L * N * M], next[L * N * M];
static int turned[M * N];
static float rows[N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
#pragma hpf dimension(N-2,M-2), align(i,j) with T(i+1,j+1) :: inner
#pragma hpf dimension(L,N,M), align(*,i,j) with T(i,j) :: cube, next
#pragma hpf dimension(M,N), align(j,i) with T(i,j) :: turned
#pragma hpf align rows(i,j) with T(i,j)

static void sweep(int n, int m, double *to, const double *from)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i * m + j] = 0.25 * (from[(i - 1) * m + j] + from[(i + 1) * m + j] +
                                    from[i * m + j - 1] + from[i * m + j + 1]);
}

static double sum(const double *a)
{
    double s = 0;
    for (int i = N - 1; i >= 0; i--)
        for (int j = 0; j < M; j++)
            s += a[i * M + j] * (1 + (i + 3 * j) % 5);
    return s;
}

static void layers(void)
{
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                cube[(k * N + i) * M + j] = k + u[i * M + j];
    for (int k = 1; k < L; k++)
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++)
                next[k * N * M + i * M + j] =
                    cube[(k - 1) * N * M + i * M + j] - cube[k * N * M + (i - 1) * M + j] +
                    2 * cube[(k * N + i) * M + j - 1];
    double s = 0;
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                s += next[(k * N + i) * M + j] * (1 + (i + k + 2 * j) % 7);
    printf("%.6f\n", s);
}

int main(void)
{
    double s = 0;
    int most = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i * M + j] = (i * 7 + j * 3) % 11;
            V(i, j) = 0;
        }
    for (int step = 0; step < 3; step++) {
        sweep(N, M, v, u);
        sweep(N, M, u, v);
    }
    printf("%.6f %.6f\n", sum(u), sum(v));
    for (int i = 0; i < N - 2; i++)
        for (int j = 0; j < M - 2; j++)
            inner[i * (M - 2) + j] = U(i, j) - SQUARE(v[IDX(i + 1, j + 1)]) + AT(u, i + 2, j);
    for (int i = 0; i < N - 2; i++)
        for (int j = 0; j < M - 2; j++)
            s += inner[i * (M - 2) + j] * (i + 2 * j);
    printf("%.6f\n", s);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            turned[j * N + i] = (int)(10 * u[i * M + j]);
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++)
            most = turned[j * N + i] + i > most ? turned[j * N + i] + i : most;
    printf("%d\n", most);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            rows[0][i * M + j] = (float)u[i * M + j];
    s = 0;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            s += rows[0][(i - 1) * M + j] * (j + 1);
    printf("%.4f\n", s);
    layers();
    printf("%.6f %.6f\n", sum(u), sum(v));
    return 0;
}
