/* pi as the integral of 4 / (1 + x^2) from 0 to 1, by the midpoint rule, in
 * XcalableMP. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 4096
#endif

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p

int main(void)
{
    const double h = 1.0 / N;
    double sum = 0.0;
    int i;

#pragma xmp loop (i) on t[i] reduction(+:sum)
    for (i = 0; i < N; i++) {
        double x = (i + 0.5) * h;
        sum += 4.0 / (1.0 + x * x);
    }

    double error = fabs(sum * h - acos(-1.0));
    int ok = error < 1.0 / N / N; /* the midpoint rule's error here is h^2 / 12 */
    printf("pi: N = %d, %.12f, error %.1e: %s\n", N, sum * h, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
