/* Livermore kernel 2: an excerpt of an incomplete Cholesky, conjugate gradient
 * code. Each level joins the elements of the one before in threes to half as
 * many, which stand behind them; N is a power of two.
 *
 * The result is given beforehand: v of the left element of three is made from what
 * stands in all three and from what should come out. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
_Static_assert(N >= 2 && (N & (N - 1)) == 0, "N is a power of two");
#ifndef LOOP
#define LOOP 10
#endif
#define VALUE(k) (1 + (k) / (2.0 * N)) /* of x[k], before or after */
#define RIGHT(k) (0.125 * VALUE(k))    /* v[k] of an element on the right */

static double x[2*N], v[2*N];

#pragma hpf processors P(4)
#pragma hpf template T(2*N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(k) with T(k)
#pragma hpf align v(k) with T(k)

int main(void)
{
    int i, k, l, length;

    for (k = 0; k < 2 * N; k++) {
        x[k] = k <= N ? VALUE(k) : 0;
        v[k] = RIGHT(k);
    }
    for (length = N; length > 1; length /= 2) {
        int first = 2 * (N - length), next = first + length;
#pragma hpf independent, new(k)
        for (i = 1; i <= length / 2; i++) {
            k = first + 2 * i - 1;
            v[k] = (VALUE(k) - RIGHT(k + 1) * VALUE(k + 1) - VALUE(next + i)) / VALUE(k - 1);
        }
    }

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++)
        for (length = N; length > 1; length /= 2) {
            int first = 2 * (N - length), next = first + length;
#pragma hpf independent, new(k)
            for (i = 1; i <= length / 2; i++) {
                k = first + 2 * i - 1;
                x[next+i] = x[k] - v[k] * x[k-1] - v[k+1] * x[k+1];
            }
        }

    double error = 0.0;
    for (k = 0; k < 2 * N - 1; k++)
        error += fabs(x[k] - VALUE(k));
    int ok = error / N < 1e-14;
    printf("lfk02: N = %d, %d passes, mean error %.1e: %s\n", N, LOOP, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
