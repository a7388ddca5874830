/* Ten steps, in each of which a function makes the new values from the old ones and returns them. */
#include <stdio.h>
#include <stdlib.h>

#define N 4096

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double *ramp(int n, double s)
{
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = s * (i % 13);
    return a;
}

static double *smooth(int n, const double *u)
{
    double *v = (double *)malloc(n * sizeof(double));
    v[0] = u[0];
    v[n - 1] = u[n - 1];
    for (int i = 1; i < n - 1; i++)
        v[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);
    return v;
}

int main(void)
{
    double *u = ramp(N, 0.5), *v, *weight = ramp(3, 1);
#pragma hpf align (i) with T(i) :: u, v
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        v = smooth(N, u);
        for (int i = 0; i < N; i++)
            u[i] = v[i];
        free(v);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += u[i] * weight[i % 3];
    printf("%.10g\n", s);
    return 0;
}
