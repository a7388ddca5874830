/* Parentheses, attributes, register, const and volatile in declarations. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define UNUSED __attribute__((unused))

static double (a)[N];
static int double_size = sizeof(double);
double static ((b)[(N)]) __attribute__((aligned(16)));
extern const int shift;
const int shift = 2;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static inline double (plus)(register const double x, UNUSED int y)
{
    return x + 1;
}

int (main)(void)
{
    register int i;
    const volatile double scale = 2;
    register double t;
    double sum = 0, UNUSED spare = 3;
    int unsigned long seen = 0u;

    for (i = 0; i < N; i++)
        (a)[i] = i * 0.5;
    for (i = 1; i < (N) - 1; i++) {
        t = (a[(i) - 1]) + (a)[(i + 1)];
        b[i] = (plus)(t, i) * scale;
    }
    for (i = 0; i < N; i++)
        sum += ((b)[i]), seen += b[i] > shift;
    printf("sum %.12g seen %lu size %d\n", sum, seen, double_size);
    printf("b %.12g %.12g\n", b[1], (b)[N - 2]);
    return 0;
}
