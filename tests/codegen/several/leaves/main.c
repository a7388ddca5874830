#include <stdio.h>

#include "vec.h"

#define N 13
double v[N][N];
#pragma hpf processors P(*)
#pragma hpf distribute v(cyclic, *) onto P

int main(void)
{
    double total = 0, s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = (i * 3 + j * 5) % 7 + (i == j ? 10 : 0);
    for (int i = 0; i < N; i++) {
        double r = norm(v[i], N);
        total += r;
        scale(v[i], 1 / r, N);
        for (int k = i + 1; k < N; k++)
            axpy(v[k], v[i], -0.25, N);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += v[i][j] * (i + 1);
    printf("%.9f %.9f\n", total, s);
    return 0;
}
