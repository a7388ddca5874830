/* Reductions that read elements which some iterations have not: those iterations count, too. */
#include <stdio.h>

#ifndef N
#define N 16
#endif

double u[N], a[N], w[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, a
#pragma hpf align (i, *) with T(i) :: w

int main(void)
{
    double s = 0, t = 0, x = 0, y = 0, z = 0, most = -1, inner = 0;
    int beside = 0, within = 0;

    for (int i = 0; i < N; i++) {
        u[i] = i * i;
        a[i] = 0;
        for (int j = 0; j < N; j++)
            w[i][j] = i + j;
    }
    for (int i = 0; i < N; i++)
        s += i < N - 1 ? u[i + 1] : 1000;
    for (int i = 0; i < N; i++)
        t += i == 0 || u[i - 1] > 20 ? a[i] + i : 1;
    for (int i = 0; i < N; i++) {
        double d = i < N - 1 ? u[i + 1] : 1000;
        if (d > most)
            most = d;
    }
    for (int i = 0; i < N; i++)
        x += i > 2 ? u[i - 3] : u[i];
    for (int i = 0; i < N; i++)
        y += i < N - 1 ? u[i + 1] - u[i] : u[i];
    for (int i = 0; i < N; i++) {
        if (i < N - 1)
            z += u[i + 1];
        z += 1000;
    }
    /* the rows below: the last has none */
    for (int i = 0; i < N; i++) {
        for (int j = i + 1; j < N; j++)
            inner += w[i + 1][j];
        inner += 1;
    }
    /* what is assigned is not in all iterations either */
    for (int i = 0; i < N; i++) {
        if (i < N - 1)
            a[i + 1] = i;
        beside += 3;
    }
    /* nothing but what the condition lets through */
    for (int i = 0; i < N; i++)
        if (i < N - 1) {
            s += u[i + 1];
            within += 5;
        }
    for (int i = 0; i < N; i++)
        s += a[i];
    printf("%g %g %g %g %g %g %g %d %d\n", s, t, most, x, y, z, inner, beside, within);
    return 0;
}
