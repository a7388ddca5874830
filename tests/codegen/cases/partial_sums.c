/* Results that each processor has a part of, beside what all of them add alike: before, after and
 * between the loops that are divided, and in one that none is. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
static double v[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align v(i) with T(i)

int main(void)
{
    double s = 3, q = 1, m = 2;
    for (int i = 0; i < N; i++)
        v[i] = i;
    for (int i = 1; i < N; i++)
        s += 8;
    for (int i = 0; i < N; i++)
        s += v[i];
    printf("%g\n", s);
    for (int i = 0; i < N; i++)
        s += v[i] * 2;
    for (int i = 1; i < N; i++)
        s += i;
    printf("%g\n", s);
    for (int i = 1; i < N; i++)
        if (i > 3)
            s += 1;
    s += 4;
    for (int i = 0; i < N; i++)
        s += v[i] * 2;
    printf("%g\n", s);
    for (int t = 0; t < 5; t++) {
        for (int i = 0; i < N; i++)
            s += v[i];
        for (int i = 0; i < 3; i++)
            s += i;
        for (int i = 0; i < N; i++)
            s += v[i] * t;
    }
    printf("%g\n", s);
    for (int t = 0; t < 3; t++) {
        q *= 2;
        for (int i = 0; i < N; i++)
            q *= 1 + v[i] / 128;
        if (t == 1)
            q *= 3;
    }
    printf("%.6g\n", q);
    for (int i = 1; i < N; i++) {
        m = v[i] > m ? v[i] : m;
        if (v[i] > 3)
            m += 8;
    }
    for (int i = 0; i < N; i++)
        m += v[i];
    printf("%g\n", m);
    return 0;
}
