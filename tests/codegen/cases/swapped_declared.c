/* Local pointers of main that lead to declared arrays, which nothing else names from there on, and are
 * exchanged: in a loop of an odd number of iterations, in branches, by a function, three of them, passed to functions that
 * exchange their formals. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double a[N][M], b[N][M], c[N][M];
static double d[N][M], e[N][M], f[N][M];
#pragma hpf align (i,j) with T(i,j) :: a, b, c, d, e, f

static void sweep(double (*to)[M], double (*from)[M])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void swap(double (**p)[M], double (**q)[M])
{
    double(*t)[M] = *p;
    *p = *q;
    *q = t;
}

static void sweeps(double (*to)[M], double (*from)[M], int n)
{
    for (int t = 0; t < n; t++) {
        sweep(to, from);
        double(*kept)[M] = to;
        to = from;
        from = kept;
    }
}

static double sum(double (*z)[M])
{
    double s = 0;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            s += z[i][j] * (i + 2 * j + 1) - z[i - 1][j];
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = d[i][j] = i * j % 7;
            b[i][j] = e[i][j] = (i + j) % 5;
            c[i][j] = f[i][j] = i - j;
        }
    double(*u)[M] = a, (*v)[M] = b, (*t)[M];
    double(*x)[M], (*y)[M], (*z)[M];
    x = d;
    y = e;
    z = f;
    for (int k = 0; k < 5; k++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        t = u;
        u = v;
        v = t;
        c[k][1] += u[k + 1][k];
    }
    printf("%.8g %.8g\n", sum(u), sum(v));
    for (int k = 0; k < 4; k++) {
        sweep(v, u);
        if (k % 3 != 1)
            swap(&u, &v);
        double(*first)[M] = x;
        x = y;
        y = z;
        z = first;
        for (int i = 1; i < N; i++)
            x[i][k] += y[i - 1][k] - z[i - 1][k];
    }
    sweeps(u, v, 3);
    printf("%.8g %.8g %.8g\n", sum(u), sum(v), sum(c));
    printf("%.8g %.8g %.8g\n", sum(x), sum(y), sum(z));
    return 0;
}
