/* Jumps to the end of a function: where an array that all have is wrong, and where a sum is. */
#include <stdio.h>
#ifndef N
#define N 24
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double u[N], v[N];
#pragma hpf align (i) with T(i) :: u, v

static int work(int limit)
{
    int steps[4] = {1, 2, 3, 4}, done = 0;
    for (int k = 0; k < 4; k++) {
        double s = 0;
        for (int i = 1; i < N - 1; i++)
            v[i] = u[i-1] + steps[k] * u[i+1];
        for (int i = 1; i < N - 1; i++)
            u[i] = v[i];
        for (int i = 0; i < N; i++)
            s += u[i];
        done++;
        if (s > limit)
            goto end;
        for (int i = 0; i < N; i++)
            u[i] = 0.5 * u[i];
    }
    done += 100;
end:
    done += 1000;
    for (int i = 0; i < N; i++)
        v[i] += done;
    return done;
}

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        u[i] = i % 5;
    int a = work(1000), b = work(10);
    for (int i = 0; i < N; i++)
        s += v[i];
    printf("%d %d %g\n", a, b, s);
    return 0;
}
