#include <stdio.h>

#define N 8

double a[N], b[N], limit[10];

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static void double_all(void)
{
    for (int i = 0; i < N; i++)
        b[i] = 2.0 * b[i];
}

int main(void)
{
#pragma fpredict region fill
    for (int i = 0; i < N; i++)
        a[i] = 1.0;
#pragma fpredict region sweeps
    for (int t = 0; t < 10; t++) {
#pragma fpredict region exchange
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
#pragma fpredict probability(0.2)
        if (limit[t] > 0.0)
            double_all();
        else
            limit[t] = 1.0;
    }
    printf("%g\n", limit[0]);
    return 0;
}
