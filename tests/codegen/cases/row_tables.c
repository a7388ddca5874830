/* Pointers to rows: allocated one by one and in one piece, declared as arrays, in arrays that are declared, by functions;
 * zeros of calloc that are looked at; passed on, exchanged by names and by a function, and freed. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static double **old, **now;
static double *each[N], *placed[N];
static double memory[N][M];
float **single;
#pragma hpf align (i,j) with T(i,j) :: old, now, each, placed
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: single

static double *new_row(int m)
{
    double *row = malloc(m * sizeof *row);
    if (!row)
        exit(1);
    return row;
}

static float **new_table(size_t n, size_t m)
{
    float **a = calloc(n, sizeof *a), *p = calloc(n * m, sizeof *p);
    if (!a || !p)
        exit(1);
    for (size_t i = 0; i < n; i++, p += m)
        a[i] = p;
    return a;
}

static void drop(double **a, int n)
{
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

static void swap(double ***a, double ***b)
{
    double **t = *a;
    *a = *b;
    *b = t;
}

void sweep(double **to, double **from, int n, int m);

static void twice(double **a, double **b)
{
    sweep(a, b, N, M);
    sweep(b, a, N, M);
}

static double sum(double **a)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

static double work(void)
{
    double **own = malloc(N * sizeof *own), *base = malloc(N * M * sizeof *base);
#pragma hpf align own(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        own[i] = base + i * M;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            own[i][j] = i - j;
    twice(own, placed);
    double s = sum(own);
    free(base);
    free(own);
    return s;
}

int main(void)
{
    int i, j;
    old = malloc(N * sizeof(double *));
    now = malloc(N * sizeof *now);
    for (i = 0; i < N; i++) {
        old[i] = new_row(M);
        if ((now[i] = calloc(M, sizeof(double))) == NULL) {
            printf("no memory\n");
            return 1;
        }
        for (j = 0; j < M; j++)
            old[i][j] = i * j % 7;
    }
    printf("%d\n", i);
    single = new_table(N, M);
    for (i = 0; i < N; i++)
        placed[i] = memory[i], each[i] = malloc(M * sizeof **each);
    float most = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            most += now[i][j] + placed[i][j] + single[i][j];
            single[i][j] = i + j;
            *(each[i] + j) = i * 2 + j;
        }
    printf("%g\n", most);
    for (int t = 0; t < 3; t++) {
        sweep(now, old, N, M);
        if (t % 2)
            swap(&now, &old);
        else {
            double **w = old;
            old = now;
            now = w;
        }
    }
    twice(each, placed);
    most = 0;
    for (i = 1; i < N; i++)
        for (j = 0; j < M; j++)
            most += single[i][j] * *(*(single + i - 1) + j);
    printf("%g %g %g %g %g\n", sum(old), sum(now), sum(each), sum(placed), most);
    printf("%g\n", work() + work());
    for (i = 0; i < N; i++)
        free(each[i]);
    free(single[0]);
    free(single);
    drop(old, N);
    drop(now, N);
    return 0;
}

void sweep(double **to, double **from, int n, int m)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + (*(from + i))[j + 1]) / 4;
}
