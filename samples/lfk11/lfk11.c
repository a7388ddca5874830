/* Livermore kernel 11: first sum, the partial sums of a vector.
 *
 * y holds the odd numbers, so that the partial sums are the squares. */

#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 10
#endif

static double x[N], y[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(k) with T(k)
#pragma hpf align y(k) with T(k)

int main(void)
{
    int k, l, wrong = 0;

    for (k = 0; k < N; k++)
        y[k] = 2 * k + 1;

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++) {
        x[0] = y[0];
        for (k = 1; k < N; k++)
            x[k] = x[k-1] + y[k];
    }

    for (k = 0; k < N; k++)
        wrong += x[k] != (k + 1.0) * (k + 1.0);
    printf("lfk11: N = %d, %d passes, the last sum %.0f, %d wrong: %s\n", N, LOOP, x[N-1], wrong,
           wrong == 0 ? "ok" : "WRONG");
    return wrong == 0 ? 0 : 1;
}
