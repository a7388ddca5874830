/* A variable of a divided loop's block, whose address goes to a function: it is the iteration's own. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

static double b[N], c[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align (i) with T(i) :: b, c

static void step(double *x)
{
    *x = 2.0 * *x + 1;
}

int main(void)
{
    for (int k = 0; k < N; k++) {
        double t = k;
        step(&t);
        b[k] = t;
        {
            double s = t;
            step(&s);
            c[k] = s - b[k];
        }
    }
    for (int k = 0; k < N; k++)
        printf("%f %f\n", b[k], c[k]);
    return 0;
}
