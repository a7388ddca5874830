/* Vectors in cycles of which processors receive more than a few elements: they lie by owners. Their
 * elements are named so many places beside a loop's, with a guard, in other strides, all of them by
 * all, and by what only the run knows. */

#include <stdio.h>

#ifndef N
#define N 40
#endif
#define MORE 17

static double a[N + MORE], b[N + MORE], c[N + MORE], all[N + MORE];
static int from[N + MORE];

#pragma hpf processors P(4)
#pragma hpf template T(N+MORE+5)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i+3)
#pragma hpf align b(i) with T(i+3)
#pragma hpf align c(i) with T(i)
#pragma hpf align from(i) with T(i)
#pragma hpf align all(i) with T(i)

/* The elements as they come, each with a factor of its own. */
static double sum_of(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N + MORE; i++)
        sum += (i % 7 + 1) * x[i];
    return sum;
}

int main(void)
{
    double kept[N + MORE], total = 0;
    int i;

    for (i = 0; i < N + MORE; i++) {
        a[i] = 3 * i + 1;
        b[i] = 0;
    }
    for (i = 0; i < N + MORE; i++) {
        c[i] = i * i % 11;
        all[i] = 0;
        from[i] = (5 * i + 2) % (N + MORE);
    }
    /* beside: forwards, backwards, as far as the processors go round, and further */
    for (i = 0; i < N; i++)
        b[i] = a[i] + a[i + 1] + 2 * a[i + MORE] - a[i + 4] + a[i + 12];
    for (i = MORE; i < N; i++)
        a[i] = b[i - 1] - b[i - MORE] + (i > MORE + 2 ? b[i - 3] : 0.5);
    /* another array's alignment; downwards */
    for (i = N - 1; i >= 1; i--)
        c[i] = a[i + 1] + b[i - 1];
    /* other strides */
    for (i = 1; i < N / 2; i++)
        a[i] = b[2 * i + 1] - c[2 * i];
    for (i = 0; i < N / 3; i++)
        b[3 * i] = c[N - 1 - i];
    /* known at run time alone */
    for (i = 0; i < N; i++)
        all[i] = a[from[i]] + c[i + 2];
    /* by all */
    for (i = 0; i < N + MORE; i++)
        kept[i] = a[i] - b[i] + c[i] + all[i];
    for (i = 0; i < N; i++)
        total += b[i] * (i % 3);
    printf("%.1f %.1f %.1f\n", sum_of(kept), total, kept[N / 2]);
    return 0;
}
