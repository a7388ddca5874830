/* Calls: the program's functions, the library, input and output. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#define N 32
double u[N][N], w[N];
static int count;

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i,*) with T(i)

double elsewhere(double x);

static double sum(int n, const double *a, double scale)
{
    double s = 0;
    count = n;
    for (int i = 0; i < n; i++) s += a[i] * scale;
    return s;
}

static void fill(double (*a)[N], int rows, int k)
{
    for (int i = 0; i < rows; i++) a[i][0] = k;
}

int main(void)
{
    double (*f)(double) = sin, t;
    int n = N / 2, unknown = (int)w[0];
    fill(u, n + 1, 3);
    fill(&u[2], N - 2, unknown);
    for (int i = 0; i < n; i++) {
        w[i] = sum(N, u[i], 2.0 * i) + sum(i, w, w[i]);
        fill(u, i, (int)w[i]);
    }
    for (int i = 0; i < count; i++) w[i] = 0;
    t = elsewhere(w[0]) + f(w[1]);
    memcpy(w, &w[1], sizeof w[0]);
    printf("%g %d\n", t * 2, n);
    (void)t;
    return (int)sum(1, w, 1);
}
