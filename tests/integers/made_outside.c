/* Such an array at file scope, which main makes, and a function looks at. */
#include <stdio.h>

#define N 1024
static double u[N], v[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)

static int size[4];

static void smooth(int l)
{
    int s = size[l];
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
    size[0] = 8;
    for (int l = 1; l < 4; l++)
        size[l] = size[l - 1] / 2;
#pragma fpredict region work
    {
        for (int l = 0; l < 4; l++)
            smooth(l);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
