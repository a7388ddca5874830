/* A method that restarts by a call of itself, so often as data decide, and ends with what it finds. */
#include <stdio.h>
#ifndef N
#define N 24
#endif

double a[N], b[N];
#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]

static double solve(int tour, int steps, double tolerance)
{
    double change = 0;
    for (int s = 0; s < steps; s++) {
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        change = 0;
#pragma xmp loop on t[i] reduction(+:change)
        for (int i = 1; i < N - 1; i++) {
            change += (a[i] - b[i]) * (a[i] - b[i]);
            a[i] = b[i];
        }
    }
    printf("%d %d %.6f\n", tour, steps, change);
    if (change > tolerance && tour < 30) {
        double rest = solve(tour + 1, steps + 1, tolerance);
        change += rest;
    }
    return change;
}

int main(void)
{
    double sum = 0;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    double last = solve(1, 2, 1e-3);
#pragma xmp loop on t[i] reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += (i + 1) * a[i];
    printf("%.6f %.6f\n", last, sum);
    return 0;
}
