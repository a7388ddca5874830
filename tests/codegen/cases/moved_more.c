/* Loops whose heads move more than they count: undivided ones with statements that other processors execute, with one
 * that is divided inside, with values after them, with `continue`, and that count down. */
#include <stdio.h>
#ifndef N
#define N 40
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double u[N], v[N];
#pragma hpf align (i) with T(i) :: u, v

/* The stages of a transform. */
static void stages(int n)
{
    int m, g, k, b, half;
    for (m = n; m >= 2; m = m >> 1) {
        half = m >> 1;
        for (g = 0, k = 0; g + m <= n; g += m, k++) {
            double w = 0.25 + k % 3;
            for (b = g; b < g + half; b++) {
                double t = w * u[b + half];
                u[b + half] = u[b] - t;
                u[b] = u[b] + t;
            }
        }
    }
    printf("%d %d\n", g, k);
}

static double total(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += u[i] * (1 + i % 3) + v[i] * (1 + i % 4);
    return sum;
}

int main(void)
{
    int j = 3, back, count;
    for (int i = 0; i < N; i++) {
        u[i] = 0.1 * (i % 5);
        v[i] = i % 3;
    }
    for (int i = 0; i < N - 3; i++, j++) {
        u[i] = i;
        v[j] = 2 * i + j;
    }
    printf("%d %.10g\n", j, total());
    for (back = N - 1, count = 0; back > 2; back -= 2, count += 3) {
        if (back % 5 == 0)
            continue;
        v[back] = count;
        u[back - 1] += count;
    }
    printf("%d %d %.10g\n", back, count, total());
    stages(16);
    printf("%.10g\n", total());
    return 0;
}
