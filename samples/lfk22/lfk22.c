/* Livermore kernel 22: Planckian distribution.
 *
 * u / v are the middles of N equal pieces of 0 … 30 and x their cubes, so that
 * w, summed, is the integral of y^3 / (e^y - 1): pi^4 / 15. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 10
#endif
#define LAST 30.0

static double u[N], v[N], w[N], x[N], y[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (k) with T(k) :: u, v, w, x, y

int main(void)
{
    const double h = LAST / N, pi = acos(-1.0);
    double integral = 0.0;
    int k, l;

    for (k = 0; k < N; k++) {
        double middle = (k + 0.5) * h;
        v[k] = 1.0 / (k + 1);
        u[k] = middle * v[k];
        x[k] = middle * middle * middle;
    }

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++)
        for (k = 0; k < N; k++) {
            y[k] = u[k] / v[k];
            w[k] = x[k] / (exp(y[k]) - 1);
        }

    for (k = 0; k < N; k++)
        integral += w[k] * h;
    double error = fabs(integral - pi * pi * pi * pi / 15);
    /* the midpoint rule's error is 7 h^4 f''' / 5760 at 0, where f''' is -3, and
     * what lies beyond LAST is below 1e-8 */
    int ok = error < 0.004 * pow(LAST / N, 4) + 1e-8;
    printf("lfk22: N = %d, %d passes, integral %.9f, error %.1e: %s\n", N, LOOP, integral, error,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
