/* Sizes of arrays are expressions of casts, enumerators and sizeof; subscripts are cast. */
#include <stdio.h>
#include <stddef.h>

#ifndef N
#define N 24
#endif
enum { GHOST = 1, ALL = N + 2 * GHOST };

static double a[(size_t)N + 2 * GHOST];
static float b[sizeof(char[ALL])];
static short c[(int)(N > 0 ? ALL : 1)];

#pragma hpf processors P(4)
#pragma hpf template T(ALL)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)

int main(void)
{
    double sum = 0;
    long i;
    unsigned u;

    for (i = 0; i < (long)ALL; i++)
        a[(size_t)i] = (double)(i * i) / 4;
    for (u = GHOST; u < (unsigned)(N + GHOST); u++)
        b[u] = (float)(a[u - 1] + a[u + 1]);
    for (size_t k = 0; k < sizeof c / sizeof(short); k++)
        c[k] = (short)((int)b[k] % 100);
    for (i = 0; i < ALL; i++)
        sum += (double)b[i] + c[(int)i];
    printf("sum %.12g i %ld u %u\n", sum, i, u);
    printf("a %.12g b %.12g c %d\n", a[ALL - 1], (double)b[GHOST], c[N]);
    return 0;
}
