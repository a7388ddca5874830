/* The last columns, rows and planes of flat arrays, by the names of their extents: M - 1, M - 2,
 * (i + 1)*M - 1, IX(N + 1, j); in functions whose formals they are, in loops that go down, in a forall, and
 * in the branch of a condition that is decided. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif
#define M 11
#define K 5
#define IX(i, j) ((i) + (N + 2) * (j))
#define AT(i, j) a[(i) * M + (j)]
#define BOX(i, j, k) box[(k) + K * (j) + K * M * (i)]

static double *a, b[N * M], box[N * M * K];
static double cells[(N + 2) * (N + 2)];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf template S(N+2,N+2)
#pragma hpf distribute S(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: a, b
#pragma hpf dimension(N,M,K), align(i,j,k) with T(i,j) :: box
#pragma hpf dimension(N+2,N+2), align(i,j) with S(i,j) :: cells

static void fill(int kind)
{
    if (kind == 2) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                AT(i, j) = (i * 5 + j * 3) % 13;
    } else {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                AT(i, j) = 0;
    }
}

static void border(double *v, int rows, int m)
{
    for (int i = rows - 1; i >= 0; i--) {
        v[i * m] = v[i * m + 1];
        v[i * m + m - 1] += 2 * v[(i + 1) * m - 2];
    }
    for (int j = 1; j < m - 1; j++) {
        v[j] = v[m + j];
        v[(rows - 1) * m + j] = v[(rows - 2) * m + j];
    }
    v[m - 1] = 0.5 * (v[m - 2] + v[2 * m - 1]);
    v[rows * m - 1] = 0.5 * (v[rows * m - 2] + v[rows * m - m - 1]);
}

static void edges(double *x)
{
    for (int k = 1; k < N + 1; k++) {
        x[IX(0, k)] = -x[IX(1, k)];
        x[IX(N + 1, k)] = -x[IX(N, k)];
        x[IX(k, 0)] = x[IX(k, 1)];
        x[IX(k, N + 1)] = x[IX(k, N)];
    }
    x[IX(0, 0)] = 0.5 * (x[IX(1, 0)] + x[IX(0, 1)]);
    x[IX(0, N + 1)] = 0.5 * (x[IX(1, N + 1)] + x[IX(0, N)]);
    x[IX(N + 1, 0)] = 0.5 * (x[IX(N, 0)] + x[IX(N + 1, 1)]);
    x[IX(N + 1, N + 1)] = 0.5 * (x[IX(N, N + 1)] + x[IX(N + 1, N)]);
}

static double weighed(const double *v, int rows, int m)
{
    double s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < m; j++)
            s += v[i * m + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    double s = 0;
    a = malloc(N * M * sizeof *a);
    fill(2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i * M + j] = AT(i, M - 1 - j) + AT(i, (j + M - 1) % M);
    border(b, N, M);
    printf("%g %g\n", weighed(a, N, M), weighed(b, N, M));

    for (int i = 0; i < N + 2; i++)
        for (int j = 0; j < N + 2; j++)
            cells[i * (N + 2) + j] = (i * 7 + j) % 6;
    edges(cells);
    printf("%g\n", weighed(cells, N + 2, N + 2));

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                BOX(i, j, k) = i + 2 * j + 3 * k;
    for (int j = 0; j < M; j++)
        for (int k = K - 1; k >= 0; k--)
            BOX(N - 1, j, k) = BOX(N - 2, j, k) - BOX(0, j, k);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            BOX(i, M - 1, k) = BOX(i, M - 2, K - 1 - k);
    for (int i = N - 2; i > 0; i--)
        for (int j = 0; j < M; j++)
            BOX(i, j, K - 1) += BOX(i + 1, j, K - 2) + BOX(i, j, 0);
    box[N * M * K - 1] = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                s += BOX(i, j, k) * (1 + (i + 3 * j + 2 * k) % 7);
    printf("%g\n", s);

#ifdef PLAIN_C
    static double copy[N * M];
    for (int k = 0; k < N * M; k++)
        copy[k] = a[k];
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            if (b[i * M + M - 1] < copy[i * M + j])
                a[i * M + j] = copy[(i - 1) * M + M - 2] + copy[(i + 1) * M + j];
#else
#pragma hpf forall
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            if (b[i * M + M - 1] < AT(i, j))
                AT(i, j) = AT(i - 1, M - 2) + a[(i + 1) * M + j];
#endif
    printf("%g\n", weighed(a, N, M));
    free(a);
    return 0;
}
