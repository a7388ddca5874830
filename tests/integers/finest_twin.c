/* finest.c with its levels written out. */
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
        for (int cycle = 0; cycle < 3; cycle++) {
            for (int i = 1; i < N - 1; i++)
                u[0][i] = f[0][i - 1] + f[0][i + 1] + 0.1 * u[0][N - 1];
            for (int i = 1; i < N - 1; i++)
                f[1][i] = u[0][i];
            for (int i = 2; i < N - 2; i += 2)
                u[1][i] = f[1][i - 2] + f[1][i + 2] + 0.1 * u[0][N - 1];
            for (int i = 2; i < N - 2; i += 2)
                f[2][i] = u[1][i];
            for (int i = 4; i < N - 4; i += 4)
                u[2][i] = f[2][i - 4] + f[2][i + 4] + 0.1 * u[0][N - 1];
            for (int i = 4; i < N - 4; i += 4)
                f[3][i] = u[2][i];
        }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += u[2][i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
