/* Livermore kernel 9: integrate predictors. Thirteen values at each point; the
 * first is predicted from ten of the others.
 *
 * Each product, the sum of columns 4 and 5, and column 2 are made to be k + 1,
 * so that the prediction is 9 (k + 1). */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 100
#endif

static double px[N][13];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align px(k,*) with T(k)

int main(void)
{
    const double dm22 = 0.25, dm23 = 0.5, dm24 = 0.75, dm25 = 1.5, dm26 = 3, dm27 = 5, dm28 = 7;
    const double c0 = 1.25;
    int k, l;

    for (k = 0; k < N; k++) {
        px[k][2] = k + 1;
        px[k][4] = (k + 1) / c0 + k;
        px[k][5] = -k;
        px[k][6] = (k + 1) / dm22;
        px[k][7] = (k + 1) / dm23;
        px[k][8] = (k + 1) / dm24;
        px[k][9] = (k + 1) / dm25;
        px[k][10] = (k + 1) / dm26;
        px[k][11] = (k + 1) / dm27;
        px[k][12] = (k + 1) / dm28;
    }

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++)
        for (k = 0; k < N; k++)
            px[k][0] = dm28 * px[k][12] + dm27 * px[k][11] + dm26 * px[k][10] + dm25 * px[k][9]
                       + dm24 * px[k][8] + dm23 * px[k][7] + dm22 * px[k][6]
                       + c0 * (px[k][4] + px[k][5]) + px[k][2];

    double error = 0.0;
    for (k = 0; k < N; k++)
        error += fabs(px[k][0] / (9 * (k + 1.0)) - 1);
    int ok = error / N < 1e-15;
    printf("lfk09: N = %d, %d passes, mean relative error %.1e: %s\n", N, LOOP, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
