/* Dimensions in cycles that are stored densely: rows, columns and blocks of rows that all need,
 * neighbours, a diagonal, loops that go down and by steps, an alignment with an offset, elements by
 * themselves, indirect ones, arrays that get another distribution, and functions. */
#include <stdio.h>
#ifndef N
#define N 40
#endif
#define NB 5
static double a[N][N], b[N][N + 2], v[N], w[N];
static int count[N][N], where[N];
#pragma hpf processors P(4)
#pragma hpf template T(N+3,N+3)
#pragma hpf distribute T(cyclic,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i+1,j)
#pragma hpf align v(i) with T(i,*)
#pragma hpf align w(i) with T(i+2,*)
#pragma hpf align count(i,j) with T(i,j+3)
#pragma hpf dynamic T

static void take_row(double x[N][N], int k)
{
    for (int i = k + 1; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] = (3 * x[i][j] + x[k][j]) / 4;
}

static double sum(double x[N][N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += x[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    int i, j, k, l, at;
    double s = 0, most, t;
    for (i = 0; i < N; i++)
        where[i] = (i * 7 + 3) % N;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j * 3) % 13;
            count[i][j] = i - j;
        }
        for (j = 0; j < N + 2; j++)
            b[i][j] = (i + 2 * j) % 11;
    }
    for (i = N - 1; i >= 0; i--)
        v[i] = i % 5;
    for (i = 1; i < N; i += 3)
        w[i] = v[i] + i;
    /* a row in each step, upwards and downwards; and the one after it */
    for (k = 0; k < N - 1; k++)
        for (i = k + 1; i < N; i++)
            for (j = k; j < N; j++)
                a[i][j] = (2 * a[i][j] + a[k][j]) / 3;
    for (k = N - 2; k > 0; k -= 2)
        for (i = N - 1; i > k + 1; i--)
            for (j = 0; j < N; j++)
                b[i][j] = (2 * b[i][j] + a[k][j] - b[k + 1][j + 2]) / 3;
    /* a column */
    for (k = 0; k < N; k += 3)
        for (i = 0; i < N; i++)
            for (j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * 0.125;
    printf("%.9g\n", sum(a));
    /* blocks of rows */
    for (k = 0; k < N; k += NB) {
        const int end = k + NB < N ? k + NB : N;
        for (i = end; i < N; i++)
            for (l = k; l < end; l++)
                for (j = end; j < N; j++)
                    a[i][j] -= a[i][l] * a[l][j] * 0.01;
    }
    /* the largest of a column changes places */
    for (k = 0; k < N; k += 7) {
        most = -1;
        at = k;
        for (i = k; i < N; i++)
            if (b[i][k] > most) {
                most = b[i][k];
                at = i;
            }
        if (at != k)
            for (j = 0; j < N; j++) {
                t = b[k][j];
                b[k][j] = b[at][j];
                b[at][j] = t;
            }
        printf("%d ", at);
    }
    /* neighbours; the diagonal, where all have it and where its owners do */
    for (k = 0; k < 3; k++) {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4;
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                a[i][j] = b[i][j];
    }
    for (k = N - 1; k >= 0; k--) {
        v[k] = v[k] / 2 + a[k][k];
        for (i = 0; i < k; i++)
            v[i] = (v[i] + v[k]) / 2 + a[i][k] * 0.01;
    }
    for (k = 0; k < N; k++)
        s += a[k][k];
    printf("%.9g\n", s);
    /* elements by themselves, and indirect ones */
    a[3][N - 2] = w[7] + b[N - 1][2];
    v[N - 1] = a[2][2];
    for (i = 0; i < N; i++)
        w[i] = (w[i] + v[where[i]]) / 2;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (count[i][j] > 3)
                count[i][j] -= 2;
    /* other distributions */
#pragma hpf redistribute T(*,cyclic(2)) onto P
    for (k = 1; k < N; k += 4)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                a[i][j] = (a[i][j] + a[i][k]) / 2;
    printf("%.9g\n", sum(a));
#pragma hpf redistribute T(cyclic(3),*) onto P
    for (k = 0; k < N - 1; k++)
        take_row(a, k);
#pragma hpf redistribute T(block,*) onto P
    for (i = 1; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = (a[i][j] + b[i - 1][j + 1]) / 2;
    s = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += count[i][j] * (1 + i % 3) + b[i][j] + v[i] + w[i];
    printf("%.9g %.9g\n", sum(a), s);
    return 0;
}
