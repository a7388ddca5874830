/* Functions with conditions, loops and a switch. */
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

static int gcd(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int at_least(int least, int x)
{
    if (x < least)
        x = least;
    return x;
}

static int width(int kind)
{
    int w = 0;
    switch (kind) {
    case 0:
        w = 5;
        break;
    case 7:
        w = 1; /* and on */
    case 8:
        w++;
        break;
    default:
        w = 9;
    }
    return w;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
#pragma fpredict region work
    {
        smooth(gcd(84, 36));
        smooth(at_least(4, 3));
        smooth(width(7));
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
