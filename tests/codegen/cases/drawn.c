/* Random numbers in distributed arrays, as every program has them: of one and of two dimensions, by
 * way of a variable, of a function of the program, under a condition, with elements of other arrays
 * beside them, and added to what elements have, in brackets and by macros. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 20
#endif
#define M 7
#define AT(x, i, j) (x[i][j])
#define LAST(x) x[M - 1]
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double u[N], v[N], w[N], a[N][M];
static int bits[N];
#pragma hpf align(i) with T(i)::u, v, w, bits
#pragma hpf align a(i, j) with T(i)

static double between(double low, double high)
{
    return low + (high - low) * rand() / (double)RAND_MAX;
}

static void fill(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = (rand() % 1000) / 100.0;
}

int main(void)
{
    double sum = 0;
    srand(7);
    for (int i = 0; i < N; i++)
        u[i] = (double)rand() / RAND_MAX;
    for (int i = 0; i < N; i++) {
        double r = rand() % 100;
        v[i] = r + u[i];
        bits[i] = rand() % 2;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = between(-1, 1);
    fill(w, N);
    for (int i = 0; i < N; i++)
        if (i % 3 == 1)
            w[i] = rand() % 50;
    int last = 0, n = 9;
    for (int i = 0; i < N; i++) {
        last = rand() % n;
        u[i] /* + what is drawn */ += rand() % 10 + 0.25;
        v[i] // drawn = assigned
            = rand() % 10;
        bits[i] += (rand() % 7) * 0.75;
        bits[i] <<= rand() % 2;
        if (last > 4)
            v[i] -= between(0, 1) * last;
    }
    sum += last;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] *= 1 + rand() % 3;
    for (int i = 0; i < N; i++) {
        AT(a, i, 1) = rand() % 5;
        AT(a, i, 2) += rand() % 4;
        LAST(a[i]) = rand() % 3;
        (w[i]) = between(0, 2);
    }
    for (int i = 0; i < N; i++)
        sum += u[i] + v[i] * 2 + w[i] * (1 + i % 4) + bits[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += a[i][j] * (i + j);
    printf("%.10g %d\n", sum, rand());
    return 0;
}
