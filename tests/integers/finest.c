/* The finest level's right side, and the last element, are what no level writes: fetched once, outside of all loops. */
#include <stdio.h>

#define N 1024
static double u[4][N], f[4][N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(*,i) with T(i)
#pragma hpf align f(*,i) with T(i)

int main(void)
{
    for (int i = 0; i < N; i++) {
        f[0][i] = i % 17;
        u[0][i] = i % 5;
    }
#pragma fpredict region work
    {
        for (int cycle = 0; cycle < 3; cycle++)
            for (int l = 0; l < 3; l++) {
                int s = 1 << l;
                for (int i = s; i < N - s; i += s)
                    u[l][i] = f[l][i - s] + f[l][i + s] + 0.1 * u[0][N - 1];
                for (int i = s; i < N - s; i += s)
                    f[l + 1][i] = u[l][i];
            }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += u[2][i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
