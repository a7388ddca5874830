/* A solver that calls itself until the data are good, in its last step; --set says how often. */
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

static void solve(double *least, int tour)
{
    double change = 0;
    for (int k = 1; k <= 3; k++) {
        change = smooth(k);
        if (change < *least)
            return;
        if (k == 3)
            solve(least, tour + 1); /* the line of the twin's loop */
    }
}

int main(void)
{
    double least = 1e-3;
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
    solve(&least, 0);

    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
