/* Arrays that lie otherwise from some place on: in loops whose first iteration finds them elsewhere,
 * as arguments, local to functions, with the whole on every processor; and functions that are
 * called with a loop's variable. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
double a[N][N], b[N][N], v[N];
int c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf dynamic T, v
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(j,i)
#pragma hpf distribute v(block) onto P
#pragma hpf align c(i) with v(i)

static double total(double x[N][N], int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int t = 0; t < N; t++)
            s += x[i][t];
    return s;
}

static void add(double x[N][N], double y[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] += y[i][j];
}

static void sweep(double x[N][N], double y[N], int n)
{
#pragma hpf distribute x(*,block) onto P
#pragma hpf distribute y(cyclic) onto P
    for (int k = 0; k < n; k++)
        for (int i = 1; i < N; i++)
            for (int j = 0; j < N; j++)
                x[i][j] -= x[i - 1][j] * 0.5 + y[j];
}

static void local(int n)
{
    double w[N], z[N];
#pragma hpf dynamic w
#pragma hpf distribute w(cyclic) onto P
#pragma hpf align z(i) with v(i)
    for (int i = 0; i < N; i++) {
        w[i] = i + n;
        z[i] = 1;
    }
#pragma hpf redistribute w(block)
    for (int i = 1; i < N; i++)
        w[i] += w[i - 1];
    for (int i = 0; i < N; i++)
        v[i] += w[i] + z[i];
    sweep(a, z, 1);
}

static void show(int k, double s)
{
    printf("%d %.6g:", k, s);
    for (int i = 0; i < N; i++)
        printf(" %.6g %.6g", v[i], a[i][k] + b[k][i]);
    printf("\n");
}

int main(void)
{
    int i, j, t, few;
    double s = 0;
    for (i = 0; i < N; i++) {
        v[i] = i % 5;
        c[i] = (7 * i) % 5;
        for (j = 0; j < N; j++) {
            a[i][j] = i - j;
            b[i][j] = i + 2 * j;
        }
    }
    for (t = N; t > N - 6; t -= 2) {
        s += total(a, t) + total(b, t - 1) + b[t - 1][2];
#pragma hpf redistribute T(*,cyclic(2))
        for (j = 0; j < N; j++)
            for (i = 1; i < N; i++)
                a[i][j] -= a[i - 1][j] / 4;
    }
    show(t, s);
    for (int k = 0; k < 2; k++) {
        add(a, b);
#pragma hpf redistribute T(block,*)
        sweep(b, v, k + 1);
        for (i = 0; i < N; i++)
            v[i] += a[i][k];
    }
    few = c[3];
    show(few, s);
#pragma hpf redistribute T(*,*)
    for (i = 1; i < N; i++)
        for (j = 1; j < N; j++)
            a[i][j] += a[i - 1][j - 1];
    s = total(a, N) + a[3][4];
#pragma hpf redistribute T(cyclic,*)
    a[few][2] = 9;
    a[0][few] = a[few][0];
    local(few);
    add(b, b);
    show(2, s);
    return 0;
}
