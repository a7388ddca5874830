/* Macros are several statements, half of an if, and statements around others. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define PAIR(i) a[i] = 2 * i; b[i] = 3 * i;
#define SWAP(x, y) do { double keep = x; x = y; y = keep; } while (0)
#define WHEN(c) if (c) {
#define ELSE } else {
#define DONE }
#define WITH(x) for (double x = 0, once_ = 1; once_; once_ = 0)

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(2)) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double sum = 0, keep = 41;
    int i;

    for (i = 0; i < N; i++) { PAIR(i) }
    for (i = 0; i < N; i++)
        SWAP(a[i], b[i]);
    for (i = 0; i < N; i++) {
        WHEN (i % 3 == 0)
            a[i] += 100;
        ELSE
            a[i] -= 1;
        DONE
    }
    for (i = 0; i < N; i++)
        WITH(t) {
            t = a[i] - b[i];
            sum += t;
        }
    printf("sum %.12g keep %.12g i %d\n", sum, keep, i);
    printf("a %.12g %.12g b %.12g\n", a[1], a[N - 1], b[N - 1]);
    return 0;
}
