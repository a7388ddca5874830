/* A function by what is read: each is as likely as the other. */
#include <stdio.h>

#define N 64

static double u[N], v[N];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u, v

static void above(int last)
{
    for (int i = 1; i < last; i++)
        v[i] = u[i - 1];
}

static void both(int last)
{
    for (int i = 1; i < last; i++)
        v[i] = u[i - 1] + u[i + 1];
}

int main(void)
{
    void (*sweep)(int) = getchar() == 'a' ? above : both;
    for (int i = 0; i < N; i++)
        u[i] = v[i] = i;
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        sweep(N - 1);
        for (int i = 1; i < N - 1; i++)
            u[i] = v[i];
    }
    return 0;
}
