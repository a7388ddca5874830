/* Functions that return before they call themselves: by integers, with a value, and by data, of
 * which a hint says how often. */
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

static void halve(int depth, int width)
{
    if (width == 0)
        return;
    smooth(width);
    halve(depth + 1, width / 2);
}

static int count(int n)
{
    if (n > 7)
        return 0;
    if (n % 2 == 0)
        smooth(1);
    smooth(n);
    return 1 + count(n + 3);
}

static double left = 2.5; /* until the third execution */

static void until(int s)
{
    smooth(s);
    left -= 1;
    if (left < 0)
        return;
#pragma fpredict trip(3)
    until(s + 2);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
    halve(0, 8);
    const int calls = count(1); /* 1, 4, 7 */
    until(1);

    double sum = calls;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
