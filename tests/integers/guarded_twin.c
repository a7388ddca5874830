/* guarded.c by hand. */
#include <stdio.h>

#define N 1024
static double u[N], v[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)

static double smooth(int s)
{
    double change = 0;
#pragma fpredict region work
    {
#pragma hpf independent
        for (int i = s; i < N - s; i++)
            u[i] = 0.5 * (v[i - s] + v[i + s]);
    }
#pragma hpf independent
    for (int i = s; i < N - s; i++)
        v[i] = 0.9 * u[i] + 0.1;
#pragma hpf independent, reduction(+ : change)
    for (int i = 0; i < N; i++)
        change += v[i];
    return change;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
    smooth(8);
    smooth(4);
    smooth(2);
    smooth(1);
    smooth(1);
    smooth(1);
    smooth(4);
    smooth(7);
    smooth(1);
    smooth(3);
    smooth(5);

    double sum = 3;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
