/* Functions that call each other, and one that calls itself with another number, until the data are
 * good: hints say how often. */
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

static void up(int s, int next);

static void down(int s, int next)
{
    double change = smooth(s);
    if (change > 1e-3) {
#pragma fpredict trip(4)
        up(s, next);
    }
}

static void up(int s, int next)
{
    double change = smooth(2);
    if (change > 1e-3)
        down(s, next);
}

static void around(int s)
{
    double change = smooth(s);
    if (change > 1e-3) {
#pragma fpredict trip(3)
        around(s + 2);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
    down(3, 1);
    around(1);

    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
