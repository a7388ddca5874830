/* Collectives: reductions of a scalar and of an array that is long enough to be combined in
 * pieces, a broadcast of an element, an all-gather of an array, and a barrier. */
#include <stdio.h>

#define M 24

#ifndef N
#define N 37
#endif

static double a[N], all[N], v[M], sum, shift;

#pragma xmp nodes p(*)
#pragma xmp template t(0:N-1)
#pragma xmp distribute t(block) onto p
#pragma xmp align a[i] with t(i)

int main(void)
{
    int i, k;
#pragma xmp loop (i) on t(i)
    for (i = 0; i < N; i++)
        a[i] = i % 5 + 1;
#pragma xmp gmove
    shift = a[N / 2];
#pragma xmp loop (i) on t(i) reduction(+:sum)
    for (i = 0; i < N; i++)
        sum += a[i] + shift;
    printf("%g %g\n", sum, shift);
#pragma xmp barrier
#ifdef PLAIN_C
    for (i = 0; i < N; i++)
        all[i] = a[i];
#else
#pragma xmp gmove
    all[:] = a[:];
#endif
    for (i = 0; i < N; i++)
        printf("%g\n", all[i]);
#pragma xmp loop (i) on t(i)
    for (i = 0; i < N; i++)
        for (k = 0; k < M; k++)
            v[k] += i * (k + 1);
#pragma xmp reduction (+:v)
    for (k = 0; k < M; k++)
        printf("%g\n", v[k]);
    return 0;
}
