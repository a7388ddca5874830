#include <stdio.h>
#ifndef N
#define N 16
#endif

/* Local arrays that no directive maps, and what each iteration does with them. */
static double u[N][N], v[N][N], w[N][N];
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *)
#pragma hpf align (i, j) with T(i, j) :: u, v, w

/* A wave over u: both arrays are written before they are read, the one element by element, the
 * other by loops. A pipeline. */
static void sweep(void)
{
    double t[2], a[4][4];
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++) {
            for (int m = 0; m < 4; m++) {
                a[m][0] = m * u[i - 1][j];
                a[m][3] = m + u[i][j - 1];
            }
            t[0] = a[0][0] + a[2][3];
            t[1] = t[0];
            for (int m = 1; m < 3; m++)
                t[1] += a[m][0];
            u[i][j] = 0.5 * (t[0] + t[1]);
        }
}

/* A loop without a wave: a row at a time. Divided. */
static void smooth(void)
{
    double row[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            row[j] = u[i][j];
        for (int j = 1; j < N; j++)
            v[i][j] = row[j] - row[j - 1];
    }
}

static void fill(double *to, int i)
{
    for (int m = 0; m < 3; m++)
        to[m] = u[i][m];
}

static void fill_some(double *to, int i)
{
    if (i == 3)
        return;
    for (int m = 0; m < 3; m++)
        to[m] = u[i][m];
}

/* Written by functions: the first loop is divided; in the second one the function may return
 * before. */
static void call(void)
{
    double a[3], b[3] = {1, 2, 3};
    for (int i = 0; i < N; i++) {
        fill(a, i);
        w[i][0] = a[0] + a[2];
    }
    for (int i = 0; i < N; i++) {
        fill_some(b, i);
        w[i][1] = b[0] + b[2];
    }
}

/* None of these is private to an iteration: `some` is written under a condition, `part` not as far
 * as it is read, `last` read after the loop, `kept` carried from one iteration to the next. */
static double look(void)
{
    double some[2] = {0}, part[N], last[2], kept[1] = {0};
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0)
            some[0] = v[i][0];
        w[i][0] = some[0];
    }
    for (int j = 0; j < N; j++)
        part[j] = j;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N - 1; j++)
            part[j] = v[i][j];
        for (int j = 0; j < N; j++)
            w[i][j] += part[j];
    }
    for (int i = 0; i < N; i++) {
        last[1] = v[i][2];
        w[i][1] += last[1];
    }
    for (int i = 0; i < N; i++) {
        w[i][2] += kept[0];
        kept[0] = v[i][3];
    }
    return last[1];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = i + j, w[i][j] = 1;
    sweep();
    smooth();
    call();
    double end = look();
    printf("%f\n", end);
    for (int i = 0; i < N; i++)
        printf("%f %f %f %f\n", w[i][0], w[i][1], w[i][2], w[i][N - 1]);
    return 0;
}
/* no proof: it knows no return before the end */
