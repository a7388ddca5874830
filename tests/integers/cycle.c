/* A function that calls itself with twice its number, and two that call each other. */
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

static void cycle(int s, int last)
{
    smooth(s);
    if (s < last)
        cycle(2 * s, last);
    smooth(s);
}

static void odd(int s);

static void even(int s)
{
    smooth(s);
    if (s > 1)
        odd(s / 2);
}

static void odd(int s)
{
    smooth(s);
    if (s > 1)
        even(s - 1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
#pragma fpredict region work
    {
        cycle(1, 8);
        even(9);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
