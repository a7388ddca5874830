/* `continue` and `break`, a `for` that counts nothing, and what conditions look at: a sum that
 * goes on from step to step, and a value of the iteration before. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double a[N], b[N];
int m[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align m(i) with T(i)

static double sum_of(int kind)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        if (m[i] != kind)
            continue;
        s += a[i];
    }
    return s;
}

int main(void)
{
    int i, step;
    double s = 0, before = 0, width;
    for (i = 0; i < N; i++) {
        m[i] = i % 3;
        b[i] = (i * 7) % 10;
    }
    for (i = 1; i < N - 1; i++) {
        if (m[i] == 0)
            continue;
        a[i] = b[i - 1];
        if (m[i] == 1) {
            a[i]++;
            continue;
        }
        b[i] += 2;
    }
    for (step = 0; step < 50; step++) {
        for (i = 0; i < N; i++) {
            if (m[i] == 2)
                continue;
            s += a[i];
        }
        if (s > 20 * N)
            break;
        if (step % 2)
            continue;
        for (i = 0; i < N; i++)
            a[i] += b[N - 1 - i];
    }
    printf("%d %g\n", step, s);
    for (i = 0; i < N; i++) {
        if (before > 5)
            a[i] = 1;
        before = b[i];
    }
    for (width = N; width > 1; width /= 2) {
        for (i = 1; i < N; i++)
            b[i] += a[i - 1] / width;
        if (sum_of(1) > 1000)
            break;
    }
    for (i = 0; i < N; i++)
        s += b[i] * (i + 1);
    printf("%g %g %g %g %g\n", s, width, sum_of(0), sum_of(1), sum_of(2));
    return 0;
}
