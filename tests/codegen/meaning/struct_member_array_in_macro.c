/* The distributed array is a member, and the program names it only through a macro. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define U(i) g.u[i]
#define V(k) (g.v[(k)])
#define STEP g.steps

static struct { double u[N], v[N]; int steps; } g;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align g.u(i) with T(i)
#pragma hpf align g.v(i) with T(i)

int main(void)
{
    double sum = 0;
    int i;

    STEP = 3;
    for (i = 0; i < N; i++)
        U(i) = i * i % 10;
    for (int step = 0; step < STEP; step++) {
        for (i = 1; i < N - 1; i++)
            V(i) = (U(i - 1) + U(i + 1)) / 2;
        for (i = 1; i < N - 1; i++)
            U(i) = V(i);
    }
    for (i = 0; i < N; i++)
        sum += U(i) * 8;
    printf("sum %.12g steps %d\n", sum, STEP);
    printf("u %.12g %.12g v %.12g %.12g\n", U(0), U(5), V(N - 2), V(0));
    return 0;
}
