/* Regions that the source of a generated program marks: its border is received in each `sweep`, and
 * `search` may be left before its end. */

#include <stdio.h>

#define N 16

double u[N], v[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align (i) with T(i) :: u, v

static double found(double limit)
{
#pragma fpredict region search
    for (int k = 0; k < 3; k++)
        if (k > limit)
            return k;
    return -1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        u[i] = i * i;
    for (int k = 0; k < 5; k++) {
#pragma fpredict region step
        {
            for (int i = 0; i < N; i++)
                v[i] = u[i];
#pragma fpredict region sweep
            for (int i = 1; i < N - 1; i++)
                v[i] += u[i - 1] + u[i + 1];
            for (int i = 1; i < N - 1; i++)
                u[i] = v[i] / 3;
        }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += u[i];
    printf("%g %g\n", sum, found(1));
    return 0;
}
