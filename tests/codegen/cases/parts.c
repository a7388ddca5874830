/* What is communicated between the parts of one statement; an array that a function knows by two
 * names; calls of calls, with the caller's loop variables. */
#include <stdio.h>
#ifndef N
#define N 18
#endif
double a[N][N], b[N][N], v[N], best;
int d[N], seen[N], steps;
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(*,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(j,i)
#pragma hpf align v(j) with T(0,j)
#pragma hpf align d(j) with T(1,j)
#pragma hpf align seen(j) with T(*,j)

static double dot(double x[N][N], int i, double y[N][N], int j)
{
    double s = 0;
    for (int k = 0; k < N; k++)
        s += x[i][k] * y[k][j];
    return s;
}

static void axpy(double x[N][N], int row, double f)
{
    for (int k = 0; k < N; k++)
        x[row][k] += f * v[k];
    steps++;
}

static void update(double x[N][N], int n)
{
    for (int i = 0; i < n; i++) {
        double by = dot(x, i, b, n - 1 - i) + v[i];
        if (by > best)
            best = by;
        axpy(x, i, by > 0 ? 0.5 : -0.25);
    }
}

static void inner(int depth)
{
    for (int j = 0; j < depth; j++)
        a[depth][j] = depth + j;
}

static int outer(int from, int to)
{
    int k;
    for (k = from; k < to; k += 2)
        inner(k);
    return k;
}

int main(void)
{
    int i, j, sum = 0;
    for (i = 0; i < N; i++) {
        v[i] = i % 3 - 1;
        d[i] = i % 4;
        seen[i] = i % 2;
        for (j = 0; j < N; j++) {
            a[i][j] = (i * j) % 7 - 3;
            b[i][j] = i > j ? 1 : -1;
        }
    }
    update(a, N / 2);
    update(b, 3);
    i = outer(1, N);
    for (j = 0; j < N; j++) {
        int here = d[j], was = seen[N - 1 - j], both = here + was;
        double x = dot(a, j, a, N - 1 - j) + v[d[j]];
        sum += both * j;
        if (x > best)
            best = x;
    }
    printf("%d %d %.8g %d\n", i, sum, best, steps);
    for (i = 0; i < N; i++)
        printf("%.6g %.6g %.6g\n", a[i][i], a[i][0], b[N - 1 - i][i]);
    return 0;
}
