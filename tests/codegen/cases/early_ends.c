/* Conditions that call what works on a half of an array, and end their loops before the count does.
 */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 23
#endif
double f[2][N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align f(*, i) with T(i)

static double advance(int from, int to)
{
    double most = 0;
    for (int i = 0; i < N; i++) {
        f[to][i] = 0.6 * f[from][i] + 0.4 * f[from][i == 0 ? N - 1 : i - 1];
        most = fmax(most, fabs(f[to][i] - f[from][i]));
    }
    return most;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        f[0][i] = i < 5 ? 1 + i % 2 : 0;
}

static double sum_of(int half)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += (i % 4 + 1) * f[half][i] * f[half][i];
    return s;
}

int main(void)
{
    int cur = 0, n = 0;
    fill();
    while (advance(cur, !cur) > 0.1 && n < 200) {
        cur = !cur;
        n++;
    }
    printf("%d %d %.10g\n", cur, n, sum_of(cur));
    for (fill(), cur = 0, n = 0; advance(cur, !cur) > 0.15; n++)
        cur = 1 - cur;
    printf("%d %d %.10g\n", cur, n, sum_of(cur));
    fill();
    int k = 0;
    for (cur = 0; k < 6 && advance(cur, 1 - cur) > 0.01; k++)
        cur = 1 - cur;
    printf("%d %d %.10g\n", cur, k, sum_of(cur));
    return 0;
}
