/* Livermore kernel 19: general linear recurrence equations, up and down.
 *
 * With sa[k] = 1.5 k + 1 and sb[k] = 0.5, the carried value is k + 1 on the way
 * up, and on the way down k + 1/3 plus what is left of the start, which halves
 * and changes sign from step to step. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 10
#endif

static double b5[N], sa[N], sb[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align b5(k) with T(k)
#pragma hpf align sa(k) with T(k)
#pragma hpf align sb(k) with T(k)

int main(void)
{
    double stb5;
    int k, l;

    for (k = 0; k < N; k++) {
        sa[k] = 1.5 * k + 1;
        sb[k] = 0.5;
    }

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++) {
        stb5 = 0;
        for (k = 0; k < N; k++) {
            b5[k] = sa[k] + stb5 * sb[k];
            stb5 = b5[k] - stb5;
        }
        for (k = N - 1; k >= 0; k--) {
            b5[k] = sa[k] + stb5 * sb[k];
            stb5 = b5[k] - stb5;
        }
    }

    double error = 0.0;
    for (k = 0; k < N; k++) {
        double before = pow(-0.5, N - 1 - k) / 3, left = pow(-0.5, N - k) / 3;
        double exact = (k + 1 + 1.0 / 3 - before) + (k + 1.0 / 3 - left);
        error += fabs(b5[k] - exact);
    }
    int ok = error / N < 1e-15 * N;
    printf("lfk19: N = %d, %d passes, mean error %.1e: %s\n", N, LOOP, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
