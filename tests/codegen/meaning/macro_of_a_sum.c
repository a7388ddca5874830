/* A macro of a member and what is added to it, so that what stands after its use binds to that. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define U(i) g.u[i]
#define V(i) (g.u[(i)])
#define GU(i) g.u[i] + 1
static struct { double u[N]; } g;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align g.u(i) with T(i)
int main(void)
{
    double s = 0, t = 0;
    for (int i = 0; i < N; i++)
        U(i) = i * 5 % 7;
    for (int i = 0; i < N; i++)
        s += GU(i) * 2;
    for (int i = 0; i < N; i++)
        t += V(i) * 2;
    printf("%g %g\n", s, t);
    return 0;
}
