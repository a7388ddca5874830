/* heads.c, with numbers. */
#include <stdio.h>

#define N 1024
static double u[N], v[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)

static void smooth(int s)
{
#pragma hpf independent
    for (int i = s; i < N - s; i++)
        u[i] = 0.5 * (v[i - s] + v[i + s]);
#pragma hpf independent
    for (int i = s; i < N - s; i++)
        v[i] = 0.9 * u[i] + 0.1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
#pragma fpredict region work
    {
        for (int l = 0; l < 11; l++)
            smooth(l < 2 ? l + 1 : l < 6 ? l - 1 : l - 5);
        for (int l = 3; l < 5; l++)
            smooth(l);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
