/* cycle.c as loops over executions: what comes after an inner call is done before it. */
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
        for (int s = 1; s <= 8; s *= 2) {
            smooth(s);
            smooth(s);
        }
        for (int s = 9; s > 0; s = s / 2 - 1) {
            smooth(s);
            if (s > 1)
                smooth(s / 2);
        }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
