/* Sums over levels, each of half as many points as the one before, in arrays that a loop chooses or that are named one
 * by one: a pair that does the same. The bounds inside are shifts, N >> l. */

#include <stdio.h>

#define N 4096
#define LEVELS 6

static double u[LEVELS][N], f[LEVELS][N];

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (*,i) with T(i) :: u, f

#define LEVEL(l)                                                                                   \
    for (int i = 1; i < (N >> (l)) - 1; i++)                                                       \
        u[l][i] = 0.5 * (f[l][i-1] + f[l][i+1]);                                                   \
    for (int i = 0; i < N >> (l); i++)                                                             \
        f[l][i] += u[l][i]

int main(void)
{
    for (int l = 0; l < LEVELS; l++)
        for (int i = 0; i < N; i++)
            f[l][i] = i;
#pragma fpredict region work
    for (int step = 0; step < 10; step++) {
#ifdef UNROLLED
        LEVEL(0);
        LEVEL(1);
        LEVEL(2);
        LEVEL(3);
        LEVEL(4);
        LEVEL(5);
#else
        for (int l = 0; l < LEVELS; l++) {
            LEVEL(l);
        }
#endif
    }
    printf("%g\n", u[0][1]);
    return 0;
}
