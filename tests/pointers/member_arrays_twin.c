#include <stdio.h>

#define N 64

static double u[N], v[N];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u, v

static double sum[3], most[2];
static int count[2];

static void gather(void)
{
    for (int k = 0; k < 3; k++)
        sum[k] = 0;
    most[0] = most[1] = 0;
    count[0] = count[1] = 0;
    for (int i = 0; i < N; i++) {
        sum[0] += u[i];
        sum[1] += u[i] * v[i];
        sum[2] += v[i];
        if (u[i] > most[0])
            most[0] = u[i];
        most[1] = most[1] < v[i] ? v[i] : most[1];
        count[u[i] > v[i]]++;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        u[i] = i * 3 % 11;
        v[i] = i * 5 % 13;
    }
#pragma fpredict region work
    for (int t = 0; t < 3; t++) {
        gather();
        for (int i = 0; i < N; i++)
            u[i] += sum[0] / N + most[0];
    }
    printf("%g %g %g %g %g %d %d\n", sum[0], sum[1], sum[2], most[0], most[1], count[0], count[1]);
    return 0;
}
