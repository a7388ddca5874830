/* Bounds of divided loops that are computed of unsigned values, and are below 0 where there is no
 * iteration. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define NONE 0u
#define FEW 5u - 3
double a[N], b[N][N];
struct size {
    unsigned n;
} of = {0};
unsigned counts[2] = {0, 3};
#pragma hpf processors P(3)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(*,block) onto P

static void show(const char *what)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i + 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += b[i][j] * (i + 2 * j + 1);
    printf("%s %g\n", what, s);
}

static void fill(unsigned n, unsigned long m)
{
    for (int i = 0; i < n; i++)
        a[i] += 2;
    for (int i = 0; i < m; i++)
        a[i] += 5;
    for (int i = n; i < N; i++)
        a[i] += 9;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 7 ? 3 : 0;
    unsigned long long far = argc > 7 ? 3 : 0;
    (void)argv;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = 1;
    for (int i = 0; i < n; i++)
        a[i] = 100;
    show("unsigned");
    for (int i = 0; i < far; i++)
        a[i] = 200;
    show("unsigned long long");
    for (int i = 0; i < NONE; i++)
        a[i] = 250;
    for (int i = 2; i < FEW; i++)
        a[i] = 260;
    for (int i = 1; i < 2 * (FEW); i++)
        a[i] += 7;
    show("macro");
    of.n = n;
    for (int i = 0; i < of.n; i++)
        a[i] = 300;
    show("member");
    for (int i = 0; i < counts[n]; i++)
        a[i] = 400;
    show("element");
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < i; j++)
            b[i][j] += i;
    show("counter");
    fill(n, n);
    fill(n + 4, n + 2);
    show("formals");
    return 0;
}
