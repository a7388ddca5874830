/* A macro is a whole loop, or a whole sweep of two, with what it works on as arguments. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define SET(array, value) for (i = 0; i < N; i++) array[i] = (value)
#define SMOOTH(to, from) \
    do { \
        for (i = 1; i < N - 1; i++) \
            to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4; \
        for (i = 1; i < N - 1; i++) \
            from[i] = to[i]; \
    } while (0)
#define SUM(s, array) { s = 0; for (i = 0; i < N; i++) s += array[i]; }

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double s, q;
    int i, step;

    SET(a, i * i % 9);
    SET(b, 0);
    for (step = 0; step < 3; step++)
        SMOOTH(b, a);
    SUM(s, a)
    SUM(q, b)
    printf("s %.12g q %.12g i %d\n", s, q, i);
    printf("a %.12g %.12g b %.12g\n", a[0], a[N / 2], b[N - 2]);
    return 0;
}
