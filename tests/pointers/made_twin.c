/* made.c with arrays that its functions get. */
#include <stdio.h>
#include <stdlib.h>

#define N 4096

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double u[N], v[N];
static double weight[3];
#pragma hpf align (i) with T(i) :: u, v

static void ramp(int n, double s, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = s * (i % 13);
}

static void smooth(int n, const double *from, double *to)
{
    to[0] = from[0];
    to[n - 1] = from[n - 1];
    for (int i = 1; i < n - 1; i++)
        to[i] = 0.25 * (from[i - 1] + 2 * from[i] + from[i + 1]);
}

int main(void)
{
    ramp(N, 0.5, u);
    ramp(3, 1, weight);
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        smooth(N, u, v);
        for (int i = 0; i < N; i++)
            u[i] = v[i];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += u[i] * weight[i % 3];
    printf("%.10g\n", s);
    return 0;
}
