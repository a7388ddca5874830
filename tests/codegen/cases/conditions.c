/* Conditions that set variables and call functions, around what is distributed: of `while` and `if`, with an
 * element of an array in them, after && and ||, and of the largest value, which a function looks at. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 40
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double u[N], v[N];
#pragma hpf align (i) with T(i) :: u, v

static double size_of(double a)
{
    return a < 0 ? -a : a;
}

static double step(void)
{
    double err = 0;
    for (int i = 1; i < N - 1; i++)
        v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    for (int i = 1; i < N - 1; i++) {
        err = fmax(err, fabs(u[i] - v[i]));
        u[i] = v[i];
    }
    return err;
}

static int check(double x)
{
    return x > 1e-3;
}

static void start(void)
{
    for (int i = 0; i < N; i++)
        u[i] = i == 0 ? 1 : 0.01 * (i % 3);
}

static void show(const char *what, double a)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += u[i] * (1 + i % 5);
    printf("%s %.10g %.10g\n", what, a, sum);
}

int main(void)
{
    double err, big = 0, small = 9, c;
    int count = 0, is;
    start();
#pragma fpredict trip(100)
    while ((err = step()) > 1e-3)
        count++;
    show("while", err + count);
    if (check(err)) {
        for (int i = 0; i < N; i++)
            u[i] = 0;
    } else {
        for (int i = 0; i < N; i++)
            u[i] += 1;
    }
    show("if", err);
    if ((err = step()) > 1e-9)
        for (int i = 0; i < N; i++)
            u[i] += 1;
    show("set", err);
    if ((c = u[N / 2]) > 1)
        for (int i = 1; i < N; i++)
            u[i] -= 0.5 * c;
    show("element", c);
    if (size_of(u[3]) > 0.25 && u[N - 1] < 100)
        for (int i = 1; i < N; i++)
            v[i] = u[i - 1];
    show("call of one", u[3]);
    if (count > 3 && (is = check(err)))
        for (int i = 0; i < N; i++)
            u[i] *= 1.5;
    show("and", count);
    for (int i = 0; i < N; i++)
        if (big < size_of(u[i]))
            big = size_of(u[i]);
    for (int i = 0; i < N; i++)
        if (size_of(u[i] - 1) < small) {
            small = size_of(u[i] - 1);
        }
    show("largest", big - small);
    return 0;
}
